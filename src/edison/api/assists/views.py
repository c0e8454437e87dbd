"""Response bodies of assists."""

from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from pydantic import Field

from edison.api.base_views import UsdAmount, View
from edison.api.judging.rubric_views import CriterionView
from edison.domain.assists.assist import Assist, AssistKind, AssistState
from edison.domain.money import to_usd
from edison.services.assists.assist_forecast import AssistForecast

NO_REAL_MONEY = "Whether the model is simulated: the cost is not real money"


class ObjectiveView(View):
    title: str
    text: str


class DraftedPromptView(View):
    name: str
    text: str
    system: str
    rationale: str


class MadeCaseView(View):
    values: dict[str, str]
    expected: str | None
    tags: list[str]
    difficulty: int


class AssistResultView(View):
    """Result of an assist. Its fields depend on the kind of assist. All texts were written by a model."""

    options: list[ObjectiveView] | None = Field(default=None, description="draft_objectives")
    text: str | None = Field(default=None, description="A rewritten objective or prompt")
    changes: str | None = Field(default=None, description="What changed in the text, and why")
    criteria: list[CriterionView] | None = Field(default=None, description="draft_rubric")
    prompts: list[DraftedPromptView] | None = Field(default=None, description="draft_prompts")
    output: str | None = Field(default=None, description="test_prompt")
    scores: dict[str, float] | None = Field(default=None, description="test_judge: by criterion")
    reasons: dict[str, str] | None = Field(default=None, description="test_judge: by criterion")
    value: float | None = Field(default=None, description="test_judge: overall score, from 0 to 1")
    cause: str | None = Field(default=None, description="explain_failure: why the answer failed")
    suggestion: str | None = Field(
        default=None, description="explain_failure: a change of the prompt that may prevent it"
    )
    cases: list[MadeCaseView] | None = Field(default=None, description="Cases generated so far")
    asked: int | None = Field(default=None, description="Number of requested cases")
    made: int | None = None
    duplicates: int | None = Field(default=None, description="Cases left out as (near) duplicates")
    unusable: int | None = Field(default=None, description="Cases left out as unusable")
    diversity: float | None = Field(default=None, description="Mean distance of cases, 0 to 1")
    sentence: str | None = None


class AssistProgressView(View):
    done: int
    total: int


class AssistView(View):
    id: UUID
    kind: AssistKind
    state: AssistState
    experiment: UUID | None
    result: AssistResultView | None = Field(
        description="The result so far while it is running. Partial results stay after a failure or cancellation"
    )
    problem: str | None
    cost_usd: UsdAmount = Field(
        validation_alias="cost", description="Amount charged, including amounts in doubt"
    )
    tokens: int
    progress: AssistProgressView | None
    model: UUID
    model_name: str
    simulated: bool = Field(description=NO_REAL_MONEY)
    asked_by: str
    asked_at: datetime
    finished_at: datetime | None

    @staticmethod
    def of(item: Assist) -> "AssistView":
        return AssistView.copy_attributes(
            item,
            result=None if item.result is None else _result(item.result),
            progress=AssistProgressView(done=item.done, total=item.total) if item.total else None,
        )


def _result(result: dict[str, Any]) -> AssistResultView:
    return AssistResultView.model_validate(result)


class AssistMoneyView(View):
    low: Decimal
    high: Decimal


class AssistForecastView(View):
    model: UUID
    model_name: str
    calls: int = Field(description="Expected number of calls, without retries")
    usd: AssistMoneyView | None = Field(description="null: the price of the model is unknown")
    simulated: bool = Field(description=NO_REAL_MONEY)

    @staticmethod
    def of(found: AssistForecast) -> "AssistForecastView":
        money = found.money
        return AssistForecastView.copy_attributes(
            found,
            usd=None
            if money is None
            else AssistMoneyView(low=to_usd(money[0]), high=to_usd(money[1])),
        )
