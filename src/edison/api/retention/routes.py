"""Retention: what the next night will delete."""

from typing import Annotated

from fastapi import Query

from edison.api.api_router import ApiRouter
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.api.retention.views import RetentionView
from edison.services.retention import retention_preview

router = ApiRouter(prefix="/projects/{project}/retention", tags=["projects"])


@router.get("")
async def preview_retention(
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    days: Annotated[int | None, Query(ge=0, le=3650)] = None,
) -> RetentionView:
    """What the next night will delete at the age that is set, or at another one; nothing is changed."""
    return RetentionView.of(await retention_preview.preview_retention(ctx, who, project, days))
