"""How much of what could come a dataset has."""

from typing import Annotated
from uuid import UUID

from fastapi import Query

from edison.api.api_router import ApiRouter
from edison.api.datasets.coverage_views import CoverageView
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.ids import DatasetId
from edison.services.datasets import dataset_coverage

router = ApiRouter(prefix="/projects/{project}/datasets/{dataset}", tags=["datasets"])


@router.get("/coverage")
async def read_coverage(
    dataset: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    version: Annotated[int | None, Query(ge=0, le=2**31 - 1)] = None,
) -> CoverageView:
    """Get the distribution of tags, entities, lengths, ambiguity and languages.

    It is computed by rules; no model is called.
    """
    found = await dataset_coverage.read_coverage(ctx, who, project, DatasetId(dataset), version)
    return CoverageView.of(found)
