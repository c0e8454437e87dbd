"""Request and response bodies of question reviews, in which judges rate the questions of a dataset."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from edison.api.base_views import Body, DomainView, Line, Paragraphs, View
from edison.api.runs.forecast_views import ProspectView
from edison.api.runs.run_bodies import AT_ONCE, Number, Usd, micro
from edison.api.runs.run_views import usd
from edison.domain.arena.question_review import MOST_INSTRUCTIONS, Quality
from edison.domain.ids import DatasetId, ProjectId
from edison.domain.judging.judge import MOST_JUDGES
from edison.domain.judging.score import ScoreProblem
from edison.domain.runs.run_states import PauseReason, RunState
from edison.services.arena.question_review_queries import (
    QuestionReview,
    QuestionVerdict,
    ReviewedQuestion,
    ReviewJudge,
    ReviewPage,
)
from edison.services.arena.question_review_start import Reviewing, ReviewQuestions

Some = Annotated[list[UUID], Field(max_length=MOST_JUDGES)]
VerdictState = Literal["pending", "scored", "error", "not_applicable"]


class ReviewQuestionsBody(Body):
    """Settings of a review. The reviewers are `judges` of the project, or `models` used as judges."""

    judges: Some = Field(default_factory=list[UUID])
    models: Some = Field(default_factory=list[UUID])
    criteria: list[Quality] = Field(
        default_factory=lambda: list(Quality),
        max_length=len(Quality),
        description="For `models`. Empty: one grade, by the instructions only",
    )
    instructions: Annotated[Paragraphs, Field(max_length=MOST_INSTRUCTIONS)] = Field(
        default="", description="For `models`: additional instructions"
    )
    version: Number | None = Field(default=None, description="Dataset version. Default: the newest")
    cases: list[UUID] = Field(
        default_factory=list[UUID], max_length=AT_ONCE, description="Empty: all questions"
    )
    name: Annotated[Line, Field(max_length=200)] = ""
    budget_usd: Usd | None = None
    forecast_only: bool = Field(
        default=False, description="Only estimate the cost; nothing is stored"
    )

    def to_command(self, project: ProjectId, dataset: UUID) -> ReviewQuestions:
        return ReviewQuestions(
            project=project,
            dataset=DatasetId(dataset),
            version=self.version,
            judges=tuple(self.judges),
            models=tuple(self.models),
            criteria=tuple(dict.fromkeys(self.criteria)),
            instructions=self.instructions,
            cases=tuple(self.cases),
            name=self.name,
            budget=micro(self.budget_usd),
            forecast_only=self.forecast_only,
        )


class ReviewingView(View):
    run: UUID | None = Field(description="null: only the cost was estimated")
    number: int | None
    forecast: ProspectView | None

    @staticmethod
    def of(found: Reviewing) -> "ReviewingView":
        return ReviewingView(
            run=found.run.id if found.run else None,
            number=found.run.number if found.run else None,
            forecast=ProspectView.of(found.prospect) if found.prospect else None,
        )


class ReviewJudgeView(View):
    scorer: int = Field(description="Number of the scorer in the run")
    judge: UUID
    version: int
    name: str
    model_name: str
    mean: float | None
    scored: int
    errors: int
    not_applicable: int

    @staticmethod
    def of(judge: ReviewJudge, review: QuestionReview) -> "ReviewJudgeView":
        sums = review.sums[judge.scorer]
        return ReviewJudgeView.copy_attributes(
            judge,
            mean=sums.mean,
            scored=sums.scored,
            errors=sums.errors,
            not_applicable=sums.not_applicable,
        )


class QuestionReviewView(View):
    """A review, which is a run that judges questions instead of answers. It is controlled like other runs."""

    run: UUID = Field(validation_alias="id")
    number: int
    name: str
    state: RunState
    pause_reason: PauseReason | None
    problem: str | None
    dataset_version: int | None
    cases: int
    criteria: list[str] = Field(description="Criteria of the judges' rubric; empty: one grade only")
    judges: list[ReviewJudgeView]
    done: int = Field(description="Finished results, of `total`")
    total: int
    cost_usd: Decimal
    in_doubt_usd: Decimal
    created_by: str = Field(validation_alias="created_by_label")
    created_at: datetime
    finished_at: datetime | None

    @staticmethod
    def of(review: QuestionReview) -> "QuestionReviewView":
        run = review.run
        return QuestionReviewView.copy_attributes(
            run,
            dataset_version=run.plan.dataset_version,
            cases=run.plan.cases,
            criteria=list(review.criteria),
            judges=[ReviewJudgeView.of(judge, review) for judge in review.judges],
            done=review.done,
            total=review.total,
            cost_usd=usd(review.cost),
            in_doubt_usd=usd(review.doubt),
        )


class QuestionVerdictView(View):
    scorer: int
    state: VerdictState
    overall: float | None
    criteria: dict[str, float] = Field(description="From 0 to 1")
    reasons: dict[str, str]
    reason: str | None
    problem: str | None = Field(description="Why there is no grade")

    @staticmethod
    def of(judge: ReviewJudge, verdict: QuestionVerdict | None) -> "QuestionVerdictView":
        if verdict is None or verdict.state in ("open", "calling"):
            return QuestionVerdictView(
                scorer=judge.scorer,
                state="pending",
                overall=None,
                criteria={},
                reasons={},
                reason=None,
                problem=None,
            )
        scored = verdict.state == "scored"
        given = zip(judge.criteria, verdict.criteria, strict=False)
        return QuestionVerdictView(
            scorer=judge.scorer,
            state="scored"
            if scored
            else "not_applicable"
            if verdict.problem == ScoreProblem.NOT_APPLICABLE
            else "error",
            overall=verdict.value,
            criteria={name: round(value, 4) for name, value in given if value is not None},
            reasons=verdict.reasons,
            reason=verdict.reason if scored else None,
            problem=None if scored else verdict.reason,
        )


class ReviewedQuestionView(View):
    case: UUID
    position: int = Field(description="Position of the case in its dataset")
    text: str
    tags: list[str]
    difficulty: int | None
    current: bool = Field(description="Whether the newest version contains it with this wording")
    verdicts: list[QuestionVerdictView]
    mean: float | None
    spread: float | None = Field(
        description="Standard deviation of the judges' grades; null: fewer than two grades"
    )

    @staticmethod
    def of(question: ReviewedQuestion, review: QuestionReview) -> "ReviewedQuestionView":
        said = {verdict.scorer: verdict for verdict in question.verdicts}
        return ReviewedQuestionView.copy_attributes(
            question,
            verdicts=[
                QuestionVerdictView.of(judge, said.get(judge.scorer)) for judge in review.judges
            ],
        )


class JudgesAgreeView(DomainView):
    criterion: str | None = Field(description="null: the overall grade")
    alpha: float | None = Field(description="Krippendorff's alpha; 1: always agree, 0: by chance")
    n: int
    judges: int
    sentence: str


class QuestionReviewPageView(View):
    review: QuestionReviewView
    agreement: list[JudgesAgreeView] = Field(
        description="Agreement of judges, on the first page only; empty with fewer than two judges"
    )
    items: list[ReviewedQuestionView]
    next_cursor: str | None

    @staticmethod
    def of(found: ReviewPage) -> "QuestionReviewPageView":
        return QuestionReviewPageView(
            review=QuestionReviewView.of(found.review),
            agreement=[JudgesAgreeView.of(each) for each in found.agreement],
            items=[ReviewedQuestionView.of(each, found.review) for each in found.page.items],
            next_cursor=found.page.next_cursor,
        )


class AskedAgainView(View):
    asked: int = Field(description="Number of results that are requested again")
