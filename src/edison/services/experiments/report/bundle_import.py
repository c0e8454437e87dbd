"""Import a bundle as a draft experiment with its plan, prompt, rubric and cases.

Models are found by name, and missing models are reported.
"""

from dataclasses import dataclass, replace

from edison.domain.datasets.dataset import DatasetKind
from edison.domain.datasets.importing.attached_media import unpacked_files
from edison.domain.datasets.importing.file_tasks import ReadyCases, ready_cases
from edison.domain.datasets.importing.read_file import must_be_small
from edison.domain.ids import DatasetId, ModelId, ProjectId
from edison.domain.people.access import Actor, Permission
from edison.engine.project_tx import ProjectTx
from edison.services.context import Context
from edison.services.datasets.case_media import store_files
from edison.services.datasets.dataset_commands import create_empty_dataset
from edison.services.datasets.dataset_versions import count_of_cases, finish_version, must_have_room
from edison.services.datasets.limited_file_reader import ReadFile, read_in_process
from edison.services.experiments.experiment_cards import ExperimentReport
from edison.services.experiments.experiment_drafts import begin_draft
from edison.services.experiments.report.bundle_plan import BundleDraft, ModelRef, from_yaml
from edison.services.experiments.report.bundle_zip import open_bundle
from edison.services.permission_check import require_live_project

MOST_DATASET_NAME = 100
MOST_DESCRIPTION = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportBundle:
    project: ProjectId
    content: bytes


async def import_bundle(ctx: Context, who: Actor, cmd: ImportBundle) -> ExperimentReport:
    """Create a draft from a bundle in one transaction. No run is started, and no results are imported."""
    who.must(Permission.CREATE_EXPERIMENTS, cmd.project)
    must_be_small(len(cmd.content), ctx.imports.most_bytes)
    file = ReadFile(
        project=cmd.project,
        permission=Permission.CREATE_EXPERIMENTS,
        task=open_bundle,
        arguments={"most_rows": ctx.imports.most_rows},
        content=cmd.content,
    )
    found, batches = await read_in_process(ctx, who, file)
    cases = ready_cases(found["cases"], batches[: found["table"]])
    files = {each.file: (each, content) for each, content in unpacked_files(found, batches)}
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.CREATE_EXPERIMENTS)
        if files:
            await store_files(tx, files)
        here = await tx.catalog.by_name(cmd.project)
        draft = from_yaml(found["plan"], found["rubric"], lambda ref: _best_of(here, ref))
        dataset = await _dataset(tx, draft, cases) if cases.count else None
        plan = replace(draft.plan, dataset=dataset)
        words = _described(draft)
        return await begin_draft(tx, draft.name, words, plan)


def _best_of(here: dict[tuple[str, str], ModelId], ref: ModelRef) -> ModelId | None:
    """Return the model of the same provider and name, or else a model of that name from any provider."""
    exact = here.get((ref.provider, ref.name))
    if exact is not None:
        return exact
    return next((model for (_, name), model in here.items() if name == ref.name), None)


def _described(draft: BundleDraft) -> str:
    if not draft.missing:
        return draft.description
    note = f"Not in this project's catalog: {', '.join(draft.missing)}."
    return f"{draft.description}\n\n{note}".strip()[:MOST_DESCRIPTION]


async def _dataset(tx: ProjectTx, draft: BundleDraft, cases: ReadyCases) -> DatasetId:
    title = f"Cases of {draft.name or 'an imported experiment'}"
    made = await create_empty_dataset(
        tx,
        name=await tx.names.free(tx.project, "dataset", title, MOST_DATASET_NAME),
        kind=DatasetKind.GOLDEN,
        description="Imported from a bundle.",
    )
    must_have_room(made, cases.count)
    await tx.case_changes.add(tx.project, made.id, 1, cases.batches)
    await finish_version(
        tx,
        made,
        cases=cases.count,
        note=count_of_cases(cases.count, "Imported", " from a bundle"),
        columns=cases.columns,
    )
    return made.id
