"""Choose the next two answers that a person votes on.

Pairs of entries with a higher information gain are preferred. No person sees the same two answers twice.
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
# Smallest weight: a pair whose order is known may still be drawn when nothing else is left.
_LEAST = 1e-12


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RunTexts:
    """Arrays of a run with one element per cell: the attempt number (0: no answer) and a digest of the answer."""

    id: RunId
    plan: Plan
    attempts: Whole
    digests: Whole
    # For each case of the leaderboard, the run's row of this case.
    rows: Whole


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Deck:
    """The answers shown to voters. Arrays indexed `[case, entry]` hold the run index, cell, attempt and text digest."""

    cases: tuple[UUID, ...]
    run: Whole
    ordinal: Whole
    attempt: Whole
    digest: Whole
    runs: tuple[RunTexts, ...]
    # Entry by run and column; and case of the leaderboard by run and row.
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
        """Return the case and the entry of an answer, or None if the leaderboard does not show the answer now."""
        for place, run in enumerate(self.runs):
            if run.id != cell.run or not 0 <= cell.ordinal < run.plan.cells:
                continue
            at = run.plan.place(cell.ordinal)
            found = int(self.case_of[place][at.case]), self.entry_of[place, at.column]
            return found if self.cell(*found) == cell else None
        return None

    def can_be_shown(self, i: int, j: int) -> NDArray[np.bool_]:
        """Return a mask of the cases that people can vote on: entries i and j gave answers with different texts."""
        both = (self.ordinal[:, i] != NOBODY) & (self.ordinal[:, j] != NOBODY)
        return both & (self.digest[:, i] != self.digest[:, j])


def deck_of(entries: Sequence[Entry], runs: Sequence[RunTexts], cases: Sequence[UUID]) -> Deck:
    """Build the deck. If an entry has several trials of a case, the first trial with an answer is shown."""
    shape = len(cases), len(entries)
    # One row per entry, because lookups go entry by entry.
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
        # Inverse of the permutation.
        case_of=tuple(np.argsort(one.rows) for one in runs),
    )


def choose_pair(
    deck: Deck, wins: Floats, voted: Voted, dice: np.random.Generator
) -> AnswerPair | None:
    """Draw two entries by information gain, then a case and the sides at random. None: no pair is left for this person.

    `wins[i, j]` is the number of votes for entry i against entry j from all people; a tie counts as half a vote.
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
    """Return the number of answer pairs that a person has not voted on yet."""
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
    """Return whether the leaderboard still shows both answers of a pair."""
    return deck.find(pair.a) is not None and deck.find(pair.b) is not None


def in_telling_order(wins: Floats, dice: np.random.Generator) -> list[tuple[int, int]]:
    """Return all pairs of entries in random order, weighted by the expected information gain of one more vote.

    Always taking the pair with the highest gain would be biased: an entry with early luck would get other opponents,
    and differences in strength would be overestimated (Bramley, 2015).
    """
    if len(wins) < 2:
        return []
    pairs = list(combinations(range(len(wins)), 2))
    taught = learned_from_one(wins)
    worth = np.array([taught[pair] for pair in pairs])
    turns = dice.exponential(size=worth.size) / np.maximum(worth, _LEAST)
    return [pairs[at] for at in np.argsort(turns)]


def _done(deck: Deck, voted: Voted) -> dict[tuple[int, int], set[int]]:
    """Return, for each pair of entries, the cases that the person has voted on."""
    found: dict[tuple[int, int], set[int]] = {}
    for a, b in voted:
        one, other = deck.find(a), deck.find(b)
        if one is None or other is None or one[0] != other[0]:
            continue
        i, j = sorted((one[1], other[1]))
        found.setdefault((i, j), set()).add(one[0])
    return found
