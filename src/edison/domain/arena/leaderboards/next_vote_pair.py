"""Choose which two answers to show next.

The pair that teaches most about the order, and never the same two to the same person twice.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from edison.domain.arena.leaderboards.leaderboard_entries import Entry
from edison.domain.arena.leaderboards.votes import AnswerCell, AnswerPair
from edison.domain.ids import RunId
from edison.domain.results.run_arrays import Floats
from edison.domain.runs.run_plan import Plan
from edison.domain.statistics.bradley_terry import learned_from_one

Whole = NDArray[np.int64]
# Cells of pairs that a person has voted on.
Voted = frozenset[tuple[AnswerCell, AnswerCell]]

NOBODY = -1
# Even a pair of whom all is known may be drawn, when nothing else is left.
_LEAST = 1e-12


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RunTexts:
    """What a run's cells hold, one place for each cell.

    The number of its attempt, 0 where there is no answer, and a digest of the text.
    """

    id: RunId
    plan: Plan
    attempts: Whole
    digests: Whole
    # For each case of the board, the run's row of cases.
    rows: Whole


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Deck:
    """For each case and entry the answer that is shown: its run's place, its number there, its attempt, its digest."""

    cases: tuple[UUID, ...]
    run: Whole
    ordinal: Whole
    attempt: Whole
    digest: Whole
    runs: tuple[RunTexts, ...]
    # By run and column, whose answers they are; and for each run's row of cases, the case of the board.
    entry_of: Mapping[tuple[int, int], int]
    case_of: tuple[Whole, ...]

    @property
    def entries(self) -> int:
        return self.ordinal.shape[1]

    def cell(self, case: int, entry: int) -> AnswerCell | None:
        if self.ordinal[case, entry] == NOBODY:
            return None
        return AnswerCell(
            run=self.runs[int(self.run[case, entry])].id,
            ordinal=int(self.ordinal[case, entry]),
            attempt=int(self.attempt[case, entry]),
        )

    def find(self, cell: AnswerCell) -> tuple[int, int] | None:
        """The case and the entry of an answer; None if the board does not show it, or not any more."""
        for place, run in enumerate(self.runs):
            if run.id != cell.run or not 0 <= cell.ordinal < run.plan.cells:
                continue
            at = run.plan.place(cell.ordinal)
            found = int(self.case_of[place][at.case]), self.entry_of[place, at.column]
            return found if self.cell(*found) == cell else None
        return None

    def can_be_shown(self, i: int, j: int) -> NDArray[np.bool_]:
        """Cases on which the two can be shown: both answered, and not with the very same text."""
        both = (self.ordinal[:, i] != NOBODY) & (self.ordinal[:, j] != NOBODY)
        return both & (self.digest[:, i] != self.digest[:, j])


def deck_of(entries: Sequence[Entry], runs: Sequence[RunTexts], cases: Sequence[UUID]) -> Deck:
    """Of several trials the first that has an answer is shown."""
    shape = len(cases), len(entries)
    # Entry by entry, for that is how they are looked through.
    run, ordinal, attempt, digest = (np.zeros(shape, dtype=np.int64, order="F") for _ in range(4))
    ordinal[:] = NOBODY
    for entry in entries:
        at = entry.number
        for source in entry.sources:
            one = runs[source.run]
            columns = len(one.plan.columns)
            for trial in range(one.plan.trials):
                numbers = (one.rows * one.plan.trials + trial) * columns + source.column
                fill = (ordinal[:, at] == NOBODY) & (one.attempts[numbers] > 0)
                run[fill, at] = source.run
                ordinal[fill, at] = numbers[fill]
                attempt[fill, at] = one.attempts[numbers[fill]]
                digest[fill, at] = one.digests[numbers[fill]]
    return Deck(
        cases=tuple(cases),
        run=run,
        ordinal=ordinal,
        attempt=attempt,
        digest=digest,
        runs=tuple(runs),
        entry_of={
            (source.run, source.column): entry.number
            for entry in entries
            for source in entry.sources
        },
        # The inverse of a permutation.
        case_of=tuple(np.argsort(one.rows) for one in runs),
    )


def choose_pair(
    deck: Deck, wins: Floats, voted: Voted, dice: np.random.Generator
) -> AnswerPair | None:
    """Two entries of whom one more vote teaches much, on a case drawn by chance, on sides drawn by chance.

    `wins[i, j]` are all people's votes so far, ties as halves. None: the person has seen all there is.
    """
    done = _done(deck, voted)
    for i, j in in_telling_order(wins, dice):
        ready = deck.can_be_shown(i, j)
        ready[list(done.get((i, j), ()))] = False
        if ready.any():
            case = int(dice.choice(np.flatnonzero(ready)))
            return pair_of(deck, case, i, j, left_is_a=bool(dice.random() < 0.5))
    return None


def left_to_do(deck: Deck, voted: Voted) -> int:
    """Pairs that a person could still vote on."""
    done = _done(deck, voted)
    left = 0
    for i, j in combinations(range(deck.entries), 2):
        ready = deck.can_be_shown(i, j)
        ready[list(done.get((i, j), ()))] = False
        left += int(ready.sum())
    return left


def pair_of(deck: Deck, case: int, i: int, j: int, *, left_is_a: bool) -> AnswerPair:
    one, other = deck.cell(case, i), deck.cell(case, j)
    assert one is not None
    assert other is not None
    a, b = sorted((one, other))
    return AnswerPair(case=deck.cases[case], a=a, b=b, left_is_a=left_is_a)


def still_shown(deck: Deck, pair: AnswerPair) -> bool:
    """Whether both answers are still those that the board shows."""
    return deck.find(pair.a) is not None and deck.find(pair.b) is not None


def in_telling_order(wins: Floats, dice: np.random.Generator) -> list[tuple[int, int]]:
    """All pairs, drawn one after the other: one of whom a vote teaches twice as much is drawn twice as soon.

    To take the most telling one each time would teach less: who was lucky once would meet others than who was not, and
    the strengths would come out further apart than they are (Bramley, 2015).
    """
    if len(wins) < 2:
        return []
    pairs = list(combinations(range(len(wins)), 2))
    taught = learned_from_one(wins)
    worth = np.array([taught[pair] for pair in pairs])
    turns = dice.exponential(size=worth.size) / np.maximum(worth, _LEAST)
    return [pairs[at] for at in np.argsort(turns)]


def _done(deck: Deck, voted: Voted) -> dict[tuple[int, int], set[int]]:
    """Cases by entries that the person has seen beside each other."""
    found: dict[tuple[int, int], set[int]] = {}
    for a, b in voted:
        one, other = deck.find(a), deck.find(b)
        if one is None or other is None or one[0] != other[0]:
            continue
        i, j = sorted((one[1], other[1]))
        found.setdefault((i, j), set()).add(one[0])
    return found
