"""Selection of the most accurate, fastest and best-value columns of a run. Indistinguishable columns are tied."""

from collections.abc import Callable, Sequence

import numpy as np
from scipy.special import stdtrit

from edison.domain.results.column_comparisons import against_base
from edison.domain.results.grade_arrays import Kept
from edison.domain.results.recommendation import (
    AnswerCosts,
    ModelFigures,
    ModelPick,
    dollars,
    in_range,
    milliseconds,
)
from edison.domain.results.run_arrays import Floats
from edison.domain.results.run_summary import ColumnCompared
from edison.domain.statistics.paired_comparison import BETTER_HERE, ON_THESE_CASES, WORSE_HERE, Why
from edison.domain.statistics.statistics_phrasing import Measure, listed

LEVEL = 0.95
# Number of bootstrap samples; with a fixed seed, so that results are reproducible.
RESAMPLES = 1_000
SEED = 20_261
# Fewest cases to test a difference of means.
FEWEST = 5

# Whether a column is not worse than another by more than the minimum effect: yes, unknown, no.
NotWorse = Callable[[int, int], bool | None]


class Contrasts:
    """Pairwise comparisons of all columns, computed on demand and cached."""

    def __init__(
        self, kept: Kept, names: Sequence[str], measure: Measure, minimum_effect: float
    ) -> None:
        self._compare: Callable[[int], Sequence[ColumnCompared]] = lambda base: against_base(
            kept, base, minimum_effect, names, measure
        )
        self._known: dict[int, dict[int, ColumnCompared]] = {}

    def not_worse(self, column: int, base: int) -> bool | None:
        if column == base:
            return True
        found = self._of(column, base)
        return _reads(found.verdict, found.why)

    def only_here(self, column: int, base: int) -> bool:
        """Return whether the columns differ on these cases, but not provably on unseen cases."""
        return column != base and self._of(column, base).verdict in ON_THESE_CASES

    def may_lose(self, column: int, base: int) -> float | None:
        """Return the largest plausible loss against the base column, or None if there is no interval."""
        effect = self._of(column, base).effect
        return None if effect is None else max(0.0, -effect.low)

    def _of(self, column: int, base: int) -> ColumnCompared:
        if base not in self._known:
            self._known[base] = {one.column: one for one in self._compare(base)}
        return self._known[base][column]


def _reads(verdict: str, why: str) -> bool | None:
    if verdict in WORSE_HERE:
        return False
    return True if verdict in BETTER_HERE or why in (Why.EQUIVALENT, Why.TOO_SMALL) else None


def most_accurate(
    models: Sequence[ModelFigures], usable: Sequence[int], contrasts: Contrasts, measure: Measure
) -> ModelPick | None:
    graded = sorted(
        (one for one in models if one.column in usable and one.score is not None),
        key=lambda one: -(one.score.value if one.score else 0.0),
    )
    if not graded:
        return None
    best = graded[0]
    assert best.score is not None
    tied = [
        best,
        *(o for o in graded[1:] if contrasts.not_worse(o.column, best.column) is not False),
    ]
    range_ = in_range(best.score, measure.say)
    if len(graded) == 1:
        words = f"{best.name} scores {range_}; there is no other model to compare it with."
    elif len(tied) == 1 and any(contrasts.only_here(o.column, best.column) for o in graded[1:]):
        words = (
            f"Most accurate on these cases is {best.name}: it scores {range_}, more than every other model;"
            " cannot tell beyond them."
        )
    elif len(tied) == 1:
        words = f"Most accurate is {best.name}: it scores {range_}, more than every other model."
    else:
        words = (
            f"{listed([o.name for o in tied])} share the first place in accuracy: {best.name} scores"
            f" {range_}, but the difference may be chance."
        )
    return ModelPick(kind="most_accurate", columns=tuple(o.column for o in tied), sentence=words)


def fastest(models: Sequence[ModelFigures], spent: AnswerCosts) -> ModelPick | None:
    timed = sorted(
        (one for one in models if one.latency_ms is not None),
        key=lambda one: one.latency_ms.value if one.latency_ms else 0.0,
    )
    if not timed:
        return None
    best = timed[0]
    assert best.latency_ms is not None
    logs = np.log(np.maximum(spent.latency_ms, 1e-3))
    tied = [best]
    for other in timed[1:]:
        differences = logs[:, other.column] - logs[:, best.column]
        if not _surely_above_zero(differences[~np.isnan(differences)], len(timed) - 1):
            tied.append(other)
    range_ = in_range(best.latency_ms, milliseconds)
    if len(timed) == 1:
        words = f"{best.name} answers in {range_}; there is no other model to compare it with."
    elif len(tied) == 1:
        words = f"Fastest is {best.name}: it answers in {range_}."
    else:
        words = (
            f"{listed([o.name for o in tied])} are equally fast within the measured precision:"
            f" {best.name} answers in {range_}."
        )
    return ModelPick(kind="fastest", columns=tuple(o.column for o in tied), sentence=words)


