"""Response bodies of run comparisons, and of the plan for the next run."""

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pydantic import Field

from edison.api.base_views import View
from edison.api.results.views import MetricView
from edison.api.runs.forecast_views import ProspectView
from edison.api.runs.grid_views import GridCellView, PreviewView, ValuePreviewView
from edison.api.runs.run_views import PlanView
from edison.domain.runs.cell_comparison import CellChangeKind, IncomparableReason
from edison.services.runs.next_run_plan import NextRunPlan, PreparedRun
from edison.services.runs.run_comparison import ComparedCase, ComparedRun, RunComparisonReport


class SideView(View):
    run: UUID = Field(validation_alias="id")
    number: int
    name: str
    column: int
    model_name: str
    prompt_name: str
    version: int
    created_at: datetime
    metric: MetricView

    @staticmethod
    def of(side: ComparedRun) -> "SideView":
        column = side.run.plan.columns[side.at.column]
        return SideView.copy_attributes(
            side.run,
            column=side.at.column,
            model_name=column.model_name,
            prompt_name=column.prompt_name,
            version=column.number,
            metric=MetricView.model_validate(side.metric),
        )


class KindCountsView(View):
    fixed: int = Field(description="Cases that fail in `other` and pass in `this`")
    broken: int = Field(description="Cases that pass in `other` and fail in `this`")
    still_failing: int
    unchanged: int = Field(description="Cases that pass in both")
    flaky: int = Field(description="Trials of one side do not agree: neither better nor worse")
    incomparable: int


class ComparedCaseView(View):
    kind: CellChangeKind
    reason: IncomparableReason | None = Field(description="Why it is not comparable; null: it is")
    case: UUID | None = Field(description="null: the runs have no dataset")
    trial: int
    position: int = Field(description="Position in `this`, or in `other` if only there")
    values: dict[str, ValuePreviewView]
    expected: PreviewView | None
    this: GridCellView | None
    other: GridCellView | None
    grade: float | None = Field(validation_alias="this_grade")
    other_grade: float | None

    @staticmethod
    def of(compared: ComparedCase) -> "ComparedCaseView":
        case = compared.case
        return ComparedCaseView.copy_attributes(
            compared,
            kind=compared.finding.kind,
            reason=compared.finding.reason,
            case=case.case,
            position=case.position,
            values={name: ValuePreviewView.of(value) for name, value in case.values.items()},
            expected=None if case.expected is None else PreviewView.of(case.expected),
        )


class RunComparisonView(View):
    """A comparison of two targets. `other` is the baseline. Answers are matched by case and trial."""

    this: SideView
    other: SideView
    counts: KindCountsView = Field(description="Counts of all cases, regardless of the filter")
    items: list[ComparedCaseView]
    next_cursor: str | None

    @staticmethod
    def of(comparison: RunComparisonReport) -> "RunComparisonView":
        return RunComparisonView(
            this=SideView.of(comparison.this),
            other=SideView.of(comparison.other),
            counts=KindCountsView(**{str(kind): n for kind, n in comparison.counts.items()}),
            items=[ComparedCaseView.of(item) for item in comparison.page.items],
            next_cursor=comparison.page.next_cursor,
        )


class PreparedScorerView(View):
    kind: str
    spec: dict[str, Any]


class PreparedRunView(View):
    """Plan, scorers and forecast of a run that is not started or stored."""

    plan: PlanView
    scorers: list[PreparedScorerView]
    prospect: ProspectView = Field(description="The same forecast as for starting this run")

    @staticmethod
    def of(prepared: PreparedRun) -> "PreparedRunView":
        return PreparedRunView(
            plan=PlanView.of(prepared.plan),
            scorers=[
                PreparedScorerView(kind=str(spec.get("kind", "")), spec=spec)
                for spec in prepared.scorers
            ],
            prospect=ProspectView.of(prepared.prospect),
        )


class NextRunView(View):
    step: Literal["none", "add", "try_trials", "write_cases"] = Field(
        description="none: more data would not change the verdict; add: the prepared run detects `effect` with 80% "
        "probability; try_trials: it may, as the variance between trials is unknown; write_cases: the "
        "dataset has too few cases"
    )
    cases: int = Field(description="Number of compared cases")
    trials: int = Field(description="Number of trials of each case")
    available: int = Field(description="Cases of the dataset with the split and tags of the run")
    effect: float | None = Field(description="The difference that the run is planned to detect")
    cases_to_write: int | None = Field(
        description="Number of cases to add to the dataset if more trials are not enough"
    )
    sentence: str
    run: PreparedRunView | None = Field(description="null: there is nothing to run")

    @staticmethod
    def of(found: NextRunPlan) -> "NextRunView":
        return NextRunView.copy_attributes(
            found.next,
            cases=found.comparison.cases,
            trials=found.trials,
            available=found.available,
            run=None if found.prepared is None else PreparedRunView.of(found.prepared),
        )
