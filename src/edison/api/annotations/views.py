"""Queues and answers as they go out. What an annotator is handed names no model, version, score or other person."""

from datetime import datetime
from typing import Annotated, Self
from uuid import UUID

from pydantic import AliasPath, Field, model_validator

from edison.api.base_views import Body, DomainView, Line, Paragraphs, View
from edison.api.datasets.case_views import CaseValueView
from edison.api.judging.rubric_views import CriterionView
from edison.api.runs.label_views import RawValue
from edison.domain.annotations.annotation_queue import (
    MOST_INSTRUCTIONS,
    MOST_ITEMS,
    MOST_NAME,
    MOST_NOTE,
    MOST_PEOPLE,
    MOST_STARS,
    USUAL_APART,
    USUAL_LOW,
    AnswerPick,
    Choice,
    DecisionKind,
    GivenLabel,
    LabelKind,
    QueueState,
)
from edison.domain.ids import ItemId, ProjectId, QueueId, RunId
from edison.domain.judging.rubric import MOST_CRITERIA
from edison.domain.runs.run_plan import MOST_COLUMNS
from edison.services.annotations.annotation_queries import AnnotationSheet, QueueReport
from edison.services.annotations.annotation_queue_commands import MakeQueue
from edison.services.annotations.answer_labels import LabelAnswer


class RubricNameView(View):
    id: UUID
    name: str
    version: int


class QueueRunView(View):
    id: UUID
    number: int
    name: str


class PersonProgressView(DomainView):
    user: UUID
    name: str
    labels: int
    skipped: int


class QueueProgressView(DomainView):
    items: int = Field(description="Answers that are still as they were when the queue was made")
    done: int = Field(description="Have a final value: people agreed, or someone decided")
    disputed: int = Field(description="Have all labels, and wait for someone to decide")
    stale: int = Field(description="Were asked anew since, and count no more")
    labels: int
    people: list[PersonProgressView]
    left_for_me: int
    my_labels: int
    my_skipped: int


class AnnotationQueueView(View):
    id: UUID
    name: str
    instructions: str
    run: QueueRunView
    ask: LabelKind
    rubric: RubricNameView | None
    criteria: list[CriterionView]
    people_per_item: int = Field(validation_alias="people")
    seed: int
    state: QueueState
    pick: AnswerPick = Field(validation_alias=AliasPath("choice", "pick"))
    created_by: str = Field(validation_alias="created_by_label")
    created_at: datetime
    closed_at: datetime | None
    progress: QueueProgressView

    @classmethod
    def of(cls, report: QueueReport, **others: object) -> Self:
        queue = report.queue
        rubric = None
        if queue.rubric_id is not None:
            rubric = {
                "id": queue.rubric_id,
                "name": queue.rubric_name or "",
                "version": queue.rubric_version,
            }
        return cls.copy_attributes(
            queue,
            run={"id": queue.run, "number": queue.run_number, "name": queue.run_name},
            rubric=rubric,
            criteria=queue.rubric.criteria if queue.rubric else (),
            progress=report.progress,
            **others,
        )


class ConsentView(DomainView):
    criterion: str | None = Field(description="null: the grade as a whole")
    alpha: float | None = Field(description="Krippendorff's; null: cannot be told yet")
    low: float | None
    high: float | None
    items: int = Field(description="Answers with two labels or more")
    sentence: str


class LabelValueView(DomainView):
    grade: float
    stars: int | None
    criteria: dict[str, float] | None = Field(
        description="From 0 to 1; multiply by the criterion's scale"
    )


class LabelView(DomainView):
    user: UUID
    name: str
    value: LabelValueView | None = Field(description="null: skipped")
    note: str
    at: datetime


class DecisionView(DomainView):
    how: DecisionKind
    value: LabelValueView
    by: str = Field(validation_alias="by_label")
    note: str
    at: datetime


class DisputeView(DomainView):
    """Labels are told: everyone who was to label it has."""

    item: UUID = Field(validation_alias=AliasPath("item", "id"))
    position: int = Field(validation_alias=AliasPath("item", "position"))
    spread: float = Field(description="How far apart the labels are at most, from 0 to 1")
    labels: list[LabelView] = Field(validation_alias=AliasPath("item", "given"))
    decision: DecisionView | None = Field(validation_alias=AliasPath("item", "decision"))


class AnnotationQueueReportView(AnnotationQueueView):
    agreement: list[ConsentView]
    disagreements: list[DisputeView]

    @staticmethod
    def of_report(report: QueueReport) -> "AnnotationQueueReportView":
        return AnnotationQueueReportView.of(
            report, agreement=report.consent, disagreements=report.disputes
        )


class BlindCallView(View):
    name: str
    arguments: str