def _surely_above_zero(differences: Floats, family: int) -> bool:
    """Return whether the mean is significantly above zero: one-sided t-test, corrected for `family` comparisons."""
    n = differences.size
    if n < FEWEST:
        return False
    error = float(differences.std(ddof=1)) / np.sqrt(n)
    margin = float(stdtrit(n - 1, 1 - (1 - LEVEL) / max(family, 1))) * error
    return float(differences.mean()) > margin


def best_value(
    models: Sequence[ModelFigures],
    usable: Sequence[int],
    kept: Kept,
    spent: AnswerCosts,
    not_worse: NotWorse,
    measure: Measure,
) -> ModelPick | None:
    priced = [
        one
        for one in models
        if one.column in usable and one.cost_usd is not None and one.score and one.score.value > 0
    ]
    # A column that is worse and not cheaper is never the best value, whatever its ratio.
    priced = [one for one in priced if not _is_dominated(one, priced, not_worse)]
    if not priced:
        return None
    free = [one for one in priced if one.cost_usd is not None and one.cost_usd.value == 0]
    if free:
        best = max(free, key=lambda one: one.score.value if one.score else 0.0)
        tied = [
            best,
            *(o for o in free if o is not best and not_worse(o.column, best.column) is not False),
        ]
        said = f"{listed([o.name for o in tied])} cost{'s' if len(tied) == 1 else ''} nothing."
    else:
        order = sorted(priced, key=lambda one: one.cost_per_point_usd or 0.0)
        best = order[0]
        ratios = _log_values(kept, spent, [one.column for one in order])
        tied = [best]
        for place, other in enumerate(order[1:], start=1):
            share = (ratios[:, 0] - ratios[:, place] > 0).mean() if ratios.size else 0.0
            if share < 1 - (1 - LEVEL) / (len(order) - 1):
                tied.append(other)
        assert best.cost_per_point_usd is not None
        price = f"{dollars(best.cost_per_point_usd * 100)} for 100 answers' worth of full score"
        said = (
            f"Best value is {best.name}: {price}."
            if len(tied) == 1
            else (
                f"{listed([o.name for o in tied])} are equal in value "
                f"within the measured precision; {best.name} costs {price}."
            )
        )
    top = max(models, key=lambda o: o.score.value if o.column in usable and o.score else -1.0)
    if top.column != best.column and not_worse(best.column, top.column) is False:
        assert top.score is not None
        assert best.score is not None
        said += f" Its score is {measure.distance(top.score.value - best.score.value)} lower than that of {top.name}."
    return ModelPick(kind="best_value", columns=tuple(one.column for one in tied), sentence=said)


def _is_dominated(one: ModelFigures, models: Sequence[ModelFigures], not_worse: NotWorse) -> bool:
    return any(
        other.cost_usd is not None
        and one.cost_usd is not None
        and other.cost_usd.value <= one.cost_usd.value
        and not_worse(one.column, other.column) is False
        for other in models
    )


def _log_values(kept: Kept, spent: AnswerCosts, columns: Sequence[int]) -> Floats:
    """Return the logarithm of score per dollar for each bootstrap sample and column."""
    cases = min(kept.cases.size, spent.cost_micro.shape[0])
    with np.errstate(invalid="ignore"):
        scores = np.stack([_case_means(kept.grades_of(c))[:cases] for c in columns], axis=1)
    costs = spent.cost_micro[:cases, list(columns)]
    whole = ~(np.isnan(scores).any(axis=1) | np.isnan(costs).any(axis=1))
    n = int(whole.sum())
    if n < FEWEST:
        return np.empty((0, len(columns)))
    drawn = np.random.default_rng(SEED).multinomial(n, np.full(n, 1 / n), size=RESAMPLES)
    value = np.maximum(drawn @ scores[whole], 1e-12) / np.maximum(drawn @ costs[whole], 1e-12)
    return np.log(value)


def _case_means(grades: Floats) -> Floats:
    known = ~np.isnan(grades)
    total = np.where(known, grades, 0.0).sum(axis=1)
    counts = known.sum(axis=1)
    return np.where(counts > 0, total / np.maximum(counts, 1), np.nan)
