"""Read annotation queues: progress, agreement of annotators, and disputes. The results never name a model."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime

from edison.domain.annotations.annotation_queue import (
    AnnotationQueue,
    Item,
    is_disputed,
    left_for,
    spreads,
)
from edison.domain.annotations.annotator_agreement import AnnotatorAgreement, consent_of
from edison.domain.datasets.dataset import CaseContent
from edison.domain.ids import ItemId, ProjectId, QueueId, RunId, UserId
from edison.domain.models.model_call import ToolCall
from edison.domain.people.access import Actor, Permission
from edison.kit.pagination import Page, PageRequest
from edison.services.context import Context
from edison.store.unit_of_work import ReadTx

MOST_DISPUTES = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonProgress:
    user: UserId
    name: str
    labels: int
    skipped: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """Counts of answers: `done` have a final label, `disputed` need adjudication, `stale` were run again."""

    items: int
    done: int
    disputed: int
    stale: int
    labels: int
    people: tuple[PersonProgress, ...]
    # Answers that the current user can still label.
    left_for_me: int
    my_labels: int
    my_skipped: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """An answer on which the labels of the annotators disagree. It may already be adjudicated."""

    item: Item
    spread: float


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueReport:
    queue: AnnotationQueue
    progress: Progress
    consent: tuple[AnnotatorAgreement, ...] = ()
    disputes: tuple[Dispute, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotationSheet:
    """The part of an answer that annotators see: the case and the text, but not the model or the prompt version."""

    queue: AnnotationQueue
    item: Item
    case: CaseContent
    output: str
    tool_calls: tuple[ToolCall, ...] = ()
    # Labels of other people are shown only after all people have labelled the answer.
    tells_labels: bool = field(default=False)


async def list_queues(
    ctx: Context, who: Actor, project: ProjectId, page: PageRequest, run: RunId | None = None
) -> Page[QueueReport]:
    who.must(Permission.VIEW_PROJECT, project)
    now = ctx.clock.now()
    async with ctx.read() as tx:
        found = await tx.annotations.page(project, page, run)
        reports = [
            QueueReport(
                queue=queue,
                progress=progress_of(
                    queue, await tx.annotations.items(project, queue.id, now), who.user
                ),
            )
            for queue in found.items
        ]
    return Page(items=tuple(reports), next_cursor=found.next_cursor)


async def read_queue(ctx: Context, who: Actor, project: ProjectId, queue: QueueId) -> QueueReport:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        found = await tx.annotations.get(project, queue)
        return await report_of(tx, who, project, found, ctx.clock.now())


async def read_item(
    ctx: Context, who: Actor, project: ProjectId, queue: QueueId, item: ItemId
) -> AnnotationSheet:
    """Return an answer. Its labels are included only after all annotators have labelled it."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        found = await tx.annotations.get(project, queue)
        one = await tx.annotations.item(project, queue, item, ctx.clock.now())
        return await sheet_of(tx, project, found, one)


async def report_of(
    tx: ReadTx, who: Actor, project: ProjectId, queue: AnnotationQueue, now: datetime
) -> QueueReport:
    items = await tx.annotations.items(project, queue.id, now)
    counted = [item for item in items if not item.stale]
    disputes = [
        Dispute(item=item, spread=max(spreads(queue.steps, item.values()).values()))
        for item in counted
        if is_disputed(queue, item) or (item.decision and item.decision.how == "adjudicated")
    ]
    disputes.sort(key=lambda one: (one.item.decision is not None, -one.spread, one.item.position))
    return QueueReport(
        queue=queue,
        progress=progress_of(queue, items, who.user),
        consent=consent_of(queue, counted),
        disputes=tuple(disputes[:MOST_DISPUTES]),
    )


def progress_of(queue: AnnotationQueue, items: list[Item], me: UserId | None) -> Progress:
    counted = [item for item in items if not item.stale]
    given: Counter[UserId] = Counter()
    skipped: Counter[UserId] = Counter()
    names: dict[UserId, str] = {}
    for item in items:
        for label in item.labels:
            (skipped if label.value is None else given)[label.user] += 1
            names[label.user] = label.name
    people = sorted(names, key=lambda user: (-given[user], names[user]))
    return Progress(
        items=len(counted),
        done=sum(item.decision is not None for item in counted),
        disputed=sum(is_disputed(queue, item) for item in counted),
        stale=len(items) - len(counted),
        labels=sum(given.values()),
        people=tuple(
            PersonProgress(user=user, name=names[user], labels=given[user], skipped=skipped[user])
            for user in people
        ),
        left_for_me=0 if me is None else left_for(items, me, queue.people),
        my_labels=0 if me is None else given[me],
        my_skipped=0 if me is None else skipped[me],
    )


async def sheet_of(
    tx: ReadTx, project: ProjectId, queue: AnnotationQueue, item: Item
) -> AnnotationSheet:
    run = await tx.runs.get(project, queue.run)
    place = run.plan.place(item.ordinal)
    cases = await tx.cells.cases(project, run.id, place.case, place.case + 1)
    cell = await tx.run_rows.cell(project, run.id, item.ordinal)
    return AnnotationSheet(
        queue=queue,
        item=item,
        case=cases[place.case],
        # The cell was run again: the labelled answer is gone, and the new one is not shown instead.
        output="" if item.stale else cell.output or "",
        tool_calls=()
        if item.stale
        else tuple(ToolCall(**call) for call in cell.more.get("tool_calls", [])),
        tells_labels=item.is_full(queue.people),
    )
