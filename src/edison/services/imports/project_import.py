"""Import the files of another tool: preview them, then create prompts, datasets and a suite in one transaction."""

import asyncio
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from edison.domain.datasets.case_rules import batch_cases, check, cleaned, with_columns
from edison.domain.datasets.dataset import Dataset, DatasetKind
from edison.domain.errors import InvalidInput
from edison.domain.ids import DatasetId, ModelId, PromptId
from edison.domain.imports.import_plan import ImportPlan, ModelUse, PlannedDataset, PlannedPrompt
from edison.domain.people.access import Actor, Permission
from edison.domain.prompts.prompt import Prompt
from edison.domain.prompts.prompt_rules import problems_of
from edison.domain.suites.recipe import DatasetRef, PromptRef, Recipe, SuiteTarget
from edison.domain.suites.suite import MOST_NAME, Suite
from edison.engine.project_tx import ProjectTx
from edison.services.context import Context
from edison.services.datasets.dataset_commands import create_empty_dataset
from edison.services.datasets.dataset_versions import count_of_cases, finish_version, must_have_room
from edison.services.imports.read_source import Source, read_source
from edison.services.permission_check import require_live_project
from edison.services.prompts.prompt_commands import create_prompt_draft
from edison.services.prompts.prompt_versions import first_version
from edison.services.suites.recipe_check import MAY_COME_RIGHT, check_recipe
from edison.services.suites.suite_creation import CreateSuite, add_suite
from edison.store.repositories.suites.suite_parts import NamedModelRef
from edison.store.unit_of_work import ReadTx

