"""Label the answers of a queue without seeing the model or other people's labels, and adjudicate disputes."""

from dataclasses import dataclass

from edison.domain.annotations.annotation_queue import (
    SEAT_FOR,
    AnnotationQueue,
    DecisionKind,
    GivenLabel,
    Item,
    LabelDecision,
    decision_of,
    must_be_decidable,
    must_take_label,
    next_item,
    value_of,
)
from edison.domain.events import (
    CELL_MARKED,
    QUEUE_COMPLETED,
    run_topic,
)
from edison.domain.ids import ItemId, ProjectId, QueueId, UserId
from edison.domain.people.access import Actor, Permission
from edison.engine.project_tx import ProjectTx
from edison.services.annotations.annotation_queries import (
    AnnotationSheet,
    Progress,
    progress_of,
    sheet_of,
)
from edison.services.context import Context
from edison.services.permission_check import require_live_project
from edison.store.repositories.runs.cell_labels import GivenGrade

# Written to the audit log only: screens receive the event about the changed cell.
ADJUDICATED = "queue.adjudicated"
LABELLED = "queue.labelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class NextAnswer:
    """The next answer for a person (None if there is none), and the person's progress."""

    sheet: AnnotationSheet | None
    progress: Progress


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelAnswer:
    project: ProjectId
    queue: QueueId
    item: ItemId
    # None: skip the answer.
    said: GivenLabel | None
    note: str


async def next_answer(ctx: Context, who: Actor, project: ProjectId, queue: QueueId) -> NextAnswer:
    """Return the next answer and reserve it for the person for some time. The queue is locked meanwhile."""
    who.must(Permission.COMMENT, project)
    me = who.must_be_person()
    async with ctx.change(who, project) as tx:
        found = await _open(tx, queue)
        items = await tx.annotations.items(project, queue, tx.now)
        chosen = next_item(items, me, found.people)
        if chosen is None:
            await tx.annotations.leave(project, queue, me)
        else:
            await tx.annotations.seat(project, queue, chosen.id, me, tx.now + SEAT_FOR)
        return NextAnswer(
            sheet=None if chosen is None else await sheet_of(tx, project, found, chosen),
            progress=progress_of(found, items, me),
        )


async def label_answer(ctx: Context, who: Actor, cmd: LabelAnswer) -> Progress:
    """Store a label. When all annotators have labelled the answer and agree, the label becomes the cell's grade."""
    who.must(Permission.COMMENT, cmd.project)
    me = who.must_be_person()
    async with ctx.change(who, cmd.project) as tx:
        queue = await _open(tx, cmd.queue)
        item = await tx.annotations.item(cmd.project, cmd.queue, cmd.item, tx.now)
        must_take_label(queue, item, me)
        value = None if cmd.said is None else value_of(queue.ask, queue.rubric, cmd.said)
        await tx.annotations.put_label(
            cmd.project, cmd.queue, cmd.item, who, value, cmd.note, tx.now
        )
        await tx.annotations.leave(cmd.project, cmd.queue, me, cmd.item)
        labelled = await tx.annotations.item(cmd.project, cmd.queue, cmd.item, tx.now)
        await _settle(tx, queue, item, decision_of(queue, labelled, tx.now))
        facts = {"item": str(item.id), "grade": None if value is None else value.grade}
        tx.record_entry(LABELLED, ("queue", queue.id), facts)
        return await _progress(tx, queue, item, me)


async def adjudicate(ctx: Context, who: Actor, cmd: LabelAnswer) -> AnnotationSheet:
    """Set the final grade of an answer. The adjudicator sees all labels, but not the model."""
    who.must(Permission.REVIEW_SUGGESTIONS, cmd.project)
    me = who.must_be_person()
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.REVIEW_SUGGESTIONS)
        queue = await tx.annotations.get(cmd.project, cmd.queue, lock=True)
        item = await tx.annotations.item(cmd.project, cmd.queue, cmd.item, tx.now)
        must_be_decidable(queue, item)
        decision = LabelDecision(
            how=DecisionKind.ADJUDICATED,
            value=value_of(queue.ask, queue.rubric, cmd.said or GivenLabel()),
            by=me,
            by_label=who.label,
            note=cmd.note,
            at=tx.now,
        )
        await _settle(tx, queue, item, decision)
        facts = {"queue": str(queue.id), "item": str(item.id), "grade": decision.value.grade}
        tx.record_entry(ADJUDICATED, ("queue", queue.id), facts)
        await _progress(tx, queue, item, me)
        decided = await tx.annotations.item(cmd.project, cmd.queue, cmd.item, tx.now)
        return await sheet_of(tx, cmd.project, queue, decided)


async def _open(tx: ProjectTx, queue: QueueId) -> AnnotationQueue:
    await require_live_project(tx, Permission.COMMENT)
    found = await tx.annotations.get(tx.project, queue, lock=True)
    found.must_be_open()
    return found


async def _settle(
    tx: ProjectTx, queue: AnnotationQueue, item: Item, decision: LabelDecision | None
) -> None:
    """Store the final label of an answer and the grade of its cell; if `decision` is None, remove both."""
    if decision is None and item.decision is None:
        return
    await tx.annotations.decide(tx.project, item.id, decision)
    place = (tx.project, queue.run, item.ordinal)
    if decision is None:
        await tx.cell_marks.ungrade(*place, item=item.id)
    else:
        said = GivenGrade(
            value=decision.value,
            by=decision.by,
            by_label=decision.by_label,
            comment=decision.note,
            people=queue.people,
            item=item.id,
        )
        await tx.cell_marks.grade(*place, said=said, attempt=item.attempt, at=tx.now)
    tx.emit_event(CELL_MARKED, topic=run_topic(queue.run), run=str(queue.run), cells=[item.ordinal])


async def _progress(tx: ProjectTx, queue: AnnotationQueue, before: Item, me: UserId) -> Progress:
    """Return the progress of the queue; emit an event when its last answer is decided."""
    items = await tx.annotations.items(tx.project, queue.id, tx.now)
    progress = progress_of(queue, items, me)
    if progress.done == progress.items and before.decision is None:
        facts = {"id": str(queue.id), "name": queue.name}
        tx.emit_event(QUEUE_COMPLETED, **facts)
    return progress