class BlindItemView(DomainView):
    """One answer, and nothing that tells where it comes from. All texts are untrusted."""

    id: UUID = Field(validation_alias=AliasPath("item", "id"))
    position: int = Field(
        validation_alias=AliasPath("item", "position"), description="In the queue's shuffled order"
    )
    values: dict[str, CaseValueView] = Field(validation_alias=AliasPath("case", "values"))
    expected: str | None = Field(validation_alias=AliasPath("case", "expected"))
    output: str
    tool_calls: list[BlindCallView]


class NextItemView(DomainView):
    item: BlindItemView | None = Field(
        validation_alias="sheet", description="null: nothing is left for you now"
    )
    progress: QueueProgressView


class ReviewItemView(BlindItemView):
    complete: bool = Field(
        validation_alias="tells_labels",
        description="It has all its labels; before, they are not told",
    )
    stale: bool = Field(
        validation_alias=AliasPath("item", "stale"),
        description="The cell was asked anew since; this answer is gone",
    )
    labels: list[LabelView]
    decision: DecisionView | None

    @staticmethod
    def of_sheet(sheet: AnnotationSheet) -> "ReviewItemView":
        return ReviewItemView.copy_attributes(
            sheet,
            labels=sheet.item.labels if sheet.tells_labels else (),
            decision=sheet.item.decision if sheet.tells_labels else None,
        )


Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


class CellChoiceBody(Body):
    pick: AnswerPick = Field(
        default=AnswerPick.ALL,
        description="`low`: graded below `below`; `disagree`: judges' scores at least `apart` from each other",
    )
    count: Annotated[int, Field(ge=1, le=MOST_ITEMS)] | None = Field(
        default=None, description="At most so many, drawn at random"
    )
    below: Share = USUAL_LOW
    apart: Share = USUAL_APART
    columns: (
        Annotated[
            list[Annotated[int, Field(ge=0, le=MOST_COLUMNS)]],
            Field(min_length=1, max_length=MOST_COLUMNS),
        ]
        | None
    ) = Field(default=None, description="null: all columns")
    unmarked: bool = Field(default=False, description="Leave out what a person has graded already")


class MakeQueueBody(Body):
    run: UUID
    name: Annotated[Line, Field(min_length=1, max_length=MOST_NAME)]
    instructions: Annotated[Paragraphs, Field(max_length=MOST_INSTRUCTIONS)] = ""
    ask: LabelKind
    rubric: UUID | None = Field(default=None, description="Whose criteria are asked for")
    rubric_version: Annotated[int, Field(ge=1, le=2**31 - 1)] | None = Field(
        default=None, description="null: the newest"
    )
    people_per_item: int = Field(default=1, ge=1, le=MOST_PEOPLE)
    cells: CellChoiceBody = CellChoiceBody()
    seed: Annotated[int, Field(ge=0, le=2**31 - 1)] | None = Field(
        default=None, description="Decides sample and order; null: one is drawn"
    )

    def to_command(self, project: ProjectId) -> MakeQueue:
        cells = self.cells
        return MakeQueue(
            project=project,
            run=RunId(self.run),
            name=self.name,
            instructions=self.instructions,
            ask=self.ask,
            rubric=self.rubric,
            rubric_version=self.rubric_version,
            people=self.people_per_item,
            choice=Choice(
                pick=cells.pick,
                count=cells.count,
                below=cells.below,
                apart=cells.apart,
                columns=None if cells.columns is None else tuple(sorted(set(cells.columns))),
                unmarked=cells.unmarked,
            ),
            seed=self.seed,
        )


class SaidBody(Body):
    """In the words of the question: `good` for thumbs, `stars`, or `criteria` on their own scales."""

    good: bool | None = None
    stars: Annotated[int, Field(ge=1, le=MOST_STARS, strict=True)] | None = None
    criteria: Annotated[dict[Line, RawValue], Field(max_length=MOST_CRITERIA)] | None = None
    note: Annotated[Paragraphs, Field(max_length=MOST_NOTE)] = ""

    def to_said(self) -> GivenLabel:
        return GivenLabel(good=self.good, stars=self.stars, criteria=self.criteria)


class AdjudicateBody(SaidBody):
    def to_command(self, project: ProjectId, queue: UUID, item: UUID) -> LabelAnswer:
        return LabelAnswer(
            project=project,
            queue=QueueId(queue),
            item=ItemId(item),
            said=self.to_said(),
            note=self.note,
        )


class LabelBody(SaidBody):
    skipped: bool = Field(default=False, description="Say nothing of this answer")

    @model_validator(mode="after")
    def _skip_or_say(self) -> Self:
        said = any(each is not None for each in (self.good, self.stars, self.criteria))
        if self.skipped == said:
            raise ValueError("Either say something or skip")
        return self

    def to_command(self, project: ProjectId, queue: UUID, item: UUID) -> LabelAnswer:
        return LabelAnswer(
            project=project,
            queue=QueueId(queue),
            item=ItemId(item),
            said=None if self.skipped else self.to_said(),
            note=self.note,
        )
