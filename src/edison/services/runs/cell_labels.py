"""Grade a cell, which overrides its scorers, or flag the cell for review by others."""

from collections.abc import Mapping
from dataclasses import dataclass

from edison.domain.annotations.annotation_queue import Value, value_of_criteria, value_of_stars
from edison.domain.errors import InvalidInput, NotFound
from edison.domain.events import CELL_MARKED, run_topic
from edison.domain.ids import ProjectId, RubricId, RunId
from edison.domain.judging.rubric import Rubric
from edison.domain.people.access import Actor, Permission
from edison.domain.runs.cell_labels import Mark, must_be_gradable
from edison.engine.project_tx import ProjectTx
from edison.services.context import Context
from edison.services.permission_check import require_live_project
from edison.store.repositories.runs.cell_labels import GivenGrade
from edison.store.unit_of_work import ReadTx, WriteTx

# Written to the audit log only: screens receive the event about the changed cell.
CELL_GRADED = "cell.graded"
CELL_FLAGGED = "cell.flagged"


@dataclass(frozen=True, slots=True, kw_only=True)
class CellAt:
    project: ProjectId
    run: RunId
    ordinal: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GradeSaid:
    """A person's grade: a value from 0 to 1, or stars, or criteria on the scales of the run's rubric."""

    grade: float | None = None
    stars: int | None = None
    criteria: Mapping[str, float] | None = None
    comment: str = ""

    @property
    def is_nothing(self) -> bool:
        return self.grade is None and self.stars is None and self.criteria is None


async def grade_cell(
    ctx: Context, who: Actor, cell: CellAt, said: GradeSaid, seen: int | None = None
) -> Mark:
    """Set or remove the grade of a cell's answer. `seen` is the attempt whose answer the person saw."""
    who.must(Permission.COMMENT, cell.project)
    place = (cell.project, cell.run, cell.ordinal)
    async with ctx.change(who, cell.project) as tx:
        await _find(tx, cell)
        was = await _mark(tx, cell)
        if said.is_nothing:
            await tx.cell_marks.ungrade(*place)
        else:
            state, attempt = await tx.cell_marks.answer(*place)
            must_be_gradable(state, attempt, seen)
            given = GivenGrade(
                value=await _value(tx, cell, said),
                by=who.user,
                by_label=who.label,
                comment=said.comment,
            )
            await tx.cell_marks.grade(*place, said=given, attempt=attempt, at=tx.now)
        mark = await _told(tx, cell)
        _record(tx, cell, CELL_GRADED, {"grade": {"old": was.grade, "new": mark.grade}})
        return mark


async def flag_cell(ctx: Context, who: Actor, cell: CellAt, *, flagged: bool, note: str) -> Mark:
    """Set or remove the review flag of a cell, in any state. The flag stays when the cell is repeated."""
    who.must(Permission.COMMENT, cell.project)
    async with ctx.change(who, cell.project) as tx:
        await _find(tx, cell)
        was = await _mark(tx, cell)
        await tx.cell_marks.flag(
            cell.project, cell.run, cell.ordinal, flagged=flagged, note=note, by=who, at=tx.now
        )
        change = {"flagged": {"old": was.flagged, "new": flagged}}
        _record(tx, cell, CELL_FLAGGED, change)
        return await _told(tx, cell)


async def rubric_of_run(tx: ReadTx, project: ProjectId, run: RunId) -> Rubric | None:
    """Return the rubric of the run's judges, by which people grade too; None if there is none."""
    found = (await tx.run_panels.of(project, run)).rubric
    if found is None:
        return None
    return (await tx.rubrics.version(project, RubricId(found[0]), found[1])).rubric


async def _value(tx: WriteTx, cell: CellAt, said: GradeSaid) -> Value:
    if said.stars is not None:
        return value_of_stars(said.stars)
    if said.criteria is None:
        return Value(grade=said.grade or 0.0)
    rubric = await rubric_of_run(tx, cell.project, cell.run)
    if rubric is None:
        raise InvalidInput(
            "No judge of this run uses a rubric",
            field="criteria",
            advice="Give a grade or stars, or score the run by a judge with a rubric first.",
        )
    return value_of_criteria(rubric, said.criteria)


async def _find(tx: ProjectTx, cell: CellAt) -> None:
    await require_live_project(tx, Permission.COMMENT)
    run = await tx.runs.get(cell.project, cell.run)
    if not 0 <= cell.ordinal < run.plan.cells:
        raise NotFound("The run has no such cell")


async def _told(tx: ProjectTx, cell: CellAt) -> Mark:
    tx.emit_event(CELL_MARKED, topic=run_topic(cell.run), run=str(cell.run), cells=[cell.ordinal])
    return await _mark(tx, cell)


async def _mark(tx: WriteTx, cell: CellAt) -> Mark:
    marks = await tx.cell_marks.of(cell.project, cell.run, [cell.ordinal])
    return marks.get(cell.ordinal, Mark(ordinal=cell.ordinal))


def _record(
    tx: ProjectTx, cell: CellAt, action: str, change: Mapping[str, Mapping[str, object]]
) -> None:
    """Write the audit entry without comments and notes, because they may quote an answer."""
    changes = {"cell": {"old": None, "new": cell.ordinal}, **change}
    tx.record_entry(action, ("run", cell.run), changes)
