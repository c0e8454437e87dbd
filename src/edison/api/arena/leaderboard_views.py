"""Request and response bodies of the leaderboard endpoints."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import Field

from edison.api.base_views import Body, DomainView, Line, View
from edison.api.results.views import ErrorsView, EstimateView
from edison.domain.arena.leaderboards.equal_terms import UnequalReason
from edison.domain.arena.leaderboards.leaderboard_entries import MOST_NAME, MOST_RUNS, Entry
from edison.domain.arena.leaderboards.standings import EntryStanding
from edison.domain.ids import BoardId, ProjectId, RunId
from edison.services.arena.leaderboard_commands import ChangeBoard, MakeBoard
from edison.services.arena.leaderboard_queries import Candidates, LeaderboardCandidate, ListedBoard
from edison.services.arena.leaderboard_report import BoardReport
from edison.services.arena.leaderboard_runs import LeaderboardRuns

Name = Annotated[Line, Field(min_length=1, max_length=MOST_NAME)]
Runs = Annotated[
    list[UUID],
    Field(min_length=1, max_length=MOST_RUNS, description="Comparable runs, each once"),
]


class MakeBoardBody(Body):
    name: Name
    runs: Runs

    def to_command(self, project: ProjectId) -> MakeBoard:
        return MakeBoard(
            project=project, name=self.name, runs=tuple(RunId(run) for run in self.runs)
        )


class ChangeBoardBody(Body):
    """Changes of a leaderboard. Fields that are left out keep their values."""

    name: Name | None = None
    runs: Runs | None = None

    def to_command(self, project: ProjectId, board: UUID) -> ChangeBoard:
        return ChangeBoard(
            project=project,
            board=BoardId(board),
            name=self.name,
            runs=None if self.runs is None else tuple(RunId(run) for run in self.runs),
        )


class UnequalReasonView(DomainView):
    """Reason why a run is not comparable with the other runs."""

    run: UUID
    number: int
    code: str = Field(
        description="not_completed, no_dataset, not_answers, other_dataset, other_version,"
        " other_cases or judged_otherwise"
    )
    sentence: str


class BoardCardView(View):
    id: UUID
    name: str
    dataset_id: UUID = Field(validation_alias="dataset")
    dataset_name: str
    dataset_version: int
    runs: int
    votes: int
    voters: int
    created_by_label: str
    created_at: datetime

    @staticmethod
    def of(found: ListedBoard) -> "BoardCardView":
        board = found.board
        return BoardCardView.copy_attributes(
            board, runs=len(board.runs), votes=found.votes, voters=found.voters
        )


class CandidateColumnView(DomainView):
    model_name: str
    prompt_name: str
    version: int


class CandidateView(View):
    run: UUID
    number: int
    name: str
    state: str
    created_at: datetime
    dataset_version: int | None
    cases: int
    trials: int
    columns: list[CandidateColumnView]
    scorers: list[str] = Field(description="Scorers whose mean is the grade")
    terms: str | None = Field(
        description="Runs with the same value are comparable; null: it can be on no leaderboard"
    )
    fits: bool = Field(description="Whether it is comparable with the reference")
    reasons: list[UnequalReasonView]

    @staticmethod
    def of(found: LeaderboardCandidate) -> "CandidateView":
        one = found.contender
        return CandidateView.copy_attributes(
            one,
            name=found.name,
            created_at=found.created_at,
            dataset_version=one.plan.dataset_version,
            cases=one.plan.cases,
            trials=one.plan.trials,
            columns=[
                CandidateColumnView(
                    model_name=column.model_name,
                    prompt_name=column.prompt_name,
                    version=column.number,
                )
                for column in one.plan.columns
            ],
            terms=found.terms,
            fits=not found.reasons,
            reasons=_reasons(found.reasons),
        )


class CandidatesView(View):
    reference: UUID | None = Field(description="The run that the others are compared with")
    items: list[CandidateView]

    @staticmethod
    def of(found: Candidates) -> "CandidatesView":
        return CandidatesView(
            reference=found.reference, items=[CandidateView.of(each) for each in found.items]
        )


class BoardRunView(View):
    run: UUID
    number: int
    name: str
    created_at: datetime


class EntrySourceView(View):
    run: UUID
    column: int


class BeatenByView(DomainView):
    entry: int
    clear: bool = Field(description="Better and cheaper, both beyond chance")
    sentence: str


class EntryView(View):
    """A leaderboard entry: a model with a prompt version and parameters."""

    entry: int = Field(description="Number of the entry on this leaderboard")
    name: str = Field(description="Shortest name that distinguishes the entries")
    model_id: UUID
    model_name: str
    provider: str
    prompt_id: UUID
    prompt_name: str
    prompt_version: int
    parameters: dict[str, Any]

    @staticmethod
    def of_entry(entry: Entry) -> "EntryView":
        return EntryView(**entry_fields(entry))


class BoardRowView(EntryView):
    runs: list[EntrySourceView]
    grade: EstimateView | None = Field(description="From 0 to 1; null: no answer has a grade yet")
    pass_rate: EstimateView | None
    rank: int | None = Field(
        description="Equal for entries without a significant difference; null: no grade, or inconclusive"
    )
    rank_low: int | None = Field(
        description="Lower end of the 95% interval of the true rank; `rank` may be better"
    )
    rank_high: int | None
    cost_per_answer_usd: EstimateView | None = Field(description="Without judges; null: unknown")
    latency_p50_ms: float | None
    latency_p95_ms: float | None
    answers: int
    errors: ErrorsView
    inconclusive: bool = Field(description="More than a tenth of the cells have no usable score")
    on_frontier: bool = Field(
        description="No other entry has at least this grade at no more than this cost"
    )
    on_fast_frontier: bool = Field(description="The same for grade, cost and latency")
    clearly_beaten: bool
    beaten_by: list[BeatenByView]
    sentence: str


class BoardTagView(View):
    tag: str
    cases: int


class TagRowView(View):
    tag: str
    cases: int
    grades: list[EstimateView | None] = Field(description="In the order of `rows`")


class BoardVotesView(DomainView):
    votes: int
    voters: int
    mine: int


class BoardView(View):
    id: UUID
    name: str
    dataset_id: UUID
    dataset_name: str
    dataset_version: int
    created_by_label: str
    created_at: datetime
    runs: list[BoardRunView]
    panel: list[str] = Field(description="Names of the scorers whose mean is the grade")
    scale: int | None = Field(description="Scale of the rubric; null: from 0 to 1")
    left_out: list[UnequalReasonView] = Field(
        description="Runs that are no longer comparable; they are left out of the ranking"
    )
    tag: str | None
    tags: list[BoardTagView]
    cases: int
    stale: bool = Field(description="Grades have changed and are being computed again")
    rows: list[BoardRowView] = Field(description="By rank and grade")
    by_tag: list[TagRowView]
    frontier: list[int] = Field(description="Entries with `on_frontier`, cheapest first")
    frontier_sentence: str
    sentence: str
    next_step: str
    votes: BoardVotesView

    @staticmethod
    def of(report: BoardReport) -> "BoardView":
        found, told = report.gathered, report.leaderboard
        board, order = found.board, [one.entry for one in told.standings]
        return BoardView.copy_attributes(
            report,
            id=board.id,
            name=board.name,
            dataset_id=board.dataset,
            dataset_name=board.dataset_name,
            dataset_version=board.dataset_version,
            created_by_label=board.created_by_label,
            created_at=board.created_at,
            runs=[
                BoardRunView(
                    run=run.id, number=run.number, name=run.name, created_at=run.created_at
                )
                for run in found.runs
            ],
            panel=list(found.scorers),
            left_out=_reasons(found.left_out),
            cases=told.cases,
            rows=[_row(found, one) for one in told.standings],
            by_tag=[
                TagRowView(
                    tag=row.tag,
                    cases=row.cases,
                    grades=[_estimate(row.grades[entry]) for entry in order],
                )
                for row in report.by_tag
            ],
            frontier=list(told.frontier),
            frontier_sentence=told.frontier_sentence,
            sentence=told.sentence,
            next_step=told.next_step,
        )


def entry_fields(entry: Entry) -> dict[str, Any]:
    column = entry.column
    return {
        "entry": entry.number,
        "name": entry.name,
        "model_id": column.model,
        "model_name": column.model_name,
        "provider": column.provider,
        "prompt_id": column.prompt,
        "prompt_name": column.prompt_name,
        "prompt_version": column.number,
        "parameters": column.parameters.given(),
    }


def _row(found: LeaderboardRuns, one: EntryStanding) -> BoardRowView:
    entry = found.entries[one.entry]
    return BoardRowView(
        **entry_fields(entry),
        runs=[
            EntrySourceView(run=found.runs[source.run].id, column=source.column)
            for source in entry.sources
        ],
        grade=_estimate(one.grade),
        pass_rate=_estimate(one.pass_rate),
        rank=one.rank,
        rank_low=one.rank_low,
        rank_high=one.rank_high,
        cost_per_answer_usd=_estimate(one.cost_usd),
        latency_p50_ms=one.latency_p50_ms,
        latency_p95_ms=one.latency_p95_ms,
        answers=one.answers,
        errors=ErrorsView.model_validate(one.errors),
        inconclusive=one.inconclusive,
        on_frontier=one.on_frontier,
        on_fast_frontier=one.on_fast_frontier,
        clearly_beaten=one.clearly_beaten,
        beaten_by=[BeatenByView.model_validate(each) for each in one.beaten_by],
        sentence=one.sentence,
    )


def _estimate(figure: object) -> EstimateView | None:
    return None if figure is None else EstimateView.model_validate(figure)


def _reasons(reasons: tuple[UnequalReason, ...]) -> list[UnequalReasonView]:
    return [UnequalReasonView.model_validate(reason) for reason in reasons]
