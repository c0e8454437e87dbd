"""Start, pause, resume, cancel and pin runs, repeat cells, add scorers, and change budgets."""

from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from edison.domain.budgets.budget import Scope
from edison.domain.errors import InvalidInput, NoWorker, WrongState
from edison.domain.events import RUN_CHANGED, run_topic
from edison.domain.ids import ProjectId, RunId
from edison.domain.money import MicroUsd
from edison.domain.people.access import Actor, Permission
from edison.domain.runs.run_order import RunOrder
from edison.domain.runs.run_plan import EXPERIMENT_TRIGGER, Run, series_of
from edison.domain.runs.run_states import ENDED, PauseReason, RunState
from edison.engine.project_tx import ProjectTx
from edison.engine.runs.count_doubt import count_probable
from edison.engine.runs.enqueue_chunks import continue_paused_run, launch_chunks, resume_paused
from edison.engine.runs.run_transitions import move_run
from edison.engine.runs.start.create_run import create_run
from edison.engine.runs.start.plan_run import draft_added_scorers, draft_run
from edison.scorers.registry import spec_to_json
from edison.services.context import Context
from edison.services.permission_check import require_live_project
from edison.services.prompts.prompt_versions import version_for_run
from edison.store.repositories.runs.runs import RunScorer


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeat:
    """The cells to repeat: all failed cells, cells by ordinal, or a whole column."""

    project: ProjectId
    run: RunId
    failed: bool = False
    ordinals: tuple[int, ...] = ()
    column: int | None = None


async def pause_run(ctx: Context, who: Actor, project: ProjectId, run: RunId) -> Run:
    """Pause a run. Calls in progress finish, and their answers are kept."""
    who.must(Permission.START_RUNS, project)
    async with ctx.change(who, project) as tx:
        return await pause_in_transaction(tx, run)


async def pause_in_transaction(tx: ProjectTx, run: RunId) -> Run:
    """Pause a run in the caller's transaction."""
    tx.who.must(Permission.START_RUNS, tx.project)
    found = await _locked(tx, run)
    await _move(tx, found, RunState.PAUSED, PauseReason.PERSON)
    return await tx.runs.get(tx.project, run, lock=True)


async def cancel_run(ctx: Context, who: Actor, project: ProjectId, run: RunId) -> Run:
    """Cancel a run. Its partial results are kept."""
    who.must(Permission.START_RUNS, project)
    async with ctx.change(who, project) as tx:
        return await cancel_in_transaction(tx, run)


async def cancel_in_transaction(tx: ProjectTx, run: RunId) -> Run:
    """Cancel a run in the caller's transaction."""
    tx.who.must(Permission.START_RUNS, tx.project)
    found = await _locked(tx, run)
    await _move(tx, found, RunState.CANCELLED)
    return await tx.runs.get(tx.project, run, lock=True)


async def resume_run(ctx: Context, who: Actor, project: ProjectId, run: RunId) -> Run:
    """Resume a run: process its open cells with the original plan."""
    who.must(Permission.START_RUNS, project)
    async with ctx.change(who, project) as tx:
        return await resume_in_transaction(tx, run)


async def resume_in_transaction(tx: ProjectTx, run: RunId) -> Run:
    """Resume a run in the caller's transaction."""
    tx.who.must(Permission.START_RUNS, tx.project)
    found = await _locked(tx, run)
    if found.state is not RunState.PAUSED:
        raise WrongState("The run is not paused", state=str(found.state))
    await _must_have_worker(tx)
    await resume_paused(tx, found)
    return await tx.runs.get(tx.project, run, lock=True)


