"""Make one playground call and store its outcome. The call is never retried automatically."""

from dataclasses import dataclass, replace
from datetime import timedelta
from uuid import UUID

import structlog

from edison.domain.errors import NotFound
from edison.domain.ids import ProjectId, TryId
from edison.domain.models.answer_key import EndpointIdentity, answer_key
from edison.domain.models.application import REQUEST, USUAL_TEMPLATE, sample_values
from edison.domain.models.catalog import CatalogModel, SetPrice
from edison.domain.models.model_call import (
    Answered,
    CallOutcome,
    Failed,
    FailureCode,
    ModelCall,
    PlaygroundCall,
)
from edison.domain.models.provider import Endpoint, Provider
from edison.engine.durable import step
from edison.engine.models.resolve_target import endpoint_of
from edison.engine.models.save_outcome import save_playground_outcome
from edison.engine.resources import Resources, resources
from edison.engine.workflow_contracts import TryOrder
from edison.providers.cached_answers import from_store, to_store
from edison.providers.gateway import CallTarget
from edison.providers.price_in_effect import price_in_effect
from edison.providers.wire.application import inputs_of
from edison.store.repositories.models.reusable_answers import StoredAnswer

LOST = Failed(
    code=FailureCode.PROVIDER_ERROR,
    message="The worker stopped before the answer arrived. The provider may have charged the call. "
    "Repeat the call if you need the answer.",
    attempts=1,
    doubtful=1,
)
GONE = Failed(
    code=FailureCode.BAD_REQUEST, message="The model was removed from the catalog", attempts=0
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _PreparedCall:
    """The model, the endpoint and other values that are loaded before a playground call is sent."""

    model: CatalogModel
    endpoint: Endpoint | Failed
    chosen: SetPrice | None
    reuse_for: timedelta
    key: str
    known: StoredAnswer | None


@step("ask_model")
async def ask_model(order: TryOrder) -> bool:
    """Make a playground call; return whether the model answered."""
    structlog.contextvars.bind_contextvars(trace_id=order["trace_id"])
    own = resources()
    project = ProjectId(UUID(order["project"]))
    async with own.work.write() as tx:
        item = await tx.tries.get(project, TryId(UUID(order["wanted"])))
        first = await tx.tries.mark_calling(project, item.id)
    if item.outcome is not None:
        return isinstance(item.outcome, Answered)
    outcome, fresh = await _outcome(own, project, item) if first else (LOST, None)
    await save_playground_outcome(own, project, item, outcome, fresh)
    return isinstance(outcome, Answered)


async def _outcome(
    own: Resources, project: ProjectId, item: PlaygroundCall
) -> tuple[CallOutcome, StoredAnswer | None]:
    """Make the call; return the outcome, and a new answer to store for reuse (None if there is none)."""
    try:
        ready = await _prepared(own, project, item)
    except NotFound:
        return GONE, None
    if isinstance(ready.endpoint, Failed):
        return ready.endpoint, None
    if ready.known is not None:
        return from_store(ready.known), None
    outcome = await own.gateway.call(
        CallTarget(
            project=project,
            endpoint=ready.endpoint,
            model=ready.model.name,
            price=price_in_effect(ready.model, ready.chosen, own.clock.now()),
            limits=ready.model.limits,
            unsupported=ready.model.unsupported,
            learned=ready.model.learned,
            catalog_id=ready.model.id,
        ),
        _with_sample_values(item.call, ready.endpoint),
        key=f"try-{item.id}",
        policy=own.policy,
        on_text=None if ready.model.capabilities.streaming is False else _ignore,
    )
    if not isinstance(outcome, Answered):
        return outcome, None
    fresh = to_store(
        ready.key,
        outcome,
        model=ready.model.name,
        origin=f"try {item.id}",
        now=own.clock.now(),
        keep_for=ready.reuse_for,
    )
    return outcome, fresh


async def _prepared(own: Resources, project: ProjectId, item: PlaygroundCall) -> _PreparedCall:
    now = own.clock.now()
    async with own.work.read() as tx:
        model = await tx.catalog.get(project, item.model)
        credential = await tx.credentials.get(project, model.credential)
        settings = (await tx.projects.get(project)).settings
        endpoint = await own.opener.unseal(tx, project, credential)
        reuse_for = timedelta(minutes=settings.answer_reuse_minutes)
        key, known = "", None
        if isinstance(endpoint, Endpoint):
            endpoint = endpoint_of(endpoint, model)
            identity = EndpointIdentity.of(endpoint)
            left_out = model.left_out_of(item.call)
            key = answer_key(project, identity, item.call, 0, left_out)
            if reuse_for and not item.fresh:
                known = (await tx.answers.find(project, [key], now)).get(key)
        return _PreparedCall(
            model=model,
            endpoint=endpoint,
            chosen=(await tx.catalog.prices_now(project, [model.id], now)).get(model.id),
            reuse_for=reuse_for,
            key=key,
            known=known,
        )


def _with_sample_values(call: ModelCall, endpoint: Endpoint) -> ModelCall:
    """Return the call with its text as each value of a case that an application's request refers to."""
    if endpoint.provider is not Provider.APPLICATION:
        return call
    template = endpoint.config.get(REQUEST, USUAL_TEMPLATE)
    return replace(call, values=sample_values(template, inputs_of(call).input))


def _ignore(_: str) -> None:
    """Ignore streamed text. Streaming is used only to measure the time to the first token."""
