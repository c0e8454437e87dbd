"""Store the outcome of a playground call with its cost and event, in one transaction.

Writes are retried while the database is unavailable, because the answer was paid for.
"""

import asyncio
from contextlib import suppress

import structlog

from edison.domain.errors import NotFound, Unavailable
from edison.domain.events import (
    CREDENTIAL_STOPPED,
    MODEL_CHANGED,
    TRY_FINISHED,
    event,
    project_topic,
)
from edison.domain.ids import ModelId, ProjectId
from edison.domain.models.catalog import CatalogModel
from edison.domain.models.credential import CredentialStatus
from edison.domain.models.model_call import (
    Answered,
    CallOutcome,
    Failed,
    FailureCode,
    PlaygroundCall,
)
from edison.domain.models.usage_tally import tally_of
from edison.domain.notifications.notified_event import NotifiedEvent
from edison.domain.people.access import SYSTEM
from edison.engine.notifications.notify import notify
from edison.engine.project_tx import ProjectTx
from edison.engine.resources import Resources
from edison.kit.clock import Clock
from edison.providers.gateway import CallTarget
from edison.store.repositories.models.reusable_answers import StoredAnswer
from edison.store.unit_of_work import UnitOfWork

log = structlog.get_logger(__name__)

# Long enough for a restart or failover of the database.
TRY_FOR = 150
TRY_EVERY_S = 2.0

# After these failures the credential is not used until a person acts.
STOPS = {
    FailureCode.QUOTA: CredentialStatus.PAUSED,
    FailureCode.INVALID_KEY: CredentialStatus.INVALID,
}


async def save_playground_outcome(
    own: Resources,
    project: ProjectId,
    item: PlaygroundCall,
    outcome: CallOutcome,
    fresh: StoredAnswer | None,
) -> None:
    """Store the outcome of a playground call, retrying while the database is unavailable."""
    for left in range(TRY_FOR, 0, -1):
        try:
            async with own.change(project) as tx:
                await _write(tx, item, outcome, fresh)
            return
        except Unavailable:
            if left == 1:
                raise
            log.warning("outcome_waits_for_database", try_id=str(item.id))
            await asyncio.sleep(TRY_EVERY_S)


async def record_refused_parameter(
    work: UnitOfWork, clock: Clock, target: CallTarget, parameter: str, words: str
) -> None:
    """Record in the catalog that a model rejects a parameter."""
    if target.catalog_id is None:
        return
    # A lost record costs one more rejection after a restart; raising the error would lose the answer.
    with suppress(Unavailable):
        await _write_refused(work, clock, target, target.catalog_id, parameter, words)


async def _write_refused(
    work: UnitOfWork,
    clock: Clock,
    target: CallTarget,
    model: ModelId,
    parameter: str,
    words: str,
) -> None:
    async with work.write() as tx:
        await tx.catalog.note_dropped(target.project, model, parameter, words)
        tx.emit(
            event(
                SYSTEM,
                project_topic(target.project),
                MODEL_CHANGED,
                clock.now(),
                id=str(model),
                name=target.model,
                changed=["dropped"],
            )
        )


async def _write(
    tx: ProjectTx, item: PlaygroundCall, outcome: CallOutcome, fresh: StoredAnswer | None
) -> None:
    if not await tx.tries.finish(tx.project, item.id, outcome, tx.now):
        return
    model = await _model(tx, item.model)
    await tx.spending.add(tx.project, item.model, tally_of(outcome), tx.now)
    if fresh is not None:
        await tx.answers.keep(tx.project, [fresh], tx.now)
    if model is not None and isinstance(outcome, Failed) and outcome.code in STOPS:
        await stop_credential(tx, model, outcome)
    tx.emit_event(
        TRY_FINISHED,
        id=str(item.id),
        model=str(item.model),
        name=item.call.model,
        asked_by=item.asked_by,
        ok=isinstance(outcome, Answered),
    )


async def stop_credential(tx: ProjectTx, model: CatalogModel, failed: Failed) -> None:
    status = STOPS[failed.code]
    stopped = await tx.credentials.set_status(
        tx.project, model.credential, status, code=str(failed.code), problem=failed.message
    )
    if not stopped:
        return
    tx.emit_event(
        CREDENTIAL_STOPPED,
        id=str(model.credential),
        label=model.credential_label,
        status=str(status),
        problem=failed.message,
    )
    slug = (await tx.projects.get(tx.project)).slug
    await notify(
        tx,
        NotifiedEvent.CREDENTIAL_FAILING,
        subject=model.credential,
        # It may stop again after a person mended it.
        version=int(tx.now.timestamp()),
        payload={
            "title": f"{model.credential_label} is no longer used",
            "sentence": f"The provider rejected it: {failed.message}",
            "path": f"/projects/{slug}/models",
            "severity": "critical",
            "facts": {"Credential": model.credential_label, "State": str(status)},
            "credential_id": str(model.credential),
        },
    )


async def _model(tx: ProjectTx, model: ModelId) -> CatalogModel | None:
    try:
        return await tx.catalog.get(tx.project, model)
    except NotFound:
        return None
