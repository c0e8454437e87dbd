"""Add a credential: encrypt its key, let a worker test it, and save it if the provider accepts the key."""

import json
from dataclasses import dataclass, field
from decimal import Decimal

from edison.domain.errors import ForbiddenAddress, InvalidInput, Unavailable
from edison.domain.events import CREDENTIAL_ADDED, CREDENTIAL_REMOVED
from edison.domain.ids import CredentialId, ProjectId
from edison.domain.models.application import APPLICATION_CAPABILITIES, NAME
from edison.domain.models.catalog import SetPrice
from edison.domain.models.credential import (
    SAVED_ANYWAY,
    Credential,
    CredentialStatus,
    KeyVariable,
    checked_fields,
    hint_of,
)
from edison.domain.models.provider import FORMS, Endpoint, Provider
from edison.domain.people.access import Actor, Permission
from edison.engine.project_tx import ProjectTx
from edison.kit.uuids import new_id
from edison.network.address_guard import Blocked, check_url
from edison.services.context import Context
from edison.services.models.credential_check import order_test, raise_problem, wait_for_test
from edison.services.permission_check import require_live_project
from edison.store.repositories.models.catalog_models import FoundModel


def check_address(
    ctx: Context, provider: Provider, config: dict[str, str], allow_private: bool
) -> None:
    if provider is Provider.SIMULATED:
        return
    if allow_private and not ctx.gateway.private_endpoints:
        raise ForbiddenAddress(
            "This installation does not allow credentials to reach private addresses",
            field="allow_private",
            advice="The operator of this installation can allow this with EDISON_PRIVATE_ENDPOINTS.",
        )
    endpoint = Endpoint(
        credential=CredentialId(new_id()), provider=provider, config=config, secrets={}
    )
    if "?" in endpoint.base_url:
        # The URL is stored unencrypted, and people put keys into its query string.
        raise InvalidInput(
            "A base URL must not have a query string. Enter the key in its own field",
            field="config.base_url",
        )
    try:
        check_url(endpoint.base_url, allow_private=allow_private)
    except Blocked as error:
        raise ForbiddenAddress(str(error), field="config.base_url") from error


@dataclass(frozen=True, slots=True, kw_only=True)
class AddCredential:
    project: ProjectId
    provider: Provider
    label: str
    config: dict[str, str]
    secrets: dict[str, str] = field(repr=False)
    variables: dict[str, str] = field(default_factory=dict[str, str])
    allow_private: bool = False
    make_default: bool = False
    # The declared cost of one call to an application in dollars; 0: free, None: unknown.
    cost_per_call: Decimal | None = None
    # Save the key although its test failed, if the cause may be the server and not the key.
    save_anyway: bool = False