async def repeat_cells(ctx: Context, who: Actor, cmd: Repeat) -> tuple[Run, int]:
    """Repeat cells without reusing stored answers; return the run and the number of cells. Old answers are kept."""
    who.must(Permission.START_RUNS, cmd.project)
    async with ctx.change(who, cmd.project) as tx:
        found = await _locked(tx, cmd.run)
        if not found.plan.calls_targets:
            raise WrongState(
                "The answers of this run were supplied with it, so no model can repeat them"
            )
        await _must_have_worker(tx)
        columns = len(found.plan.columns)
        if cmd.column is not None and not 0 <= cmd.column < columns:
            raise InvalidInput("The run has no such column", field="column")
        if any(not 0 <= ordinal < found.plan.cells for ordinal in cmd.ordinals):
            raise InvalidInput("The run has no such cell", field="cells")
        opened = await tx.repeats.open(
            cmd.project,
            cmd.run,
            columns,
            tx.now,
            failed=cmd.failed,
            ordinals=cmd.ordinals,
            column=cmd.column,
        )
        if not opened:
            raise InvalidInput("None of these cells has finished", field="cells")
        chunks = sorted({found.plan.chunk_of(ordinal) for ordinal in opened})
        # A stopped target is called again: its model or credential may have been corrected.
        await tx.runs.clear_stopped(cmd.project, cmd.run)
        await tx.chunks.reopen(cmd.project, found, chunks)
        await tx.run_sums.recount(cmd.project, cmd.run, columns)
        if found.state in ENDED:
            await continue_paused_run(tx, found, RunState.EXECUTING)
        elif found.state is not RunState.PAUSED:
            await tx.runs.renew(cmd.project, cmd.run, found.epoch + 1, tx.now)
            await launch_chunks(tx, cmd.run)
        tx.emit_event(RUN_CHANGED, topic=run_topic(cmd.run), run=str(cmd.run), repeated=len(opened))
        tx.record_entry(
            "run.cells_repeated", ("run", cmd.run), {"cells": {"old": None, "new": len(opened)}}
        )
        return await tx.runs.get(cmd.project, cmd.run, lock=True), len(opened)


async def add_scorers(
    ctx: Context, who: Actor, project: ProjectId, run: RunId, specs: tuple[dict[str, Any], ...]
) -> Run:
    """Score the existing answers of a run with more scorers. No target is called again."""
    who.must(Permission.START_RUNS, project)
    async with ctx.change(who, project) as tx:
        found = await _locked(tx, run)
        await _must_have_worker(tx)
        draft = await draft_added_scorers(tx, who, project, found, specs, tx.now)
        draft.must_be_ready()
        known = await tx.runs.scorers(project, run)
        first = max((scorer.number for scorer in known), default=-1) + 1
        await tx.runs.add_scorers(
            project,
            run,
            [
                RunScorer(number=first + place, name=scorer.name, spec=spec_to_json(scorer.spec))
                for place, scorer in enumerate(draft.scorers)
            ],
            len(found.plan.columns),
            tx.now,
        )
        await tx.chunks.reopen(project, found, None)
        if found.state in ENDED:
            await continue_paused_run(tx, found, RunState.JUDGING)
        elif found.state is not RunState.PAUSED:
            await tx.runs.renew(project, run, found.epoch + 1, tx.now)
            await launch_chunks(tx, run)
        names = ", ".join(scorer.name for scorer in draft.scorers)
        tx.record_entry("run.scorers_added", ("run", run), {"scorers": {"old": None, "new": names}})
        return await tx.runs.get(project, run, lock=True)


async def change_budget(
    ctx: Context,
    who: Actor,
    project: ProjectId,
    run: RunId,
    *,
    limit: MicroUsd | None,
    limit_tokens: int | None,
) -> Run:
    """Change the budget of a run. The budget cannot be below the amount already spent."""
    who.must(Permission.START_RUNS, project)
    async with ctx.change(who, project) as tx:
        found = await _locked(tx, run)
        balance = await tx.budgets.read(project, Scope.RUN, run)
        await tx.budgets.set_limits(
            project,
            balance.id,
            limit=limit,
            limit_tokens=limit_tokens,
            alert_share=balance.alert_share,
        )
        tx.record_entry(
            "run.budget_changed",
            ("run", run),
            {"limit_micro_usd": {"old": balance.limit, "new": limit}},
        )
        tx.emit_event(RUN_CHANGED, topic=run_topic(run), run=str(run), changed=["budget"])
        return found


