"""Routes of a person's notifications, and of what the person is notified of."""

from typing import Annotated
from uuid import UUID

from fastapi import Query

from edison.api.api_router import ApiRouter, Exactly
from edison.api.base_views import PageView, WantedPage
from edison.api.error_responses import problems
from edison.api.notifications.views import (
    MarkAllReadBody,
    MarkedReadView,
    MarkReadBody,
    NotificationPreferencesView,
    NotificationView,
    ProjectNotificationPreferencesView,
    SaveNotificationPreferencesBody,
    SaveProjectNotificationPreferencesBody,
    UnreadCountView,
)
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.ids import NotificationId
from edison.services.notifications import own_notifications, own_preferences
from edison.services.notifications.own_notifications import NotificationFilter

router = ApiRouter(prefix="/me", tags=["notifications"])

Unread = Annotated[bool, Query(description="Only unread notifications")]


@router.get("/notifications", responses=Exactly(problems(400, 401, 403)))
async def list_notifications(
    page: WantedPage, who: CurrentActor, ctx: Services, unread: Unread = False
) -> PageView[NotificationView]:
    """List your notifications of all your projects, newest first."""
    wanted = NotificationFilter(unread=unread)
    found = await own_notifications.list_notifications(ctx, who, wanted, page)
    items = [NotificationView.of(one) for one in found.items]
    return PageView(items=items, next_cursor=found.next_cursor)


@router.get("/notifications/unread", responses=Exactly(problems(401, 403)))
async def count_unread_notifications(who: CurrentActor, ctx: Services) -> UnreadCountView:
    """Count your unread notifications."""
    return UnreadCountView(unread=await own_notifications.count_unread(ctx, who))


@router.post("/notifications/read", responses=Exactly(problems(400, 401, 403)))
async def mark_all_notifications_read(
    body: MarkAllReadBody, who: CurrentActor, ctx: Services
) -> MarkedReadView:
    """Mark all your notifications as read."""
    marked = await own_notifications.mark_all_read(ctx, who, None, body.until)
    return MarkedReadView(marked=marked)


@router.post(
    "/notifications/{notification}/read",
    status_code=204,
    responses=Exactly(problems(400, 401, 403, 404)),
)
async def mark_notification_read(
    notification: UUID, body: MarkReadBody, who: CurrentActor, ctx: Services
) -> None:
    """Mark a notification as read, or as unread."""
    await own_notifications.mark_read(ctx, who, NotificationId(notification), read=body.read)


@router.post("/notifications/{notification}/mute", responses=Exactly(problems(400, 401, 403, 404)))
async def mute_notification_kind(
    notification: UUID, who: CurrentActor, ctx: Services
) -> ProjectNotificationPreferencesView:
    """Stop notifications of the same event in the same project."""
    chosen = await own_preferences.mute_kind(ctx, who, NotificationId(notification))
    return ProjectNotificationPreferencesView.of(chosen)


@router.get("/notification-preferences", responses=Exactly(problems(401, 403)))
async def read_notification_preferences(
    who: CurrentActor, ctx: Services
) -> NotificationPreferencesView:
    """Get what you are notified of, by which method and when."""
    return NotificationPreferencesView.of(await own_preferences.read_preferences(ctx, who))


@router.put("/notification-preferences", responses=Exactly(problems(400, 401, 403)))
async def save_notification_preferences(
    body: SaveNotificationPreferencesBody, who: CurrentActor, ctx: Services
) -> NotificationPreferencesView:
    """Choose what you are notified of in all projects. Mail that waits is scheduled anew."""
    await own_preferences.save_preferences(ctx, who, body.to_preferences())
    return NotificationPreferencesView.of(await own_preferences.read_preferences(ctx, who))


project_router = ApiRouter(prefix="/projects/{project}", tags=["notifications"])


@project_router.get("/notifications")
async def list_project_notifications(
    project: CurrentProject,
    page: WantedPage,
    who: CurrentActor,
    ctx: Services,
    unread: Unread = False,
) -> PageView[NotificationView]:
    """List your notifications of one project, newest first."""
    found = await own_notifications.list_in_project(ctx, who, project, unread=unread, page=page)
    items = [NotificationView.of(one) for one in found.items]
    return PageView(items=items, next_cursor=found.next_cursor)


@project_router.get("/notification-preferences")
async def read_project_notification_preferences(
    project: CurrentProject, who: CurrentActor, ctx: Services
) -> ProjectNotificationPreferencesView:
    """Get your own choices in a project."""
    found = await own_preferences.read_project_preferences(ctx, who, project)
    return ProjectNotificationPreferencesView.of(found)


@project_router.put("/notification-preferences")
async def save_project_notification_preferences(
    project: CurrentProject,
    body: SaveProjectNotificationPreferencesBody,
    who: CurrentActor,
    ctx: Services,
) -> ProjectNotificationPreferencesView:
    """Choose what you are notified of in a project, instead of your choices for all projects."""
    wanted = body.to_preferences(project)
    await own_preferences.save_project_preferences(ctx, who, wanted)
    return ProjectNotificationPreferencesView.of(wanted)
