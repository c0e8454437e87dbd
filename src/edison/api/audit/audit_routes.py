"""The audit log of a project, and of the installation."""

from typing import Annotated

from fastapi import Depends, Query

from edison.api.api_router import ApiRouter, Exactly
from edison.api.base_views import Line, Moment, PageView
from edison.api.error_responses import problems
from edison.api.history_views import AuditEntryView
from edison.api.page_parameters import WantedPage
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.audit.audit_chain import AuditFilter
from edison.services.audit import audit_queries

router = ApiRouter(tags=["audit"])


def get_filter(
    action: Annotated[
        Line | None, Query(max_length=100, description="An action or its prefix")
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
    """List who changed what in this project, newest first."""
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
