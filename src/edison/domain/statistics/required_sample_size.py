"""Plan a comparison: the smallest difference it can detect, and the cases and trials that a wanted one takes.

Uses the functions of `power` that a comparison reports afterwards, so that both say the same.
"""

from dataclasses import dataclass
from math import ceil, log2, sqrt

import numpy as np

from edison.domain.statistics import power
from edison.domain.statistics.estimates import Floats
from edison.domain.statistics.paired_comparison import deviation_of

ALPHA = 0.05
POWER = 0.8
# The share of the variance between cases that two versions are assumed to have in common.
ASSUMED_SHARED = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """The variance of the difference between two versions, from case to case."""

    # What remains however often each case is asked.
    between: float
    # What one trial of each version adds; the mean of T trials has a T-th of it.
    within: float = 0.0
    # False: no case was asked twice, so all of the variance is taken as `between`.
    repeated: bool = False

    def deviation(self, trials: int) -> float:
        return sqrt(self.between + self.within / trials)

    def at_best(self, trials: int) -> "Spread":
        """The same total at so many trials, if all of it came from answers that vary."""
        return Spread(between=0.0, within=self.deviation(trials) ** 2 * trials, repeated=True)


# As if one case in ten changed from fail to pass or back.
ASSUMED_SPREAD = Spread(between=0.1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """What a run of so many cases and trials can show."""

    cases: int
    trials: int
    # Made at once; all of them share the error rate.
    comparisons: int
    minimum_effect: float
    # The smallest difference that is found with a chance of 80 %; None: not even the largest is.
    detectable: float | None
    # The chance to find `minimum_effect`; None without one.
    power: float | None
    # Cases with as many trials that make it 80 %; None: more than anybody collects, or no minimum.
    cases_needed: int | None
    # Trials of as many cases; None: no number of trials is enough, or nobody knows.
    trials_needed: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MoreData:
    """Cases and trials of a run that finds a difference with a chance of 80 %."""

    cases: int
    trials: int
    # False: enough only if trials of the same case vary as much as cases do, which nobody has measured.
    certain: bool = True


def spread_of(base: Floats, other: Floats) -> Spread | None:
    """Measure the spread on cases by trials of both sides; NaN: no score. None: fewer than two shared cases."""
    usable = ~np.isnan(base).all(axis=1) & ~np.isnan(other).all(axis=1)
    base, other = base[usable], other[usable]
    if len(base) < 2:
        return None
    total = deviation_of(np.nanmean(other, axis=1) - np.nanmean(base, axis=1)) ** 2
    within = [_within(side) for side in (base, other)]
    known = [each for each in within if each is not None]
    if not known:
        return Spread(between=total)
    # A side without repeats is taken to vary like the one that has them.
    parts = [sum(known) / len(known) if each is None else each for each in within]
    noise = sum(part * _mean_share(side) for part, side in zip(parts, (base, other), strict=True))
    # By chance trials may seem to vary more than the total allows.
    fit = min(1.0, total / noise) if noise > 0 else 1.0
    return Spread(between=max(total - noise * fit, 0.0), within=sum(parts) * fit, repeated=True)


def spread_of_scores(scores: Floats) -> Spread | None:
    """Guess the spread from the scores of one side only, by cases and trials; None: they do not vary."""
    usable = scores[~np.isnan(scores).all(axis=1)]
    if len(usable) < 2:
        return None
    total = float(np.nanmean(usable, axis=1).var(ddof=1))
    within = _within(usable)
    between = max(total - (within or 0.0) * _mean_share(usable), 0.0)
    if between + (within or 0.0) <= 1e-12:
        return None
    return Spread(
        between=2 * (1 - ASSUMED_SHARED) * between,
        within=2 * (within or 0.0),
        repeated=within is not None,
    )


def fewest_cases(comparisons: int = 1) -> int:
    """With fewer cases not even the clearest outcome of a sign-flip test is significant."""
    return ceil(1 + log2(comparisons / ALPHA))


def reach_of(
    spread: Spread,
    *,
    cases: int,
    trials: int,
    comparisons: int,
    minimum_effect: float,
    most_trials: int,
) -> Reach:
    """Say what a run can detect; the smallest difference holds for each of its comparisons."""
    alpha = ALPHA / comparisons
    enough = cases >= fewest_cases(comparisons)
    found = power.detectable(spread.deviation(trials), cases, alpha) if enough else None
    wanted = minimum_effect > 0
    sure = power.power_of(spread.deviation(trials), minimum_effect, cases, alpha) if enough else 0.0
    return Reach(
        cases=cases,
        trials=trials,
        comparisons=comparisons,
        minimum_effect=minimum_effect,
        detectable=found if found is not None and found <= 1 else None,
        power=sure if wanted else None,
        cases_needed=cases_for(spread, minimum_effect, trials, comparisons) if wanted else None,
        trials_needed=_trials_for(spread, minimum_effect, cases, comparisons, most_trials)
        if wanted and spread.repeated
        else None,
    )


def cases_for(spread: Spread, effect: float, trials: int, comparisons: int) -> int | None:
    """Return how many cases find this difference with a chance of 80 %; None: more than anybody collects."""
    deviation = spread.deviation(trials)
    needed = power.cases_needed(deviation, effect, ALPHA / comparisons, POWER)
    return None if needed is None else max(needed, fewest_cases(comparisons))


def plan_more(
    spread: Spread,
    effect: float,
    *,
    cases: int,
    trials: int,
    available: int,
    comparisons: int,
    most_trials: int,
) -> MoreData | None:
    """Choose the fewest answers that find this difference, among the cases there are; None: they cannot.

    Never fewer cases or trials than now. Without repeats it is unknown what more trials do: they are
    tried only when all cases are not enough.
    """
    if effect <= 0 or available < cases:
        return None
    choices: list[MoreData] = []
    for more in range(trials, most_trials + 1 if spread.repeated else trials + 1):
        needed = cases_for(spread, effect, more, comparisons)
        if needed is not None and needed <= available:
            choices.append(MoreData(cases=max(needed, cases), trials=more))
    if choices:
        return min(choices, key=lambda one: (one.cases * one.trials, one.trials))
    if spread.repeated:
        return None
    at_best = spread.at_best(trials)
    tried = _trials_for(at_best, effect, available, comparisons, most_trials)
    return None if tried is None else MoreData(cases=available, trials=tried, certain=False)


def _trials_for(
    spread: Spread, effect: float, cases: int, comparisons: int, most_trials: int
) -> int | None:
    if cases < fewest_cases(comparisons):
        return None
    for trials in range(1, most_trials + 1):
        deviation = spread.deviation(trials)
        if power.power_of(deviation, effect, cases, ALPHA / comparisons) >= POWER:
            return trials
    return None


def _within(scores: Floats) -> float | None:
    """The variance of trials of the same case, over all cases; None: none was asked twice."""
    counts = np.count_nonzero(~np.isnan(scores), axis=1)
    freedom = int((counts - 1).sum())
    if freedom < 1:
        return None
    means = np.nanmean(scores, axis=1, keepdims=True)
    squares: Floats = np.where(np.isnan(scores), 0.0, scores - means) ** 2
    return float(squares.sum()) / freedom


def _mean_share(scores: Floats) -> float:
    """The part of the variance of one trial that the mean of a case keeps, on average."""
    shares: Floats = 1.0 / np.count_nonzero(~np.isnan(scores), axis=1)
    return float(shares.mean())
