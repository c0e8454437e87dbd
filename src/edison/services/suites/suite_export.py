"""Export a suite as a YAML file that can be versioned with code and imported into any project."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from edison.domain.ids import ProjectId, SuiteId
from edison.domain.people.access import Actor, Permission
from edison.domain.suites.recipe import NAME_A_MODEL, Recipe
from edison.domain.suites.suite_file.write_suite_file import FileNames, ModelName, written
from edison.services.context import Context
from edison.store.unit_of_work import ReadTx

MOST_FILE_NAME = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteYaml:
    file_name: str
    text: str


async def export_suite(ctx: Context, who: Actor, project: ProjectId, suite: SuiteId) -> SuiteYaml:
    """Export a suite with names instead of ids. An import resolves the names in its own project."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        found = await tx.suites.get(project, suite)
        names = await _names_in(tx, project, found.recipe)
    return SuiteYaml(file_name=f"{plain_name(found.name)}.yaml", text=written(found, names))


def plain_name(name: str) -> str:
    """Return a name in letters, digits and dashes, for a file."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:MOST_FILE_NAME] or "suite"


async def _names_in(tx: ReadTx, project: ProjectId, recipe: Recipe) -> FileNames:
    of_scorers = ids_in_scorers(recipe)
    prompts: set[UUID] = {each.prompt for each in recipe.prompts}
    models: set[UUID] = {target.model for target in recipe.targets}
    if recipe.fallback is not None:
        models.add(recipe.fallback.model)
    known = await tx.suite_parts.models(project, models | of_scorers.models)
    alike = await tx.suite_parts.models_named(project, {model.name for model in known.values()})
    datasets = {recipe.dataset.id} if recipe.dataset is not None else set[UUID]()
    return FileNames(
        prompts={
            prompt.id: prompt.name
            for prompt in (
                await tx.suite_parts.prompts(project, prompts | of_scorers.prompts)
            ).values()
        },
        datasets={
            dataset.id: dataset.name
            for dataset in (await tx.suite_parts.datasets(project, datasets)).values()
        },
        models={
            model.id: ModelName(
                name=model.name,
                credential=model.credential_label if len(alike.get(model.name, ())) > 1 else None,
            )
            for model in known.values()
        },
        judges={
            judge.id: judge.name
            for judge in (await tx.suite_parts.judges(project, of_scorers.judges)).values()
        },
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ScorerIds:
    prompts: set[UUID]
    models: set[UUID]
    judges: set[UUID]


def ids_in_scorers(recipe: Recipe) -> ScorerIds:
    def named(kinds: Collection[str], field: str) -> set[UUID]:
        return {
            UUID(str(spec[field]))
            for spec in recipe.scorers
            if spec.get("kind") in kinds and field in spec
        }

    return ScorerIds(
        prompts=named(("grader",), "prompt"),
        models=named(NAME_A_MODEL, "model"),
        judges=named(("judge", "pairwise"), "judge"),
    )
