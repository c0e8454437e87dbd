"""Queues and answers as they go out. What an annotator is handed names no model, version, score or other person."""

from datetime import datetime
from typing import Self
from uuid import UUID

from pydantic import AliasPath, Field

from edison.api.base_views import DomainView, View
from edison.api.datasets.case_views import CaseValueView
from edison.api.judging.rubric_views import CriterionView
from edison.domain.annotations.annotation_queue import (
    AnswerPick,
    DecisionKind,
    LabelKind,
    QueueState,
)
from edison.services.annotations.annotation_queries import AnnotationSheet, QueueReport


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
