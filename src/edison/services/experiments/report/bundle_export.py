"""Export an experiment as a zip file (bundle) that can be read, archived and imported again.

The file contains no secrets and no credential ids.
"""

import asyncio
import io
import json
import zipfile

from edison.domain.datasets.case_files import json_line
from edison.domain.datasets.case_selection import ALL_CASES, CaseSort
from edison.domain.datasets.dataset import files_in
from edison.domain.datasets.file_archive import path_in_archive
from edison.domain.datasets.importing.column_uses import CASE_ID
from edison.domain.errors import NotFound
from edison.domain.experiments.experiment import Experiment, Iteration
from edison.domain.ids import ExperimentId, ModelId, ProjectId
from edison.domain.models.attached_file import AttachedFile
from edison.domain.people.access import Actor, Permission
from edison.domain.prompts.prompt import content_to_json
from edison.domain.prompts.prompt_markdown import to_markdown as prompt_to_markdown
from edison.domain.runs.result_file import ResultFormat
from edison.kit.pagination import PageRequest
from edison.services.context import Context
from edison.services.experiments.report.bundle_plan import (
    ModelRef,
    NamedJudge,
    rubric_to_yaml,
    to_yaml,
)
from edison.services.experiments.report.report_builder import report_of
from edison.services.experiments.report.report_files import ExperimentReportFile, file_name
from edison.services.experiments.report.report_markdown import to_markdown
from edison.services.runs.run_export import ExportRun, export_run
from edison.store.unit_of_work import ReadTx

CASES_AT_ONCE = 100
# Limit of uncompressed results. Larger results must be exported run by run.
RESULTS_AT_MOST = 64 * 1024 * 1024
# Byte order mark, by which spreadsheets recognise UTF-8.
MARK = "\ufeff"
# Limits of the files of cases; a case whose file is left out cannot be imported elsewhere.
FILES_AT_MOST, FILE_BYTES_AT_MOST = 800, 64 * 1024 * 1024
CUT = "\r\n# truncated: export each run to get all results\r\n"
# A constant time, so that equal experiments give identical files.
STAMP = (2000, 1, 1, 0, 0, 0)


async def export_bundle(
    ctx: Context, who: Actor, project: ProjectId, experiment: ExperimentId
) -> ExperimentReportFile:
    who.must(Permission.EXPORT_RESULTS, project)
    async with ctx.read() as tx:
        found = await tx.experiments.get(project, experiment)
        iterations = await tx.iterations.all_of(project, experiment)
        report = await report_of(tx, project, experiment, ctx.clock.now())
        models = await _models(tx, project, found)
        texts = {
            "experiment.yaml": to_yaml(found, models, await _judges(tx, project, found, models)),
            "rubric.yaml": rubric_to_yaml(found.plan),
            "report.md": to_markdown(report),
            **await _prompts(tx, project, iterations, report.experiment.prompt_name),
        }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in texts.items():
            archive.writestr(_entry(name), text.encode())
        files = await _write_cases(ctx, archive, project, found)
        await _write_files(ctx, archive, project, files)
        await _write_results(ctx, who, archive, project, iterations)
    return ExperimentReportFile(
        name=file_name(report, "zip"), media="application/zip", content=out.getvalue()
    )


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, STAMP)
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


async def _models(tx: ReadTx, project: ProjectId, found: Experiment) -> dict[ModelId, ModelRef]:
    plan = found.plan
    wanted = {
        *(target.model for target in plan.targets),
        *(judge.model for judge in plan.judges if judge.model),
        *(model for model in (plan.pairwise.model, plan.refiner) if model),
    }
    return {model: ref for model in wanted if (ref := await _ref(tx, project, model)) is not None}


async def _ref(tx: ReadTx, project: ProjectId, model: ModelId) -> ModelRef | None:
    """Return the provider and the name of a model; None if the model was removed from the catalog."""
    try:
        found = await tx.catalog.get(project, model)
    except NotFound:
        return None
    return ModelRef(provider=str(found.provider), name=found.name)


