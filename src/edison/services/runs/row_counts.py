"""Count the rows of a run by kind, and find the cells whose kind depends on a comparison with the baseline."""

from collections.abc import Collection, Mapping
from datetime import datetime

from edison.domain.people.access import Actor, Permission
from edison.domain.runs.cell_comparison import CellChangeKind
from edison.domain.runs.row_kinds import COMPARED, BaselineRun, RowCounts, RowKind
from edison.domain.runs.run_plan import Run
from edison.services.context import Context
from edison.services.results.baseline_verdict import WantedBaseline, find_flipped_cells
from edison.store.unit_of_work import ReadTx

KINDS: Mapping[RowKind, tuple[CellChangeKind, ...]] = {
    RowKind.CHANGED: (CellChangeKind.FIXED, CellChangeKind.BROKEN),
    RowKind.FIXED: (CellChangeKind.FIXED,),
    RowKind.BROKEN: (CellChangeKind.BROKEN,),
}


async def count_rows(ctx: Context, who: Actor, wanted: WantedBaseline) -> RowCounts:
    who.must(Permission.VIEW_PROJECT, wanted.project)
    now = ctx.clock.now()
    async with ctx.read() as tx:
        run = await tx.runs.get(wanted.project, wanted.run)
        found = await find_flipped_cells(tx, wanted, run, now)
        width = len(run.plan.columns)
        compared: dict[str, int | None] = {
            str(kind): None
            if found is None
            else len({cell // width for change in changes for cell in found[1][change]})
            for kind, changes in KINDS.items()
        }
        counts = {
            str(kind): await tx.run_rows.count(wanted.project, run.id, run.plan, kind)
            for kind in RowKind
            if kind not in COMPARED
        }
    baseline = None if found is None else BaselineRun(run=found[0].id, number=found[0].number)
    return RowCounts(**counts, **compared, baseline=baseline)


async def find_compared_cells(
    tx: ReadTx, wanted: WantedBaseline, run: Run, kind: RowKind | None, now: datetime
) -> Collection[int]:
    """Return the ordinals of cells that changed from the baseline in the way of `kind`; empty for other kinds."""
    if kind not in COMPARED:
        return ()
    found = await find_flipped_cells(tx, wanted, run, now)
    return () if found is None else frozenset[int]().union(*(found[1][one] for one in KINDS[kind]))
