"""How much of what could come a dataset has."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query

from edison.api.errors import problems
from edison.api.identity import CurrentActor, CurrentProject, Services
from edison.api.schemas.coverage import CoverageView
from edison.domain.ids import DatasetId
from edison.services.datasets import coverage

router = APIRouter(prefix="/projects/{project}/datasets/{dataset}", tags=["datasets"])


@router.get("/coverage", operation_id="read_coverage", responses=problems(400, 401, 403, 404))
async def read_coverage(
    dataset: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    version: Annotated[int | None, Query(ge=0, le=2**31 - 1)] = None,
) -> CoverageView:
    """Bars for tags, entities, lengths, ambiguity and languages, found by rules; no model is asked."""
    found = await coverage.read_coverage(ctx, who, project, DatasetId(dataset), version)
    return CoverageView.of(found)
