"""Set up a demo in an empty project: a simulated credential, a prompt, a grader and cases.

If called again, the existing objects are returned.
"""

from dataclasses import dataclass

from edison.domain.datasets.case_rules import batch_cases
from edison.domain.datasets.dataset import DatasetKind
from edison.domain.errors import DuplicateLabel, DuplicateModel, NoSimulator, NotFound
from edison.domain.ids import CredentialId, DatasetId, ModelId, ProjectId, PromptId
from edison.domain.models.catalog import CatalogModel
from edison.domain.models.credential import Credential, CredentialStatus
from edison.domain.models.provider import Provider
from edison.domain.people.access import Actor, Permission
from edison.domain.prompts.prompt import PromptContent, PromptKind
from edison.domain.runs import demo_task
from edison.engine.project_tx import ProjectTx
from edison.kit.pagination import Page, PageRequest
from edison.services.context import Context
from edison.services.datasets.dataset_commands import create_empty_dataset as begin_dataset
from edison.services.datasets.dataset_versions import count_of_cases, finish_version
from edison.services.models.credential_check import check_credential, raise_problem, wait_for_test
from edison.services.models.credential_setup import AddCredential, add_credential
from edison.services.models.model_commands import AddModel, add_model
from edison.services.permission_check import confirm_permission
from edison.services.prompts.prompt_commands import create_prompt_draft as begin_prompt
from edison.services.prompts.prompt_versions import first_version
from edison.store.repositories.datasets.datasets import DatasetFilter
from edison.store.repositories.models.catalog_models import ModelFilter
from edison.store.repositories.prompts.prompts import PromptFilter

MANY = PageRequest.of(100, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Demo:
    prompt: PromptId
    grader: PromptId
    dataset: DatasetId
    credential: CredentialId
    models: tuple[ModelId, ...]
    # The model that the grader calls.
    judge: ModelId


async def start_demo(ctx: Context, who: Actor, project: ProjectId) -> Demo:
    """Create or find the demo's simulated credential with its models, prompt, grader and cases."""
    who.must(Permission.MANAGE_CREDENTIALS, project)
    who.must_be_person()
    if ctx.gateway.simulator_url is None:
        raise NoSimulator("This installation runs no simulator, which the demo needs")
    credential = await _credential(ctx, who, project)
    models = await _models(ctx, who, project, credential.id)
    async with ctx.change(who, project) as tx:
        # The lock makes a second request find the demo of the first, instead of a taken name.
        (await tx.projects.get(project, lock=True)).must_be_live()
        await confirm_permission(tx, Permission.MANAGE_CREDENTIALS)
        return Demo(
            prompt=await _prompt(tx, demo_task.PROMPT_NAME, PromptKind.GENERATOR, demo_task.PROMPT),
            grader=await _prompt(tx, demo_task.GRADER_NAME, PromptKind.GRADER, demo_task.GRADER),
            dataset=await _dataset(tx),
            credential=credential.id,
            models=tuple(models[name] for name in demo_task.MODELS),
            judge=models[demo_task.JUDGE],
        )


async def _credential(ctx: Context, who: Actor, project: ProjectId) -> Credential:
    found = await _simulated(ctx, project)
    if found is None:
        wanted = AddCredential(
            project=project,
            provider=Provider.SIMULATED,
            label=demo_task.CREDENTIAL_LABEL,
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


async def _models(
    ctx: Context, who: Actor, project: ProjectId, credential: CredentialId
) -> dict[str, ModelId]:
    """Return the simulated models by name; add models that were removed or are not listed."""
    known = await _catalog(ctx, project, credential)
    for name in (*demo_task.MODELS, demo_task.JUDGE):
        if name not in known:
            try:
                await add_model(
                    ctx, who, AddModel(project=project, credential=credential, name=name)
                )
            except DuplicateModel:
                continue
    found = await _catalog(ctx, project, credential)
    if not {*demo_task.MODELS, demo_task.JUDGE} <= found.keys():
        raise NotFound("The models of the demo are not in the catalog")
    return {name: model.id for name, model in found.items()}


async def _catalog(
    ctx: Context, project: ProjectId, credential: CredentialId
) -> dict[str, CatalogModel]:
    found: dict[str, CatalogModel] = {}
    async with ctx.read() as tx:
        for search in ("demo-", demo_task.JUDGE):
            wanted = ModelFilter(search=search, credential=credential)
            page = await tx.catalog.page(project, wanted, MANY)
            found |= {model.name: model for model in page.items}
    return found


async def _prompt(tx: ProjectTx, name: str, kind: PromptKind, content: PromptContent) -> PromptId:
    cards = await tx.prompts.page(tx.project, PromptFilter(search=name, kind=kind), MANY)
    for card in cards.items:
        if card.name == name:
            return card.id
    prompt = await begin_prompt(
        tx, name=name, kind=kind, description=demo_task.DESCRIPTION, draft=content
    )
    await first_version(tx, prompt, "The demo's first version")
    return prompt.id


async def _dataset(tx: ProjectTx) -> DatasetId:
    found = await tx.datasets.page(tx.project, DatasetFilter(search=demo_task.DATASET_NAME), MANY)
    for dataset in found.items:
        if dataset.name == demo_task.DATASET_NAME:
            return dataset.id
    made = await begin_dataset(
        tx, name=demo_task.DATASET_NAME, kind=DatasetKind.GOLDEN, description=demo_task.DESCRIPTION
    )
    await tx.case_changes.add(tx.project, made.id, 1, batch_cases(demo_task.CASES))
    await finish_version(
        tx,
        made,
        cases=len(demo_task.CASES),
        note=count_of_cases(len(demo_task.CASES), "Added"),
        columns=("message",),
    )
    return made.id
