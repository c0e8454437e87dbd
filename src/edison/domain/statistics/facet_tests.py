"""Tests of groups of cells against all other cells, corrected for multiple comparisons."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr

from edison.domain.statistics.estimates import (
    Cases,
    Estimate,
    Floats,
    Numbers,
    mean_of,
    t_quantile,
    unseen_share,
)
from edison.domain.statistics.paired_tests import holm

# Fewest cases inside and outside of a tested group; smaller groups are shown with a warning.
SMALL = 10


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FacetGroup:
    """One group of a facet. `inside[i]` says whether observation i belongs to the group."""

    name: str
    group: str
    inside: NDArray[Any] | Sequence[bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class FacetTest:
    name: str
    group: str
    # None: no cell of the group has a score.
    estimate: Estimate | None
    # Group minus rest; None without a rest, or with one case on a side.
    difference: Estimate | None
    # None if it was not tested.
    p_adjusted: float | None
    small: bool


def facet_tests(
    values: Numbers, clusters: Cases, groups: Sequence[FacetGroup], level: float = 0.95
) -> list[FacetTest]:
    """Test each group against all observations outside the group. Holm's correction covers all groups of all facets."""
    numbers = np.asarray(values, dtype=np.float64)
    known = ~np.isnan(numbers)
    names = np.arange(numbers.size) if clusters is None else np.asarray(clusters)
    cases = np.unique(names, return_inverse=True)[1].reshape(-1)[known]
    numbers = numbers[known]
    found = [
        _against_rest(numbers, cases, np.asarray(group.inside, dtype=np.bool_)[known], group, level)
        for group in groups
    ]
    tested = [place for place, (_, p) in enumerate(found) if p is not None]
    adjusted = holm([p for _, p in found if p is not None])
    by_place = dict(zip(tested, adjusted, strict=True))
    return [
        replace(result, p_adjusted=by_place.get(place)) for place, (result, _) in enumerate(found)
    ]


def _against_rest(
    values: Floats, cases: NDArray[Any], inside: NDArray[Any], group: FacetGroup, level: float
) -> tuple[FacetTest, float | None]:
    estimate = mean_of(values[inside], cases[inside], level)
    everywhere = int(cases.max()) + 1 if cases.size else 0
    group_sums, group_sizes = _by_case(values, cases, inside, everywhere)
    rest_sums, rest_sizes = _by_case(values, cases, ~inside, everywhere)
    in_group = int(np.count_nonzero(group_sizes))
    in_rest = int(np.count_nonzero(rest_sizes))
    small = in_group < SMALL or 0 < in_rest < SMALL
    result = FacetTest(
        name=group.name,
        group=group.group,
        estimate=estimate,
        difference=None,
        p_adjusted=None,
        small=small,
    )
    if in_group < 2 or in_rest < 2:
        return result, None
    # Each case counts once on each side that it is on, however many trials it has there.
    group_pulls, group_mean = _pulls(group_sums, group_sizes)
    rest_pulls, rest_mean = _pulls(rest_sums, rest_sizes)
    few, many = in_group / (in_group - 1), in_rest / (in_rest - 1)
    shares = np.array([few * np.sum(group_pulls**2), many * np.sum(rest_pulls**2)])
    # A case on both sides contributes to both; common parts cancel.
    common = sqrt(few * many) * float(np.sum(group_pulls * rest_pulls))
    variance = max(float(np.sum(shares)) - 2 * common, 0.0)
    value = group_mean - rest_mean
    freedom = min(_freedom(shares, in_group, in_rest), everywhere - 1)
    quantile = t_quantile(level, freedom)
    half = quantile * sqrt(variance)
    if variance < 1e-18:
        # All values of each side are equal; unseen cases may differ.
        half = unseen_share(min(in_group, in_rest), quantile)
    difference = Estimate(
        value=value,
        low=max(value - half, -1.0),
        high=min(value + half, 1.0),
        n=int(values.size),
        clusters=everywhere,
        method="clustered Welch",
        level=level,
    )
    p = 2 * float(stdtr(freedom, -abs(value) / half * quantile))
    return replace(result, difference=difference), None if small else p


def _by_case(
    values: Floats, cases: NDArray[Any], chosen: NDArray[Any], everywhere: int
) -> tuple[Floats, Floats]:
    sums = np.bincount(cases[chosen], values[chosen], minlength=everywhere)
    return sums, np.bincount(cases[chosen], minlength=everywhere)


def _pulls(sums: Floats, sizes: Floats) -> tuple[Floats, float]:
    """Return each case's contribution to the mean of the case means (0 for absent cases), and that mean."""
    there = sizes > 0
    means = np.where(there, sums / np.maximum(sizes, 1), 0.0)
    number = np.count_nonzero(there)
    mean = float(np.sum(means) / number)
    return np.where(there, (means - mean) / number, 0.0), mean


def _freedom(shares: Floats, first: int, second: int) -> int:
    """Return the Welch-Satterthwaite degrees of freedom, rounded down."""
    total = float(np.sum(shares))
    if total < 1e-18:
        return min(first, second) - 1
    parts = float(shares[0] ** 2 / (first - 1) + shares[1] ** 2 / (second - 1))
    return max(int(total**2 / parts), 1)
