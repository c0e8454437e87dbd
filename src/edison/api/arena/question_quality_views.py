"""Request and response bodies of question quality: problems, dismissals and question generators."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import AliasPath, Field

from edison.api.base_views import Body, DomainView, View
from edison.domain.arena.psychometrics.question_assessment import Suspected, number
from edison.domain.arena.psychometrics.suspicions import MODELS_FOR_KEYS, Suspicion
from edison.domain.ids import DatasetId, ProjectId
from edison.services.arena.question_quality import QualityPage, Retire

MOST_RETIRED = 1_000


class DismissBody(Body):
    case: UUID
    kind: Suspicion


class RetireBody(Body):
    cases: Annotated[list[UUID], Field(min_length=1, max_length=MOST_RETIRED)]
    kind: Suspicion | None = Field(default=None, description="Reason, for the note of the version")

    def to_command(self, project: ProjectId, dataset: UUID) -> Retire:
        return Retire(
            project=project,
            dataset=DatasetId(dataset),
            cases=tuple(self.cases),
            kind=self.kind,
        )


class RetiredView(DomainView):
    version: int = Field(validation_alias=AliasPath("dataset", "version"))
    retired: int = Field(validation_alias="number")
    cases: int = Field(
        validation_alias=AliasPath("dataset", "cases"), description="Number of remaining cases"
    )


class SuspicionView(View):
    """A possible quality problem that a person should review."""

    kind: Suspicion
    strength: float = Field(description="From 0 to 1; used to sort the clearest problem first")
    sentence: str
    like_case: UUID | None = Field(description="For a duplicate: the earlier question")
    like_position: int | None
    like_text: str | None
    dismissed: bool

    @staticmethod
    def of(place: int, suspected: Suspected, found: QualityPage) -> "SuspicionView":
        questions = found.look.questions
        like = None if suspected.like is None else questions[suspected.like]
        return SuspicionView(
            kind=suspected.kind,
            strength=suspected.strength,
            sentence=suspected.sentence,
            like_case=like.case if like else None,
            like_position=like.position if like else None,
            like_text=like.text if like else None,
            dismissed=(questions[place].case, suspected.kind) in found.dismissed,
        )


class QuestionQualityView(View):
    case: UUID
    position: int = Field(description="Position of the case in its dataset")
    text: str
    expected: str | None
    tags: list[str]
    difficulty: int | None
    easiness: float | None = Field(description="Mean grade over all targets; 1 is easy")
    discrimination: float | None = Field(
        description="Correlation with the grades of all other questions: near 1, strong models score higher"
    )
    low: float | None
    high: float | None
    answers: int
    columns: int = Field(description="Number of targets that answered it")
    suspicions: list[SuspicionView]

    @staticmethod
    def of(place: int, found: QualityPage) -> "QuestionQualityView":
        question, items = found.look.questions[place], found.look.items
        return QuestionQualityView(
            case=question.case,
            position=question.position,
            text=question.text,
            expected=question.expected,
            tags=list(question.tags),
            difficulty=question.difficulty,
            easiness=number(items.easiness[place]),
            discrimination=number(items.discrimination[place]),
            low=number(items.low[place]),
            high=number(items.high[place]),
            answers=int(items.answers[place]),
            columns=int(items.columns[place]),
            suspicions=[
                SuspicionView.of(place, each, found)
                for each in found.look.suspicions.get(place, ())
            ],
        )


class AnswerRunView(DomainView):
    run: UUID
    number: int
    name: str
    columns: int
    finished_at: datetime | None


class AnswerColumnView(View):
    model_name: str
    prompt_name: str
    prompt_version: int
    mean: float | None


class SuspicionCountsView(View):
    """Number of questions with each quality problem. Dismissed problems are not counted."""

    wrong_key: int = 0
    ambiguous: int = 0
    duplicate: int = 0
    saturated: int = 0
    hopeless: int = 0
    flat: int = 0


class WrongKeyCheckView(View):
    """Number of questions that enough models answered to detect a wrong expected answer."""

    questions: int = Field(description="Questions with enough models; 0: not enough models")
    models: int = Field(description="Largest number of models that answered the same question")
    models_needed: int


class DatasetQualityView(View):
    version: int
    cases: int
    answered: int = Field(description="Questions with graded answers")
    judged: int = Field(description="Questions with enough answers to be assessed")
    answers_from: list[AnswerRunView] = Field(description="Finished runs used, newest first")
    columns: list[AnswerColumnView]
    counts: SuspicionCountsView
    wrong_key_check: WrongKeyCheckView
    dismissed: int
    sentence: str
    items: list[QuestionQualityView]
    next_cursor: str | None

    @staticmethod
    def of(found: QualityPage) -> "DatasetQualityView":
        look = found.look
        counts = {str(kind): found.counts[kind] for kind in Suspicion}
        return DatasetQualityView(
            version=found.version,
            cases=len(look.questions),
            answered=look.answered,
            judged=look.enough.questions,
            answers_from=[AnswerRunView.of(run) for run in look.runs],
            columns=[
                AnswerColumnView(
                    model_name=column.model_name,
                    prompt_name=column.prompt_name,
                    prompt_version=column.number,
                    mean=look.mean_of(place),
                )
                for place, column in enumerate(look.columns)
            ],
            counts=SuspicionCountsView(**counts),
            wrong_key_check=WrongKeyCheckView(
                questions=look.keys_checked,
                models=int(look.models.max(initial=0)),
                models_needed=MODELS_FOR_KEYS,
            ),
            dismissed=sum(map(len, look.suspicions.values())) - found.counts.total(),
            sentence=found.sentence,
            items=[QuestionQualityView.of(place, found) for place in found.page.items],
            next_cursor=found.page.next_cursor,
        )


class QuestionPointView(View):
    case: UUID
    position: int
    easiness: float
    discrimination: float | None
    kind: Suspicion | None = Field(description="The clearest problem that was not dismissed")


class QuestionPointsView(View):
    version: int
    items: list[QuestionPointView]

    @staticmethod
    def of(found: QualityPage) -> "QuestionPointsView":
        look, items = found.look, found.look.items
        return QuestionPointsView(
            version=found.version,
            items=[
                QuestionPointView(
                    case=look.questions[place].case,
                    position=look.questions[place].position,
                    easiness=round(float(items.easiness[place]), 4),
                    discrimination=number(items.discrimination[place]),
                    kind=opened[0].kind if (opened := look.open(place, found.dismissed)) else None,
                )
                for place in found.page.items
            ],
        )


class GeneratorView(View):
    model_name: str
    mean: float = Field(description="Mean grade of its questions, from 0 to 1")
    low: float | None
    high: float | None
    questions: int
    datasets: int
    reviews: int


class GeneratorsView(DomainView):
    items: list[GeneratorView]
    sentence: str
