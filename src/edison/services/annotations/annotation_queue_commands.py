"""Create and close annotation queues. A queue contains answers of a run that several people label."""

from dataclasses import dataclass
from uuid import UUID

from edison.domain.annotations.annotation_queue import (
    AnnotationQueue,
    AnswerPick,
    Choice,
    LabelKind,
    QueueState,
    drawn,
)
from edison.domain.errors import InvalidInput, NotFound, WrongState
from edison.domain.events import QUEUE_CLOSED, QUEUE_CREATED
from edison.domain.ids import ProjectId, QueueId, RubricId, RunId
from edison.domain.judging.rubric import RubricVersion
from edison.domain.people.access import Actor, Permission
from edison.domain.runs.cell_labels import GRADER, JUDGE
from edison.domain.runs.run_plan import Run
from edison.kit.uuids import new_id
from edison.services.annotations.annotation_queries import QueueReport, report_of
from edison.services.context import Context
from edison.services.permission_check import require_live_project
from edison.store.repositories.annotations.annotation_queues import QueueCandidate
from edison.store.unit_of_work import WriteTx


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeQueue:
    project: ProjectId
    run: RunId
    name: str
    instructions: str
    ask: LabelKind
    # Only for labels by criteria. Without a version, the newest one is used.
    rubric: UUID | None
    rubric_version: int | None
    people: int
    choice: Choice
    # None: a random seed.
    seed: int | None


async def make_queue(ctx: Context, who: Actor, cmd: MakeQueue) -> QueueReport:
    """Create a queue with the current answers of a run; later or repeated answers are not added."""
    who.must(Permission.START_RUNS, cmd.project)
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.START_RUNS)
        run = await tx.runs.get(cmd.project, cmd.run)
        rubric = await _rubric(tx, cmd)
        id_ = QueueId(new_id())
        queue = AnnotationQueue(
            id=id_,
            run=cmd.run,
            run_number=run.number,
            run_name=run.name,
            name=cmd.name,
            instructions=cmd.instructions,
            ask=cmd.ask,
            rubric_id=None if rubric is None else rubric.id,
            rubric_name=None if rubric is None else rubric.name,
            rubric_version=None if rubric is None else rubric.number,
            rubric=None if rubric is None else rubric.rubric,
            people=cmd.people,
            seed=id_.int % 2**31 if cmd.seed is None else cmd.seed,
            state=QueueState.OPEN,
            choice=cmd.choice,
            created_by=who.user,
            created_by_label=who.label,
            created_at=tx.now,
            closed_at=None,
        )
        await tx.annotations.add(cmd.project, queue, await _cells(tx, cmd, run, queue.seed))
        facts = {"id": str(id_), "name": queue.name, "run": str(run.id)}
        tx.record_entry(QUEUE_CREATED, ("queue", id_), facts)
        tx.emit_event(QUEUE_CREATED, **facts)
        return await report_of(tx, who, cmd.project, queue, tx.now)


async def close_queue(ctx: Context, who: Actor, project: ProjectId, queue: QueueId) -> None:
    """Close a queue. Its labels, and the grades derived from them, are kept."""
    who.must(Permission.START_RUNS, project)
    async with ctx.change(who, project) as tx:
        await require_live_project(tx, Permission.START_RUNS)
        found = await tx.annotations.get(project, queue, lock=True)
        if found.state is QueueState.CLOSED:
            raise WrongState("The queue is closed already")
        await tx.annotations.close(project, queue, tx.now)
        facts = {"id": str(queue), "name": found.name}
        tx.record_entry(QUEUE_CLOSED, ("queue", queue), facts)
        tx.emit_event(QUEUE_CLOSED, **facts)


async def _rubric(tx: WriteTx, cmd: MakeQueue) -> RubricVersion | None:
    if cmd.ask is not LabelKind.RUBRIC:
        return None
    if cmd.rubric is None:
        raise InvalidInput("Labels by criteria need a rubric: choose one", field="rubric")
    id_ = RubricId(cmd.rubric)
    try:
        number = cmd.rubric_version or (await tx.rubrics.head(cmd.project, id_)).latest
        return await tx.rubrics.version(cmd.project, id_, number)
    except NotFound as error:
        raise InvalidInput("No such rubric in this project", field="rubric") from error


async def _cells(tx: WriteTx, cmd: MakeQueue, run: Run, seed: int) -> list[QueueCandidate]:
    width = len(run.plan.columns)
    if any(column >= width for column in cmd.choice.columns or ()):
        raise InvalidInput("The run has no such column", field="cells.columns")
    judges = [
        scorer.number
        for scorer in await tx.runs.scorers(cmd.project, run.id)
        if scorer.kind in (JUDGE, GRADER) and not scorer.spec.get("exam")
    ]
    if cmd.choice.pick is AnswerPick.DISAGREE and len(judges) < 2:
        raise InvalidInput(
            "Answers on which judges disagree can only be selected in a run with two or more judges",
            field="cells.pick",
        )
    found = await tx.annotations.candidates(
        cmd.project,
        run.id,
        cmd.choice,
        width=width,
        panel=await tx.run_panels.of(cmd.project, run.id),
        judges=judges,
    )
    by_ordinal = {cell.ordinal: cell for cell in found}
    return [by_ordinal[ordinal] for ordinal in drawn(list(by_ordinal), cmd.choice.count, seed)]
