"""Response bodies of the result grid and its cells. Inputs and outputs are untrusted texts."""

from datetime import datetime
from decimal import Decimal
from typing import Any, Literal
from uuid import UUID

from pydantic import Field

from edison.api.base_views import DomainView, SetParameters, UsdAmount, View
from edison.api.datasets.case_views import CaseContentView
from edison.api.datasets.file_views import CaseFileView
from edison.api.judging.rubric_views import CriterionView
from edison.api.models.playground_views import OutputView, ToolCallView
from edison.api.prompts.content_views import PromptToolView, SentMessageView
from edison.api.runs.label_views import CellMarkView
from edison.api.runs.plan_views import ColumnView
from edison.api.runs.run_views import usd
from edison.domain.runs.cell import CellState
from edison.domain.runs.grid_rows import GridRow, WholeScore
from edison.services.runs.cell_details import CellStory


class PreviewView(DomainView):
    text: str
    truncated: bool


class ValuePreviewView(PreviewView):
    """Beginning of a value of a case."""

    file: CaseFileView | None = Field(
        description="Set if the value is a file; the text is its name"
    )


class GridScoreView(DomainView):
    """Score of a cell: either a value, or the problem that prevented a score."""

    scorer: int
    value: float | None
    passed: bool | None
    problem: str | None
    reason: PreviewView
    categories: list[str] = Field(description="Categories that a safety scorer found")
    blocked: bool = Field(description="Whether a safety scorer blocks this answer")


class GridCellView(DomainView):
    ordinal: int
    state: CellState
    attempt: int = Field(description="Above 1: it was repeated; see its history")
    output: PreviewView | None
    tool_calls: int
    malformed: str | None = Field(description="Why the output violates the output contract")
    error_code: str | None
    error: str | None
    prompt_tokens: int | None
    completion_tokens: int | None
    cost_usd: UsdAmount | None = Field(
        validation_alias="cost", description="Cost of this cell; null: unknown"
    )
    cost_then_usd: UsdAmount | None = Field(
        validation_alias="cost_then", description="Original cost of a reused answer"
    )
    in_doubt_usd: UsdAmount = Field(validation_alias="doubt")
    latency_ms: float | None = Field(description="For a reused answer: the original latency")
    finish: str | None
    reused: str | None = Field(description="Origin of a reused answer; null: it is new")
    scores: list[GridScoreView]
    manual: float | None = Field(description="A person's label, which changes no score")
    flagged: bool = Field(description="Whether it is flagged for review")


class GridRowView(View):
    """One case in one trial. `cells` has one element per column, in column order."""

    row: int = Field(description="Ordinal of a cell divided by the number of targets")
    position: int
    trial: int
    case_id: UUID | None = Field(
        validation_alias="case", description="null: the run has no dataset"
    )
    revision: UUID | None
    values: dict[str, ValuePreviewView]
    expected: PreviewView | None
    tags: list[str]
    cells: list[GridCellView]

    @staticmethod
    def of(row: GridRow) -> "GridRowView":
        return GridRowView.copy_attributes(
            row.case,
            row=row.row,
            trial=row.trial,
            values={name: ValuePreviewView.of(value) for name, value in row.case.values.items()},
            cells=[GridCellView.of(cell) for cell in row.cells],
        )


class RequestView(DomainView):
    """The exact request that was or will be sent to the model."""

    model: str
    provider: str
    messages: list[SentMessageView]
    parameters: SetParameters
    tools: list[PromptToolView]
    output: OutputView
    missing: list[str] = Field(description="Variables without a value, so that nothing is sent")


class WholeScoreView(View):
    scorer: int
    name: str
    kind: str
    state: Literal["open", "calling", "scored", "not_scored"]
    value: float | None
    passed: bool | None
    problem: str | None
    reason: str | None
    details: dict[str, Any]
    output: str | None = Field(description="The complete output of a grader")
    cost_usd: Decimal | None
    in_doubt_usd: Decimal
    prompt_tokens: int | None
    completion_tokens: int | None
    latency_ms: float | None

    @staticmethod
    def of(score: WholeScore, story: CellStory) -> "WholeScoreView":
        scorer = story.scorers.get(score.scorer)
        return WholeScoreView.model_validate(
            {
                "scorer": score.scorer,
                "name": scorer.name if scorer else "",
                "kind": str(scorer.spec.get("kind", "")) if scorer else "",
                "state": score.state,
                "value": score.value,
                "passed": score.passed,
                "problem": score.problem,
                "reason": score.reason,
                "details": score.details,
                "output": score.output,
                "cost_usd": None if score.cost is None else usd(score.cost),
                "in_doubt_usd": usd(score.doubt),
                "prompt_tokens": score.prompt_tokens,
                "completion_tokens": score.completion_tokens,
                "latency_ms": score.latency_ms,
            }
        )


