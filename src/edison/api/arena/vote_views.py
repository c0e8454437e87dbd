"""Duels and votes of a board as they come in and go out. What a voter is handed names no model, version or score."""

from uuid import UUID

from pydantic import Field

from edison.api.annotations.views import BlindCallView
from edison.api.arena.leaderboard_views import EntryView
from edison.api.base_views import Body, View
from edison.api.datasets.case_views import CaseMessagesView, CaseMessageView
from edison.api.results.views import EstimateView, FigureView
from edison.domain.arena.leaderboards.duels import Duels
from edison.domain.arena.leaderboards.votes import ShownVote, said_of
from edison.domain.ids import BoardId, ProjectId
from edison.services.arena.blind_votes import (
    BlindPair,
    CastResult,
    CastVote,
    HandedPair,
    ShownAnswer,
    UndoneVote,
)
from edison.services.arena.duel_results import DuelReport


class DuelRankView(FigureView):
    entry: int
    strength: float = Field(description="The chance of winning against an average one")
    low: float
    high: float
    rank: int
    rank_low: int
    rank_high: int
    wins: float = Field(description="A tie is half a win")
    duels: int


class MeetingView(FigureView):
    """From the row's view against the column's."""

    wins: int
    losses: int
    ties: int
    n: int


class InconsistencyView(FigureView):
    circular: int = Field(description="Of three on one case each beats the next")
    of: int
    rate: EstimateView | None
    disagree: EstimateView | None = Field(
        description="Of votes: two people say otherwise of the same two answers"
    )
    sentence: str


class PositionView(FigureView):
    """Whether the place decides."""

    first: int = Field(description="Votes for the left one; of judges: kept in both orders")
    second: int = Field(description="Votes for the right one; of judges: changed with the order")
    rate: EstimateView | None = Field(
        description="Share won by the left one; of judges: share that changed with the order"
    )
    sentence: str


class DuelsView(FigureView):
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


class ShownAnswerView(View):
    """Untrusted text, of nobody in particular."""

    text: str
    tool_calls: list[BlindCallView]

    @staticmethod
    def of(shown: ShownAnswer) -> "ShownAnswerView":
        return ShownAnswerView(
            text=shown.text,
            tool_calls=[
                BlindCallView(name=call.name, arguments=call.arguments) for call in shown.tool_calls
            ],
        )


class BlindPairView(View):
    """Two answers to one case, and nothing that tells where they come from."""

    token: UUID = Field(description="Send it with the vote; it makes one vote, however often")
    values: dict[str, str | CaseMessagesView]
    expected: str | None
    left: ShownAnswerView
    right: ShownAnswerView

    @staticmethod
    def of(pair: BlindPair) -> "BlindPairView":
        return BlindPairView(
            token=pair.token,
            values={
                name: value
                if isinstance(value, str)
                else CaseMessagesView(messages=[CaseMessageView.of(each) for each in value])
                for name, value in pair.case.values.items()
            },
            expected=pair.case.expected,
            left=ShownAnswerView.of(pair.left),
            right=ShownAnswerView.of(pair.right),
        )


class VotingProgressView(FigureView):
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


class UndoneView(View):
    undone: bool
    progress: VotingProgressView

    @staticmethod
    def of(found: UndoneVote) -> "UndoneView":
        return UndoneView(
            undone=found.undone, progress=VotingProgressView.model_validate(found.progress)
        )


def _duels(duels: Duels | None) -> DuelsView | None:
    return None if duels is None else DuelsView.model_validate(duels)
