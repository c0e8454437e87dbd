"""Two columns beside each other, as they go out."""

from datetime import datetime
from uuid import UUID

from pydantic import Field

from edison.api.base_views import View
from edison.api.results.views import MetricView
from edison.api.runs.grid_views import GridCellView, PreviewView
from edison.domain.runs.cell_comparison import CellChangeKind, IncomparableReason
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
    fixed: int = Field(description="Failed in `other`, passes in `this`")
    broken: int = Field(description="Passed in `other`, fails in `this`")
    still_failing: int
    unchanged: int = Field(description="Pass in both")
    flaky: int = Field(description="Trials of one side do not agree: neither better nor worse")
    incomparable: int


class ComparedCaseView(View):
    kind: CellChangeKind
    reason: IncomparableReason | None = Field(description="Why it cannot be compared; null: it can")
    case: UUID | None = Field(description="null: runs without a dataset")
    trial: int
    position: int = Field(description="In `this`; of a case that only `other` has, there")
    values: dict[str, PreviewView]
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
            values={name: PreviewView.of(value) for name, value in case.values.items()},
            expected=None if case.expected is None else PreviewView.of(case.expected),
        )


class RunComparisonView(View):
    """`other` is the earlier one. Answers are matched by case and trial."""

    this: SideView
    other: SideView
    counts: KindCountsView = Field(description="Of all cases, whatever the filter")
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
