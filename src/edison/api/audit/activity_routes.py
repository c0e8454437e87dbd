"""What happens in a project and to a person: read back as a list, or followed as a stream."""

from fastapi import Request
from starlette.responses import StreamingResponse

from edison.api.api_router import ApiRouter, Exactly
from edison.api.base_views import PageView
from edison.api.error_responses import problems
from edison.api.event_stream import (
    STREAM,
    After,
    Batch,
    EventStream,
    LastEventId,
    reidentify,
    start_after,
)
from edison.api.history_views import EventView
from edison.api.page_parameters import WantedPage
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.events import project_topic, user_topic
from edison.services.audit import activity_feed

router = ApiRouter(tags=["activity"])


@router.get("/projects/{project}/activity", responses=Exactly(problems(400, 401, 404)))
async def list_activity(
    project: CurrentProject, who: CurrentActor, ctx: Services, page: WantedPage
) -> PageView[EventView]:
    """List the events of this project, newest first."""
    found = await activity_feed.list_activity(ctx, who, project, page)
    return PageView(
        items=[EventView.of(event) for event in found.items], next_cursor=found.next_cursor
    )


@router.get(
    "/projects/{project}/events",
    response_class=StreamingResponse,
    responses=Exactly(STREAM | problems(400, 401, 404)),
)
async def follow_project(
    request: Request,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    last_event_id: LastEventId = None,
    after: After = None,
) -> EventStream:
    """Stream the events of a project, starting with those missed since the last connection."""

    async def read(number: int) -> Batch:
        fresh = await reidentify(request, ctx)
        return await activity_feed.project_since(ctx, fresh.actor, project, number)

    _, newest = await activity_feed.project_since(ctx, who, project, None)
    return EventStream(ctx, project_topic(project), read, start_after(last_event_id, after, newest))


@router.get(
    "/me/events",
    response_class=StreamingResponse,
    responses=Exactly(STREAM | problems(400, 401, 403)),
)
async def follow_me(
    request: Request,
    who: CurrentActor,
    ctx: Services,
    last_event_id: LastEventId = None,
    after: After = None,
) -> EventStream:
    """Stream your notifications: you were added to a project, removed from it, or your role changed."""

    async def read(number: int) -> Batch:
        fresh = await reidentify(request, ctx)
        return await activity_feed.own_since(ctx, fresh.actor, number)

    _, newest = await activity_feed.own_since(ctx, who, None)
    topic = user_topic(who.must_be_person())
    return EventStream(ctx, topic, read, start_after(last_event_id, after, newest))
