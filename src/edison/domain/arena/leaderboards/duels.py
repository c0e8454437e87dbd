"""Pairwise comparisons of a leaderboard's entries by pairwise judges, by votes of people, and by judges and votes."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from edison.domain.arena.leaderboards.votes import (
    CountedVote,
    VoteOutcome,
    disagreement_of,
    first_won,
    sides_of,
)
from edison.domain.results.pairwise_results import Pairing
from edison.domain.results.run_arrays import Floats, RunArrays
from edison.domain.results.run_summary import Figure, figure
from edison.domain.statistics.bradley_terry import rank, strengths_of
from edison.domain.statistics.estimates import mean_of, proportion_of
from edison.domain.statistics.rank_ranges import rank_ranges
from edison.domain.statistics.statistics_phrasing import Reading, of_ranking, percent

Whole = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Fights:
    """Parallel arrays with one element per comparison. `won` is 1 if `first` won, 0 if `second` won, 0.5 for a tie."""

    case: Whole
    first: Whole
    second: Whole
    won: Floats
    # Judges: the result changed with the order of the two answers. Votes: always false.
    flipped: NDArray[np.bool_]

    def within(self, cases: NDArray[np.bool_]) -> "Fights":
        keep = cases[self.case]
        return Fights(
            case=self.case[keep],
            first=self.first[keep],
            second=self.second[keep],
            won=self.won[keep],
            flipped=self.flipped[keep],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelRank:
    entry: int
    # Probability of winning against an average entry.
    strength: float
    low: float
    high: float
    rank: int
    rank_low: int
    rank_high: int
    # A tie counts as half a win.
    wins: float
    duels: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """One cell of the matrix of results: wins, losses and ties of the row's entry against the column's entry."""

    wins: int = 0
    losses: int = 0
    ties: int = 0

    @property
    def n(self) -> int:
        return self.wins + self.losses + self.ties


@dataclass(frozen=True, slots=True, kw_only=True)
class Inconsistency:
    """Number of circular triples on one case (A beats B, B beats C, C beats A) and disagreement between voters."""

    circular: int
    of: int
    rate: Figure | None
    disagree: Figure | None
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """Position bias in comparisons.

    For votes, `first` and `second` count wins of the left and the right answer. For judges, `first` counts results that
    do not depend on the order of the answers, and `second` counts results that do.
    """

    first: int
    second: int
    rate: Figure | None
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Duels:
    items: tuple[DuelRank, ...]
    matrix: tuple[tuple[Meeting, ...], ...]
    cases: int
    # How many of the ties are "both bad"; votes only.
    both_bad: int
    inconsistency: Inconsistency
    position: Position
    sentence: str
    next_step: str


def no_fights() -> Fights:
    nothing: Whole = np.zeros(0, dtype=np.int64)
    return Fights(
        case=nothing,
        first=nothing,
        second=nothing,
        won=np.zeros(0),
        flipped=np.zeros(0, dtype=np.bool_),
    )


def fights_of_judges(
    run: RunArrays, pairings: Sequence[Pairing], entry_of: Sequence[int], case_of: Whole
) -> Fights:
    """Return the comparisons between different entries in one run.

    `entry_of` gives the entry of each column, and `case_of` the leaderboard's case of each row.
    """
    found: list[Fights] = []
    for pairing in pairings:
        said, a, b = run.said.get(pairing.scorer), entry_of[pairing.a], entry_of[pairing.b]
        if said is None or a == b:
            continue
        values = run.of_column(said.values, pairing.b)
        known = ~np.isnan(values)
        flipped = np.zeros(values.shape, dtype=np.bool_)
        if said.flipped is not None:
            flipped = run.of_column(said.flipped, pairing.b)
        count = int(known.sum())
        found.append(
            Fights(
                case=np.broadcast_to(case_of[:, None], values.shape)[known],
                first=np.full(count, b, dtype=np.int64),
                second=np.full(count, a, dtype=np.int64),
                won=values[known],
                flipped=flipped[known],
            )
        )
    return joined(found)


def fights_of_votes(votes: Sequence[CountedVote]) -> Fights:
    return Fights(
        case=np.array([vote.case for vote in votes], dtype=np.int64),
        first=np.array([vote.a for vote in votes], dtype=np.int64),
        second=np.array([vote.b for vote in votes], dtype=np.int64),
        won=np.array([first_won(vote.outcome) for vote in votes], dtype=np.float64),
        flipped=np.zeros(len(votes), dtype=np.bool_),
    )


def joined(several: Sequence[Fights]) -> Fights:
    several = several or [no_fights()]
    return Fights(
        case=np.concatenate([each.case for each in several]),
        first=np.concatenate([each.first for each in several]),
        second=np.concatenate([each.second for each in several]),
        won=np.concatenate([each.won for each in several]),
        flipped=np.concatenate([each.flipped for each in several]),
    )


def by_judges(fights: Fights, names: Sequence[str]) -> Duels | None:
    if not fights.case.size:
        return None
    changed = int(fights.flipped.sum())
    rate = figure(proportion_of(fights.flipped.astype(np.float64), fights.case))
    position = Position(
        first=int(fights.case.size) - changed,
        second=changed,
        rate=rate,
        sentence=f"Judges change the winner with the order of the answers in {_share(rate)} of comparisons;"
        " these count as ties.",
    )
    return _duels(fights, names, position, disagree=None, both_bad=0)


def by_votes(votes: Sequence[CountedVote], names: Sequence[str]) -> Duels | None:
    if not votes:
        return None
    return _duels(
        fights_of_votes(votes),
        names,
        _position_of(votes),
        disagree=disagreement_of(votes),
        both_bad=sum(vote.outcome is VoteOutcome.BOTH_BAD for vote in votes),
    )


def by_both(judged: Fights, votes: Sequence[CountedVote], names: Sequence[str]) -> Duels | None:
    """Rank the entries by judges' comparisons and people's votes together. Every comparison has the same weight."""
    if not judged.case.size or not votes:
        return by_judges(judged, names) or by_votes(votes, names)
    return _duels(
        joined([judged, fights_of_votes(votes)]),
        names,
        _position_of(votes),
        disagree=disagreement_of(votes),
        both_bad=sum(vote.outcome is VoteOutcome.BOTH_BAD for vote in votes),
    )


def wins_by_case(fights: Fights, entries: int) -> Floats:
    """Return the number of wins as an array `[case, winner, loser]`, without cases that have no comparison."""
    numbers, places = np.unique(fights.case, return_inverse=True)
    by_case = np.zeros((numbers.size, entries, entries))
    np.add.at(by_case, (places.reshape(-1), fights.first, fights.second), fights.won)
    np.add.at(by_case, (places.reshape(-1), fights.second, fights.first), 1 - fights.won)
    return by_case


def circles(by_case: Floats) -> tuple[int, int, Figure | None]:
    """Return the number of circular triples, the number of decided triples, and the mean circular share per case.

    A triple is decided if its three entries were compared with each other on one case, without a tie.
    """
    ahead = np.sign(by_case - by_case.transpose(0, 2, 1))
    found = np.zeros(len(by_case))
    whole = np.zeros(len(by_case))
    for i, j, k in combinations(range(by_case.shape[1]), 3):
        ij, jk, ki = ahead[:, i, j], ahead[:, j, k], ahead[:, k, i]
        met = (ij != 0) & (jk != 0) & (ki != 0)
        whole += met
        found += met & (ij == jk) & (jk == ki)
    some = whole > 0
    rate = mean_of(found[some] / whole[some]) if some.any() else None
    return int(found.sum()), int(whole.sum()), figure(rate)


def _duels(
    fights: Fights,
    names: Sequence[str],
    position: Position,
    *,
    disagree: Figure | None,
    both_bad: int,
) -> Duels:
    by_case = wins_by_case(fights, len(names))
    wins = by_case.sum(axis=0)
    ranked = rank(wins, by_case)
    fitted = strengths_of(wins, by_case)
    ranges = (
        [(1, len(names)) for _ in names]
        if fitted.covariance is None
        else rank_ranges(fitted.values, fitted.covariance, fitted.freedom)
    )
    said = _said(of_ranking(ranked, names, len(by_case)))
    circular, of, rate = circles(by_case)
    return Duels(
        items=tuple(
            DuelRank(
                entry=one.item,
                strength=one.strength,
                low=one.low,
                high=one.high,
                rank=one.rank,
                rank_low=ranges[one.item][0],
                rank_high=ranges[one.item][1],
                wins=float(wins[one.item].sum()),
                duels=round(one.duels),
            )
            for one in ranked
        ),
        matrix=_matrix(fights, len(names)),
        cases=len(by_case),
        both_bad=both_bad,
        inconsistency=Inconsistency(
            circular=circular,
            of=of,
            rate=rate,
            disagree=disagree,
            sentence=_say_inconsistency(circular, of, disagree),
        ),
        position=position,
        sentence=said.sentence,
        next_step=said.next_step,
    )


def _matrix(fights: Fights, entries: int) -> tuple[tuple[Meeting, ...], ...]:
    counts = np.zeros((3, entries, entries), dtype=np.int64)
    kinds = np.where(fights.won > 0.5, 0, np.where(fights.won < 0.5, 1, 2))
    np.add.at(counts, (kinds, fights.first, fights.second), 1)
    mirrored = np.array([1, 0, 2])[kinds]
    np.add.at(counts, (mirrored, fights.second, fights.first), 1)
    return tuple(
        tuple(
            Meeting(
                wins=int(counts[0, i, j]), losses=int(counts[1, i, j]), ties=int(counts[2, i, j])
            )
            for j in range(entries)
        )
        for i in range(entries)
    )


def _position_of(votes: Sequence[CountedVote]) -> Position:
    sides = sides_of(votes)
    if sides.rate is None:
        words = "No vote has preferred one of the two answers yet."
    elif sides.rate.low <= 0.5 <= sides.rate.high:
        words = f"The left answer won {_share(sides.rate)} of the decided votes: no sign of position bias."
    else:
        side = "left" if sides.rate.value > 0.5 else "right"
        words = (
            f"People prefer the {side} side: the left answer won {_share(sides.rate)} of the decided votes. Sides are"
            " drawn at random for each pair, so this does not favour any entry."
        )
    return Position(first=sides.left, second=sides.right, rate=sides.rate, sentence=words)


def _say_inconsistency(circular: int, of: int, disagree: Figure | None) -> str:
    said = (
        f"{circular:,} of {of:,} triples on one case are circular (A beats B beats C beats A)."
        if of
        else "No three entries have been compared with each other on one case yet."
    )
    if disagree is not None:
        said += f" Two people who see the same two answers disagree in {percent(disagree.value)}."
    return said


def _share(rate: Figure | None) -> str:
    if rate is None:
        return "none"
    return f"{percent(rate.value)} ({percent(rate.low)} to {percent(rate.high)})"


def _said(reading: Reading) -> Reading:
    """Return the reading with a next step that suggests votes as well as a pairwise judge."""
    return Reading(
        sentence=reading.sentence,
        next_step=reading.next_step.replace(
            "Score the pairs that are missing with a pairwise judge.",
            "Vote on more pairs, or score them with a pairwise judge.",
        ),
    )
