"""Look at a project's keys: everything but the keys."""

from dataclasses import dataclass

from edison.domain.ids import ProjectId
from edison.domain.models.circuit_breaker import Circuit
from edison.domain.models.credential import Credential
from edison.domain.models.provider import FORMS, Provider, ProviderForm
from edison.domain.people.access import Actor, Permission
from edison.kit.pagination import Page, PageRequest
from edison.services.context import Context


@dataclass(frozen=True, slots=True, kw_only=True)
class CredentialCard:
    """A credential with what is known about its use."""

    credential: Credential
    models: int
    breaker: Circuit


async def provider_forms(ctx: Context, who: Actor) -> tuple[ProviderForm, ...]:
    """What each provider needs to be told; the simulated one only where a simulator runs."""
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
