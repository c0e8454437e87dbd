"""Estimate the cost of an assist before any model is called."""

from dataclasses import dataclass
from decimal import Decimal

from edison.assistants.assistant_dialogue import AssistantQuestion
from edison.assistants.generate_cases import batches_of
from edison.domain.assists.assist import AssistInput, DraftObjectives, DraftPrompts, GenerateCases
from edison.domain.ids import ModelId
from edison.domain.models.provider import Provider
from edison.domain.models.token_counts import count_prompt
from edison.domain.money import MicroUsd
from edison.services.assists.model_choice import ChosenModel

# Typical lengths of answers, in tokens.
USUAL = 700
PER_OPTION = 250
PER_PROMPT = 600
PER_CASE = 90
PER_LONG_CASE = 400
# As for runs, 20 % less or more. Duplicate cases may need additional batches.
LESS, MORE = Decimal("0.8"), Decimal("1.2")
MORE_FOR_CASES = Decimal("1.6")


@dataclass(frozen=True, slots=True, kw_only=True)
class AssistForecast:
    model: ModelId
    model_name: str
    calls: int
    # The low and the high end of the estimate.
    money: tuple[MicroUsd, MicroUsd] | None
    # No real money is spent.
    simulated: bool


def forecast_assist_cost(
    asked: ChosenModel, wish: AssistInput, first: AssistantQuestion
) -> AssistForecast:
    model = asked.model
    calls = batches_of(wish) if isinstance(wish, GenerateCases) else 1
    prompt, _ = count_prompt(first.messages, model.name, str(model.provider))
    cost = asked.price.input * prompt * calls + asked.price.output * _answers(wish)
    more = MORE_FOR_CASES if isinstance(wish, GenerateCases) else MORE
    return AssistForecast(
        model=model.id,
        model_name=model.name,
        calls=calls,
        # Dollars per million tokens, times tokens, are micro-dollars.
        money=(MicroUsd(int(cost * LESS)), MicroUsd(int(cost * more))),
        simulated=model.provider is Provider.SIMULATED,
    )


def _answers(wish: AssistInput) -> int:
    """Estimate the total number of tokens of all answers of an assist."""
    match wish:
        case DraftObjectives():
            return wish.count * PER_OPTION
        case DraftPrompts():
            return wish.count * PER_PROMPT
        case GenerateCases():
            long = {"L", "XL"} & set(wish.lengths)
            return wish.count * (PER_LONG_CASE if long else PER_CASE)
        case _:
            return USUAL