async def _judges(
    tx: ReadTx, project: ProjectId, found: Experiment, models: dict[ModelId, ModelRef]
) -> list[NamedJudge]:
    """Return each judge with its model, from which an import can create a new judge."""
    judges: list[NamedJudge] = []
    for choice in found.plan.judges:
        name, model, parameters = "", choice.model, choice.parameters
        if choice.judge is not None:
            try:
                head = await tx.judges.head(project, choice.judge)
                version = await tx.judges.version(
                    project, choice.judge, choice.version or head.latest
                )
            except NotFound:
                continue
            name, model = version.name, version.content.model
            parameters = version.content.parameters
        ref = models.get(model) if model else None
        if ref is None and model is not None:
            ref = await _ref(tx, project, model)
        if ref is not None:
            judges.append(NamedJudge(name=name, model=ref, parameters=parameters))
    return judges


async def _prompts(
    tx: ReadTx, project: ProjectId, iterations: list[Iteration], name: str
) -> dict[str, str]:
    """Return files with the prompt version of each iteration, as Markdown and as JSON, by path."""
    texts: dict[str, str] = {}
    for version in dict.fromkeys(iteration.version for iteration in iterations):
        found = await tx.prompts.version_by_id(project, version)
        path = f"prompts/version-{found.number}"
        texts[f"{path}.md"] = prompt_to_markdown(name, found)
        texts[f"{path}.json"] = json.dumps(
            content_to_json(found.content), indent=2, ensure_ascii=False
        )
    return texts


async def _write_cases(
    ctx: Context, archive: zipfile.ZipFile, project: ProjectId, found: Experiment
) -> dict[str, AttachedFile]:
    """Write the cases, and return the files that they have."""
    files: dict[str, AttachedFile] = {}
    if found.dataset is None:
        archive.writestr(_entry("cases.jsonl"), b"")
        return files
    with archive.open(_entry("cases.jsonl"), "w") as file:
        page = PageRequest(limit=CASES_AT_ONCE)
        version = None
        while True:
            async with ctx.read() as tx:
                dataset = await tx.datasets.get(project, found.dataset)
                version = version or dataset.version
                part = await tx.cases.page(
                    project, found.dataset, version, ALL_CASES, CaseSort.POSITION, page
                )
            values = (value for case in part.items for value in case.content.values.values())
            files.update({each.file: each for value in values for each in files_in(value)})
            lines = "".join(_without_id(json_line(case)) + "\n" for case in part.items)
            await asyncio.to_thread(file.write, lines.encode())
            if part.next_cursor is None:
                return files
            page = PageRequest.of(CASES_AT_ONCE, part.next_cursor)


async def _write_files(
    ctx: Context, archive: zipfile.ZipFile, project: ProjectId, files: dict[str, AttachedFile]
) -> None:
    left = FILE_BYTES_AT_MOST
    for digest in sorted(files)[:FILES_AT_MOST]:
        left -= files[digest].size
        if left < 0:
            return
        async with ctx.read() as tx:
            content = await tx.files.content(project, digest)
        if content is not None:
            entry = zipfile.ZipInfo(path_in_archive(files[digest]), STAMP)
            await asyncio.to_thread(archive.writestr, entry, content)


def _without_id(line: str) -> str:
    """Remove the case id, which is valid only in this installation, from a JSON line."""
    fields = json.loads(line)
    fields.pop(CASE_ID, None)
    return json.dumps(fields, ensure_ascii=False)


async def _write_results(
    ctx: Context,
    who: Actor,
    archive: zipfile.ZipFile,
    project: ProjectId,
    iterations: list[Iteration],
) -> None:
    """Write all answers with their scores as CSV. Runs with the same CSV header share a file."""
    left = RESULTS_AT_MOST
    files: dict[str, list[str]] = {}
    for iteration in iterations:
        if iteration.run is None or left <= 0:
            continue
        run = ExportRun(project=project, run=iteration.run, format=ResultFormat.CSV, safe=True)
        lines = (await export_run(ctx, who, run)).chunks
        rows = files.setdefault((await anext(lines)).removeprefix(MARK), [])
        async for line in lines:
            rows.append(f'"{iteration.number}",{line}')
            left -= len(rows[-1])
            if left <= 0:
                rows.append(CUT)
                break
        await lines.aclose()
    for place, (head, rows) in enumerate((files or {"": []}).items()):
        name = "results.csv" if place == 0 else f"results-{place + 1}.csv"
        text = f'{MARK}"iteration",{head}{"".join(rows)}' if head else ""
        await asyncio.to_thread(archive.writestr, _entry(name), text.encode())
