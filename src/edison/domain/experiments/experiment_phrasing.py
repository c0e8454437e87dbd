"""What an experiment would come to, in one sentence."""

from collections.abc import Sequence

from edison.domain.experiments.experiment_estimate import ExperimentEstimate, Range
from edison.domain.money import MICRO
from edison.domain.statistics.statistics_phrasing import count

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
        return "Nothing to count yet: choose a prompt, cases and models."
    what = (
        f"Up to {count(round(made.iterations.high), 'iteration')} of {count(cases, 'case')} on "
        f"{count(configurations, 'model configuration')} with {count(judges, 'judge')}"
    )
    time = say_seconds(made.total.seconds)
    if made.total.money is None:
        names = ", ".join(unknown)
        return f"{what} take {time}. Nobody knows what {names} costs, so the cost cannot be told."
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