class EarlierCellView(DomainView):
    attempt: int
    replaced_at: datetime
    cell: dict[str, Any] = Field(
        description="The stored cell with its scores; amounts are in micro-dollars"
    )


class StandInView(View):
    model: UUID
    model_name: str
    code: str = Field(description="Error code of the target")
    problem: str


class CellView(View):
    ordinal: int
    row: int
    position: int
    trial: int
    column: ColumnView
    state: CellState
    attempt: int
    started_at: datetime | None
    finished_at: datetime | None
    request: RequestView
    case: CaseContentView
    output: str | None
    parsed: str | None = Field(description="The part of the output that is scored")
    malformed: str | None
    finish: str | None
    tool_calls: list[ToolCallView]
    error_code: str | None
    error: str | None
    provider_code: str | None
    provider_status: int | None
    model_answered: str | None = Field(description="Model name in the provider's response")
    stand_in: StandInView | None = Field(
        description="The fallback model that answered because the target failed; null: the target answered"
    )
    dropped: list[str] = Field(description="Parameters left out because the model rejects them")
    usage: dict[str, Any] | None = Field(description="Token usage as the provider reported it")
    prompt_tokens: int | None
    completion_tokens: int | None
    cost_usd: UsdAmount | None = Field(validation_alias="cost")
    cost_then_usd: Decimal | None = Field(description="Original cost of a reused answer")
    answered_at: str | None = Field(description="Original time of a reused answer")
    in_doubt_usd: UsdAmount = Field(validation_alias="doubt")
    held_usd: UsdAmount = Field(validation_alias="held")
    latency_ms: float | None
    first_token_ms: float | None
    tries: int | None = Field(description="Number of requests sent to the provider")
    reused: str | None
    scores: list[WholeScoreView]
    mark: CellMarkView | None = Field(description="Label and flag of people; null: there are none")
    history: list[EarlierCellView]
    criteria: list[CriterionView] = Field(
        description="Criteria of the run's rubric, by which people can label, too"
    )

    @staticmethod
    def of(story: CellStory) -> "CellView":
        cell, place, more = story.cell, story.place, story.cell.more
        then: int | None = more.get("cost_then")
        return CellView.copy_attributes(
            cell,
            row=cell.ordinal // len(story.run.plan.columns),
            position=place.case,
            trial=place.trial,
            column=ColumnView.of(place.column, story.run.plan.columns[place.column]),
            request=RequestView.of(story.request),
            case=CaseContentView.of(story.case),
            tool_calls=[ToolCallView(**call) for call in more.get("tool_calls", [])],
            provider_code=more.get("provider_code"),
            provider_status=more.get("status"),
            model_answered=more.get("model"),
            stand_in=None if more.get("stand_in") is None else StandInView(**more["stand_in"]),
            dropped=more.get("dropped", []),
            usage=more.get("usage"),
            cost_then_usd=None if then is None else usd(then),
            answered_at=more.get("answered_at"),
            scores=[WholeScoreView.of(score, story) for score in cell.scores],
            mark=None if story.mark is None else CellMarkView.of(story.mark),
            history=[EarlierCellView.of(each) for each in story.history],
            criteria=[CriterionView.of(each) for each in story.rubric.criteria]
            if story.rubric
            else [],
        )


class BaselineRunView(View):
    id: UUID = Field(validation_alias="run")
    number: int


class RowCountsView(DomainView):
    not_passed: int = Field(description="Rows with an answer that a person or a scorer failed")
    errors: int = Field(description="Rows with a missing, malformed or unscored answer")
    changed: int | None = Field(
        description="Rows that were fixed or broken. null: there is no baseline run"
    )
    fixed: int | None = Field(description="Rows that failed in the baseline run and pass now")
    broken: int | None = Field(description="Rows that passed in the baseline run and fail now")
    flagged: int
    judges_disagree: int = Field(
        description="Rows with an answer that one judge passes and another fails"
    )
    baseline: BaselineRunView | None = Field(
        description="The run that `changed`, `fixed` and `broken` compare with"
    )
