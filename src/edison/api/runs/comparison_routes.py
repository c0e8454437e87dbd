"""What a run did better or worse than another."""

from typing import Annotated
from uuid import UUID

from fastapi import Query

from edison.api.api_router import ApiRouter
from edison.api.page_parameters import WantedMetric, WantedPage
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.api.runs.comparison_views import RunComparisonView
from edison.domain.ids import RunId
from edison.domain.runs.cell_comparison import CellChangeKind
from edison.services.runs import run_comparison

router = ApiRouter(prefix="/projects/{project}/runs/{run}", tags=["runs"])
Column = Annotated[int, Query(ge=0, le=2**15 - 1)]


@router.get("/comparison")
async def compare_runs(
    run: UUID,
    other: Annotated[
        UUID,
        Query(
            alias="with",
            description="The baseline run. Use the same run to compare two of its targets",
        ),
    ],
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    page: WantedPage,
    column: Column = 0,
    other_column: Column = 0,
    kind: CellChangeKind | None = None,
    metric: WantedMetric = None,
) -> RunComparisonView:
    """Compare runs case by case: fixed, broken, still failing, unchanged, or why they are not comparable."""
    wanted = run_comparison.CompareRuns(
        project=project,
        this=RunId(run),
        other=RunId(other),
        this_column=column,
        other_column=other_column,
        kind=kind,
        metric=metric or None,
    )
    return RunComparisonView.of(await run_comparison.compare_runs(ctx, who, wanted, page))
