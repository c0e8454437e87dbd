"""Sample size planning: the smallest detectable difference, and the cases and trials needed for a difference.

Uses the same power functions as finished comparisons, so that plan and result agree.
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from edison.domain.statistics import statistical_power
from edison.domain.statistics.detectable_difference import (
    ALPHA,
    POWER,
    detectable_beyond,
    detectable_difference,
    fewest_cases,
)
from edison.domain.statistics.estimates import Floats
from edison.domain.statistics.paired_comparison import deviation_of

# Assumed share of the variance between cases that two versions have in common.
ASSUMED_SHARED = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """Variance of the difference between two versions over cases, split into between-case and within-case parts."""

    # Part that remains however many trials each case has.
    between: float
    # Part that one trial of each version adds; with T trials it is divided by T.
    within: float = 0.0
    # False: no case was run twice, so all of the variance is counted as `between`.
    repeated: bool = False

    def deviation(self, trials: int) -> float:
        return sqrt(self.between + self.within / trials)

    def at_best(self, trials: int) -> "Spread":
        """Return a spread with the same total variance, all of it within cases, so that more trials reduce it most."""
        return Spread(between=0.0, within=self.deviation(trials) ** 2 * trials, repeated=True)


# As if one case in ten changed from fail to pass or back.
ASSUMED_SPREAD = Spread(between=0.1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """Differences that a run with this number of cases and trials can detect."""

    cases: int
    trials: int
    # Number of simultaneous comparisons, which share the error rate.
    comparisons: int
    minimum_effect: float
    # Smallest difference with a power of 80 %; None: not even the largest is detected.
    detectable: float | None
    # The same for a verdict that also holds beyond these cases.
    detectable_beyond: float | None
    # Power for `minimum_effect`; None without one.
    power: float | None
    # Cases for 80 % with the same trials; None: more than anybody collects, or no minimum.
    cases_needed: int | None
    # Trials for 80 % with the same cases; None: no number is enough, or it is unknown.
    trials_needed: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MoreData:
    """Number of cases and trials that detects a difference with a power of 80 %."""

    cases: int
    trials: int
    # False: only enough if trials of the same case vary as much as cases do, which was not measured.
    certain: bool = True


def spread_of(base: Floats, other: Floats) -> Spread | None:
    """Estimate the spread from the scores of both sides, as arrays of cases by trials with NaN for missing scores.

    Return None if fewer than two cases have scores on both sides.
    """
    usable = ~np.isnan(base).all(axis=1) & ~np.isnan(other).all(axis=1)
    base, other = base[usable], other[usable]
    if len(base) < 2:
        return None
    total = deviation_of(np.nanmean(other, axis=1) - np.nanmean(base, axis=1)) ** 2
    within = [_within(side) for side in (base, other)]
    known = [each for each in within if each is not None]
    if not known:
        return Spread(between=total)
    # A side without repeated trials is assumed to vary like the other.
    parts = [sum(known) / len(known) if each is None else each for each in within]
    noise = sum(part * _mean_share(side) for part, side in zip(parts, (base, other), strict=True))
    # By chance, trials may seem to vary more than the total allows.
    fit = min(1.0, total / noise) if noise > 0 else 1.0
    return Spread(between=max(total - noise * fit, 0.0), within=sum(parts) * fit, repeated=True)


def spread_of_scores(scores: Floats) -> Spread | None:
    """Estimate the spread from the scores of one side, as an array of cases by trials.

    Return None with fewer than two scored cases, or if all scores are equal.
    """
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


def reach_of(
    spread: Spread,
    *,
    cases: int,
    trials: int,
    comparisons: int,
    minimum_effect: float,
    most_trials: int,
) -> Reach:
    """Return what a run can detect. The detectable difference applies to each of its comparisons."""
    alpha = ALPHA / comparisons
    enough = cases >= fewest_cases(comparisons)
    wanted = minimum_effect > 0
    sure = (
        statistical_power.power_of(spread.deviation(trials), minimum_effect, cases, alpha)
        if enough
        else 0.0
    )
    return Reach(
        cases=cases,
        trials=trials,
        comparisons=comparisons,
        minimum_effect=minimum_effect,
        detectable=detectable_difference(spread.deviation(trials), cases, comparisons),
        detectable_beyond=detectable_beyond(spread.deviation(trials), cases, comparisons),
        power=sure if wanted else None,
        cases_needed=cases_for(spread, minimum_effect, trials, comparisons) if wanted else None,
        trials_needed=_trials_for(spread, minimum_effect, cases, comparisons, most_trials)
        if wanted and spread.repeated
        else None,
    )


def cases_for(spread: Spread, effect: float, trials: int, comparisons: int) -> int | None:
    """Return the number of cases that detects `effect` with a power of 80 %; None if that number is too large."""
    deviation = spread.deviation(trials)
    needed = statistical_power.cases_needed(deviation, effect, ALPHA / comparisons, POWER)
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
    """Return the smallest design (cases times trials) that detects `effect` with the available cases, or None.

    The design never has fewer cases or trials than the run. If no case has repeated trials, more trials are proposed
    only if all available cases are not enough.
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
        if statistical_power.power_of(deviation, effect, cases, ALPHA / comparisons) >= POWER:
            return trials
    return None


def _within(scores: Floats) -> float | None:
    """Return the pooled variance between trials of the same case; None if no case has two trials."""
    counts = np.count_nonzero(~np.isnan(scores), axis=1)
    freedom = int((counts - 1).sum())
    if freedom < 1:
        return None
    means = np.nanmean(scores, axis=1, keepdims=True)
    squares: Floats = np.where(np.isnan(scores), 0.0, scores - means) ** 2
    return float(squares.sum()) / freedom


def _mean_share(scores: Floats) -> float:
    """Return the mean over cases of 1 / (number of scored trials)."""
    shares: Floats = 1.0 / np.count_nonzero(~np.isnan(scores), axis=1)
    return float(shares.mean())
