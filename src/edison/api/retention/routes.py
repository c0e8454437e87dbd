"""Route that previews the nightly cleanup."""

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
    """List the data that the next nightly cleanup will delete, at the current or another age limit.

    Nothing is deleted.
    """
    return RetentionView.of(await retention_preview.preview_retention(ctx, who, project, days))
