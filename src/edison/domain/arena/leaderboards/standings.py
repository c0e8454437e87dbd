"""Records of a leaderboard's standings, and significance tests between entries."""

from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr

from edison.domain.results.run_arrays import Floats
from edison.domain.results.run_summary import Errors, Figure
from edison.domain.statistics.paired_comparison import FEWEST_CASES
from edison.domain.statistics.paired_tests import holm, sign_flip


@dataclass(frozen=True, slots=True, kw_only=True)
class BeatenBy:
    """An entry that dominates another one: it is at least as good and as cheap, and strictly better or cheaper.

    The comparison uses point estimates.
    """

    entry: int
    # Both differences are statistically significant.
    clear: bool
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryStanding:
    entry: int
    grade: Figure | None = None
    pass_rate: Figure | None = None
    # None: the entry has no grade, or too many of its answers have no score.
    rank: int | None = None
    rank_low: int | None = None
    rank_high: int | None = None
    # Cost of one answer without its scorers; None: unknown.
    cost_usd: Figure | None = None
    latency_p50_ms: float | None = None
    latency_p95_ms: float | None = None
    answers: int = 0
    errors: Errors = field(default_factory=Errors)
    inconclusive: bool = False
    on_frontier: bool = False
    # The same frontier with speed as a third criterion.
    on_fast_frontier: bool = False
    beaten_by: tuple[BeatenBy, ...] = ()
    sentence: str = ""

    @property
    def clearly_beaten(self) -> bool:
        return any(one.clear for one in self.beaten_by)


@dataclass(frozen=True, slots=True, kw_only=True)
class TagRow:
    tag: str
    cases: int
    # Indexed by entry.
    grades: tuple[Figure | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaderboard:
    # Ranked entries first, by rank and grade.
    standings: tuple[EntryStanding, ...]
    cases: int
    # From the cheapest to the best.
    frontier: tuple[int, ...]
    frontier_sentence: str
    sentence: str
    next_step: str


ALPHA = 0.05


def certainly_above(values: Floats, *, exact: bool = True) -> NDArray[np.bool_]:
    """Return a matrix of `[i, j]`: whether item i has a significantly higher mean than item j in `values[case, item]`.

    Each pair is tested on the cases that both items have (not NaN), with Holm's correction over all pairs. `exact` uses
    a sign-flip permutation test; otherwise Student's t-test, which is faster and suits continuous values such as costs.
    """
    items = values.shape[1]
    pairs: list[tuple[int, int]] = []
    p_values: list[float] = []
    for i, j in combinations(range(items), 2):
        apart = values[:, i] - values[:, j]
        apart = apart[~np.isnan(apart)]
        if apart.size < FEWEST_CASES:
            continue
        pairs.append((i, j) if apart.mean() > 0 else (j, i))
        p_values.append(sign_flip(apart) if exact else _student(apart))
    above = np.zeros((items, items), dtype=np.bool_)
    for pair, p in zip(pairs, holm(p_values), strict=True):
        above[pair] = p <= ALPHA
    return above


def means_and_covariance(values: Floats) -> tuple[Floats, Floats]:
    """Return the mean of each column of `values[case, entry]`, and the covariance matrix of these means.

    The means are correlated, because all entries answer the same cases.
    """
    known = ~np.isnan(values)
    counts = np.maximum(known.sum(axis=0), 1)
    means = np.where(known, values, 0.0).sum(axis=0) / counts
    pulls = np.where(known, values - means, 0.0) / counts
    cases = max(values.shape[0], 2)
    return means, cases / (cases - 1) * np.einsum("ci,cj->ij", pulls, pulls)


def _student(apart: Floats) -> float:
    """Return the two-sided p-value of Student's t-test, but never less than the smallest p-value of a sign test."""
    n = apart.size
    surest = 2.0 ** (1 - n)
    error = float(apart.std(ddof=1)) / np.sqrt(n)
    distance = abs(float(apart.mean()))
    if distance <= 1e-12:
        return 1.0
    if error <= 1e-12 * distance:
        return surest
    return max(surest, 2 * float(stdtr(n - 1, -distance / error)))
