"""Read the notifications of the signed-in person, and mark them as read."""

from datetime import datetime

from edison.domain.ids import NotificationId, ProjectId
from edison.domain.notifications.notification import Notification
from edison.domain.people.access import Actor, Permission
from edison.kit.pagination import Page, PageRequest
from edison.services.context import Context
from edison.store.repositories.notifications.notifications import (
    NotificationFilter as NotificationFilter,
)


async def list_notifications(
    ctx: Context, who: Actor, wanted: NotificationFilter, page: PageRequest
) -> Page[Notification]:
    """List the person's notifications of all projects with a current membership, newest first."""
    user = who.must_be_person()
    async with ctx.read() as tx:
        return await tx.notifications.page(user, wanted, page)


async def list_in_project(
    ctx: Context, who: Actor, project: ProjectId, *, unread: bool, page: PageRequest
) -> Page[Notification]:
    """List the person's notifications of one project, newest first."""
    who.must(Permission.VIEW_PROJECT, project)
    user = who.must_be_person()
    async with ctx.read() as tx:
        wanted = NotificationFilter(unread=unread, project=project)
        return await tx.notifications.page(user, wanted, page)


async def count_unread(ctx: Context, who: Actor) -> int:
    user = who.must_be_person()
    async with ctx.read() as tx:
        return await tx.notifications.count_unread(user)


async def mark_read(ctx: Context, who: Actor, notification: NotificationId, *, read: bool) -> None:
    user = who.must_be_person()
    async with ctx.write() as tx:
        await tx.notifications.mark_read(user, notification, ctx.clock.now(), read=read)


async def mark_all_read(
    ctx: Context, who: Actor, project: ProjectId | None, until: datetime | None
) -> int:
    """Mark the notifications created up to `until` as read; return their number."""
    user = who.must_be_person()
    now = ctx.clock.now()
    async with ctx.write() as tx:
        wanted = NotificationFilter(project=project)
        return await tx.notifications.mark_all_read(user, wanted, until or now, now)
