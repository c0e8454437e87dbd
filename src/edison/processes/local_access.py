"""Temporary API token for `edison run` on the local database."""

import asyncio
import secrets
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from edison.domain.errors import EdisonError
from edison.domain.ids import ProjectId
from edison.domain.models.provider import Provider
from edison.domain.people.access import Actor, RequestOrigin, Role
from edison.domain.people.account import User
from edison.kit.pagination import PageRequest
from edison.processes.build_context import build_context
from edison.processes.find_database import database_url
from edison.services.context import Context
from edison.services.models.credential_setup import AddCredential, add_credential
from edison.services.people.account_registration import Register, register
from edison.services.people.api_tokens import CreateToken, create_token, revoke_token
from edison.services.people.identity import actor_of
from edison.services.people.project_creation import CreateProject, create_project_with_owner
from edison.settings import Settings
from edison.store.database import Database

OWNER_EMAIL = "owner@edison.local"
PROJECT_NAME = "Suites"
SIMULATOR_WITHIN_S = 60.0
RETRY_AFTER_S = 1.0
HERE = RequestOrigin(address="", user_agent="edison run", trace_id="")
ANYONE = Actor(kind="anonymous", origin=HERE)


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalAccess:
    token: str
    project: str
    # The account that was created because there was none.
    new_account: str | None


@asynccontextmanager
async def local_access(
    settings: Settings, project: str | None, *, simulated: bool
) -> AsyncGenerator[LocalAccess]:
    """Context manager that creates a token of the owner and revokes it at the end.

    The token is for the given project, or for a default project for suites.
    """
    url = database_url(settings)
    database = Database(url, pool_size=1, application="edison-run")
    ctx = build_context(settings, url, database)
    try:
        try:
            who, made = await _owner(ctx)
            slug, project_id, role = await _project(ctx, who, project)
            who = replace(who, roles={project_id: role})
            if simulated:
                await _offer_simulated_models(ctx, who, project_id)
            granted = Role.ADMIN if role.at_least(Role.ADMIN) else role
            wanted = CreateToken(
                project=project_id, name="edison run", role=granted, expires_in_days=1
            )
            fresh = await create_token(ctx, who, wanted)
        except EdisonError as error:
            raise RuntimeError(error.message) from error
        try:
            yield LocalAccess(token=fresh.secret, project=slug, new_account=made)
        finally:
            await revoke_token(ctx, who, project_id, fresh.token.id)
    finally:
        ctx.launcher.close()
        await database.close()


async def _owner(ctx: Context) -> tuple[Actor, str | None]:
    async with ctx.read() as tx:
        found: User | None = await tx.users.installation_owner()
    if found is not None:
        return actor_of(found, HERE), None
    # A random password is enough: `edison reset-password` sets another.
    password = f"{secrets.token_urlsafe(30)}aA1!"
    form = Register(email=OWNER_EMAIL, name="Owner", password=password, confirm_password=password)
    signed_in = await register(ctx, ANYONE, form)
    return actor_of(signed_in.user, HERE), OWNER_EMAIL


async def _project(ctx: Context, who: Actor, reference: str | None) -> tuple[str, ProjectId, Role]:
    owner = who.must_be_person()
    async with ctx.read() as tx:
        if reference is not None:
            found = await tx.projects.membership(reference, owner)
            if found is None:
                raise RuntimeError(f"{who.label} has no project {reference} here")
            return reference, *found
        cards = await tx.projects.cards(owner, PageRequest.of(100, None), search=PROJECT_NAME)
    for card in cards.items:
        if card.project.name == PROJECT_NAME:
            return card.project.slug, card.project.id, card.role
    made = await create_project_with_owner(
        ctx, who, CreateProject(name=PROJECT_NAME, description="Of edison run")
    )
    return made.project.slug, made.project.id, made.role


async def _offer_simulated_models(ctx: Context, who: Actor, project: ProjectId) -> None:
    """Add a credential for simulated models on behalf of the owner, because tokens cannot add credentials."""
    # The address of the simulator is only needed by the worker, which `edison up` starts with it.
    gateway = replace(ctx.gateway, simulator_url=ctx.gateway.simulator_url or "of edison up")
    wanted = AddCredential(
        project=project, provider=Provider.SIMULATED, label="Simulated", config={}, secrets={}
    )
    deadline = time.monotonic() + SIMULATOR_WITHIN_S
    while True:
        async with ctx.read() as tx:
            cards = await tx.credentials.page(project, PageRequest.of(100, None))
        if any(card.provider is Provider.SIMULATED for card in cards.items):
            return
        try:
            await add_credential(replace(ctx, gateway=gateway), who, wanted)
            return
        except EdisonError as error:
            # Without a simulator the models of the suite are not found, which is the clearer error.
            if not error.retryable or time.monotonic() > deadline:
                return
            # The simulator is the last process of an installation to start.
            await asyncio.sleep(RETRY_AFTER_S)
