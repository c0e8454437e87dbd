"""Results of pairwise judges: wins of each column, and a ranking."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from edison.domain.results.run_arrays import ERROR, Floats, RunArrays
from edison.domain.results.run_summary import Match, PairwiseResult, RankedColumn, figure
from edison.domain.statistics.bradley_terry import rank
from edison.domain.statistics.estimates import mean_of, proportion_of
from edison.domain.statistics.statistics_phrasing import of_ranking


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """A pairwise scorer. Its score of a cell in column `b` is the result of `b` against `a`."""

    scorer: int
    a: int
    b: int


def pairwise_result(
    run: RunArrays, pairings: Sequence[Pairing], names: Sequence[str]
) -> PairwiseResult | None:
    if not pairings:
        return None
    cases = run.rows // run.trials
    by_case = np.zeros((cases, run.columns, run.columns))
    matrix = [[Match() for _ in range(run.columns)] for _ in range(run.columns)]
    flips: list[Floats] = []
    won: dict[int, list[Floats]] = {column: [] for column in range(run.columns)}
    errors = 0
    for pairing in pairings:
        said = run.said.get(pairing.scorer)
        if said is None:
            continue
        values = run.of_column(said.values, pairing.b)
        flipped = np.zeros(values.shape, dtype=bool)
        if said.flipped is not None:
            flipped = run.of_column(said.flipped, pairing.b)
        errors += int((run.of_column(said.codes, pairing.b) == ERROR).sum())
        known = ~np.isnan(values)
        by_case[:, pairing.b, pairing.a] += np.where(known, values, 0.0).sum(axis=1)
        by_case[:, pairing.a, pairing.b] += np.where(known, 1.0 - values, 0.0).sum(axis=1)
        match = Match(
            wins=int((values[known] > 0.5).sum()),
            losses=int((values[known] < 0.5).sum()),
            ties=int((values[known] == 0.5).sum()),
            flips=int((flipped & known).sum()),
        )
        matrix[pairing.b][pairing.a] = _sum(matrix[pairing.b][pairing.a], match)
        matrix[pairing.a][pairing.b] = _sum(matrix[pairing.a][pairing.b], _mirrored(match))
        won[pairing.b].append(values)
        won[pairing.a].append(1.0 - values)
        flips.append(np.where(known, flipped, np.nan).astype(np.float64))
    if not flips:
        return None
    of_case = np.repeat(np.arange(cases), run.trials)
    met = by_case.sum(axis=(1, 2)) > 0
    ranked = rank(by_case.sum(axis=0), by_case[met])
    said_of_all = of_ranking(ranked, names, int(met.sum()))
    return PairwiseResult(
        items=tuple(
            RankedColumn(
                column=one.item,
                strength=one.strength,
                low=one.low,
                high=one.high,
                rank=one.rank,
                rank_low=one.rank_low,
                rank_high=one.rank_high,
                win_rate=figure(_mean(won[one.item], of_case)),
            )
            for one in ranked
        ),
        matrix=tuple(tuple(row) for row in matrix),
        flip_rate=figure(
            proportion_of(
                np.concatenate([each.reshape(-1) for each in flips]), np.tile(of_case, len(flips))
            )
        ),
        errors=errors,
        sentence=said_of_all.sentence,
        next_step=said_of_all.next_step,
    )


def _mean(values: Sequence[Floats], of_case: np.ndarray):
    if not values:
        return None
    whole = np.concatenate([each.reshape(-1) for each in values])
    return mean_of(whole, np.tile(of_case, len(values)))


def _sum(one: Match, other: Match) -> Match:
    return Match(
        wins=one.wins + other.wins,
        losses=one.losses + other.losses,
        ties=one.ties + other.ties,
        flips=one.flips + other.flips,
    )


def _mirrored(match: Match) -> Match:
    return Match(wins=match.losses, losses=match.wins, ties=match.ties, flips=match.flips)
