"""Build a leaderboard from the answers of its entries: grades, ranks, cost, latency and frontier."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from edison.domain.arena.leaderboards.cost_frontier import (
    Certain,
    FrontierPoint,
    beaten_by,
    fast_frontier_of,
    frontier_of,
)
from edison.domain.arena.leaderboards.leaderboard_entries import Entry, EntryCells
from edison.domain.arena.leaderboards.leaderboard_phrasing import (
    say_board,
    say_frontier,
    say_standing,
)
from edison.domain.arena.leaderboards.standings import (
    EntryStanding,
    Leaderboard,
    TagRow,
    certainly_above,
    means_and_covariance,
)
from edison.domain.money import MICRO
from edison.domain.results.run_arrays import (
    STANDINGS,
    Floats,
    is_finished,
    is_lost,
    mean_by_case,
    passes_of,
)
from edison.domain.results.run_summary import LOST_AT_MOST, Errors, Figure, figure
from edison.domain.runs.cell_comparison import CellStanding as CellStanding
from edison.domain.statistics.estimates import mean_of, proportion_of
from edison.domain.statistics.paired_comparison import FEWEST_CASES
from edison.domain.statistics.rank_ranges import rank_ranges
from edison.domain.statistics.statistics_phrasing import Measure

_FAILED = STANDINGS.index(CellStanding.FAILED)
_OPEN = STANDINGS.index(CellStanding.OPEN)


def leaderboard(
    entries: Sequence[Entry], cells: Sequence[EntryCells], measure: Measure
) -> Leaderboard:
    """Build the leaderboard. The result is deterministic. For a subset of cases, pass the cells of these cases only."""
    found = [_figures(entry, own) for entry, own in zip(entries, cells, strict=True)]
    means = np.stack([mean_by_case(own.grades) for own in cells], axis=1)
    better = np.zeros((len(entries), len(entries)), dtype=np.bool_)
    ranked = [one.entry for one in found if one.grade is not None and not one.inconclusive]
    if ranked:
        better[np.ix_(ranked, ranked)] = certainly_above(means[:, ranked])
        found = _ranked(found, ranked, means, better)
    costs = np.stack([mean_by_case(own.cost) for own in cells], axis=1)
    cheaper = certainly_above(-costs, exact=False)
    found, line = _placed(found, entries, Certain(better=better, cheaper=cheaper))
    found = sorted(found, key=_order)
    names = [entry.name for entry in entries]
    said = say_board(found, names, len(means), measure)
    return Leaderboard(
        standings=tuple(
            replace(one, sentence=say_standing(one, names[one.entry], measure)) for one in found
        ),
        cases=len(means),
        frontier=line,
        frontier_sentence=say_frontier(found, names, line),
        sentence=said.sentence,
        next_step=said.next_step,
    )


def by_tag(
    cells: Sequence[EntryCells], tags: Mapping[str, NDArray[np.int64]]
) -> tuple[TagRow, ...]:
    """Return the grade of each entry on the cases of each tag. `tags` maps a tag to the row numbers of its cases."""
    means = np.stack([mean_by_case(own.grades) for own in cells], axis=1)
    return tuple(
        TagRow(
            tag=tag,
            cases=int(rows.size),
            grades=tuple(figure(mean_of(means[rows, entry])) for entry in range(len(cells))),
        )
        for tag, rows in tags.items()
    )


def _figures(entry: Entry, cells: EntryCells) -> EntryStanding:
    of_case = np.repeat(np.arange(len(cells.grades)), cells.grades.shape[1])
    standings = cells.standings
    lost, finished = is_lost(standings), is_finished(standings)
    failed = int((standings == _FAILED).sum())
    known = cells.latency_ms[~np.isnan(cells.latency_ms)]
    half, most = np.quantile(known, [0.5, 0.95]) if known.size else (None, None)
    return EntryStanding(
        entry=entry.number,
        grade=figure(mean_of(cells.grades.reshape(-1), of_case)),
        pass_rate=figure(proportion_of(passes_of(standings).reshape(-1), of_case)),
        cost_usd=_cost(cells.cost),
        latency_p50_ms=None if half is None else float(half),
        latency_p95_ms=None if most is None else float(most),
        answers=int(((standings != _FAILED) & (standings != _OPEN)).sum()),
        errors=Errors(target=failed, judge=int(lost.sum()) - failed),
        inconclusive=bool(lost.sum() > LOST_AT_MOST * finished.sum()),
    )


def _cost(cost: Floats) -> Figure | None:
    """Return the mean cost of an answer in dollars, with an interval over cases; None if there is no interval."""
    found = mean_of(mean_by_case(cost) / MICRO, within=None)
    told = found and figure(found, least=found.value, most=found.value)
    return told and replace(told, low=max(0.0, told.low))


def _ranked(
    found: Sequence[EntryStanding],
    ranked: Sequence[int],
    means: Floats,
    better: NDArray[np.bool_],
) -> list[EntryStanding]:
    """Return the standings with ranks and ranges of likely ranks.

    The rank of an entry is one more than the number of significantly better entries.
    """
    values, covariance = means_and_covariance(means[:, ranked])
    cases = int((~np.isnan(means[:, ranked])).any(axis=1).sum())
    ranges = (
        rank_ranges(values, covariance, cases - 1)
        if cases >= FEWEST_CASES
        else [(1, len(ranked)) for _ in ranked]
    )
    places = dict(zip(ranked, ranges, strict=True))
    told: list[EntryStanding] = []
    for one in found:
        if one.entry not in places:
            told.append(one)
            continue
        rank = 1 + int(better[:, one.entry].sum())
        low, high = places[one.entry]
        told.append(replace(one, rank=rank, rank_low=low, rank_high=high))
    return told


def _placed(
    found: Sequence[EntryStanding], entries: Sequence[Entry], certain: Certain
) -> tuple[list[EntryStanding], tuple[int, ...]]:
    points = {
        one.entry: FrontierPoint(
            entry=one.entry,
            name=entries[one.entry].name,
            grade=one.grade.value,
            cost=one.cost_usd.value,
            latency_ms=one.latency_p50_ms,
        )
        for one in found
        if one.rank is not None and one.grade is not None and one.cost_usd is not None
    }
    every = list(points.values())
    line, fast = frontier_of(every), fast_frontier_of(every)
    return [
        replace(
            one,
            on_frontier=one.entry in line,
            on_fast_frontier=one.entry in fast,
            beaten_by=beaten_by(points[one.entry], every, certain),
        )
        if one.entry in points
        else one
        for one in found
    ], line


def _order(one: EntryStanding) -> tuple[bool, int, float, int]:
    value = one.grade.value if one.grade else -1.0
    return one.rank is None, one.rank or 0, -value, one.entry
