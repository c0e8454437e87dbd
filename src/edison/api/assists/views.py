"""Assists as they go out."""

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
    """What came of it: which fields are there depends on the kind. All texts were written by a model."""

    options: list[ObjectiveView] | None = Field(default=None, description="draft_objectives")
    text: str | None = Field(default=None, description="A rewritten objective or prompt")
    changes: str | None = Field(default=None, description="What changed in the text, and why")
    criteria: list[CriterionView] | None = Field(default=None, description="draft_rubric")
    prompts: list[DraftedPromptView] | None = Field(default=None, description="draft_prompts")
    output: str | None = Field(default=None, description="test_prompt")
    scores: dict[str, float] | None = Field(default=None, description="test_judge, by criterion")
    reasons: dict[str, str] | None = Field(default=None, description="test_judge, by criterion")
    value: float | None = Field(default=None, description="test_judge: the whole, from 0 to 1")
    cases: list[MadeCaseView] | None = Field(default=None, description="Those made so far")
    asked: int | None = Field(default=None, description="How many cases were asked for")
    made: int | None = None
    duplicates: int | None = Field(default=None, description="Left out: the same, or nearly")
    unusable: int | None = Field(default=None, description="Left out: not what was asked for")
    diversity: float | None = Field(default=None, description="How far cases are apart, 0 to 1")
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
        description="While it works: what there is so far. Kept when the rest failed or was cancelled"
    )
    problem: str | None
    cost_usd: UsdAmount = Field(
        validation_alias="cost", description="What was paid, and what may have been"
    )
    tokens: int
    progress: AssistProgressView | None
    model: UUID
    model_name: str
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
    calls: int = Field(description="How often the model is asked, if all goes well")
    usd: AssistMoneyView | None = Field(description="None: nobody knows what this model costs")

    @staticmethod
    def of(found: AssistForecast) -> "AssistForecastView":
        money = found.money
        return AssistForecastView.copy_attributes(
            found,
            usd=None
            if money is None
            else AssistMoneyView(low=to_usd(money[0]), high=to_usd(money[1])),
        )
