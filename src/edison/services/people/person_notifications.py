"""Telling one person about their own access: on their screen at once, and by mail where there is a server."""

from datetime import datetime
from typing import Literal

from edison.domain.events import MEMBER_REMOVED, ROLE_CHANGED, event, user_topic
from edison.domain.ids import UserId
from edison.domain.people.access import Actor, Role
from edison.domain.people.project import Project
from edison.services.context import Context
from edison.store.unit_of_work import WriteTx

NoticeKind = Literal["role_changed", "member_removed"]

_EVENTS: dict[NoticeKind, str] = {
    "role_changed": ROLE_CHANGED,
    "member_removed": MEMBER_REMOVED,
}


async def notify_person(
    ctx: Context,
    tx: WriteTx,
    who: Actor,
    user: UserId,
    kind: NoticeKind,
    project: Project,
    role: Role | None,
    at: datetime,
) -> None:
    """Tell `user`, unless they did it themselves."""
    if who.user == user:
        return
    tx.emit(
        event(
            who,
            user_topic(user),
            _EVENTS[kind],
            at,
            project=project.name,
            slug=project.slug,
            role=None if role is None else str(role),
        )
    )
    if ctx.mail_configured:
        await ctx.launcher.send_mail(
            tx,
            {
                "kind": kind,
                "project": str(project.id),
                "subject": str(user),
                "actor": who.label,
                "trace_id": who.origin.trace_id,
            },
        )
