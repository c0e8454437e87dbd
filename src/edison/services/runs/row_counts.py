"""Count the rows of a run by kind, and find the cells whose kind depends on a comparison with the baseline."""

from collections.abc import Collection, Mapping
from dataclasses import replace
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
        rows, plan = tx.run_rows, run.plan
        counts = RowCounts(
            not_passed=await rows.count(wanted.project, run.id, plan, RowKind.NOT_PASSED),
            errors=await rows.count(wanted.project, run.id, plan, RowKind.ERRORS),
            changed=None,
            fixed=None,
            broken=None,
            flagged=await rows.count(wanted.project, run.id, plan, RowKind.FLAGGED),
            judges_disagree=await rows.count(wanted.project, run.id, plan, RowKind.JUDGES_DISAGREE),
            baseline=None,
        )
    if found is None:
        return counts
    baseline, flipped = found
    width = len(plan.columns)
    changed = {
        kind: len({cell // width for change in changes for cell in flipped[change]})
        for kind, changes in KINDS.items()
    }
    return replace(
        counts,
        changed=changed[RowKind.CHANGED],
        fixed=changed[RowKind.FIXED],
        broken=changed[RowKind.BROKEN],
        baseline=BaselineRun(run=baseline.id, number=baseline.number),
    )


async def find_compared_cells(
    tx: ReadTx, wanted: WantedBaseline, run: Run, kind: RowKind | None, now: datetime
) -> Collection[int]:
    """Return the ordinals of cells that changed from the baseline in the way of `kind`; empty for other kinds."""
    if kind is None or kind not in COMPARED:
        return ()
    found = await find_flipped_cells(tx, wanted, run, now)
    return () if found is None else frozenset[int]().union(*(found[1][one] for one in KINDS[kind]))
