"""How many rows of a run are worth a look: not passed, without a usable answer, changed, flagged."""

from typing import Any

from edison.domain.ids import ProjectId, RunId
from edison.domain.people.access import Actor, Permission
from edison.domain.runs.row_kinds import EarlierAnswers, RowCounts, RowKind, match_earlier
from edison.domain.runs.run_plan import Run
from edison.domain.runs.run_states import RunState
from edison.kit.pagination import PageRequest
from edison.services.context import Context
from edison.store.unit_of_work import ReadTx

# Further back, a comparison says little about the last change.
EARLIER_RUNS = 10


async def count_rows(ctx: Context, who: Actor, project: ProjectId, run: RunId) -> RowCounts:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        found = await tx.runs.get(project, run)
        earlier = await find_earlier(tx, project, found)
        rows, plan = tx.run_rows, found.plan
        return RowCounts(
            not_passed=await rows.count(project, run, plan, RowKind.NOT_PASSED),
            errors=await rows.count(project, run, plan, RowKind.ERRORS),
            changed=await rows.count(project, run, plan, RowKind.CHANGED, earlier)
            if earlier
            else None,
            flagged=await rows.count(project, run, plan, RowKind.FLAGGED),
            earlier=earlier,
        )


async def find_earlier(tx: ReadTx, project: ProjectId, run: Run) -> EarlierAnswers | None:
    """Find the latest completed run before, on the same dataset, with a column and a scorer in common."""
    dataset = run.plan.dataset
    if dataset is None:
        return None
    ours = await _specs(tx, project, run.id)
    if not ours:
        return None
    page = PageRequest(limit=EARLIER_RUNS, after=(str(run.id),))
    before = await tx.runs.page(project, page, dataset=dataset, states=(RunState.COMPLETED,))
    for other in before.items:
        theirs = await _specs(tx, project, other.id)
        matched = match_earlier(run.plan, ours, (other.id, other.number, other.plan), theirs)
        if matched is not None:
            return matched
    return None


async def _specs(tx: ReadTx, project: ProjectId, run: RunId) -> dict[int, dict[str, Any]]:
    scorers = await tx.run_panels.scorers(project, run)
    return {scorer.number: scorer.spec for scorer in scorers if not scorer.exam}
