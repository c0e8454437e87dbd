"""Rename, list and remove credentials, choose the default, and allow private addresses.

The key of a credential never changes.
"""

from dataclasses import dataclass

from edison.domain.errors import CredentialInUse
from edison.domain.events import (
    CREDENTIAL_CHANGED,
    CREDENTIAL_REMOVED,
)
from edison.domain.ids import CredentialId, ProjectId
from edison.domain.models.circuit_breaker import Circuit
from edison.domain.models.credential import Credential
from edison.domain.models.provider import FORMS, Provider, ProviderForm
from edison.domain.people.access import Actor, Permission
from edison.kit.pagination import Page, PageRequest
from edison.services.context import Context
from edison.services.models.credential_setup import check_address
from edison.services.permission_check import confirm_permission, require_live_project


@dataclass(frozen=True, slots=True, kw_only=True)
class EditCredential:
    project: ProjectId
    credential: CredentialId
    label: str | None = None
    make_default: bool = False
    allow_private: bool | None = None


async def edit_credential(ctx: Context, who: Actor, cmd: EditCredential) -> Credential:
    who.must(Permission.MANAGE_CREDENTIALS, cmd.project)
    changes: dict[str, dict[str, object]] = {}
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.MANAGE_CREDENTIALS)
        was = await tx.credentials.get(cmd.project, cmd.credential)
        if cmd.label is not None and cmd.label != was.label:
            await tx.credentials.relabel(cmd.project, was.id, cmd.label)
            changes["label"] = {"old": was.label, "new": cmd.label}
        if cmd.make_default and not was.is_default:
            await tx.credentials.make_default(cmd.project, was)
            changes["is_default"] = {"old": False, "new": True}
        if cmd.allow_private is not None and cmd.allow_private != was.allow_private:
            check_address(ctx, was.provider, was.config, cmd.allow_private)
            await tx.credentials.allow_private(cmd.project, was.id, cmd.allow_private)
            changes["allow_private"] = {"old": was.allow_private, "new": cmd.allow_private}
        if changes:
            tx.note(
                CREDENTIAL_CHANGED,
                ("credential", was.id),
                changes,
                label=cmd.label or was.label,
                changed=sorted(changes),
            )
        return await tx.credentials.get(cmd.project, cmd.credential)


async def remove_credential(
    ctx: Context, who: Actor, project: ProjectId, credential: CredentialId
) -> None:
    """Remove a credential, and its models from the catalog. Stored answers of these models are kept."""
    who.must(Permission.MANAGE_CREDENTIALS, project)
    async with ctx.change(who, project) as tx:
        await confirm_permission(tx, Permission.MANAGE_CREDENTIALS)
        was = await tx.credentials.get(project, credential)
        used = await tx.credentials.in_use(project, credential)
        if used.at_all:
            raise CredentialInUse(f"The credential is used by {used.words}", waiting=used.calls)
        await tx.credentials.remove(project, credential, tx.now)
        await tx.catalog.remove_of(project, credential, tx.now)
        tx.note(
            CREDENTIAL_REMOVED,
            ("credential", credential),
            {"label": {"old": was.label, "new": None}},
            label=was.label,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CredentialCard:
    """A credential with data about its usage."""

    credential: Credential
    models: int
    breaker: Circuit


async def provider_forms(ctx: Context, who: Actor) -> tuple[ProviderForm, ...]:
    """Return the credential form of each provider. The simulated provider is included only if a simulator runs."""
    who.must_be_known()
    return tuple(
        form
        for form in FORMS.values()
        if form.provider is not Provider.SIMULATED or ctx.gateway.simulator_url
    )


async def list_credentials(
    ctx: Context, who: Actor, project: ProjectId, page: PageRequest
) -> Page[CredentialCard]:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        found = await tx.credentials.page(project, page)
        ids = [credential.id for credential in found.items]
        models = await tx.catalog.count(project, ids)
        breakers = await tx.limits.circuits(project, ids)
    cards = tuple(
        CredentialCard(
            credential=credential,
            models=models.get(credential.id, 0),
            breaker=breakers[credential.id],
        )
        for credential in found.items
    )
    return Page(items=cards, next_cursor=found.next_cursor)
