"""Duels and votes of a board as they come in and go out. What a voter is handed names no model, version or score."""

from uuid import UUID

from pydantic import AliasPath, Field

from edison.api.annotations.views import BlindCallView
from edison.api.arena.leaderboard_views import EntryView
from edison.api.base_views import Body, DomainView, View
from edison.api.datasets.case_views import CaseValueView
from edison.api.results.views import EstimateView
from edison.domain.arena.leaderboards.duels import Duels
from edison.domain.arena.leaderboards.votes import ShownVote, said_of
from edison.domain.ids import BoardId, ProjectId
from edison.services.arena.blind_votes import CastResult, CastVote, HandedPair
from edison.services.arena.duel_results import DuelReport


class DuelRankView(DomainView):
    entry: int
    strength: float = Field(description="The chance of winning against an average one")
    low: float
    high: float
    rank: int
    rank_low: int
    rank_high: int
    wins: float = Field(description="A tie is half a win")
    duels: int


class MeetingView(DomainView):
    """From the row's view against the column's."""

    wins: int
    losses: int
    ties: int
    n: int


class InconsistencyView(View):
    circular: int = Field(description="Of three on one case each beats the next")
    of: int
    rate: EstimateView | None
    disagree: EstimateView | None = Field(
        description="Of votes: two people say otherwise of the same two answers"
    )
    sentence: str


class PositionView(DomainView):
    """Position bias: does the side an answer is shown on affect votes?"""

    first: int = Field(description="Votes for the left one; of judges: kept in both orders")
    second: int = Field(description="Votes for the right one; of judges: changed with the order")
    rate: EstimateView | None = Field(
        description="Share won by the left one; of judges: share that changed with the order"
    )
    sentence: str


class DuelsView(DomainView):
    items: list[DuelRankView] = Field(description="Strongest first")
    matrix: list[list[MeetingView]] = Field(description="In the order of `entries`")
    cases: int
    both_bad: int = Field(description="Of the ties; votes only")
    inconsistency: InconsistencyView
    position: PositionView
    sentence: str
    next_step: str


class BoardDuelsView(View):
    entries: list[EntryView]
    judges: DuelsView | None = Field(description="null: no judge has compared two answers")
    votes: DuelsView | None = Field(description="null: nobody has voted")
    both: DuelsView | None

    @staticmethod
    def of(report: DuelReport) -> "BoardDuelsView":
        return BoardDuelsView(
            entries=[EntryView.of_entry(entry) for entry in report.entries],
            judges=_duels(report.judges),
            votes=_duels(report.votes),
            both=_duels(report.both),
        )


class ShownAnswerView(DomainView):
    """Untrusted text, of nobody in particular."""

    text: str
    tool_calls: list[BlindCallView]


class BlindPairView(DomainView):
    """Two answers to one case, and nothing that tells where they come from."""

    token: UUID = Field(description="Send it with the vote; it makes one vote, however often")
    values: dict[str, CaseValueView] = Field(validation_alias=AliasPath("case", "values"))
    expected: str | None = Field(validation_alias=AliasPath("case", "expected"))
    left: ShownAnswerView
    right: ShownAnswerView


class VotingProgressView(DomainView):
    mine: int
    all: int
    voters: int
    left_to_do: int = Field(description="Pairs that you could still vote on")


class NextPairView(View):
    pair: BlindPairView | None = Field(description="null: you have seen all there is")
    done: bool
    progress: VotingProgressView

    @staticmethod
    def of(handed: HandedPair) -> "NextPairView":
        return NextPairView(
            pair=None if handed.pair is None else BlindPairView.of(handed.pair),
            done=handed.pair is None,
            progress=VotingProgressView.model_validate(handed.progress),
        )


class VoteBody(Body):
    token: UUID
    outcome: ShownVote

    def to_command(self, project: ProjectId, board: UUID) -> CastVote:
        return CastVote(project=project, board=BoardId(board), token=self.token, said=self.outcome)


class VoteView(View):
    vote: UUID
    outcome: ShownVote
    progress: VotingProgressView

    @staticmethod
    def of(cast: CastResult) -> "VoteView":
        return VoteView(
            vote=cast.vote,
            outcome=said_of(cast.outcome, left_is_a=cast.left_is_a),
            progress=VotingProgressView.model_validate(cast.progress),
        )


class UndoneView(DomainView):
    undone: bool
    progress: VotingProgressView


def _duels(duels: Duels | None) -> DuelsView | None:
    return None if duels is None else DuelsView.model_validate(duels)
