"""Ranking of items from pairwise duels with the Bradley-Terry model.

The intervals account for the correlation of duels on the same case.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, stdtr

from edison.domain.statistics.estimates import Floats, t_quantile
from edison.domain.statistics.paired_tests import holm

# Standard deviation of the prior of strengths: entries that always won, or never met, get a finite one.
_USUAL_SPREAD = 3.0
_RIDGE = 1 / _USUAL_SPREAD**2


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel:
    """One duel of two items on one case. The result is 1 if the first item won, 0.5 for a tie, 0 if the second won."""

    case: int
    first: int
    second: int
    first_won: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    item: int
    # Probability of winning against an average item; 0.5 is average.
    strength: float
    low: float
    high: float
    # One more than the number of significantly better items, so items that cannot be distinguished share a rank.
    rank: int
    rank_low: int
    rank_high: int
    duels: float
    # Items of different groups are not connected by duels: their order is meaningless.
    group: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Strengths:
    """Log strengths of all items (they sum to zero) and their covariance matrix."""

    values: Floats
    # None: unknown from fewer than two cases.
    covariance: Floats | None
    freedom: int


def tally(items: int, duels: Sequence[Duel]) -> tuple[Floats, Floats]:
    """Return matrices that count the wins of row over column, in total and by case. A tie is half a win for each."""
    cases = {case: place for place, case in enumerate(sorted({duel.case for duel in duels}))}
    by_case = np.zeros((len(cases), items, items))
    for duel in duels:
        by_case[cases[duel.case], duel.first, duel.second] += duel.first_won
        by_case[cases[duel.case], duel.second, duel.first] += 1 - duel.first_won
    return by_case.sum(axis=0), by_case


def rank(wins: Floats, by_case: Floats, level: float = 0.95) -> list[Ranked]:
    """Return all items with strength and rank, strongest first.

    `by_case[case, winner, loser]`, summed over the cases, equals `wins[winner, loser]`.
    """
    items = wins.shape[0]
    fitted = strengths_of(wins, by_case)
    strengths, covariance, freedom = fitted.values, fitted.covariance, fitted.freedom
    groups = _groups(wins + wins.T > 0)
    if covariance is None:
        return [
            _unknown(item, float(strengths[item]), wins, groups[item])
            for item in sorted(range(items), key=lambda item: -float(strengths[item]))
        ]
    centred = np.eye(items) - 1 / items
    errors = np.sqrt(np.clip(np.diag(centred @ covariance @ centred.T), 0, None))
    reach = t_quantile(level, freedom) * errors
    better = _certainly_better(strengths, covariance, freedom, 1 - level)
    ranked = [
        Ranked(
            item=item,
            strength=float(expit(strengths[item])),
            low=float(expit(strengths[item] - reach[item])),
            high=float(expit(strengths[item] + reach[item])),
            rank=1 + int(better[:, item].sum()),
            rank_low=1 + int(better[:, item].sum()),
            rank_high=items - int(better[item].sum()),
            duels=float(wins[item].sum() + wins[:, item].sum()),
            group=groups[item],
        )
        for item in range(items)
    ]
    return sorted(ranked, key=lambda each: (each.rank, -each.strength, each.item))


def strengths_of(wins: Floats, by_case: Floats) -> Strengths:
    """Return the fitted log strengths and their covariance."""
    strengths, curvature = _fit(wins)
    cases = by_case.shape[0]
    return Strengths(
        values=strengths,
        covariance=_covariance(strengths, curvature, by_case) if cases > 1 else None,
        freedom=max(cases - 1, 0),
    )


def learned_from_one(wins: Floats) -> Floats:
    """Return the expected information gain of one more duel for each pair of items.

    The gain is highest for items of similar strength with few duels.
    """
    strengths, curvature = _fit(wins)
    unsure = np.linalg.inv(curvature)
    apart = np.diag(unsure)[:, None] + np.diag(unsure) - 2 * unsure
    chance = np.asarray(expit(strengths[:, None] - strengths))
    return np.log1p(chance * (1 - chance) * np.clip(apart, 0, None))


def _fit(wins: Floats) -> tuple[Floats, Floats]:
    """Fit the model by Newton's method; return the log strengths, which sum to zero, and the Hessian at the maximum."""
    games = wins + wins.T
    strengths: Floats = np.zeros(len(wins))
    for _ in range(50):
        slope, curvature = _slope_and_curvature(strengths, wins, games)
        step = np.linalg.solve(curvature, slope)
        largest = float(np.abs(step).max())
        # Far from the maximum a full step may overshoot.
        strengths = strengths + step / max(1.0, largest)
        if largest < 1e-9:
            break
    return strengths - float(strengths.mean()), _slope_and_curvature(strengths, wins, games)[1]


def _slope_and_curvature(strengths: Floats, wins: Floats, games: Floats) -> tuple[Floats, Floats]:
    expected = np.asarray(expit(strengths[:, None] - strengths))
    slope = (wins - games * expected).sum(axis=1) - _RIDGE * strengths
    bend = games * expected * (1 - expected)
    return slope, np.diag(bend.sum(axis=1)) - bend + _RIDGE * np.eye(strengths.size)


def _covariance(strengths: Floats, curvature: Floats, by_case: Floats) -> Floats:
    """Return the sandwich covariance of the strengths, clustered by case, including the prior."""
    items = strengths.size
    cases = by_case.shape[0]
    expected = expit(strengths[:, None] - strengths)
    games = by_case + by_case.transpose(0, 2, 1)
    pulls = (by_case - games * expected).sum(axis=2)
    bread = np.linalg.inv(curvature)
    meat = cases / (cases - 1) * np.einsum("ci,cj->ij", pulls, pulls) + _RIDGE * np.eye(items)
    return bread @ meat @ bread


def _certainly_better(
    strengths: Floats, covariance: Floats, freedom: int, alpha: float
) -> NDArray[np.bool_]:
    """Return a matrix: `[i, j]` says whether item i is significantly better than j (Holm's correction)."""
    items = strengths.size
    pairs = list(combinations(range(items), 2))
    p_values: list[float] = []
    for i, j in pairs:
        error = covariance[i, i] + covariance[j, j] - 2 * covariance[i, j]
        distance = abs(float(strengths[i] - strengths[j])) / max(float(error), 1e-12) ** 0.5
        p_values.append(2 * float(stdtr(freedom, -distance)))
    better = np.zeros((items, items), dtype=np.bool_)
    for (i, j), p in zip(pairs, holm(p_values), strict=True):
        if p <= alpha:
            better[(i, j) if strengths[i] > strengths[j] else (j, i)] = True
    return better


def _groups(met: NDArray[np.bool_]) -> list[int]:
    """Return, for each item, the number of its connected component in the graph of duels."""
    group = list(range(met.shape[0]))
    for i, j in combinations(range(met.shape[0]), 2):
        if met[i, j] and group[i] != group[j]:
            keep, leave = sorted((group[i], group[j]))
            group = [keep if each == leave else each for each in group]
    numbers = {each: place for place, each in enumerate(sorted(set(group)))}
    return [numbers[each] for each in group]


def _unknown(item: int, strength: float, wins: Floats, group: int) -> Ranked:
    """Return the ranking entry of an item if there are fewer than two cases: a strength with unbounded intervals."""
    return Ranked(
        item=item,
        strength=float(expit(strength)),
        low=0.0,
        high=1.0,
        rank=1,
        rank_low=1,
        rank_high=wins.shape[0],
        duels=float(wins[item].sum() + wins[:, item].sum()),
        group=group,
    )
