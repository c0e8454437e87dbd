"""Import a file as cases in three steps: upload with preview, map columns with a check, import."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from edison.domain.datasets.case_rules import with_names
from edison.domain.datasets.dataset import DatasetVersion
from edison.domain.datasets.importing.attached_media import (
    has_files,
    table_with_files,
    unpack_upload,
    unpacked_files,
)
from edison.domain.datasets.importing.column_uses import ColumnUse
from edison.domain.datasets.importing.file_table import ReadOptions
from edison.domain.datasets.importing.file_tasks import (
    CaseSummary,
    FileSummary,
    Problems,
    bad_rows,
    case_summary,
    check_upload,
    file_summary,
    must_not_be_stored,
    prepare_upload,
    read_upload,
    reading_arguments,
    ready_cases,
)
from edison.domain.datasets.importing.read_file import must_be_small
from edison.domain.errors import TooManyAttempts
from edison.domain.ids import DatasetId, ProjectId
from edison.domain.people.access import Actor, Permission
from edison.engine.project_tx import ProjectTx
from edison.kit.uuids import new_id
from edison.sandbox.message_frames import Task
from edison.services.context import Context
from edison.services.datasets.case_media import store_files
from edison.services.datasets.dataset_versions import (
    count_of_cases,
    finish_version,
    lock_dataset,
    must_have_room,
    must_not_add_to_holdout,
)
from edison.services.datasets.limited_file_reader import ReadFile, read_in_process
from edison.services.permission_check import require_live_project
from edison.store.repositories.datasets.uploads import Upload
from edison.store.unit_of_work import ReadTx

LASTS = timedelta(hours=1)
# A stored file in JSON, also where the quotes of CSV double its own.
_NAMED_FILE = re.compile(rb"\bfile\W{1,12}([0-9a-f]{64})\b")
UPLOADS_AT_MOST = 20
ANY = ReadOptions()


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadFile:
    project: ProjectId
    name: str
    content: bytes
    options: ReadOptions = ANY
    # Variables of the prompt that the cases are for; columns with these names are suggested first.
    variables: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Uploaded:
    upload: Upload
    file: FileSummary


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckFile:
    project: ProjectId
    upload: UUID
    # None: the suggested use of each column.
    uses: Mapping[str, ColumnUse] | None = None
    options: ReadOptions = ANY
    tags: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    file: FileSummary
    cases: CaseSummary


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportCases:
    check: CheckFile
    dataset: DatasetId
    skip_bad_rows: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedCases:
    version: DatasetVersion
    cases: int
    skipped: Problems


async def upload_file(ctx: Context, who: Actor, cmd: UploadFile) -> Uploaded:
    """Store an uploaded file for an hour; return a preview of its rows."""
    who.must(Permission.EDIT_DATASETS, cmd.project)
    must_be_small(len(cmd.content), ctx.imports.most_bytes)
    now = ctx.clock.now()
    async with ctx.change(who, cmd.project, now) as tx:
        await _make_room(tx)
    arguments = reading_arguments(
        cmd.name, cmd.options, ctx.imports.most_rows, variables=cmd.variables
    )
    must_not_be_stored(cmd.content)
    content = await _without_files(ctx, who, cmd) if has_files(cmd.content) else cmd.content
    file = _file(cmd.project, read_upload, arguments, content)
    found, kept = await read_in_process(ctx, who, file)
    upload = Upload(
        id=new_id(), name=cmd.name, content=kept, created_at=now, expires_at=now + LASTS
    )
    async with ctx.change(who, cmd.project, now) as tx:
        await _make_room(tx)
        await tx.uploads.add(cmd.project, upload)
        tx.record_entry(
            "file.uploaded",
            ("upload", upload.id),
            {
                "name": {"old": None, "new": cmd.name},
                "bytes": {"old": None, "new": len(cmd.content)},
            },
        )
    return Uploaded(upload=upload, file=file_summary(found))


async def check_file(ctx: Context, who: Actor, cmd: CheckFile) -> Checked:
    """Return a preview of the cases in a file, and every row that is not a valid case. Nothing is imported."""
    who.must(Permission.EDIT_DATASETS, cmd.project)
    async with ctx.read() as tx:
        upload = await tx.uploads.get(cmd.project, cmd.upload, ctx.clock.now())
        arguments = await _arguments(ctx, tx, upload, cmd)
    file = _file(cmd.project, check_upload, arguments, upload.content)
    found, _ = await read_in_process(ctx, who, file)
    return Checked(file=file_summary(found["file"]), cases=case_summary(found))


async def import_file(ctx: Context, who: Actor, cmd: ImportCases) -> ImportedCases:
    """Add the cases of a file in one new version. An invalid row is an error, unless `skip_bad_rows` is set."""
    who.must(Permission.EDIT_DATASETS, cmd.check.project)
    project, now = cmd.check.project, ctx.clock.now()
    async with ctx.read() as tx:
        await tx.datasets.get(project, cmd.dataset)
        upload = await tx.uploads.get(project, cmd.check.upload, now)
        arguments = await _arguments(ctx, tx, upload, cmd.check)
    file = _file(project, prepare_upload, arguments, upload.content)
    cases = ready_cases(*await read_in_process(ctx, who, file))
    if cases.problems.rows and (not cmd.skip_bad_rows or not cases.count):
        raise bad_rows(cases.problems)
    async with ctx.change(who, project, now) as tx:
        was = await lock_dataset(tx, cmd.dataset)
        await tx.uploads.use_up(project, cmd.check.upload)
        must_have_room(was, cases.count)
        must_not_add_to_holdout(was, cases.has_holdout)
        await tx.case_changes.add(project, cmd.dataset, was.version + 1, cases.batches)
        note = count_of_cases(cases.count, "Imported", f" from {upload.name}")
        if cases.problems.rows:
            note += f"; {cases.problems.rows:,} bad rows were skipped"
        version = await finish_version(
            tx,
            was,
            cases=was.cases + cases.count,
            note=note,
            columns=with_names(was.columns, cases.columns),
        )
    return ImportedCases(version=version, cases=cases.count, skipped=cases.problems)


async def _make_room(tx: ProjectTx) -> None:
    """Raise an error if too many uploaded files wait to be imported."""
    await require_live_project(tx, Permission.EDIT_DATASETS)
    await tx.uploads.sweep(tx.now)
    if await tx.uploads.count(tx.project) >= UPLOADS_AT_MOST:
        raise TooManyAttempts(
            f"This project has {UPLOADS_AT_MOST} uploaded files that are not imported, which is the maximum",
            advice="Import one of them, or wait: each file is deleted after an hour.",
        )


def _file(project: ProjectId, task: Task, arguments: dict[str, Any], content: bytes) -> ReadFile:
    return ReadFile(
        project=project,
        permission=Permission.EDIT_DATASETS,
        task=task,
        arguments=arguments,
        content=content,
    )


async def _without_files(ctx: Context, who: Actor, cmd: UploadFile) -> bytes:
    """Store the files of an archive or of data URLs; return the table with a list of them."""
    arguments = {"name": cmd.name, "most_bytes": ctx.imports.most_bytes}
    file = _file(cmd.project, unpack_upload, arguments, cmd.content)
    found, unpacked = await read_in_process(ctx, who, file)
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.EDIT_DATASETS)
        files = unpacked_files(found, unpacked)
        await store_files(tx, {each.file: (each, content) for each, content in files})
    return table_with_files(found, unpacked)


async def _arguments(ctx: Context, tx: ReadTx, upload: Upload, cmd: CheckFile) -> dict[str, Any]:
    named = {found[1].decode() for found in _NAMED_FILE.finditer(upload.content)}
    return reading_arguments(
        upload.name,
        cmd.options,
        ctx.imports.most_rows,
        uses=cmd.uses,
        tags=cmd.tags,
        variables=cmd.variables,
        files=await tx.files.find(cmd.project, named),
    )
