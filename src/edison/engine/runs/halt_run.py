"""Pause a run or stop a credential, because its key was rejected or its account is empty, until a person acts."""

from datetime import datetime

from edison.domain.ids import ProjectId, RunId
from edison.domain.models.model_call import Failed
from edison.domain.runs.run_states import PauseReason
from edison.engine.models.save_outcome import STOPS, stop_credential
from edison.engine.resources import Resources
from edison.engine.runs.prepare_chunk import PreparedColumn
from edison.engine.runs.run_transitions import pause_run_in_transaction
from edison.engine.runs.run_writer import RunWriter


async def halt_run(
    own: Resources,
    project: ProjectId,
    run: RunId,
    writer: RunWriter,
    asked: PreparedColumn | Failed,
    failed: Failed,
) -> None:
    if writer.halted:
        return
    now = own.clock.now()
    with writer.halting():
        await _pause_for_key(own, project, run, asked, failed, now)


async def _pause_for_key(
    own: Resources,
    project: ProjectId,
    run: RunId,
    asked: PreparedColumn | Failed,
    failed: Failed,
    now: datetime,
) -> None:
    async with own.change(project, now) as tx:
        if isinstance(asked, PreparedColumn) and failed.code in STOPS:
            model = await tx.catalog.get(project, asked.model)
            await stop_credential(tx, model, failed)
        await pause_run_in_transaction(tx, run, PauseReason.CREDENTIAL, failed.message)


async def record_key_failure(
    own: Resources, project: ProjectId, asked: PreparedColumn, failed: Failed
) -> None:
    """Stop a credential until a person acts. The run continues with the fallback model."""
    async with own.change(project) as tx:
        model = await tx.catalog.get(project, asked.model)
        await stop_credential(tx, model, failed)
