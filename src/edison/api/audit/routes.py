"""Routes of the audit log, project activity and event streams."""

from typing import Annotated

from fastapi import Depends, Query, Request
from starlette.responses import StreamingResponse

from edison.api.api_router import ApiRouter, Exactly
from edison.api.base_views import AuditEntryView, EventView, Line, Moment, PageView, WantedPage
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
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.audit.audit_chain import AuditFilter
from edison.domain.events import project_topic, user_topic
from edison.services.audit import audit_queries

router = ApiRouter(tags=["audit"])


def get_filter(
    action: Annotated[
        Line | None,
        Query(max_length=100, description="Only this action, or actions with this prefix"),
    ] = None,
    actor: Annotated[Line | None, Query(max_length=100)] = None,
    entity_type: Annotated[Line | None, Query(max_length=100)] = None,
    since: Moment | None = None,
    until: Moment | None = None,
) -> AuditFilter:
    return AuditFilter(
        action=action, actor=actor, entity_type=entity_type, since=since, until=until
    )


Wanted = Annotated[AuditFilter, Depends(get_filter)]


@router.get("/projects/{project}/audit")
async def list_audit(
    project: CurrentProject, who: CurrentActor, ctx: Services, page: WantedPage, wanted: Wanted
) -> PageView[AuditEntryView]:
    """List the audit entries of this project (who changed what), newest first."""
    found = await audit_queries.read_project(ctx, who, project, page, wanted)
    return PageView(
        items=[AuditEntryView.of(entry) for entry in found.items], next_cursor=found.next_cursor
    )


@router.get("/installation/audit", responses=Exactly(problems(400, 401, 403)))
async def list_installation_audit(
    who: CurrentActor, ctx: Services, page: WantedPage, wanted: Wanted
) -> PageView[AuditEntryView]:
    """List audit entries of accounts and sessions, newest first.

    Only for the owner of the installation.
    """
    found = await audit_queries.read_installation(ctx, who, page, wanted)
    return PageView(
        items=[AuditEntryView.of(entry) for entry in found.items], next_cursor=found.next_cursor
    )


activity_router = ApiRouter(tags=["activity"])


@activity_router.get("/projects/{project}/activity", responses=Exactly(problems(400, 401, 404)))
async def list_activity(
    project: CurrentProject, who: CurrentActor, ctx: Services, page: WantedPage
) -> PageView[EventView]:
    """List the events of this project, newest first."""
    found = await audit_queries.list_activity(ctx, who, project, page)
    return PageView(
        items=[EventView.of(event) for event in found.items], next_cursor=found.next_cursor
    )


@activity_router.get(
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
    """Stream the events of a project, beginning with the events missed since the last connection."""

    async def read(number: int) -> Batch:
        fresh = await reidentify(request, ctx)
        return await audit_queries.project_since(ctx, fresh.actor, project, number)

    _, newest = await audit_queries.project_since(ctx, who, project, None)
    return EventStream(ctx, project_topic(project), read, start_after(last_event_id, after, newest))


@activity_router.get(
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
    """Stream your notifications about being added to or removed from a project, and about role changes."""

    async def read(number: int) -> Batch:
        fresh = await reidentify(request, ctx)
        return await audit_queries.own_since(ctx, fresh.actor, number)

    _, newest = await audit_queries.own_since(ctx, who, None)
    topic = user_topic(who.must_be_person())
    return EventStream(ctx, topic, read, start_after(last_event_id, after, newest))
