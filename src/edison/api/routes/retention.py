"""Retention: what the next night will delete."""

from typing import Annotated

from fastapi import APIRouter, Query

from edison.api.errors import problems
from edison.api.identity import CurrentActor, CurrentProject, Services
from edison.api.schemas.retention import RetentionView
from edison.services import retention

router = APIRouter(prefix="/projects/{project}/retention", tags=["projects"])


@router.get("", operation_id="preview_retention", responses=problems(400, 401, 403, 404))
async def preview_retention(
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    days: Annotated[int | None, Query(ge=0, le=3650)] = None,
) -> RetentionView:
    """What the next night will delete at the age that is set, or at another one; nothing is changed."""
    return RetentionView.of(await retention.preview_retention(ctx, who, project, days))