async def add_credential(ctx: Context, who: Actor, cmd: AddCredential) -> Credential:
    """Save a credential if its test passes or the person chose to save it anyway; else raise the problem."""
    who.must(Permission.MANAGE_CREDENTIALS, cmd.project)
    creator = who.must_be_person()
    if cmd.cost_per_call is not None and cmd.provider is not Provider.APPLICATION:
        raise InvalidInput("Only an application has a cost per call", field="cost_per_call_usd")
    config, secrets = checked_fields(cmd.provider, cmd.config, cmd.secrets, cmd.variables)
    if cmd.provider is Provider.SIMULATED and ctx.gateway.simulator_url is None:
        raise InvalidInput(
            "This installation runs no simulator",
            field="provider",
            advice="Start one with `edison simulate` and set EDISON_SIMULATOR_URL.",
        )
    check_address(ctx, cmd.provider, config, cmd.allow_private)
    _check_variables(ctx, cmd, config)
    now = ctx.clock.now()
    credential = Credential(
        id=CredentialId(new_id()),
        provider=cmd.provider,
        label=cmd.label,
        config=config,
        hint=hint_of(secrets),
        has_key=bool(secrets or cmd.variables),
        variables=cmd.variables,
        allow_private=cmd.allow_private,
        status=CredentialStatus.TESTING,
        created_by=who.label,
        created_at=now,
    )
    sealed = ctx.gateway.sealer.seal(json.dumps(secrets), credential.id) if secrets else None
    async with ctx.change(who, cmd.project, now) as tx:
        await require_live_project(tx, Permission.MANAGE_CREDENTIALS)
        await tx.credentials.add(cmd.project, credential, creator, sealed)
        await order_test(tx, credential.id)
        tx.record_entry(
            "credential.added",
            ("credential", credential.id),
            {
                "label": {"old": None, "new": cmd.label},
                "provider": {"old": None, "new": str(cmd.provider)},
                "allow_private": {"old": None, "new": cmd.allow_private},
                **({"save_anyway": {"old": None, "new": True}} if cmd.save_anyway else {}),
            },
        )
    try:
        tested = await wait_for_test(ctx, who, cmd.project, credential)
    except Unavailable:
        # The request fails without a result, so the credential must not appear later.
        await _forget(ctx, who, cmd.project, credential)
        raise
    kept = cmd.save_anyway and tested.problem_code in SAVED_ANYWAY
    if tested.status is not CredentialStatus.READY and not kept:
        await _forget(ctx, who, cmd.project, credential)
        raise_problem(tested)
    async with ctx.change(who, cmd.project) as tx:
        if tested.status is not CredentialStatus.READY:
            await tx.credentials.set_status(
                cmd.project,
                credential.id,
                CredentialStatus.READY,
                code=tested.problem_code,
                problem=tested.problem,
                tested_at=tested.tested_at or now,
            )
        if cmd.provider is Provider.APPLICATION:
            await _add_application(tx, who, cmd, credential)
        default = await tx.credentials.lock_default(cmd.project, cmd.provider)
        if default is None or cmd.make_default:
            await tx.credentials.make_default(cmd.project, credential)
        tx.emit_event(
            CREDENTIAL_ADDED, id=str(credential.id), label=cmd.label, provider=str(cmd.provider)
        )
        return await tx.credentials.get(cmd.project, credential.id)


async def _add_application(
    tx: ProjectTx, who: Actor, cmd: AddCredential, credential: Credential
) -> None:
    """Add the application to the catalog as a model, with its declared cost per call."""
    name = credential.config[NAME]
    found = FoundModel(name=name, title=name, capabilities=APPLICATION_CAPABILITIES)
    model = await tx.catalog.add(cmd.project, credential.id, found, "manual", tx.now)
    if cmd.cost_per_call is None:
        return
    price = (
        SetPrice(choice="override", per_call=cmd.cost_per_call, effective_from=tx.now)
        if cmd.cost_per_call
        else SetPrice(choice="free", effective_from=tx.now)
    )
    await tx.catalog.set_price(cmd.project, model, price, who.user, tx.now)


async def _forget(ctx: Context, who: Actor, project: ProjectId, credential: Credential) -> None:
    async with ctx.change(who, project) as tx:
        await tx.credentials.remove(project, credential.id, tx.now)
        tx.note(
            CREDENTIAL_REMOVED,
            ("credential", credential.id),
            {"reason": {"old": None, "new": "the test failed"}},
            label=credential.label,
        )


def _check_variables(ctx: Context, cmd: AddCredential, config: dict[str, str]) -> None:
    """Raise an error if an environment variable is not allowed for this origin: it may hold another key."""
    known = {variable.name: variable for variable in ctx.gateway.key_variables}
    endpoint = Endpoint(
        credential=CredentialId(new_id()), provider=cmd.provider, config=config, secrets={}
    )
    for name, variable in cmd.variables.items():
        listed: KeyVariable | None = known.get(variable)
        if listed is None or not listed.allows(cmd.provider, endpoint.base_url):
            title = FORMS[cmd.provider].title
            raise InvalidInput(
                f"{variable} may not be used for {title} at this address",
                field=f"variables.{name}",
                advice="The operator of this installation can allow it in EDISON_KEY_VARIABLES.",
            )
