"""Read experiments, their cases and iterations, and create the dataset of a template."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from edison.domain.datasets.case_rules import batch_cases
from edison.domain.datasets.dataset import DatasetKind
from edison.domain.experiments.experiment_splits import ExperimentSplit
from edison.domain.experiments.iteration_stages import worked_seconds
from edison.domain.experiments.templates.experiment_template import Template
from edison.domain.experiments.templates.registry import TEMPLATES
from edison.domain.ids import DatasetId, ExperimentId, IterationId, ProjectId
from edison.domain.people.access import Actor, Permission
from edison.engine.project_tx import ProjectTx
from edison.kit.pagination import Page, PageRequest
from edison.services.context import Context
from edison.services.datasets.dataset_commands import create_empty_dataset
from edison.services.datasets.dataset_versions import count_of_cases, finish_version
from edison.services.experiments.experiment_cards import (
    ExperimentCard,
    ExperimentReport,
    IterationCard,
    cards_of,
    iteration_cards,
    report_of,
)
from edison.services.runs.run_queries import RunReport, read_run
from edison.store.repositories.experiments.experiment_cases import SplitCase as SplitCase
from edison.store.repositories.experiments.experiments import ExperimentFilter as ExperimentFilter


@dataclass(frozen=True, slots=True, kw_only=True)
class IterationReport:
    """An iteration, the progress of its run, and the previous and next iterations."""

    card: IterationCard
    run: RunReport | None
    previous: UUID | None
    next: UUID | None
    elapsed_s: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentPage:
    page: Page[ExperimentCard]
    total: int


async def list_experiments(
    ctx: Context, who: Actor, project: ProjectId, wanted: ExperimentFilter, page: PageRequest
) -> ExperimentPage:
    """List experiments, latest change first, with their total number."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        found = await tx.experiments.page(project, wanted, page)
        cards = await cards_of(tx, project, found.items)
        total = await tx.experiments.count(project, wanted)
    return ExperimentPage(page=Page(items=tuple(cards), next_cursor=found.next_cursor), total=total)


async def read_experiment(
    ctx: Context, who: Actor, project: ProjectId, experiment: ExperimentId
) -> ExperimentReport:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        found = await tx.experiments.get(project, experiment)
        return await report_of(tx, project, found, ctx.clock.now())


async def list_cases(
    ctx: Context,
    who: Actor,
    project: ProjectId,
    experiment: ExperimentId,
    split: ExperimentSplit | None,
    page: PageRequest,
) -> Page[SplitCase]:
    """List the cases of an experiment with their splits; the list is empty before the start."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        await tx.experiments.get(project, experiment)
        return await tx.experiment_cases.page(project, experiment, split, page)


async def list_iterations(
    ctx: Context, who: Actor, project: ProjectId, experiment: ExperimentId, page: PageRequest
) -> Page[IterationCard]:
    """List iterations, newest first."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        found = await tx.experiments.get(project, experiment)
        iterations = await tx.iterations.page(project, experiment, page)
        cards = await iteration_cards(tx, project, found, iterations.items)
    return Page(items=tuple(cards), next_cursor=iterations.next_cursor)


async def read_iteration(
    ctx: Context, who: Actor, project: ProjectId, iteration: IterationId
) -> IterationReport:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        found = await tx.iterations.get(project, iteration)
        experiment = await tx.experiments.get(project, found.experiment)
        (card,) = await iteration_cards(tx, project, experiment, [found])
        before = await tx.iterations.by_number(project, found.experiment, found.number - 1)
        after = await tx.iterations.by_number(project, found.experiment, found.number + 1)
    run = None if found.run is None else await read_run(ctx, who, project, found.run)
    return IterationReport(
        card=card,
        run=run,
        previous=None if before is None else before.id,
        next=None if after is None else after.id,
        elapsed_s=max(0.0, worked_seconds(found, ctx.clock.now())),
    )


async def list_templates(ctx: Context, who: Actor, project: ProjectId) -> Sequence[Template]:
    who.must(Permission.VIEW_PROJECT, project)
    del ctx
    return TEMPLATES


MOST_NAME = 100


async def dataset_of_template(tx: ProjectTx, template: Template) -> DatasetId:
    """Create a dataset from a template. Each experiment gets its own copy, because people edit the cases."""
    tx.who.must(Permission.EDIT_DATASETS, tx.project)
    made = await create_empty_dataset(
        tx,
        name=await tx.names.free(tx.project, "dataset", template.dataset_name, MOST_NAME),
        kind=DatasetKind.GOLDEN,
        description=f"Sample cases of the template {template.name}. Change them as you like.",
    )
    await tx.case_changes.add(tx.project, made.id, 1, batch_cases(template.cases))
    columns = tuple(dict.fromkeys(name for case in template.cases for name in case.values))
    await finish_version(
        tx,
        made,
        cases=len(template.cases),
        note=count_of_cases(len(template.cases), "Added"),
        columns=columns,
    )
    return made.id
