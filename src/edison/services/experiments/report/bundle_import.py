"""Turn a bundle into a draft, with its plan, prompt, rubric and cases.

Models are found by name, and what is missing is reported.
"""

import asyncio
from dataclasses import dataclass, replace
from datetime import datetime

from edison.domain.access import Actor, Permission, ProjectId
from edison.domain.catalog import ModelId
from edison.domain.datasets import CaseContent, DatasetId, DatasetKind
from edison.domain.errors import UnreadableFile
from edison.domain.importing.mapped import map_rows
from edison.domain.importing.mapping import suggested
from edison.domain.importing.reading import must_be_small, read_file
from edison.domain.importing.shapes import FileFormat, ReadOptions
from edison.services.authority import confirm
from edison.services.context import Context
from edison.services.datasets.beginning import begin
from edison.services.datasets.imports import bad_rows
from edison.services.datasets.versioning import counted, must_have_room, settle
from edison.services.experiments.edit import begin_draft
from edison.services.experiments.reading import ExperimentReport
from edison.services.experiments.report.bundle_plan import Draft, ModelRef, from_yaml
from edison.services.experiments.report.bundle_zip import NO_BUNDLE, read_yaml, unpack
from edison.store.repositories.case_changes import prepared
from edison.store.unit_of_work import WriteTx

PLAN, RUBRIC, CASES = "experiment.yaml", "rubric.yaml", "cases.jsonl"
MOST_DATASET_NAME = 100
MOST_DESCRIPTION = 1_000
LINES = ReadOptions(format=FileFormat.JSONL)


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportBundle:
    project: ProjectId
    content: bytes


async def import_bundle(ctx: Context, who: Actor, cmd: ImportBundle) -> ExperimentReport:
    """All of it or nothing. Nothing is started, and nothing of the results is taken over."""
    who.must(Permission.CREATE_EXPERIMENTS, cmd.project)
    must_be_small(len(cmd.content), ctx.imports.most_bytes)
    files = await asyncio.to_thread(unpack, cmd.content, (PLAN, RUBRIC, CASES))
    if PLAN not in files:
        raise UnreadableFile(f"{NO_BUNDLE}: {PLAN} is not in it", field="file")
    cases = await asyncio.to_thread(_cases, files.get(CASES, b""), ctx.imports.most_rows)
    now = ctx.clock.now()
    async with ctx.write() as tx:
        (await tx.projects.get(cmd.project)).must_be_live()
        await confirm(tx, who, Permission.CREATE_EXPERIMENTS, cmd.project)
        here = await tx.catalog.by_name(cmd.project)
        draft = from_yaml(
            read_yaml(PLAN, files[PLAN]),
            read_yaml(RUBRIC, files[RUBRIC]) if files.get(RUBRIC) else {},
            lambda ref: _best_of(here, ref),
        )
        dataset = await _dataset(tx, who, cmd.project, draft, cases, now) if cases else None
        plan = replace(draft.plan, dataset=dataset)
        words = _described(draft)
        return await begin_draft(tx, who, cmd.project, draft.name, words, plan, now)


def _best_of(here: dict[tuple[str, str], ModelId], ref: ModelRef) -> ModelId | None:
    """The same model of the same provider, or else of any: a name means the same everywhere."""
    exact = here.get((ref.provider, ref.name))
    if exact is not None:
        return exact
    return next((model for (_, name), model in here.items() if name == ref.name), None)


def _described(draft: Draft) -> str:
    if not draft.missing:
        return draft.description
    note = f"Not in this project's catalog: {', '.join(draft.missing)}."
    return f"{draft.description}\n\n{note}".strip()[:MOST_DESCRIPTION]


def _cases(content: bytes, most_rows: int) -> list[CaseContent]:
    if not content.strip():
        return []
    table = read_file(CASES, content, LINES, most_rows)
    mapped = map_rows(table, suggested(table))
    if mapped.problems:
        raise bad_rows(mapped.problems, mapped.bad_rows)
    return [row.content for row in mapped.rows]


async def _dataset(
    tx: WriteTx,
    who: Actor,
    project: ProjectId,
    draft: Draft,
    cases: list[CaseContent],
    now: datetime,
) -> DatasetId:
    title = f"Cases of {draft.name or 'an imported experiment'}"
    made = await begin(
        tx,
        who,
        project,
        now,
        name=await tx.names.free(project, "dataset", title, MOST_DATASET_NAME),
        kind=DatasetKind.GOLDEN,
        description="Came with a bundle.",
    )
    must_have_room(made, len(cases))
    await tx.case_changes.add(project, made.id, 1, prepared(cases))
    columns = tuple(dict.fromkeys(name for case in cases for name in case.values))
    await settle(
        tx,
        who,
        project,
        made,
        cases=len(cases),
        note=counted(len(cases), "Imported", " from a bundle"),
        at=now,
        columns=columns,
    )
    return made.id
