"""Blind votes of people on two answers, position bias and disagreement between voters."""

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
    """Outcome for the pair as stored; only the screen knows the sides."""

    A = "a"
    B = "b"
    TIE = "tie"
    BOTH_BAD = "both_bad"


class ShownVote(StrEnum):
    """Outcome for the pair as shown."""

    LEFT = "left"
    RIGHT = "right"
    TIE = "tie"
    BOTH_BAD = "both_bad"


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class AnswerCell:
    """One answer; a repeated attempt is another answer."""

    run: RunId
    ordinal: int
    attempt: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerPair:
    """Two answers to one case. `a` comes first in the order of cells, so that a pair has one key."""

    case: UUID
    a: AnswerCell
    b: AnswerCell
    left_is_a: bool

    @property
    def sides(self) -> tuple[AnswerCell, AnswerCell]:
        return (self.a, self.b) if self.left_is_a else (self.b, self.a)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A pair that was shown to a person who has not voted yet."""

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
    """A vote for the statistics: rows of cases and indexes of entries."""

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
    """Return the points of the first answer; "both bad" is a tie."""
    return {VoteOutcome.A: 1.0, VoteOutcome.B: 0.0}.get(outcome, 0.5)


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionBias:
    """Position bias: sides are drawn at random, so the left answer should win half of the decided votes."""

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
    """Return how often two people disagree on the same two answers; a tie against a winner counts half."""
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
    """Lookup of the entry that a cell belongs to, by its run and column."""

    widths: Mapping[RunId, int]
    entries: Mapping[tuple[RunId, int], int]

    def entry(self, run: RunId, ordinal: int) -> int | None:
        width = self.widths.get(run)
        return None if width is None else self.entries.get((run, ordinal % width))
