"""Start application runs, list their open cells, store submitted outputs, and finish them."""

from dataclasses import dataclass, replace
from uuid import UUID

from edison.domain.errors import InvalidInput, NotFound, WrongState
from edison.domain.ids import DatasetId, ProjectId, RunId
from edison.domain.people.access import Actor, Permission
from edison.domain.runs.application import MOST_OUTPUTS, Application, check_application
from edison.domain.runs.run_order import RunOrder
from edison.domain.runs.run_plan import APPLICATION_TRIGGER, Run
from edison.domain.runs.run_states import RunState
from edison.domain.runs.submitted_output import SubmittedOutput, result_of
from edison.engine.project_tx import ProjectTx
from edison.engine.runs.applications.create_application_run import create_application_run
from edison.engine.runs.applications.store_outputs import end_open_cells, store_outputs
from edison.engine.runs.start.plan_run import draft_application_run
from edison.services.context import Context
from edison.services.permission_check import require_live_project
from edison.store.repositories.runs.submitted_cells import OpenCell as OpenCell
from edison.store.unit_of_work import ReadTx

# In these states outputs cannot be submitted any more.
CLOSED = frozenset({RunState.CANCELLED, RunState.FAILED})


@dataclass(frozen=True, slots=True, kw_only=True)
class StartApplicationRun:
    """Request to start an application run. `dataset` is an id or a name; `order` has no dataset yet."""

    application: Application
    dataset: str
    order: RunOrder
    # A repeated start with the same key returns the same run.
    key: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitOutputs:
    project: ProjectId
    run: RunId
    outputs: tuple[SubmittedOutput, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Submitted:
    """Which outputs were stored, and which cells had an output already. `open`: the cells still without one."""

    stored: tuple[int, ...]
    already_there: tuple[int, ...]
    open: int
    run: Run


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenCells:
    """A page of open cells. `next`: the cell to continue from; None on the last page."""

    items: tuple[OpenCell, ...]
    next: int | None


async def start_application_run(ctx: Context, who: Actor, cmd: StartApplicationRun) -> Run:
    """Start a run whose outputs the caller submits. All problems are reported together."""
    who.must(Permission.START_RUNS, cmd.order.project)
    project = cmd.order.project
    check_application(cmd.application)
    async with ctx.change(who, project) as tx:
        live = await require_live_project(tx, Permission.START_RUNS)
        dataset = await _find_dataset(tx, project, cmd.dataset)
        order = replace(cmd.order, dataset=dataset, trigger=APPLICATION_TRIGGER)
        if cmd.key is not None:
            known = await tx.runs.with_key(project, cmd.key)
            if known is not None:
                return _require_same(known, cmd, order)
        draft = await draft_application_run(tx, who, order, tx.now)
        return await create_application_run(tx, live, order, draft, cmd.application, cmd.key)


async def list_open_cells(
    ctx: Context, who: Actor, project: ProjectId, run: RunId, *, after: int | None, limit: int
) -> OpenCells:
    """List the cells without an output, in order, after the cell `after`."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        found = _application_run(await tx.runs.get(project, run))
        first = 0 if after is None else after + 1
        cells = await tx.submitted_cells.open_cells(project, run, found.plan, first, limit + 1)
    more = len(cells) > limit
    shown = tuple(cells[:limit])
    return OpenCells(items=shown, next=shown[-1].ordinal if more else None)


async def submit_outputs(ctx: Context, who: Actor, cmd: SubmitOutputs) -> Submitted:
    """Store outputs in one transaction, at most one per cell. A cell that has an output keeps it."""
    who.must(Permission.START_RUNS, cmd.project)
    if not 1 <= len(cmd.outputs) <= MOST_OUTPUTS:
        raise InvalidInput(f"Send 1 to {MOST_OUTPUTS} outputs at a time", field="outputs")
    async with ctx.change(who, cmd.project) as tx:
        run = await lock_application_run(tx, cmd.run)
        for place, output in enumerate(cmd.outputs):
            if not 0 <= output.ordinal < run.plan.cells:
                raise InvalidInput("The run has no such cell", field=f"outputs.{place}.cell_id")
        # The first output for a cell counts, in this request as in all.
        results = {output.ordinal: result_of(output) for output in reversed(cmd.outputs)}
        stored = await store_outputs(tx, run, results)
        return Submitted(
            stored=tuple(sorted(stored)),
            already_there=tuple(_not_stored(cmd.outputs, stored)),
            open=await count_open(tx, run),
            run=await tx.runs.get(cmd.project, cmd.run),
        )


async def finish_application_run(ctx: Context, who: Actor, project: ProjectId, run: RunId) -> Run:
    """End the cells without an output as failed, so that the run ends when its scores are complete."""
    who.must(Permission.START_RUNS, project)
    async with ctx.change(who, project) as tx:
        found = await lock_application_run(tx, run)
        ended = await end_open_cells(tx, found)
        if ended:
            missing = {"missing_outputs": {"old": None, "new": ended}}
            tx.record_entry("run.outputs_finished", ("run", run), missing)
        return await tx.runs.get(project, run)


async def _find_dataset(tx: ReadTx, project: ProjectId, wanted: str) -> DatasetId:
    try:
        dataset = DatasetId(UUID(wanted))
    except ValueError:
        known = await tx.suite_parts.dataset_named(project, wanted)
        if known is None:
            raise NotFound(f"There is no dataset {wanted} in this project") from None
        return known.id
    return (await tx.datasets.get(project, dataset)).id


def _require_same(known: Run, cmd: StartApplicationRun, order: RunOrder) -> Run:
    """Return the run of a repeated start; raise an error if the key belongs to a different run."""
    plan = known.plan
    same = (
        plan.application == cmd.application
        and plan.dataset == order.dataset
        and plan.choice == order.choice
        and plan.trials == order.trials
        and order.dataset_version in (None, plan.dataset_version)
    )
    if not same:
        raise WrongState(
            f"The key belongs to run {known.number}, which has another application, dataset or number of trials",
            advice="Use another key for another run.",
        )
    return known


async def lock_application_run(tx: ProjectTx, run: RunId) -> Run:
    """Lock an application run that still takes outputs."""
    tx.who.must(Permission.START_RUNS, tx.project)
    await require_live_project(tx, Permission.START_RUNS)
    found = _application_run(await tx.runs.get(tx.project, run, lock=True))
    if found.state in CLOSED:
        raise WrongState(
            f"The run is {found.state}, so it takes no outputs",
            state=str(found.state),
            advice="Start another run.",
        )
    return found


def _application_run(run: Run) -> Run:
    if run.plan.application is None:
        raise WrongState(
            "The outputs of this run come from models, so none can be submitted",
            advice="Start an application run to submit outputs.",
        )
    return run


def _not_stored(outputs: tuple[SubmittedOutput, ...], stored: set[int]) -> list[int]:
    """Return the cells of the outputs that were not stored: all but the first one of each stored cell."""
    left = set(stored)
    found: list[int] = []
    for output in outputs:
        if output.ordinal in left:
            left.remove(output.ordinal)
        else:
            found.append(output.ordinal)
    return found


async def count_open(tx: ProjectTx, run: Run) -> int:
    """Count the cells of a run without an output."""
    tx.who.must(Permission.VIEW_PROJECT, tx.project)
    columns, _ = await tx.run_sums.read(tx.project, run.id)
    return run.plan.cells - sum(sums.done for sums in columns.values())
