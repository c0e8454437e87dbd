"""Cost-quality frontier of a leaderboard: by cost and quality, and by cost, quality and speed."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from edison.domain.arena.leaderboards.standings import BeatenBy


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontierPoint:
    """Point estimates of one entry. There is no point for an entry with an unknown grade or an unknown cost."""

    entry: int
    name: str
    grade: float
    cost: float
    latency_ms: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Certain:
    """Matrices of significant differences: `[i, j]` is true if entry i is significantly better (or cheaper) than j."""

    better: NDArray[np.bool_]
    cheaper: NDArray[np.bool_]


def frontier_of(points: Sequence[FrontierPoint]) -> tuple[int, ...]:
    """Return the entries that no other entry dominates in cost and quality (point estimates), cheapest first."""
    found = [one for one in points if not any(_beats(other, one) for other in points)]
    return tuple(one.entry for one in sorted(found, key=lambda one: (one.cost, one.grade)))


def fast_frontier_of(points: Sequence[FrontierPoint]) -> frozenset[int]:
    """Return the entries that no other entry dominates in cost, quality and speed.

    An entry that is dominated in cost and quality is included if it is faster than each entry that dominates it.
    """
    return frozenset(
        one.entry
        for one in points
        if not any(_beats(other, one) and not _faster(one, other) for other in points)
    )


def beaten_by(
    one: FrontierPoint, points: Sequence[FrontierPoint], certain: Certain
) -> tuple[BeatenBy, ...]:
    """Return the entries that dominate `one` in cost and quality, best first, each with a sentence."""
    found = sorted(
        (other for other in points if _beats(other, one)),
        key=lambda other: (-other.grade, other.cost),
    )
    return tuple(_told(one, other, certain) for other in found)


def _beats(one: FrontierPoint, other: FrontierPoint) -> bool:
    return (
        one.entry != other.entry
        and one.grade >= other.grade
        and one.cost <= other.cost
        and (one.grade > other.grade or one.cost < other.cost)
    )


def _faster(one: FrontierPoint, other: FrontierPoint) -> bool:
    if one.latency_ms is None or other.latency_ms is None:
        return False
    return one.latency_ms < other.latency_ms


def _told(one: FrontierPoint, other: FrontierPoint, certain: Certain) -> BeatenBy:
    better = bool(certain.better[other.entry, one.entry])
    cheaper = bool(certain.cheaper[other.entry, one.entry])
    if better and cheaper:
        said = f"“{other.name}” is better and costs less; neither difference is chance"
    elif better:
        said = f"“{other.name}” is better, and does not seem to cost more"
    elif cheaper:
        said = f"“{other.name}” costs less, and is not clearly worse or better"
    else:
        said = f"“{other.name}” looks better for the money, but that may be chance"
    slower = f"; but “{one.name}” is faster" if _faster(one, other) else ""
    return BeatenBy(entry=other.entry, clear=better and cheaper, sentence=f"{said}{slower}.")
