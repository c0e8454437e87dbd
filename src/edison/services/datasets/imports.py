"""A file becomes cases in three steps: upload and look, map and check, import. All of it is imported or nothing."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from uuid import UUID

from edison.domain.access import Actor, Permission, ProjectId
from edison.domain.audit import entry
from edison.domain.case_rules import with_columns
from edison.domain.datasets import CaseContent, DatasetId, DatasetVersion
from edison.domain.errors import BadRows, TooManyAttempts
from edison.domain.importing.mapped import Mapped, map_rows
from edison.domain.importing.mapping import ColumnUse, missing_variables, suggested
from edison.domain.importing.reading import must_be_small, read_file
from edison.domain.importing.shapes import ReadOptions, RowProblem, Table
from edison.kit.ids import new_id
from edison.services.authority import confirm
from edison.services.context import Context
from edison.services.datasets.versioning import (
    counted,
    locked,
    must_have_room,
    must_not_touch_holdout,
    settle,
)
from edison.store.repositories.case_changes import prepared
from edison.store.repositories.uploads import Upload

LASTS = timedelta(hours=1)
UPLOADS_AT_MOST = 20
ANY = ReadOptions()


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadFile:
    project: ProjectId
    name: str
    content: bytes
    options: ReadOptions = ANY
    # Of the prompt that the cases are for; columns of these names are suggested first.
    variables: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Uploaded:
    upload: Upload
    table: Table
    uses: dict[str, ColumnUse]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckFile:
    project: ProjectId
    upload: UUID
    # What reading suggests, if none is given.
    uses: Mapping[str, ColumnUse] | None = None
    options: ReadOptions = ANY
    tags: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    table: Table
    uses: Mapping[str, ColumnUse]
    mapped: Mapped
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportFile:
    check: CheckFile
    dataset: DatasetId
    skip_bad_rows: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    version: DatasetVersion
    cases: int
    skipped: tuple[RowProblem, ...] = field(default=())


async def upload_file(ctx: Context, who: Actor, cmd: UploadFile) -> Uploaded:
    """Keep a file for an hour, and say what is in it."""
    who.must(Permission.EDIT_DATASETS, cmd.project)
    must_be_small(len(cmd.content), ctx.imports.most_bytes)
    table = await asyncio.to_thread(
        read_file, cmd.name, cmd.content, cmd.options, ctx.imports.most_rows
    )
    now = ctx.clock.now()
    upload = Upload(
        id=new_id(), name=cmd.name, content=cmd.content, created_at=now, expires_at=now + LASTS
    )
    async with ctx.write() as tx:
        (await tx.projects.get(cmd.project)).must_be_live()
        await confirm(tx, who, Permission.EDIT_DATASETS, cmd.project)
        await tx.uploads.sweep(now)
        if await tx.uploads.count(cmd.project) >= UPLOADS_AT_MOST:
            raise TooManyAttempts(
                f"{UPLOADS_AT_MOST} files of this project wait to be imported",
                advice="Import one of them, or wait: each is kept for an hour.",
            )
        await tx.uploads.add(cmd.project, upload)
        tx.record(
            entry(
                who,
                "file.uploaded",
                ("upload", upload.id),
                at=now,
                project=cmd.project,
                changes={
                    "name": {"old": None, "new": cmd.name},
                    "bytes": {"old": None, "new": len(cmd.content)},
                },
            )
        )
    return Uploaded(upload=upload, table=table, uses=suggested(table, cmd.variables))


async def check_file(ctx: Context, who: Actor, cmd: CheckFile) -> Checked:
    """Say what the cases would be, and every row that cannot be one. Nothing is imported."""
    who.must(Permission.EDIT_DATASETS, cmd.project)
    async with ctx.read() as tx:
        upload = await tx.uploads.get(cmd.project, cmd.upload, ctx.clock.now())
    return await asyncio.to_thread(_checked, upload, cmd, ctx.imports.most_rows)


async def import_file(ctx: Context, who: Actor, cmd: ImportFile) -> Imported:
    """Add the cases of a file: all of them, or all good ones if that was said, as one new version."""
    who.must(Permission.EDIT_DATASETS, cmd.check.project)
    project, now = cmd.check.project, ctx.clock.now()
    async with ctx.read() as tx:
        await tx.datasets.get(project, cmd.dataset)
        upload = await tx.uploads.get(project, cmd.check.upload, now)
    found, contents, batches = await asyncio.to_thread(
        _ready, upload, cmd.check, ctx.imports.most_rows
    )
    if found.problems and (not cmd.skip_bad_rows or not contents):
        raise bad_rows(found.problems, found.bad_rows)
    async with ctx.write() as tx:
        was = await locked(tx, who, project, cmd.dataset)
        await tx.uploads.use_up(project, cmd.check.upload)
        must_have_room(was, len(contents))
        must_not_touch_holdout(was, *contents)
        await tx.case_changes.add(project, cmd.dataset, was.version + 1, batches)
        note = counted(len(contents), "Imported", f" from {upload.name}")
        if found.problems:
            note += f"; {found.bad_rows:,} bad rows were skipped"
        version = await settle(
            tx,
            who,
            project,
            was,
            cases=was.cases + len(contents),
            note=note,
            at=now,
            columns=with_columns(was.columns, contents),
        )
    return Imported(version=version, cases=len(contents), skipped=found.problems)


def _checked(upload: Upload, cmd: CheckFile, most_rows: int) -> Checked:
    table = read_file(upload.name, upload.content, cmd.options, most_rows)
    uses = suggested(table, cmd.variables) if cmd.uses is None else cmd.uses
    return Checked(
        table=table,
        uses=uses,
        mapped=map_rows(table, uses, cmd.tags),
        missing=missing_variables(uses, cmd.variables),
    )


def _ready(
    upload: Upload, cmd: CheckFile, most_rows: int
) -> tuple[Mapped, tuple[CaseContent, ...], tuple[str, ...]]:
    """All that takes time, for a thread of its own; the transaction afterwards only writes."""
    found = _checked(upload, cmd, most_rows).mapped
    contents = tuple(row.content for row in found.rows)
    return found, contents, prepared(contents)


def bad_rows(problems: Sequence[RowProblem], rows: int) -> BadRows:
    return BadRows(
        f"{rows:,} {'row' if rows == 1 else 'rows'} cannot be imported; nothing was",
        rows=rows,
        problems=[
            {
                "row": problem.row,
                "line": problem.line,
                "column": problem.column,
                "message": problem.message,
            }
            for problem in problems[:100]
        ],
    )
