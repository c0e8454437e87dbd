"""Mean of a judge's scores, corrected with human labels of some cells.

Uses prediction-powered inference with power tuning.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edison.domain.statistics.estimates import (
    Bounds,
    Cases,
    Estimate,
    Floats,
    Numbers,
    score_interval,
    t_quantile,
    unseen_share,
)

# Fewest labelled cases to estimate the judge's error.
FEWEST_LABELLED = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelPlan:
    """Half width of the interval for a given total number of labels."""

    labels: int
    half_width: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Sample:
    judge: Floats
    human: Floats
    rest: Floats
    # Case of each value, as an index from 0.
    labelled_case: NDArray[Any]
    rest_case: NDArray[Any]
    labelled_cases: int


def corrected_mean(
    judge_rest: Numbers,
    judge_labelled: Numbers,
    human_labelled: Numbers,
    *,
    rest_clusters: Cases = None,
    labelled_clusters: Cases = None,
    level: float = 0.95,
) -> Estimate | None:
    """Estimate the mean of the labels that people would give to all cells.

    `judge_rest` are the judge's scores of unlabelled cells; the two other arrays are paired by cell. The labelled
    cells must be a random sample: labelling only suspicious cells biases the result.
    """
    sample = _sample(judge_rest, judge_labelled, human_labelled, rest_clusters, labelled_clusters)
    if sample.labelled_cases < FEWEST_LABELLED:
        return None
    trust = _trust(sample, sample.human.size, sample.rest.size)
    value = float(np.mean(sample.human - trust * sample.judge))
    if sample.rest.size:
        value += trust * float(np.mean(sample.rest))
    variance = _variance(sample, trust)
    # One degree of freedom for the mean, and one for the weight of the judge.
    quantile = t_quantile(level, sample.labelled_cases - 2)
    low, high = _interval(value, variance, quantile, sample.labelled_cases)
    return Estimate(
        value=min(max(value, 0.0), 1.0),
        low=low,
        high=high,
        n=sample.human.size,
        clusters=sample.labelled_cases,
        method="prediction-powered",
        level=level,
    )


def labels_worth(
    judge_rest: Numbers,
    judge_labelled: Numbers,
    human_labelled: Numbers,
    *,
    rest_clusters: Cases = None,
    labelled_clusters: Cases = None,
    level: float = 0.95,
) -> list[LabelPlan]:
    """Return the expected precision for larger numbers of labels; empty if there are too few labels to estimate it."""
    sample = _sample(judge_rest, judge_labelled, human_labelled, rest_clusters, labelled_clusters)
    if sample.labelled_cases < FEWEST_LABELLED:
        return []
    labels, everything = sample.human.size, sample.human.size + sample.rest.size
    # Design effect: cells that share a case carry less information.
    trust = _trust(sample, labels, sample.rest.size)
    alone = _spread(sample, trust, labels, sample.rest.size)
    inflation = max(_variance(sample, trust) / alone, 1.0) if alone > 1e-18 else 1.0
    plans: list[LabelPlan] = []
    for number in _steps(labels, everything):
        trust = _trust(sample, number, everything - number)
        variance = inflation * _spread(sample, trust, number, everything - number)
        cases = max(round(number * sample.labelled_cases / labels), 3)
        half = t_quantile(level, cases - 2) * sqrt(variance)
        plans.append(LabelPlan(labels=number, half_width=min(half, 0.5)))
    return plans


def worth_collecting(plans: Sequence[LabelPlan], gain: float = 0.01) -> LabelPlan | None:
    """Return the largest plan up to which each step narrows the interval by `gain` on each side, or None."""
    best = None
    for before, after in pairwise(plans):
        if before.half_width - after.half_width < gain:
            break
        best = after
    return best


def _sample(
    judge_rest: Numbers,
    judge_labelled: Numbers,
    human_labelled: Numbers,
    rest_clusters: Cases,
    labelled_clusters: Cases,
) -> _Sample:
    judge = np.asarray(judge_labelled, dtype=np.float64)
    human = np.asarray(human_labelled, dtype=np.float64)
    rest = np.asarray(judge_rest, dtype=np.float64)
    if judge.shape != human.shape:
        raise ValueError("Each labelled cell must have both scores")
    if (rest_clusters is None) != (labelled_clusters is None):
        raise ValueError("Give the case ids of both arrays or of neither")
    if rest_clusters is None or labelled_clusters is None:
        names = np.arange(judge.size + rest.size)
    else:
        # Cases may have ids of any type, as long as both use the same.
        both = [*np.asarray(labelled_clusters).tolist(), *np.asarray(rest_clusters).tolist()]
        names = np.unique(np.asarray(both), return_inverse=True)[1].reshape(-1)
    known = ~(np.isnan(judge) | np.isnan(human))
    labelled_case = names[: judge.size][known]
    judged = ~np.isnan(rest)
    return _Sample(
        judge=judge[known],
        human=human[known],
        rest=rest[judged],
        labelled_case=labelled_case,
        rest_case=names[judge.size :][judged],
        labelled_cases=len(np.unique(labelled_case)),
    )


def _trust(sample: _Sample, labels: int, rest: int) -> float:
    """Return the weight of the judge's scores.

    0 ignores the judge, 1 uses the scores as they are, and more than 1 amplifies a judge that understates
    differences.
    """
    spread = float(np.var(np.concatenate([sample.judge, sample.rest])))
    if rest == 0 or spread < 1e-12:
        return 0.0
    together = float(np.cov(sample.judge, sample.human)[0, 1])
    return max(together / spread / (1 + labels / rest), 0.0)


def _variance(sample: _Sample, trust: float) -> float:
    """Return the variance of the corrected mean, clustered by case."""
    errors = sample.human - trust * sample.judge
    cases = int(max(np.max(sample.labelled_case), np.max(sample.rest_case, initial=0))) + 1
    pulls = np.bincount(
        sample.labelled_case, (errors - np.mean(errors)) / errors.size, minlength=cases
    )
    if sample.rest.size:
        off = trust * (sample.rest - np.mean(sample.rest)) / sample.rest.size
        pulls = pulls + np.bincount(sample.rest_case, off, minlength=cases)
    few = sample.labelled_cases
    return float(np.sum(pulls**2)) * few / (few - 1)


def _spread(sample: _Sample, trust: float, labels: int, rest: int) -> float:
    """Return the variance of the corrected mean for another number of labels, assuming independent cells."""
    errors = float(np.var(sample.human - trust * sample.judge, ddof=1)) / labels
    if rest == 0:
        return errors
    judged = np.concatenate([sample.judge, sample.rest])
    return errors + trust**2 * float(np.var(judged, ddof=1)) / rest


def _interval(value: float, variance: float, quantile: float, cases: int) -> Bounds:
    if variance < 1e-18:
        unseen = unseen_share(cases, quantile)
        inside = min(max(value, 0.0), 1.0)
        return inside - unseen * inside, inside + unseen * (1 - inside)
    if not 0.0 < value < 1.0:
        reach = quantile * sqrt(variance)
        return min(max(value - reach, 0.0), 1.0), min(max(value + reach, 0.0), 1.0)
    return score_interval(value, value * (1 - value) / variance, quantile)


def _steps(labels: int, everything: int) -> list[int]:
    """Return the numbers of labels to plan for: the current number, then round numbers up to all cells."""
    round_numbers = [20, 30, 50, 100, 200, 300, 500, 1_000, 2_000, 5_000, 10_000]
    more = [number for number in round_numbers if labels < number < everything]
    return [labels, *more] + ([everything] if everything > labels and everything <= 20_000 else [])
