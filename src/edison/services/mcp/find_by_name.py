"""Find the project of a token, and prompts, datasets and models by id or name."""

from collections.abc import Sequence
from contextlib import suppress
from uuid import UUID

from edison.domain.errors import InvalidInput, NotFound
from edison.domain.ids import DatasetId, ModelId, ProjectId, PromptId
from edison.domain.people.access import Actor, Permission
from edison.domain.people.project import Project
from edison.services.context import Context
from edison.store.unit_of_work import ReadTx


async def read_project_of_token(ctx: Context, who: Actor, project: ProjectId) -> Project:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        return await tx.projects.get(project)


async def find_prompt(ctx: Context, who: Actor, project: ProjectId, reference: str) -> PromptId:
    """Return the id of a prompt, given by id or by name."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        named = (await tx.suite_parts.prompts_named(project, {reference})).get(reference)
        if named is not None:
            return named.id
        if (id_ := _as_uuid(reference)) is not None:
            return (await tx.prompts.get(project, PromptId(id_))).id
    raise NotFound(f"There is no prompt {reference!r}", field="prompt")


async def find_dataset(ctx: Context, who: Actor, project: ProjectId, reference: str) -> DatasetId:
    """Return the id of a dataset, given by id or by name."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        named = await tx.suite_parts.dataset_named(project, reference)
        if named is not None:
            return named.id
        if (id_ := _as_uuid(reference)) is not None:
            return (await tx.datasets.get(project, DatasetId(id_))).id
    raise NotFound(f"There is no dataset {reference!r}", field="dataset")


async def find_models(
    ctx: Context, who: Actor, project: ProjectId, references: Sequence[str]
) -> tuple[ModelId, ...]:
    """Return the ids of models, each given by id, by name, or as `credential/name`."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        return tuple([await _find_model(tx, project, reference) for reference in references])


async def _find_model(tx: ReadTx, project: ProjectId, reference: str) -> ModelId:
    # A name may contain a slash, such as "meta/llama", so the whole text is tried first.
    credential, _, rest = reference.partition("/")
    named = await tx.suite_parts.models_named(project, {reference, rest} - {""})
    found = named.get(reference, []) or [
        one for one in named.get(rest, []) if one.credential_label == credential
    ]
    if len(found) > 1:
        labels = ", ".join(f"{one.credential_label}/{one.name}" for one in found[:5])
        raise InvalidInput(
            f"Several credentials offer {reference!r}. Write one of: {labels}", field="models"
        )
    if found:
        return found[0].id
    if (id_ := _as_uuid(reference)) is not None:
        return (await tx.catalog.get(project, ModelId(id_))).id
    raise NotFound(
        f"There is no model {reference!r} in the catalog of the project",
        field="models",
        advice="Find the models of the project with the tool `search`.",
    )


def _as_uuid(text: str) -> UUID | None:
    with suppress(ValueError):
        return UUID(text)
    return None
