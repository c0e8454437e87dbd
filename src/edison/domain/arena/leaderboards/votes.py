"""Votes of people who see two answers without the names of the models, position bias, and disagreement of voters."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import combinations
from uuid import UUID

import numpy as np

from edison.domain.ids import BoardId, RunId, UserId, VoteId
from edison.domain.results.run_summary import Figure, figure
from edison.domain.statistics.estimates import mean_of, proportion_of


class VoteOutcome(StrEnum):
    """Outcome of a vote in terms of the stored pair (answers a and b), independent of the sides on the screen."""

    A = "a"
    B = "b"
    TIE = "tie"
    BOTH_BAD = "both_bad"


class ShownVote(StrEnum):
    """Outcome of a vote in terms of the screen: the left or the right answer."""

    LEFT = "left"
    RIGHT = "right"
    TIE = "tie"
    BOTH_BAD = "both_bad"


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class AnswerCell:
    """Identity of one answer. Another attempt of the same cell is a different answer."""

    run: RunId
    ordinal: int
    attempt: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerPair:
    """Two answers to one case. `a` sorts before `b`, so that the same two answers always form the same pair."""

    case: UUID
    a: AnswerCell
    b: AnswerCell
    left_is_a: bool

    @property
    def sides(self) -> tuple[AnswerCell, AnswerCell]:
        return (self.a, self.b) if self.left_is_a else (self.b, self.a)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A pair that was shown to a person who has not voted on it yet."""

    # Becomes the id of the vote, so that one seat gives one vote however often the request is sent.
    token: UUID
    board: BoardId
    voter: UserId
    pair: AnswerPair
    handed_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote:
    id: VoteId
    board: BoardId
    pair: AnswerPair
    outcome: VoteOutcome
    voter: UserId
    voter_label: str
    at: datetime
    took_ms: int
    withdrawn_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedVote:
    """A vote as input of the statistics. `case` is an index of a case; `a` and `b` are indexes of entries."""

    case: int
    a: int
    b: int
    outcome: VoteOutcome
    left_is_a: bool
    voter: UUID


def outcome_of(said: ShownVote, *, left_is_a: bool) -> VoteOutcome:
    if said is ShownVote.TIE:
        return VoteOutcome.TIE
    if said is ShownVote.BOTH_BAD:
        return VoteOutcome.BOTH_BAD
    return VoteOutcome.A if (said is ShownVote.LEFT) == left_is_a else VoteOutcome.B


def said_of(outcome: VoteOutcome, *, left_is_a: bool) -> ShownVote:
    if outcome is VoteOutcome.TIE:
        return ShownVote.TIE
    if outcome is VoteOutcome.BOTH_BAD:
        return ShownVote.BOTH_BAD
    return ShownVote.LEFT if (outcome is VoteOutcome.A) == left_is_a else ShownVote.RIGHT


def first_won(outcome: VoteOutcome) -> float:
    """Return the points of answer `a`: 1 for a win, 0 for a loss, and 0.5 for a tie or "both bad"."""
    return {VoteOutcome.A: 1.0, VoteOutcome.B: 0.0}.get(outcome, 0.5)


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionBias:
    """Wins of the left and the right answer. Sides are random, so `rate` should be near 0.5 without position bias."""

    left: int
    right: int
    rate: Figure | None


def sides_of(votes: Sequence[CountedVote]) -> PositionBias:
    decided = [vote for vote in votes if vote.outcome in (VoteOutcome.A, VoteOutcome.B)]
    left = [(vote.outcome is VoteOutcome.A) == vote.left_is_a for vote in decided]
    # Votes on answers to one case are correlated, so they form a cluster.
    rate = proportion_of(left, np.array([vote.case for vote in decided])) if decided else None
    return PositionBias(left=sum(left), right=len(left) - sum(left), rate=figure(rate))


def disagreement_of(votes: Sequence[CountedVote]) -> Figure | None:
    """Return how often two voters disagree on the same two answers. A tie against a win counts as half."""
    by_pair: dict[tuple[int, int, int], list[tuple[UUID, float]]] = {}
    for vote in votes:
        a, b, won = vote.a, vote.b, first_won(vote.outcome)
        key, won = ((vote.case, a, b), won) if a < b else ((vote.case, b, a), 1 - won)
        by_pair.setdefault(key, []).append((vote.voter, won))
    apart: list[float] = []
    cases: list[int] = []
    for (case, _, _), said in by_pair.items():
        for (one, first), (other, second) in combinations(said, 2):
            if one != other:
                apart.append(abs(first - second))
                cases.append(case)
    return figure(mean_of(apart, np.array(cases))) if apart else None


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryOf:
    """Lookup of the entry that a cell belongs to, by the run and the column of the cell."""

    widths: Mapping[RunId, int]
    entries: Mapping[tuple[RunId, int], int]

    def entry(self, run: RunId, ordinal: int) -> int | None:
        width = self.widths.get(run)
        return None if width is None else self.entries.get((run, ordinal % width))
