"""Routes of run results: figures, the cells of a figure, verdicts, comparisons and judge exams."""

from typing import Annotated, Literal
from uuid import UUID

from fastapi import Depends, Query

from edison.api.api_router import ApiRouter, Exactly
from edison.api.base_views import Line, PageView, WantedMetric, WantedPage
from edison.api.error_responses import problems
from edison.api.judging.judge_views import ExamsBody
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.api.results.baseline_views import BaselineVerdictView
from edison.api.results.gate_views import GateBody, GateView
from edison.api.results.recommendation_views import RunRecommendationsView
from edison.api.results.views import (
    ColumnVerdictView,
    ResultCellView,
    ResultsView,
)
from edison.api.runs.baseline_parameters import Baselined
from edison.api.runs.comparison_views import NextRunView, RunComparisonView
from edison.api.runs.run_views import RunReportView, RunView
from edison.domain.ids import RunId
from edison.domain.results.case_facets import FacetKind
from edison.domain.results.recommendation import Requirements
from edison.domain.runs.cell_comparison import CellChangeKind
from edison.services.judging import judge_examination
from edison.services.results import (
    baseline_verdict,
    column_verdict,
    model_recommendations,
    result_cells,
    run_gate,
    run_results,
)
from edison.services.runs import next_run_plan as next_run
from edison.services.runs import run_comparison

router = ApiRouter(prefix="/projects/{project}/runs/{run}", tags=["results"])

Column = Annotated[int, Query(ge=0, le=2**15 - 1)]
Effect = Annotated[
    float,
    Query(
        ge=0,
        le=1,
        allow_inf_nan=False,
        description="The smallest difference that matters, from 0 to 1",
    ),
]
Share = Annotated[float | None, Query(ge=0, le=1, allow_inf_nan=False)]


@router.get("/results")
async def read_results(
    run: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    base: Annotated[Column, Query(description="The target that all others are compared with")] = 0,
    minimum_effect: Effect = run_results.USUAL_MINIMUM,
    metric: WantedMetric = None,
) -> ResultsView:
    """Get the results of a run for one metric, as last computed by a worker. Totals are current."""
    wanted = run_results.WantedResults(
        project=project,
        run=RunId(run),
        base=base,
        minimum_effect=minimum_effect,
        metric=metric or None,
    )
    return ResultsView.model_validate(await run_results.read_results(ctx, who, wanted))


@router.get("/results/cells")
async def list_result_cells(
    run: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    page: WantedPage,
    column: Annotated[Column | None, Query()] = None,
    criterion: Annotated[
        Line | None,
        Query(
            max_length=50,
            description="Use the scores of this criterion instead of the overall score",
        ),
    ] = None,
    from_: Annotated[Share, Query(alias="from", description="Minimum, inclusive")] = None,
    to: Annotated[Share, Query(description="Maximum, exclusive. A maximum of 1 includes 1")] = None,
    facet: FacetKind | None = None,
    group: Annotated[Line | None, Query(max_length=200)] = None,
    sort: Literal["worst", "best"] = "worst",
    metric: WantedMetric = None,
) -> PageView[ResultCellView]:
    """List the cells that contribute to a figure, worst or best first."""
    wanted = result_cells.WantedCells(
        project=project,
        run=RunId(run),
        column=column,
        criterion=criterion or None,
        at_least=from_,
        below=to,
        facet=facet,
        group=group or None,
        best_first=sort == "best",
        metric=metric or None,
    )
    found = await result_cells.list_cells(ctx, who, wanted, page)
    return PageView(
        items=[ResultCellView.model_validate(item) for item in found.items],
        next_cursor=found.next_cursor,
    )


def compared_columns(
    run: UUID,
    other: Annotated[
        UUID,
        Query(
            alias="with",
            description="The baseline run. Use the same run to compare two of its targets",
        ),
    ],
    project: CurrentProject,
    column: Column = 0,
    other_column: Column = 0,
    minimum_effect: Effect = run_results.USUAL_MINIMUM,
    metric: WantedMetric = None,
) -> column_verdict.WantedVerdict:
    return column_verdict.WantedVerdict(
        project=project,
        this=RunId(run),
        other=RunId(other),
        this_column=column,
        other_column=other_column,
        minimum_effect=minimum_effect,
        metric=metric or None,
    )


ComparedColumns = Annotated[column_verdict.WantedVerdict, Depends(compared_columns)]


@router.get("/verdict")
async def read_verdict(
    wanted: ComparedColumns, who: CurrentActor, ctx: Services
) -> ColumnVerdictView:
    """Get the verdict on two targets, compared case by case: better, worse, or cannot tell."""
    return ColumnVerdictView.model_validate(await column_verdict.read_verdict(ctx, who, wanted))


@router.get("/baseline")
async def read_baseline_verdict(
    wanted: Baselined, who: CurrentActor, ctx: Services
) -> BaselineVerdictView:
    """Get the verdict on every target of a run, compared with the baseline run."""
    found = await baseline_verdict.read_baseline_verdict(ctx, who, wanted)
    return BaselineVerdictView.model_validate(found)


@router.post("/gate", responses=Exactly(problems(400, 401, 403, 404)))
async def gate_run(
    run: UUID, body: GateBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> GateView:
    """Compare a run with its baseline: better, not worse within the margin, worse, or cannot tell. Stores nothing."""
    return GateView.of(await run_gate.gate(ctx, who, body.wanted(project, run)))


@router.post("/mark-main")
async def mark_main(
    run: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> RunView:
    """Record that a completed run passed on the main branch. The latest such run is the baseline `main`."""
    return RunView.of(await run_gate.mark_main(ctx, who, project, RunId(run)))


@router.get("/verdict/next-run")
async def plan_next_run(wanted: ComparedColumns, who: CurrentActor, ctx: Services) -> NextRunView:
    """Plan a run that can decide a comparison: the cases or trials to add, and their cost."""
    return NextRunView.of(await next_run.plan_next_run(ctx, who, wanted))


@router.get("/recommendations")
async def read_recommendations(
    run: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    minimum_effect: Effect = run_results.USUAL_MINIMUM,
    score: Annotated[Share, Query(description="The minimum score, from 0 to 1")] = None,
    cost_usd: Annotated[
        float | None,
        Query(ge=0, le=1_000_000, allow_inf_nan=False, description="The maximum for one case"),
    ] = None,
    metric: WantedMetric = None,
) -> RunRecommendationsView:
    """Recommend the most accurate, the fastest and the best-value target that meet the given limits."""
    wanted = model_recommendations.WantedAdvice(
        project=project,
        run=RunId(run),
        wish=Requirements(score=score, cost_usd=cost_usd),
        minimum_effect=minimum_effect,
        metric=metric or None,
    )
    return RunRecommendationsView.model_validate(
        await model_recommendations.read_recommendations(ctx, who, wanted)
    )


judge_exams_router = ApiRouter(prefix="/projects/{project}/judges", tags=["judges"])


@judge_exams_router.post("/{judge}/exams", status_code=202, responses=problems(422, 503))
async def examine_judge(
    judge: UUID, body: ExamsBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> RunReportView:
    """Test the reliability of a judge.

    The judge judges the same answers again, lengthened answers, and answers that contain instructions to the judge.
    The results do not count as scores.
    """
    report = await judge_examination.examine_judge(ctx, who, body.to_command(project, judge))
    return RunReportView.of_report(report)


run_comparison_router = ApiRouter(prefix="/projects/{project}/runs/{run}", tags=["runs"])


@run_comparison_router.get("/comparison")
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
    """Compare two runs case by case: fixed, broken, still failing, unchanged, or not comparable."""
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
