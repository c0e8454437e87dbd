"""Request a test of a credential, wait for the result, and explain a failure.

A worker makes the test, because only workers can decrypt keys.
"""

import asyncio
from typing import Any, NoReturn

from edison.domain.errors import (
    ForbiddenAddress,
    InvalidKey,
    NoWorker,
    ProviderRefused,
    ProviderUnreachable,
    QuotaExceeded,
    Unavailable,
    WrongAddress,
)
from edison.domain.ids import CredentialId, ProjectId
from edison.domain.models.credential import (
    SAVED_ANYWAY,
    WRONG_ADDRESS,
    Credential,
    CredentialStatus,
    suggested_base_url,
)
from edison.domain.models.model_call import FailureCode
from edison.domain.people.access import Actor, Permission
from edison.engine.project_tx import ProjectTx
from edison.services.context import Context
from edison.services.permission_check import require_live_project

LOOK_EVERY_S = 0.1


async def check_credential(
    ctx: Context, who: Actor, project: ProjectId, credential: CredentialId
) -> Credential:
    """Test a credential again. A failure is returned as the status of the credential, not raised."""
    who.must(Permission.MANAGE_CREDENTIALS, project)
    async with ctx.change(who, project) as tx:
        await require_live_project(tx, Permission.MANAGE_CREDENTIALS)
        before = await tx.credentials.get(project, credential)
        await order_test(tx, credential)
        change = {"label": {"old": None, "new": before.label}}
        tx.record_entry("credential.test_started", ("credential", credential), change)
    return await wait_for_test(ctx, who, project, before)


async def order_test(tx: ProjectTx, credential: CredentialId) -> None:
    alive = await tx.workers.alive(tx.now)
    if not alive:
        raise NoWorker("No worker is running, and only workers can decrypt keys")
    await tx.launcher.test_credential(
        tx,
        {
            "project": str(tx.project),
            "credential": str(credential),
            "trace_id": tx.who.origin.trace_id,
        },
    )


async def wait_for_test(
    ctx: Context, who: Actor, project: ProjectId, before: Credential
) -> Credential:
    """Wait until a worker has tested the credential; return the tested credential."""
    who.must(Permission.MANAGE_CREDENTIALS, project)
    try:
        async with asyncio.timeout(ctx.gateway.test_within_s):
            while True:
                async with ctx.read() as tx:
                    now = await tx.credentials.get(project, before.id)
                if now.tested_at != before.tested_at:
                    return now
                await asyncio.sleep(LOOK_EVERY_S)
    except TimeoutError as error:
        raise Unavailable(
            "The test takes longer than expected. Check its result in a minute"
        ) from error


def raise_problem(credential: Credential) -> NoReturn:
    """Raise an error that explains why a credential failed its test."""
    assert credential.status is not CredentialStatus.READY
    facts: dict[str, Any] = {
        "provider_message": credential.problem,
        "can_save_anyway": credential.problem_code in SAVED_ANYWAY,
    }
    match credential.problem_code:
        case FailureCode.INVALID_KEY:
            raise InvalidKey("Invalid API key", **facts)
        case FailureCode.UNREACHABLE | FailureCode.TIMED_OUT | FailureCode.UNAVAILABLE:
            raise ProviderUnreachable("Cannot connect to provider", **facts)
        case FailureCode.QUOTA:
            raise QuotaExceeded("API quota exceeded", **facts)
        case FailureCode.FORBIDDEN_ADDRESS:
            raise ForbiddenAddress(credential.problem or "This address is not allowed", **facts)
        case _ if credential.problem_code == WRONG_ADDRESS:
            better = suggested_base_url(credential.provider, credential.config)
            raise WrongAddress(
                credential.problem or "This address does not have an API for models",
                advice=f"Try {better}: most servers have their API under /v1."
                if better
                else "Check the base URL.",
                suggested_base_url=better,
                **facts,
            )
        case _:
            raise ProviderRefused(credential.problem or "The provider refused the test", **facts)
