"""Notify the person who started a run that it finished, failed or was paused by the system."""

from typing import Any

from edison.domain.ids import UserId
from edison.domain.notifications.notified_event import NotifiedEvent
from edison.domain.runs.run_plan import ELSEWHERE, Run
from edison.domain.runs.run_states import PauseReason, RunState
from edison.engine.notifications.notify import notify
from edison.engine.project_tx import ProjectTx

WHY_PAUSED = {
    PauseReason.BUDGET: "its budget is spent",
    PauseReason.TOKENS: "its token budget is spent",
    PauseReason.CREDENTIAL: "a credential was rejected",
    PauseReason.BATCH: "a batch needs a decision",
}


async def notify_run_end(
    tx: ProjectTx, run: Run, state: RunState, reason: PauseReason | None, problem: str | None
) -> None:
    """Notify of a change of state, unless a person made it. `run` is the run before the change."""
    event = _event(state, reason)
    if event is None or _reported_elsewhere(run):
        return
    slug = (await tx.projects.get(tx.project)).slug
    await notify(
        tx,
        event,
        subject=run.id,
        # A run is reopened in a new epoch, and its next end is a new fact.
        version=run.epoch,
        payload=await _payload(tx, run, state, reason, problem, slug),
        people=_starter(run.created_by),
    )


def _event(state: RunState, reason: PauseReason | None) -> NotifiedEvent | None:
    if state is RunState.COMPLETED:
        return NotifiedEvent.RUN_FINISHED
    if state is RunState.FAILED:
        return NotifiedEvent.RUN_FAILED
    if state is RunState.PAUSED and reason in WHY_PAUSED:
        return NotifiedEvent.RUN_PAUSED
    return None


def _reported_elsewhere(run: Run) -> bool:
    """Return whether an experiment or a suite reports what became of the run."""
    return run.experiment is not None or run.suite is not None or run.trigger in ELSEWHERE


def _starter(user: UserId | None) -> tuple[UserId, ...]:
    return () if user is None else (user,)


async def _payload(
    tx: ProjectTx,
    run: Run,
    state: RunState,
    reason: PauseReason | None,
    problem: str | None,
    slug: str,
) -> dict[str, Any]:
    columns, _ = await tx.run_sums.read(tx.project, run.id)
    done = sum(column.done for column in columns.values())
    failed = sum(column.failed for column in columns.values())
    name = run.name or f"Run {run.number}"
    if reason is not None and state is RunState.PAUSED:
        title = f"{name} is paused: {WHY_PAUSED[reason]}"
        sentence = problem or "Open the run to see why."
    elif state is RunState.FAILED:
        title, sentence = f"{name} failed", problem or "Open the run to see why."
    else:
        title = f"{name} finished"
        sentence = f"{done:,} of {run.plan.cells:,} cells are done, {failed:,} of them failed."
    return {
        "title": title,
        "sentence": sentence,
        "path": f"/projects/{slug}/runs/{run.id}",
        "severity": None if state is RunState.COMPLETED else "warning",
        "facts": {
            "Run": run.number,
            "Cells": f"{done:,} of {run.plan.cells:,}",
            "Failed": f"{failed:,}",
        },
        "run_id": str(run.id),
        "number": run.number,
        "state": str(state),
        "cells": run.plan.cells,
        "failed": failed,
    }
