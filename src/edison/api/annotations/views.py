"""Queues and answers as they go out. What an annotator is handed names no model, version, score or other person."""

from datetime import datetime
from uuid import UUID

from pydantic import Field

from edison.api.base_views import View
from edison.api.datasets.case_views import CaseMessagesView, CaseMessageView
from edison.api.judging.rubric_views import CriterionView
from edison.domain.annotations.annotation_queue import (
    AnswerPick,
    DecisionKind,
    Label,
    LabelDecision,
    LabelKind,
    QueueState,
    Value,
)
from edison.domain.annotations.annotator_agreement import AnnotatorAgreement
from edison.services.annotations.annotation_queries import (
    AnnotationSheet,
    Dispute,
    PersonProgress,
    Progress,
    QueueReport,
)
from edison.services.annotations.answer_labels import NextAnswer


class RubricNameView(View):
    id: UUID
    name: str
    version: int


class QueueRunView(View):
    id: UUID
    number: int
    name: str


class PersonProgressView(View):
    user: UUID
    name: str
    labels: int
    skipped: int

    @staticmethod
    def of(person: PersonProgress) -> "PersonProgressView":
        return PersonProgressView(
            user=person.user, name=person.name, labels=person.labels, skipped=person.skipped
        )


class QueueProgressView(View):
    items: int = Field(description="Answers that are still as they were when the queue was made")
    done: int = Field(description="Have a final value: people agreed, or someone decided")
    disputed: int = Field(description="Have all labels, and wait for someone to decide")
    stale: int = Field(description="Were asked anew since, and count no more")
    labels: int
    people: list[PersonProgressView]
    left_for_me: int
    my_labels: int
    my_skipped: int

    @staticmethod
    def of(progress: Progress) -> "QueueProgressView":
        return QueueProgressView(
            items=progress.items,
            done=progress.done,
            disputed=progress.disputed,
            stale=progress.stale,
            labels=progress.labels,
            people=[PersonProgressView.of(person) for person in progress.people],
            left_for_me=progress.left_for_me,
            my_labels=progress.my_labels,
            my_skipped=progress.my_skipped,
        )


class AnnotationQueueView(View):
    id: UUID
    name: str
    instructions: str
    run: QueueRunView
    ask: LabelKind
    rubric: RubricNameView | None
    criteria: list[CriterionView]
    people_per_item: int
    seed: int
    state: QueueState
    pick: AnswerPick
    created_by: str
    created_at: datetime
    closed_at: datetime | None
    progress: QueueProgressView

    @staticmethod
    def of(report: QueueReport) -> "AnnotationQueueView":
        return AnnotationQueueView.model_validate(_queue(report))


class ConsentView(View):
    criterion: str | None = Field(description="null: the grade as a whole")
    alpha: float | None = Field(description="Krippendorff's; null: cannot be told yet")
    low: float | None
    high: float | None
    items: int = Field(description="Answers with two labels or more")
    sentence: str

    @staticmethod
    def of(consent: AnnotatorAgreement) -> "ConsentView":
        return ConsentView(
            criterion=consent.criterion,
            alpha=consent.alpha,
            low=consent.low,
            high=consent.high,
            items=consent.items,
            sentence=consent.sentence,
        )


class LabelValueView(View):
    grade: float
    stars: int | None
    criteria: dict[str, float] | None = Field(
        description="From 0 to 1; multiply by the criterion's scale"
    )

    @staticmethod
    def of(value: Value) -> "LabelValueView":
        return LabelValueView(
            grade=value.grade,
            stars=value.stars,
            criteria=None if value.criteria is None else dict(value.criteria),
        )


class LabelView(View):
    user: UUID
    name: str
    value: LabelValueView | None = Field(description="null: skipped")
    note: str
    at: datetime

    @staticmethod
    def of(label: Label) -> "LabelView":
        return LabelView(
            user=label.user,
            name=label.name,
            value=None if label.value is None else LabelValueView.of(label.value),
            note=label.note,
            at=label.at,
        )


class DecisionView(View):
    how: DecisionKind
    value: LabelValueView
    by: str
    note: str
    at: datetime

    @staticmethod
    def of(decision: LabelDecision) -> "DecisionView":
        return DecisionView(
            how=decision.how,
            value=LabelValueView.of(decision.value),
            by=decision.by_label,
            note=decision.note,
            at=decision.at,
        )


