"""What people say of a cell: a grade that counts before any scorer's, and a flag for others to look."""

from dataclasses import dataclass
from datetime import datetime

from edison.domain.access import Actor, Permission, ProjectId
from edison.domain.errors import NotFound
from edison.domain.events import CELL_MARKED, event, run_topic
from edison.domain.runs.marks import Mark, must_be_gradable
from edison.domain.runs.plan import RunId
from edison.services.authority import confirm
from edison.services.context import Context
from edison.store.unit_of_work import WriteTx


@dataclass(frozen=True, slots=True, kw_only=True)
class CellAt:
    project: ProjectId
    run: RunId
    ordinal: int


async def grade_cell(
    ctx: Context, who: Actor, cell: CellAt, grade: float | None, seen: int | None = None
) -> Mark:
    """Grade the answer that is there now, or take a grade back. `seen` says which answer was looked at."""
    who.must(Permission.COMMENT, cell.project)
    now = ctx.clock.now()
    place = (cell.project, cell.run, cell.ordinal)
    async with ctx.write() as tx:
        await _find(tx, who, cell)
        if grade is None:
            await tx.cell_marks.ungrade(*place)
        else:
            state, attempt = await tx.cell_marks.answer(*place)
            must_be_gradable(state, attempt, seen)
            await tx.cell_marks.grade(*place, grade=grade, attempt=attempt, by=who, at=now)
        return await _told(tx, who, cell, now)


async def flag_cell(ctx: Context, who: Actor, cell: CellAt, *, flagged: bool, note: str) -> Mark:
    """Flag a cell for review, whatever has become of it; a flag stays when the cell is asked anew."""
    who.must(Permission.COMMENT, cell.project)
    now = ctx.clock.now()
    async with ctx.write() as tx:
        await _find(tx, who, cell)
        await tx.cell_marks.flag(
            cell.project, cell.run, cell.ordinal, flagged=flagged, note=note, by=who, at=now
        )
        return await _told(tx, who, cell, now)


async def _find(tx: WriteTx, who: Actor, cell: CellAt) -> None:
    (await tx.projects.get(cell.project)).must_be_live()
    await confirm(tx, who, Permission.COMMENT, cell.project)
    run = await tx.runs.get(cell.project, cell.run)
    if not 0 <= cell.ordinal < run.plan.cells:
        raise NotFound("No such cell in this run")


async def _told(tx: WriteTx, who: Actor, cell: CellAt, now: datetime) -> Mark:
    facts = {"run": str(cell.run), "cells": [cell.ordinal]}
    tx.tell(event(who, run_topic(cell.run), CELL_MARKED, now, **facts))
    marks = await tx.cell_marks.of(cell.project, cell.run, [cell.ordinal])
    return marks.get(cell.ordinal, Mark(ordinal=cell.ordinal))
