"""Test whether a credential works, and list the models that it gives access to. Safe to repeat."""

from dataclasses import dataclass, replace
from uuid import UUID

import structlog

from edison.domain.errors import NotFound
from edison.domain.events import CREDENTIAL_TESTED
from edison.domain.ids import CredentialId, ProjectId
from edison.domain.models.catalog import ModelSource
from edison.domain.models.credential import WRONG_ADDRESS, Credential, CredentialStatus
from edison.domain.models.model_call import Failed, FailureCode
from edison.domain.models.provider import Endpoint, Provider
from edison.engine.durable import step
from edison.engine.resources import Resources, resources
from edison.engine.workflow_contracts import ProbeOrder
from edison.providers.known_models import known_capabilities
from edison.providers.list_prices import suggested_models
from edison.providers.retired_models import is_deprecated
from edison.providers.wire.wire_protocol import ListedModel
from edison.simulator.named_models import MODELS
from edison.store.repositories.models.catalog_models import FoundModel

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    models: tuple[FoundModel, ...] = ()
    source: ModelSource = "listing"


NOTHING = _Found()


@step("probe_credential")
async def probe_credential(order: ProbeOrder) -> bool:
    """Test a credential; return whether it works."""
    structlog.contextvars.bind_contextvars(trace_id=order["trace_id"])
    own = resources()
    project = ProjectId(UUID(order["project"]))
    try:
        async with own.work.read() as tx:
            credential = await tx.credentials.get(project, CredentialId(UUID(order["credential"])))
            endpoint = await own.opener.unseal(tx, project, credential)
            known = await tx.catalog.count(project, [credential.id])
    except NotFound:
        # The credential was removed before the test began.
        return False
    problem = endpoint if isinstance(endpoint, Failed) else await _tried(own, endpoint)
    found = NOTHING
    if problem is None and isinstance(endpoint, Endpoint):
        found = await _found(own, credential, endpoint, is_known=bool(known))
    await _save(own, project, credential, problem, found)
    log.info(
        "credential_tested",
        provider=str(credential.provider),
        ok=problem is None,
        code=str(problem.code) if problem else None,
        models=len(found.models),
    )
    return problem is None


async def _tried(own: Resources, endpoint: Endpoint) -> Failed | None:
    problem = await own.attempts.probe(endpoint)
    # A rate limit or an unknown model proves that the credential was accepted.
    let_in = problem is not None and (
        problem.code is FailureCode.RATE_LIMITED or problem.provider_code == "model_not_found"
    )
    return None if let_in else problem


async def _found(
    own: Resources, credential: Credential, endpoint: Endpoint, *, is_known: bool
) -> _Found:
    if credential.provider is Provider.APPLICATION:
        # It is in the catalog since its credential was added, under the name that its user chose.
        return NOTHING
    listed = await own.attempts.models(endpoint)
    if isinstance(listed, Failed):
        log.warning("models_not_listed", code=str(listed.code), message=listed.message)
        # A failed listing does not mean that its models were removed.
        if is_known:
            return NOTHING
        listed = []
    source: ModelSource = "listing" if listed else "suggested"
    if not listed:
        listed = suggested_models(credential.provider)
    if credential.provider is Provider.SIMULATED:
        # Simulated models with faults are not listed, but can be added by name.
        listed = [
            replace(model, title=named.title)
            for model in listed
            if (named := MODELS.get(model.name)) and named.fault is None
        ]
    found = [_found_model(credential, endpoint, model) for model in listed]
    deployment = credential.config.get("deployment")
    if credential.provider is Provider.AZURE and deployment:
        names = {model.name for model in found}
        if deployment not in names:
            found.append(
                FoundModel(
                    name=deployment,
                    title=deployment,
                    capabilities=known_capabilities(Provider.AZURE, deployment),
                )
            )
    return _Found(models=tuple(found), source=source)


def _found_model(credential: Credential, endpoint: Endpoint, listed: ListedModel) -> FoundModel:
    known = known_capabilities(credential.provider, listed.name, base_url=endpoint.base_url)
    said = {
        name: value for name, value in listed.capabilities.as_dict().items() if value is not None
    }
    return FoundModel(
        name=listed.name,
        title=listed.title or listed.name,
        capabilities=known.corrected(said),
        deprecated=listed.deprecated
        or is_deprecated(credential.provider, listed.name, base_url=endpoint.base_url),
    )


def _status_after(credential: Credential, problem: Failed | None) -> CredentialStatus:
    """Return the new status of a credential. A working key stays ready if its provider is unavailable."""
    before = credential.status
    if problem is None:
        return CredentialStatus.READY
    if before is CredentialStatus.READY and WRONG_ADDRESS == credential.problem_code == _code(
        problem
    ):
        # A person saved it although its address has no model list, so this is not a new problem.
        return before
    if problem.code is FailureCode.QUOTA:
        return CredentialStatus.PAUSED
    if problem.retryable and before is CredentialStatus.READY:
        return before
    return CredentialStatus.INVALID


def _code(problem: Failed) -> str:
    return WRONG_ADDRESS if problem.provider_code == WRONG_ADDRESS else str(problem.code)


async def _save(
    own: Resources,
    project: ProjectId,
    credential: Credential,
    problem: Failed | None,
    found: _Found,
) -> None:
    status = _status_after(credential, problem)
    async with own.change(project) as tx:
        # First, because it locks the row against a concurrent removal of the credential.
        still_there = await tx.credentials.set_status(
            project,
            credential.id,
            status,
            code=_code(problem) if problem else None,
            problem=problem.message if problem else None,
            tested_at=tx.now,
        )
        if not still_there:
            return
        if found.models:
            await tx.catalog.take_listing(
                project, credential.id, found.models, found.source, tx.now
            )
        tx.emit_event(
            CREDENTIAL_TESTED,
            id=str(credential.id),
            label=credential.label,
            status=str(status),
            models=len(found.models),
        )
