"""Notify a person that their access has changed, by an event and, if configured, by mail."""

from typing import Literal

from edison.domain.events import MEMBER_REMOVED, ROLE_CHANGED, user_topic
from edison.domain.ids import UserId
from edison.domain.people.access import Role
from edison.domain.people.project import Project
from edison.engine.project_tx import ProjectTx
from edison.services.context import Context

NoticeKind = Literal["role_changed", "member_removed"]

_EVENTS: dict[NoticeKind, str] = {
    "role_changed": ROLE_CHANGED,
    "member_removed": MEMBER_REMOVED,
}


async def notify_person(
    ctx: Context, tx: ProjectTx, user: UserId, kind: NoticeKind, project: Project, role: Role | None
) -> None:
    """Notify `user` of a change of access, unless `user` made the change."""
    if tx.who.user == user:
        return
    tx.emit_event(
        _EVENTS[kind],
        topic=user_topic(user),
        project=project.name,
        slug=project.slug,
        role=None if role is None else str(role),
    )
    if ctx.mail_configured:
        await tx.launcher.send_mail(
            tx,
            {
                "kind": kind,
                "project": str(project.id),
                "subject": str(user),
                "actor": tx.who.label,
                "trace_id": tx.who.origin.trace_id,
            },
        )
