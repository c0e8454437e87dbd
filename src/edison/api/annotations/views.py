"""Request and response bodies of the annotation queue endpoints.

Annotators do not see the model, version, scores or other people's labels.
"""

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
    items: int = Field(description="Answers that have not changed since the queue was created")
    done: int = Field(description="Answers with a final label: people agreed, or one adjudicated")
    disputed: int = Field(description="Answers with all labels that wait for adjudication")
    stale: int = Field(description="Answers that were repeated since and no longer count")
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
    criterion: str | None = Field(description="null: the overall grade")
    alpha: float | None = Field(description="Krippendorff's alpha; null: too few labels")
    low: float | None
    high: float | None
    items: int = Field(description="Answers with at least two labels")
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
    """An answer on which people disagree, with all its labels. Everyone has already labelled it."""

    item: UUID = Field(validation_alias=AliasPath("item", "id"))
    position: int = Field(validation_alias=AliasPath("item", "position"))
    spread: float = Field(description="Largest difference between two labels, from 0 to 1")
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
    """An answer without any information about its origin. All texts are untrusted."""

    id: UUID = Field(validation_alias=AliasPath("item", "id"))
    position: int = Field(
        validation_alias=AliasPath("item", "position"),
        description="Position in the random order of the queue",
    )
    values: dict[str, CaseValueView] = Field(validation_alias=AliasPath("case", "values"))
    expected: str | None = Field(validation_alias=AliasPath("case", "expected"))
    output: str
    tool_calls: list[BlindCallView]


class NextItemView(DomainView):
    item: BlindItemView | None = Field(
        validation_alias="sheet", description="null: there is nothing left for you to label"
    )
    progress: QueueProgressView


class ReviewItemView(BlindItemView):
    complete: bool = Field(
        validation_alias="tells_labels",
        description="Whether everyone has labelled it; labels are hidden until then",
    )
    stale: bool = Field(
        validation_alias=AliasPath("item", "stale"),
        description="The cell was repeated since; this answer was replaced",
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
        description="`low`: grades below `below`; `disagree`: scores of judges differ by at least `apart`",
    )
    count: Annotated[int, Field(ge=1, le=MOST_ITEMS)] | None = Field(
        default=None, description="Maximum number of answers, drawn at random"
    )
    below: Share = USUAL_LOW
    apart: Share = USUAL_APART
    columns: (
        Annotated[
            list[Annotated[int, Field(ge=0, le=MOST_COLUMNS)]],
            Field(min_length=1, max_length=MOST_COLUMNS),
        ]
        | None
    ) = Field(default=None, description="null: all targets")
    unmarked: bool = Field(default=False, description="Leave out answers that people have labelled")


class MakeQueueBody(Body):
    run: UUID
    name: Annotated[Line, Field(min_length=1, max_length=MOST_NAME)]
    instructions: Annotated[Paragraphs, Field(max_length=MOST_INSTRUCTIONS)] = ""
    ask: LabelKind
    rubric: UUID | None = Field(default=None, description="The rubric whose criteria people label")
    rubric_version: Annotated[int, Field(ge=1, le=2**31 - 1)] | None = Field(
        default=None, description="null: the newest"
    )
    people_per_item: int = Field(default=1, ge=1, le=MOST_PEOPLE)
    cells: CellChoiceBody = CellChoiceBody()
    seed: Annotated[int, Field(ge=0, le=2**31 - 1)] | None = Field(
        default=None, description="Random seed of sample and order; null: a new one"
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
    """A label of the kind that the queue requires: `good`, `stars` or `criteria`."""

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
    skipped: bool = Field(default=False, description="Skip this answer without a label")

    @model_validator(mode="after")
    def _skip_or_say(self) -> Self:
        said = any(each is not None for each in (self.good, self.stars, self.criteria))
        if self.skipped == said:
            raise ValueError("Give a label or skip the answer")
        return self

    def to_command(self, project: ProjectId, queue: UUID, item: UUID) -> LabelAnswer:
        return LabelAnswer(
            project=project,
            queue=QueueId(queue),
            item=ItemId(item),
            said=None if self.skipped else self.to_said(),
            note=self.note,
        )
