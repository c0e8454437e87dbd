"""Types of a recommendation (figures, ties, reasons), and formatting of dollar amounts."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from edison.domain.results.run_arrays import Floats
from edison.domain.results.run_summary import Figure

PickKind = Literal["most_accurate", "fastest", "best_value"]
# "consider_cheaper": it is as good. "maybe_cheaper": it may be as good. "outperformed": another is better.
Advice = Literal["optimal", "consider_cheaper", "maybe_cheaper", "outperformed"]
Fits = Literal["yes", "perhaps", "no"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AnswerCosts:
    """Cost and latency of a run's answers, as arrays of shape (cases, columns).

    Cached answers have their original cost; NaN means that there is no answer.
    """

    latency_ms: Floats
    cost_micro: Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class Requirements:
    """Requirements of the user: minimum score from 0 to 1, and maximum cost per case in dollars."""

    score: float | None = None
    cost_usd: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFigures:
    column: int
    name: str
    model_name: str
    score: Figure | None
    success_rate: Figure | None
    latency_ms: Figure | None
    # For one case, without scorers.
    cost_usd: Figure | None
    total_cost_usd: float
    # Dollars per point of score; None if the score is zero.
    cost_per_point_usd: float | None
    inconclusive: bool
    advice: Advice | None
    advice_sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelPick:
    kind: PickKind
    # The first is the best estimate; more than one: their order may be chance.
    columns: tuple[int, ...]
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """Whether a column meets the requirements (certainly, probably or not), with an explanation."""

    column: int
    fits: Fits
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Recommendations:
    models: tuple[ModelFigures, ...]
    picks: tuple[ModelPick, ...]
    fits: tuple[Fit, ...]
    # The cheapest model that certainly meets the requirements.
    wish_sentence: str
    cases: int
    sentence: str


def in_range(found: Figure, say: Callable[[float], str]) -> str:
    value, low, high = say(found.value), say(found.low), say(found.high)
    return value if low == high or not np.isfinite(found.high) else f"{value} ({low} to {high})"


def milliseconds(value: float) -> str:
    return f"{value / 1000:.1f} s" if value >= 1_000 else f"{max(value, 0):.0f} ms"


def dollars(value: float) -> str:
    """Format an amount with at least two decimals and two significant digits."""
    if value <= 0:
        return "$0"
    places = max(2, 1 - int(np.floor(np.log10(value))))
    return f"${value:,.{min(places, 8)}f}"
