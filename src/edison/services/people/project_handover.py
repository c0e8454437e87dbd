"""Hand the projects of a person who leaves to another person."""

from datetime import datetime

from edison.domain.errors import InvalidInput, NotFound
from edison.domain.events import MEMBER_ADDED, MEMBER_ROLE_CHANGED
from edison.domain.ids import UserId
from edison.domain.people.access import Actor, Role
from edison.domain.people.account import User
from edison.engine.project_tx import ProjectTx
from edison.services.context import Context
from edison.services.people.person_notifications import notify_person
from edison.store.unit_of_work import WriteTx


async def hand_over_projects(
    ctx: Context, tx: WriteTx, who: Actor, leaver: UserId, heir: UserId, now: datetime
) -> int:
    """Make the heir an owner of every project whose only owner is the leaver; return how many."""
    person = await _heir(tx, leaver, heir)
    alone = [project.id for project in await tx.people.projects(leaver) if project.only_owner]
    # Always locked in the same order, so that two handovers cannot wait for each other.
    for project in sorted(alone):
        await _make_owner(ctx, ProjectTx(tx, who, project, now, ctx.launcher), person)
    return len(alone)


async def _heir(tx: WriteTx, leaver: UserId, heir: UserId) -> User:
    if heir == leaver:
        raise InvalidInput("Choose another person", field="hand_projects_to")
    try:
        person = await tx.users.get(heir)
    except NotFound as error:
        raise InvalidInput("There is no such person", field="hand_projects_to") from error
    if person.disabled_at is not None:
        raise InvalidInput("The account of this person is disabled", field="hand_projects_to")
    return person


async def _make_owner(ctx: Context, tx: ProjectTx, person: User) -> None:
    about = await tx.projects.get(tx.project, lock=True)
    old = await tx.members.role_now(tx.project, person.id)
    if old is None:
        await tx.members.add(tx.project, person.id, Role.OWNER, tx.now)
        await tx.invites.withdraw(tx.project, person.email, tx.now)
        action = "member.added"
        tx.emit_event(
            MEMBER_ADDED, user_id=str(person.id), label=person.label, role=str(Role.OWNER)
        )
    else:
        action = "member.role_changed"
        await tx.members.set_role(tx.project, person.id, Role.OWNER)
        tx.emit_event(
            MEMBER_ROLE_CHANGED,
            user_id=str(person.id),
            label=person.label,
            role=str(Role.OWNER),
            was=str(old),
        )
    await tx.projects.touch(tx.project, tx.now)
    tx.record_entry(
        action,
        ("member", person.id),
        {"role": {"old": old, "new": Role.OWNER}, "email": {"old": None, "new": person.email}},
    )
    await notify_person(ctx, tx, person.id, "role_changed", about, Role.OWNER)
