"""Connect a demo project to the simulator: a credential that works, and the models that the demo needs."""

from edison.domain.demo import demo_story
from edison.domain.errors import DuplicateLabel, DuplicateModel, NotFound
from edison.domain.ids import CredentialId, ModelId, ProjectId
from edison.domain.models.catalog import CatalogModel
from edison.domain.models.credential import Credential, CredentialStatus
from edison.domain.models.provider import Provider
from edison.domain.people.access import Actor, Permission
from edison.kit.pagination import Page, PageRequest
from edison.services.context import Context
from edison.services.models.credential_check import check_credential, raise_problem, wait_for_test
from edison.services.models.credential_setup import AddCredential, add_credential
from edison.services.models.model_commands import AddModel, add_model
from edison.store.repositories.models.catalog_models import ModelFilter

MANY = PageRequest.of(100, None)


async def connect_simulator(ctx: Context, who: Actor, project: ProjectId) -> Credential:
    """Add or find a simulated credential that works; wait for a worker to test it."""
    who.must(Permission.MANAGE_CREDENTIALS, project)
    found = await _simulated(ctx, project)
    if found is None:
        wanted = AddCredential(
            project=project,
            provider=Provider.SIMULATED,
            label=demo_story.CREDENTIAL_LABEL,
            config={},
            secrets={},
        )
        try:
            return await add_credential(ctx, who, wanted)
        except DuplicateLabel:
            # A concurrent request created the credential, or one of another provider has the label.
            found = await _simulated(ctx, project)
            if found is None:
                raise
    if found.status is CredentialStatus.TESTING:
        found = await wait_for_test(ctx, who, project, found)
    elif found.status is not CredentialStatus.READY:
        found = await check_credential(ctx, who, project, found.id)
    if found.status is not CredentialStatus.READY:
        raise_problem(found)
    return found


async def _simulated(ctx: Context, project: ProjectId) -> Credential | None:
    async with ctx.read() as tx:
        cards: Page[Credential] = await tx.credentials.page(project, MANY)
    ours = [card for card in cards.items if card.provider is Provider.SIMULATED]
    return min(ours, key=lambda card: card.status is not CredentialStatus.READY, default=None)


async def provide_models(
    ctx: Context,
    who: Actor,
    project: ProjectId,
    credential: CredentialId,
    names: tuple[str, ...],
) -> dict[str, ModelId]:
    """Return simulated models by name; add models that were removed or are not listed."""
    who.must(Permission.MANAGE_CREDENTIALS, project)
    known = await _catalog(ctx, project, credential, names)
    for name in names:
        if name not in known:
            try:
                await add_model(
                    ctx, who, AddModel(project=project, credential=credential, name=name)
                )
            except DuplicateModel:
                continue
    found = await _catalog(ctx, project, credential, names)
    if not set(names) <= found.keys():
        raise NotFound("The models of the demo are not in the catalog")
    return {name: model.id for name, model in found.items()}


async def _catalog(
    ctx: Context, project: ProjectId, credential: CredentialId, names: tuple[str, ...]
) -> dict[str, CatalogModel]:
    found: dict[str, CatalogModel] = {}
    async with ctx.read() as tx:
        for search in names:
            wanted = ModelFilter(search=search, credential=credential)
            page = await tx.catalog.page(project, wanted, MANY)
            found |= {model.name: model for model in page.items}
    return found
