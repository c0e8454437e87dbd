"""How much of what could come a dataset has."""

from typing import Annotated
from uuid import UUID

from fastapi import Query
from pydantic import Field

from edison.api.api_router import ApiRouter
from edison.api.base_views import View
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.datasets.coverage import Bar, Coverage
from edison.domain.ids import DatasetId
from edison.services.datasets import dataset_coverage


class CoverageBarView(View):
    name: Bar
    share: float = Field(
        ge=0, le=1, description="Tags: of the cases that have one; else of the kinds that are found"
    )
    found: list[str]
    rare: list[str] = Field(description="Cases have it, but too few to count")
    missing: list[str] = Field(description="No case has it")


class CoverageView(View):
    cases: int = Field(description="How many were looked at")
    bars: list[CoverageBarView]

    @staticmethod
    def of(coverage: Coverage) -> "CoverageView":
        return CoverageView(
            cases=coverage.cases,
            bars=[
                CoverageBarView(
                    name=bar.name,
                    share=round(bar.share, 4),
                    found=list(bar.found),
                    rare=list(bar.rare),
                    missing=list(bar.missing),
                )
                for bar in coverage.bars
            ],
        )


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