async def count_probable_doubt(ctx: Context, who: Actor, project: ProjectId, run: RunId) -> Run:
    """Count calls in doubt at their probable cost from now on, and resume a run paused for its budget."""
    who.must(Permission.START_RUNS, project)
    async with ctx.change(who, project) as tx:
        found = await _locked(tx, run)
        less = await count_probable(tx, project, found, tx.now)
        tx.record_entry(
            "run.doubt_counted",
            ("run", run),
            {
                "count_doubt": {"old": str(found.count_doubt), "new": "probable"},
                "counted_less_micro_usd": {"old": None, "new": less},
            },
        )
        if found.pause_reason in (PauseReason.BUDGET, PauseReason.TOKENS):
            await _must_have_worker(tx)
            await resume_paused(tx, found)
        tx.emit_event(RUN_CHANGED, topic=run_topic(run), run=str(run), changed=["budget"])
        return await tx.runs.get(project, run, lock=True)


async def _locked(tx: ProjectTx, run: RunId) -> Run:
    await require_live_project(tx, Permission.START_RUNS)
    return await tx.runs.get(tx.project, run, lock=True)


async def _must_have_worker(tx: ProjectTx) -> None:
    if not await tx.workers.alive(tx.now):
        raise NoWorker("No worker is running, and only workers call models")


async def _move(
    tx: ProjectTx, run: Run, state: RunState, reason: PauseReason | None = None
) -> None:
    await move_run(tx, run, state, reason=reason)
    changes = {"state": {"old": str(run.state), "new": str(state)}}
    tx.record_entry("run.state_changed", ("run", run.id), changes)


async def keep_run(ctx: Context, who: Actor, project: ProjectId, run: RunId, *, keep: bool) -> Run:
    """Exclude a run from retention, or include it again. Safe to repeat."""
    who.must(Permission.START_RUNS, project)
    async with ctx.change(who, project) as tx:
        await require_live_project(tx, Permission.START_RUNS)
        found = await tx.runs.get(project, run, lock=True)
        if (found.kept_by is not None) == keep:
            return found
        await tx.aged_runs.pin_run(project, run, who.label if keep else None, tx.now)
        tx.record_entry(
            "run.kept" if keep else "run.released",
            ("run", run),
            {"kept": {"old": not keep, "new": keep}},
        )
        tx.emit_event(RUN_CHANGED, topic=run_topic(run), run=str(run), changed=["kept"])
        return await tx.runs.get(project, run, lock=True)


async def start_run(ctx: Context, who: Actor, order: RunOrder) -> Run:
    """Freeze the plan and queue a run. All problems are reported together, before any call is made."""
    who.must(Permission.START_RUNS, order.project)
    async with ctx.change(who, order.project) as tx:
        return await begin_run(tx, order)


async def begin_run(tx: ProjectTx, order: RunOrder, *, experiment: UUID | None = None) -> Run:
    """Start a run in the caller's transaction.

    `experiment` is an experiment with an open budget that the run's costs count against.
    """
    tx.who.must(Permission.START_RUNS, order.project)
    if experiment is not None:
        order = replace(order, trigger=EXPERIMENT_TRIGGER, series=series_of(experiment))
    project = await require_live_project(tx, Permission.START_RUNS)
    if not await tx.workers.alive(tx.now):
        raise NoWorker("No worker is running, and only workers call models")
    draft = await draft_run(tx, tx.who, order, tx.now)
    draft.must_be_ready()
    for place, chosen in enumerate(draft.versions):
        if chosen.version is None:
            version = await version_for_run(tx, chosen.prompt.id)
            draft.versions[place] = replace(chosen, version=version)
    return await create_run(tx, project, order, draft)
