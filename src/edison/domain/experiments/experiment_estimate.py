"""Estimate of the calls, cost and time of an experiment, as a range because an experiment may end early."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from edison.domain.experiments.experiment_plan import StopRules
from edison.domain.money import MICRO
from edison.domain.runs.cost_forecast import Forecast
from edison.domain.statistics.statistics_phrasing import count

# With early stopping an experiment seldom needs all its iterations.
EARLY = 0.6
# Relative error of estimates of time and of tokens.
SOONER, LATER = 0.8, 1.5
FEWER, MORE = 0.8, 1.2
# The final check runs the first and the best version on the hold-out cases.
CHECKED_VERSIONS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    low: float
    high: float

    def __add__(self, other: "Range") -> "Range":
        return Range(low=self.low + other.low, high=self.high + other.high)

    def times(self, low: float, high: float) -> "Range":
        return Range(low=self.low * low, high=self.high * high)


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    # In micro-dollars; None: a price is unknown.
    money: Range | None
    # Cost if every answer has the maximum length.
    worst: float | None
    seconds: Range
    tokens: Range


NOTHING = Amount(
    money=Range(low=0, high=0), worst=0, seconds=Range(low=0, high=0), tokens=Range(low=0, high=0)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentEstimate:
    iterations: Range
    calls: int
    judge_calls: int
    iteration: Amount
    total: Amount
    # Where the length of the answers comes from, as a sentence.
    basis: str


def estimate(
    run: Forecast, refining: Forecast | None, rules: StopRules, *, checked_share: float
) -> ExperimentEstimate:
    """Estimate an experiment from the forecasts of one iteration's run and of one suggestion.

    `checked_share` is the number of holdout cases divided by the number of cases in an iteration's run.
    """
    iterations = Range(
        low=max(1, ceil(rules.max_iterations * EARLY)), high=max(1, rules.max_iterations)
    )
    once = _amount(run)
    suggestion = NOTHING if refining is None else _amount(refining)
    # After the last iteration there is a check instead of a suggestion.
    total = _sum(
        _times(once, iterations.low, iterations.high),
        _times(suggestion, iterations.low - 1, iterations.high - 1),
    )
    if checked_share > 0:
        share = CHECKED_VERSIONS * checked_share
        total = _sum(total, _times(once, share, share))
    return ExperimentEstimate(
        iterations=iterations,
        calls=run.calls,
        judge_calls=run.judge_calls,
        iteration=_sum(once, suggestion),
        total=total,
        basis=run.basis,
    )


def _amount(forecast: Forecast) -> Amount:
    money = forecast.money
    tokens = forecast.prompt_tokens + forecast.answer_tokens
    return Amount(
        money=None if money is None else Range(low=money.low, high=money.high),
        worst=None if money is None else money.worst,
        seconds=Range(low=forecast.seconds * SOONER, high=forecast.seconds * LATER),
        tokens=Range(low=tokens * FEWER, high=tokens * MORE),
    )


def _sum(one: Amount, other: Amount) -> Amount:
    return Amount(
        money=None if one.money is None or other.money is None else one.money + other.money,
        worst=None if one.worst is None or other.worst is None else one.worst + other.worst,
        seconds=one.seconds + other.seconds,
        tokens=one.tokens + other.tokens,
    )


def _times(amount: Amount, low: float, high: float) -> Amount:
    return Amount(
        money=None if amount.money is None else amount.money.times(low, high),
        worst=None if amount.worst is None else amount.worst * high,
        seconds=amount.seconds.times(low, high),
        tokens=amount.tokens.times(low, high),
    )


MINUTE, HOUR = 60, 3600


def say_forecast(
    made: ExperimentEstimate,
    *,
    cases: int,
    configurations: int,
    judges: int,
    unknown: Sequence[str],
) -> str:
    if not made.calls:
        return "There is nothing to estimate yet. Choose a prompt, cases and models."
    what = (
        f"Up to {count(round(made.iterations.high), 'iteration')} of {count(cases, 'case')} on "
        f"{count(configurations, 'model configuration')} with {count(judges, 'judge')}"
    )
    time = say_seconds(made.total.seconds)
    if made.total.money is None:
        names = ", ".join(unknown)
        return (
            f"{what} take {time}. The price of {names} is unknown, so the cost cannot be estimated."
        )
    return f"{what} take {time} and cost {say_money(made.total.money)}."


def say_money(money: Range) -> str:
    low, high = money.low / MICRO, money.high / MICRO
    if high < 0.01:
        return "less than $0.01"
    return f"${low:,.2f} to ${high:,.2f}"


def say_seconds(seconds: Range) -> str:
    if seconds.high < 2 * MINUTE:
        return f"{max(1, round(seconds.low))} to {max(2, round(seconds.high))} seconds"
    if seconds.high < 2 * HOUR:
        return f"{max(1, round(seconds.low / MINUTE))} to {round(seconds.high / MINUTE)} minutes"
    return f"{max(1, round(seconds.low / HOUR))} to {round(seconds.high / HOUR)} hours"