class DisputeView(View):
    """Labels are told: everyone who was to label it has."""

    item: UUID
    position: int
    spread: float = Field(description="How far apart the labels are at most, from 0 to 1")
    labels: list[LabelView]
    decision: DecisionView | None

    @staticmethod
    def of(dispute: Dispute) -> "DisputeView":
        item = dispute.item
        return DisputeView(
            item=item.id,
            position=item.position,
            spread=dispute.spread,
            labels=[LabelView.of(label) for label in item.given],
            decision=None if item.decision is None else DecisionView.of(item.decision),
        )


class AnnotationQueueReportView(AnnotationQueueView):
    agreement: list[ConsentView]
    disagreements: list[DisputeView]

    @staticmethod
    def of_report(report: QueueReport) -> "AnnotationQueueReportView":
        return AnnotationQueueReportView.model_validate(
            {
                **_queue(report),
                "agreement": [ConsentView.of(each) for each in report.consent],
                "disagreements": [DisputeView.of(each) for each in report.disputes],
            }
        )


class BlindCallView(View):
    name: str
    arguments: str


class BlindItemView(View):
    """One answer, and nothing that tells where it comes from. All texts are untrusted."""

    id: UUID
    position: int = Field(description="In the queue's shuffled order")
    values: dict[str, str | CaseMessagesView]
    expected: str | None
    output: str
    tool_calls: list[BlindCallView]

    @staticmethod
    def of(sheet: AnnotationSheet) -> "BlindItemView":
        return BlindItemView.model_validate(_item(sheet))


class NextItemView(View):
    item: BlindItemView | None = Field(description="null: nothing is left for you now")
    progress: QueueProgressView

    @staticmethod
    def of(handed: NextAnswer) -> "NextItemView":
        return NextItemView(
            item=None if handed.sheet is None else BlindItemView.of(handed.sheet),
            progress=QueueProgressView.of(handed.progress),
        )


class ReviewItemView(BlindItemView):
    complete: bool = Field(description="It has all its labels; before, they are not told")
    stale: bool = Field(description="The cell was asked anew since; this answer is gone")
    labels: list[LabelView]
    decision: DecisionView | None

    @staticmethod
    def of_sheet(sheet: AnnotationSheet) -> "ReviewItemView":
        decision = sheet.item.decision if sheet.tells_labels else None
        return ReviewItemView.model_validate(
            {
                **_item(sheet),
                "complete": sheet.tells_labels,
                "stale": sheet.item.stale,
                "labels": [LabelView.of(each) for each in sheet.item.labels]
                if sheet.tells_labels
                else [],
                "decision": None if decision is None else DecisionView.of(decision),
            }
        )


def _item(sheet: AnnotationSheet) -> dict[str, object]:
    return {
        "id": sheet.item.id,
        "position": sheet.item.position,
        "values": {
            name: value
            if isinstance(value, str)
            else CaseMessagesView(messages=[CaseMessageView.of(each) for each in value])
            for name, value in sheet.case.values.items()
        },
        "expected": sheet.case.expected,
        "output": sheet.output,
        "tool_calls": [
            BlindCallView(name=call.name, arguments=call.arguments) for call in sheet.tool_calls
        ],
    }


def _queue(report: QueueReport) -> dict[str, object]:
    queue = report.queue
    rubric = None
    if queue.rubric_id is not None:
        rubric = {
            "id": queue.rubric_id,
            "name": queue.rubric_name or "",
            "version": queue.rubric_version,
        }
    return {
        "id": queue.id,
        "name": queue.name,
        "instructions": queue.instructions,
        "run": {"id": queue.run, "number": queue.run_number, "name": queue.run_name},
        "ask": queue.ask,
        "rubric": rubric,
        "criteria": [
            CriterionView.of(each) for each in (queue.rubric.criteria if queue.rubric else ())
        ],
        "people_per_item": queue.people,
        "seed": queue.seed,
        "state": queue.state,
        "pick": queue.choice.pick,
        "created_by": queue.created_by_label,
        "created_at": queue.created_at,
        "closed_at": queue.closed_at,
        "progress": QueueProgressView.of(report.progress),
    }
