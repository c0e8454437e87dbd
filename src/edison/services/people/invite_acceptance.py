"""Turn a pending invite into a membership, inside the caller's transaction."""

from datetime import datetime

from edison.domain.audit.audit_chain import entry
from edison.domain.events import MEMBER_ADDED, event, project_topic
from edison.domain.ids import ProjectId
from edison.domain.people.access import Actor, Role
from edison.domain.people.account import User
from edison.domain.people.invite import Invite
from edison.store.unit_of_work import WriteTx


async def join_by_invite(tx: WriteTx, who: Actor, user: User, invite: Invite, at: datetime) -> None:
    await tx.invites.accept(invite.project, invite.id, at)
    await add_member(tx, who, invite.project, user, invite.role, at)


async def add_member(
    tx: WriteTx, who: Actor, project: ProjectId, user: User, role: Role, at: datetime
) -> None:
    """Add a person with a role, recorded and told as one fact."""
    await tx.members.add(project, user.id, role, at)
    await tx.projects.touch(project, at)
    tx.record(
        entry(
            who,
            "member.added",
            ("member", user.id),
            at=at,
            project=project,
            changes={"role": {"old": None, "new": role}, "email": {"old": None, "new": user.email}},
        )
    )
    tx.emit(
        event(
            who,
            project_topic(project),
            MEMBER_ADDED,
            at,
            user_id=str(user.id),
            label=user.label,
            role=str(role),
        )
    )
