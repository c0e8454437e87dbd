"""Request and response bodies of duels and votes. Voters do not see the model, version or score of an answer."""

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
    strength: float = Field(description="Probability of winning against an average entry")
    low: float
    high: float
    rank: int
    rank_low: int
    rank_high: int
    wins: float = Field(description="Number of wins; a tie is half a win")
    duels: int


class MeetingView(DomainView):
    """Results of the duels between two entries, from the point of view of the row's entry."""

    wins: int
    losses: int
    ties: int
    n: int


class InconsistencyView(View):
    circular: int = Field(description="Triples on one case that beat each other in a circle")
    of: int
    rate: EstimateView | None
    disagree: EstimateView | None = Field(
        description="Votes only: share of pairs on which two people disagree"
    )
    sentence: str


class PositionView(DomainView):
    """Position bias: does the side an answer is shown on affect votes?"""

    first: int = Field(description="Votes for the left answer; judges: same result in both orders")
    second: int = Field(description="Votes for the right answer; judges: changed with the order")
    rate: EstimateView | None = Field(
        description="Share won by the left answer; judges: share of results that changed with the order"
    )
    sentence: str


class DuelsView(DomainView):
    items: list[DuelRankView] = Field(description="Strongest first")
    matrix: list[list[MeetingView]] = Field(description="In the order of `entries`")
    cases: int
    both_bad: int = Field(description="Ties in which both answers were called bad; votes only")
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
    """An answer without the name of its model. The text is untrusted."""

    text: str
    tool_calls: list[BlindCallView]


class BlindPairView(DomainView):
    """Two answers to one case, without any information about their origin."""

    token: UUID = Field(description="Send it with the vote; sending it again has no effect")
    values: dict[str, CaseValueView] = Field(validation_alias=AliasPath("case", "values"))
    expected: str | None = Field(validation_alias=AliasPath("case", "expected"))
    left: ShownAnswerView
    right: ShownAnswerView


class VotingProgressView(DomainView):
    mine: int
    all: int
    voters: int
    left_to_do: int = Field(description="Pairs that you can still vote on")


class NextPairView(View):
    pair: BlindPairView | None = Field(description="null: you have voted on all pairs")
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
