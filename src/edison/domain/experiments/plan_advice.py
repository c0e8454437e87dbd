"""Recommendations of models, judges and limits for an experiment. Price serves as indicator of a model's quality."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import ceil
from typing import Literal

from edison.domain.experiments.experiment_estimate import ExperimentEstimate
from edison.domain.experiments.experiment_plan import StopRules
from edison.domain.ids import ModelId
from edison.domain.models.catalog import CatalogModel
from edison.domain.models.price import Price
from edison.domain.models.provider import Provider
from edison.domain.money import MICRO, MicroUsd

# Dollars per thousand tokens, mean of input and output.
COSTLY = Decimal("0.01")
# Models that do not write text.
OTHER_TASKS = re.compile(
    r"embed|moderation|whisper|tts|audio|image|dall|rerank|realtime|transcri|judge|guard",
    re.IGNORECASE,
)
JUDGES_ONLY = re.compile(r"judge", re.IGNORECASE)
# Simulated models that work normally; the others demonstrate faults of models and judges.
SOUND_SIMULATED = re.compile(r"sim-(?:small|medium|large|judge)|demo-[a-z]+")
MOST_JUDGES = 3
USUAL_ITERATIONS = 10
FEW_CASES = 10
# Allows for outputs that are longer than estimated.
HEADROOM = 1.5

Role = Literal["fast", "balanced", "smart"]
WHY: dict[Role, str] = {
    "fast": "The cheapest: shows how the prompt works without a strong model",
    "balanced": "Medium price among your models: a likely choice for production",
    "smart": "The strongest by price that is not expensive: shows what the prompt can achieve",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class AdvisedModelCandidate:
    model: CatalogModel
    # None: unknown.
    usd_per_1k: Decimal | None

    @staticmethod
    def of(model: CatalogModel, price: Price | None) -> "AdvisedModelCandidate":
        each = None if price is None else (price.input + price.output) / 2 / 1000
        return AdvisedModelCandidate(model=model, usd_per_1k=each)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelAdvice:
    model: CatalogModel
    role: Role
    usd_per_1k: Decimal | None
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeAdvice:
    model: CatalogModel
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AdvisedLimits:
    max_iterations: int
    max_budget: MicroUsd
    max_tokens: int | None
    why: str


def is_sound(model: CatalogModel) -> bool:
    simulated = model.provider is Provider.SIMULATED
    return not simulated or SOUND_SIMULATED.fullmatch(model.name) is not None


def recommended_models(candidates: Sequence[AdvisedModelCandidate]) -> list[ModelAdvice]:
    """Recommend up to three models: a cheap, a medium-priced and an expensive one, as price indicates quality."""
    writers = _by_price([each for each in candidates if not OTHER_TASKS.search(each.model.name)])
    fair = [each for each in writers if (each.usd_per_1k or 0) <= COSTLY] or writers[:1]
    if not fair:
        return []
    chosen: dict[ModelId, tuple[Role, AdvisedModelCandidate]] = {}
    picks: tuple[tuple[Role, AdvisedModelCandidate], ...] = (
        ("fast", fair[0]),
        ("smart", fair[-1]),
        ("balanced", fair[len(fair) // 2]),
    )
    for role, each in picks:
        chosen.setdefault(each.model.id, (role, each))
    order = ("fast", "balanced", "smart")
    return [
        ModelAdvice(model=each.model, role=role, usd_per_1k=each.usd_per_1k, why=WHY[role])
        for role, each in sorted(chosen.values(), key=lambda pick: order.index(pick[0]))
    ]


def recommended_judges(
    candidates: Sequence[AdvisedModelCandidate], targets: Collection[ModelId]
) -> list[JudgeAdvice]:
    """Recommend judges: models made for judging, then strong models, those that are not targets first."""
    made = [each for each in candidates if JUDGES_ONLY.search(each.model.name)]
    writers = [each for each in candidates if not OTHER_TASKS.search(each.model.name)]
    strong = [each for each in reversed(_by_price(writers)) if (each.usd_per_1k or 0) <= COSTLY]
    strangers = [each for each in strong if each.model.id not in targets]
    found = [JudgeAdvice(model=each.model, why="Made for judging") for each in _by_price(made)]
    found += [
        JudgeAdvice(model=each.model, why="Strong, and does not judge its own answers")
        for each in strangers
    ]
    found += [
        JudgeAdvice(
            model=each.model,
            why="Strong, but it also answers here: models tend to prefer their own answers",
        )
        for each in strong
        if each.model.id in targets
    ]
    return found[:MOST_JUDGES]


def limits_for(made: ExperimentEstimate, *, cases: int, rules: StopRules) -> AdvisedLimits:
    """Recommend limits for the usual number of iterations with a reserve.

    With few cases more iterations are recommended, because a gain becomes significant later.
    """
    iterations = 15 if 0 < cases < FEW_CASES else USUAL_ITERATIONS
    scale = iterations / made.iterations.high
    money, tokens = made.total.money, made.total.tokens
    if not made.calls:
        return AdvisedLimits(
            max_iterations=iterations,
            max_budget=rules.max_budget,
            max_tokens=rules.max_tokens,
            why="The usual number of iterations; choose models and cases to see what they need",
        )
    known = None if money is None else money.high * scale * HEADROOM
    budget = rules.max_budget if known is None else MicroUsd(_rounded_up(known))
    told = (
        "the price of one of the models is unknown, so the budget is unchanged"
        if known is None
        else f"{HEADROOM:.1f} times the highest likely cost"
    )
    return AdvisedLimits(
        max_iterations=iterations,
        max_budget=budget,
        max_tokens=min(10_000_000, ceil(tokens.high * scale * HEADROOM / 10_000) * 10_000),
        why=f"{iterations} iterations with {cases} cases; {told}",
    )


def _by_price(candidates: Sequence[AdvisedModelCandidate]) -> list[AdvisedModelCandidate]:
    """Return the models sorted by price, cheapest first.

    Models without a price are left out unless no model has one.
    """
    known = [each for each in candidates if each.usd_per_1k is not None]
    return sorted(
        known or candidates, key=lambda each: (each.usd_per_1k or Decimal(0), each.model.name)
    )


def _rounded_up(money: float) -> int:
    """Round an amount in micro-dollars up to whole dollars, at least one dollar."""
    return max(1, ceil(money / MICRO)) * MICRO