NAME_AT_MOST = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelChoice:
    """A model that the source names, and the model of the catalog that takes its place."""

    source: str
    use: ModelUse
    name: str
    # None: the catalog has none of this name, or several credentials offer it.
    model: ModelId | None
    # Models of the catalog with this name.
    offered: tuple[NamedModelRef, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportPreview:
    plan: ImportPlan
    models: tuple[ModelChoice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ApplyImport:
    source: Source
    # For each model of the source, a model of the catalog.
    models: Mapping[str, UUID] = field(default_factory=dict[str, UUID])
    name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AppliedImport:
    preview: ImportPreview
    prompts: tuple[Prompt, ...]
    datasets: tuple[Dataset, ...]
    suite: Suite | None
    # Why there is no suite, what it lacks, and which labels were not set.
    missing: tuple[str, ...]


async def preview_import(
    ctx: Context, who: Actor, source: Source, models: Mapping[str, UUID]
) -> ImportPreview:
    """Report what an import would create. Nothing is stored."""
    who.must(Permission.EDIT_PROMPTS, source.project)
    plan = await read_source(ctx, who, source)
    async with ctx.read() as tx:
        return await _with_models(tx, source, plan, models)


async def apply_import(ctx: Context, who: Actor, cmd: ApplyImport) -> AppliedImport:
    """Create everything that the files describe, or nothing."""
    who.must(Permission.START_RUNS, cmd.source.project)
    who.must(Permission.EDIT_PROMPTS, cmd.source.project)
    who.must(Permission.EDIT_DATASETS, cmd.source.project)
    plan = await read_source(ctx, who, cmd.source)
    if cmd.name is not None:
        plan = replace(plan, name=cmd.name)
    batches = [await asyncio.to_thread(_batches, dataset) for dataset in plan.datasets]
    async with ctx.change(who, cmd.source.project) as tx:
        await require_live_project(tx, Permission.EDIT_PROMPTS)
        preview = await _with_models(tx, cmd.source, plan, cmd.models)
        settings = await tx.projects.settings_in_force(tx.project)
        protected = {one.label for one in settings.protected_labels}
        left_out = list[str]()
        taken = await tx.prompts.names(tx.project)
        made: dict[str, Prompt] = {}
        for planned in plan.prompts:
            name = free_name(planned.name, taken)
            taken.add(name)
            made[planned.name] = await _add_prompt(
                tx, planned, name, cmd.source.kind.value, protected
            )
            left_out += [
                f"The label {label} of {name} was not set, because it is protected: request a promotion"
                for label in planned.labels
                if label in protected
            ]
        taken = await tx.datasets.names(tx.project)
        datasets: list[Dataset] = []
        for planned, rows in zip(plan.datasets, batches, strict=True):
            name = free_name(planned.name, taken)
            taken.add(name)
            datasets.append(await _add_dataset(tx, planned, name, rows, cmd.source.kind.value))
        suite, missing = await _add_suite(tx, preview, made, datasets)
        return AppliedImport(
            preview=preview,
            prompts=tuple(made.values()),
            datasets=tuple(datasets),
            suite=suite,
            missing=(*left_out, *missing),
        )


def free_name(name: str, taken: Collection[str]) -> str:
    """Return the name, with a number if it is taken. Upper and lower case count as equal."""
    known = {each.casefold() for each in taken}
    start, number = name[:NAME_AT_MOST].strip() or "Import", 1
    free = start
    while free.casefold() in known:
        number += 1
        free = f"{start} ({number})"
    return free


def _batches(dataset: PlannedDataset) -> tuple[str, ...]:
    contents = tuple(cleaned(content) for content in dataset.cases)
    for place, content in enumerate(contents):
        check(content, f"cases.{place}.")
    return batch_cases(contents)


async def _with_models(
    tx: ReadTx, source: Source, plan: ImportPlan, chosen: Mapping[str, UUID]
) -> ImportPreview:
    named = await tx.suite_parts.models_named(source.project, {each.name for each in plan.models})
    known = await tx.suite_parts.models(source.project, set(chosen.values()))
    unknown = [name for name, model in chosen.items() if ModelId(model) not in known]
    if unknown:
        raise InvalidInput(
            f"The model chosen for {unknown[0]} is not in the catalog of this project",
            field="models",
        )
    choices: list[ModelChoice] = []
    for each in plan.models:
        offered = tuple(named.get(each.name, ()))
        model = chosen.get(each.source)
        if model is None and len(offered) == 1:
            model = offered[0].id
        choices.append(
            ModelChoice(
                source=each.source,
                use=each.use,
                name=each.name,
                model=None if model is None else ModelId(model),
                offered=offered,
            )
        )
    return ImportPreview(plan=plan, models=tuple(choices))


async def _add_prompt(
    tx: ProjectTx, planned: PlannedPrompt, name: str, kind: str, protected: Collection[str]
) -> Prompt:
    prompt = await create_prompt_draft(
        tx,
        name=name,
        kind=planned.kind,
        description=planned.description,
        draft=planned.content,
        source={"imported_from": kind},
    )
    # A text that no model would take stays a draft, and its page says what is wrong with it.
    if not problems_of(planned.content):
        await first_version(tx, prompt, f"Imported from {kind}")
        for label in planned.labels:
            if label in protected:
                continue
            await tx.prompts.set_label(tx.project, prompt.id, label, 1, tx.who.user, tx.now)
    return await tx.prompts.get(tx.project, prompt.id)


async def _add_dataset(
    tx: ProjectTx, planned: PlannedDataset, name: str, rows: tuple[str, ...], kind: str
) -> Dataset:
    made = await create_empty_dataset(
        tx, name=name, kind=DatasetKind.GOLDEN, description=planned.description
    )
    if not planned.cases:
        return made
    must_have_room(made, len(planned.cases))
    await tx.case_changes.add(tx.project, made.id, 1, rows)
    await finish_version(
        tx,
        made,
        cases=len(planned.cases),
        note=count_of_cases(len(planned.cases), "Imported", f" from {kind}"),
        columns=with_columns((), planned.cases),
    )
    return await tx.datasets.get(tx.project, made.id)


async def _add_suite(
    tx: ProjectTx, preview: ImportPreview, prompts: dict[str, Prompt], datasets: list[Dataset]
) -> tuple[Suite | None, tuple[str, ...]]:
    plan, missing = preview.plan, list[str]()
    models = {each.source: each.model for each in preview.models}
    refs = [
        PromptRef(prompt=PromptId(prompts[each.name].id))
        for each in plan.prompts
        if each.in_suite and prompts[each.name].latest
    ]
    targets: list[SuiteTarget] = []
    for each in plan.models:
        model = models[each.source]
        if each.use != "target":
            continue
        if model is None:
            missing.append(f"The model {each.source} was not chosen, so that it is no target")
        else:
            targets.append(SuiteTarget(model=model, parameters=each.parameters))
    if not (refs and targets and datasets and plan.scorers):
        if plan.scorers and not targets:
            missing.append("There is no suite, because no model was chosen as its target")
        return None, tuple(missing)
    scorers = _scorers(plan, models, prompts, missing)
    recipe = Recipe(
        prompts=tuple(refs),
        dataset=DatasetRef(id=DatasetId(datasets[0].id)),
        targets=tuple(targets),
        scorers=tuple(scorers),
        trials=plan.trials,
    )
    draft = await check_recipe(tx, tx.who, tx.project, recipe, tx.now)
    problems = [each.message for each in draft.problems if each.code not in MAY_COME_RIGHT]
    if problems:
        return None, (*missing, *(f"There is no suite: {problem}" for problem in problems))
    start = plan.name[: MOST_NAME - 8].strip() or "Import"
    name = free_name(start, await tx.suites.names(tx.project, start))
    suite = await add_suite(tx, CreateSuite(project=tx.project, name=name, recipe=recipe))
    return suite, tuple(missing)


def _scorers(
    plan: ImportPlan,
    models: Mapping[str, ModelId | None],
    prompts: Mapping[str, Prompt],
    missing: list[str],
) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for each in plan.scorers:
        spec = dict(each.spec)
        if each.model is not None:
            model = models.get(each.model)
            if model is None:
                name = spec.get("name") or spec["kind"]
                missing.append(f"The scorer {name} was left out, because it needs a model")
                continue
            spec["model"] = str(model)
        if each.prompt is not None:
            spec["prompt"] = str(prompts[each.prompt].id)
        found.append(spec)
    return found
