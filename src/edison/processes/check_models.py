"""Implementation of `edison models check`: compares the facts about models with what the providers list now."""

import asyncio
import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import date

from edison.domain.errors import EdisonError
from edison.domain.ids import ProjectId
from edison.domain.models.credential import Credential
from edison.domain.models.model_call import Failed
from edison.domain.models.provider import Provider
from edison.engine.credential_unsealer import CredentialUnsealer
from edison.kit.clock import SystemClock
from edison.network.guarded_http import GuardedHttp
from edison.processes.build_context import build_key_ring, key_variables
from edison.processes.find_database import database_url
from edison.providers.call_attempt import CallAttempts
from edison.providers.model_facts import ListingComparison, compare_listing
from edison.settings import Settings
from edison.store.database import Database
from edison.store.unit_of_work import UnitOfWork

# Simulated models have no provider that could know better.
NOT_CHECKED = frozenset({Provider.SIMULATED})


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedListing:
    """The comparison for one credential; None with the reason if its models could not be listed."""

    project: str
    credential: str
    provider: Provider
    listed: int = 0
    comparison: ListingComparison | None = None
    problem: str = ""


def check_models(settings: Settings, project: str | None = None) -> list[CheckedListing]:
    """List the models of every working credential, and compare each list with the facts."""
    try:
        return asyncio.run(_check(settings, project))
    except EdisonError as error:
        raise RuntimeError(error.message) from error


async def _check(settings: Settings, wanted: str | None) -> list[CheckedListing]:
    unsealer = CredentialUnsealer(
        ring=build_key_ring(settings),
        environment=os.environ,  # noqa: TID251 - credentials may name variables of the worker
        key_variables=key_variables(settings),
        private_endpoints=settings.private_endpoints_allowed,
        simulator_url=settings.simulator_url,
    )
    today = SystemClock().now().date()
    checked: list[CheckedListing] = []
    async with _parts(settings) as (work, attempts):
        async with work.read() as tx:
            found = await tx.credentials.ready_everywhere(wanted)
        for project, slug, credential in found:
            if credential.provider not in NOT_CHECKED:
                checked.append(
                    await _checked(work, attempts, unsealer, project, slug, credential, today)
                )
    return checked


async def _checked(
    work: UnitOfWork,
    attempts: CallAttempts,
    unsealer: CredentialUnsealer,
    project: ProjectId,
    slug: str,
    credential: Credential,
    today: date,
) -> CheckedListing:
    about = CheckedListing(project=slug, credential=credential.label, provider=credential.provider)
    async with work.read() as tx:
        endpoint = await unsealer.unseal(tx, project, credential)
    listed = endpoint if isinstance(endpoint, Failed) else await attempts.models(endpoint)
    if isinstance(listed, Failed):
        return _without_list(about, listed.message)
    if not listed:
        return _without_list(about, "The provider has no list of models")
    dates = {model.name: model.retires_on for model in listed if model.retires_on is not None}
    names = [model.name for model in listed]
    return CheckedListing(
        project=slug,
        credential=credential.label,
        provider=credential.provider,
        listed=len(listed),
        comparison=compare_listing(credential.provider, names, dates, today),
    )


def _without_list(about: CheckedListing, problem: str) -> CheckedListing:
    return CheckedListing(
        project=about.project,
        credential=about.credential,
        provider=about.provider,
        problem=problem,
    )


@asynccontextmanager
async def _parts(settings: Settings) -> AsyncGenerator[tuple[UnitOfWork, CallAttempts]]:
    database = Database(database_url(settings), pool_size=1, application="edison-models-check")
    attempts = CallAttempts(GuardedHttp())
    try:
        yield UnitOfWork(database), attempts
    finally:
        await attempts.close()
        await database.close()
