"""Export a dataset version as a file, page by page, so that memory use does not grow with the dataset."""

import re
from collections.abc import AsyncGenerator
from dataclasses import dataclass

from edison.domain.datasets.case_files import (
    CsvColumns,
    ExportFormat,
    csv_columns,
    csv_header,
    csv_line,
    json_line,
)
from edison.domain.datasets.case_selection import ALL_CASES, CaseSort
from edison.domain.datasets.dataset import Case, files_in
from edison.domain.datasets.file_archive import archive_chunks
from edison.domain.ids import DatasetId, ProjectId
from edison.domain.models.attached_file import AttachedFile
from edison.domain.people.access import Actor, Permission
from edison.kit.pagination import PageRequest
from edison.services.context import Context
from edison.services.datasets.dataset_queries import version_of

# Small enough that a page of cases of the maximum length fits into memory.
CASES_AT_ONCE = 100
MEDIA = {
    ExportFormat.CSV: "text/csv; charset=utf-8",
    ExportFormat.JSON: "application/json",
    ExportFormat.JSONL: "application/x-ndjson",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportDataset:
    project: ProjectId
    dataset: DatasetId
    version: int | None = None
    format: ExportFormat = ExportFormat.JSONL
    # For spreadsheets: escape formulas and start with a UTF-8 byte order mark.
    safe: bool = False
    # In a zip archive, with the files that the cases have.
    files: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetExport:
    file_name: str
    media: str
    chunks: AsyncGenerator[str] | AsyncGenerator[bytes]


async def export_dataset(ctx: Context, who: Actor, cmd: ExportDataset) -> DatasetExport:
    who.must(Permission.EXPORT_RESULTS, cmd.project)
    async with ctx.read() as tx:
        dataset = await tx.datasets.get(cmd.project, cmd.dataset)
        version = await version_of(tx, cmd.project, cmd.dataset, cmd.version)
        columns: CsvColumns = {}
        if cmd.format is ExportFormat.CSV:
            place = (cmd.project, cmd.dataset, version)
            columns = csv_columns(
                dataset.columns,
                await tx.cases.count(*place, ALL_CASES),
                await tx.cases.shape(*place),
            )
    files: dict[str, AttachedFile] = {}
    pages = _noted(_pages(ctx, cmd.project, cmd.dataset, version), files)
    name = f"{_slug(dataset.name)}-v{version}"
    chunks = (
        _csv(pages, columns, safe=cmd.safe)
        if cmd.format is ExportFormat.CSV
        else _json(pages, lines=cmd.format is ExportFormat.JSONL)
    )
    if not cmd.files:
        return DatasetExport(
            file_name=f"{name}.{cmd.format}", media=MEDIA[cmd.format], chunks=chunks
        )

    async def read(digest: str) -> bytes | None:
        async with ctx.read() as tx:
            return await tx.files.content(cmd.project, digest)

    return DatasetExport(
        file_name=f"{name}.zip",
        media="application/zip",
        chunks=archive_chunks(f"cases.{cmd.format}", chunks, files, read),
    )


async def _noted(
    pages: AsyncGenerator[tuple[Case, ...]], files: dict[str, AttachedFile]
) -> AsyncGenerator[tuple[Case, ...]]:
    """Yield the pages, and note the files of their cases."""
    async for cases in pages:
        for case in cases:
            for value in case.content.values.values():
                files.update({file.file: file for file in files_in(value)})
        yield cases


async def _pages(
    ctx: Context, project: ProjectId, dataset: DatasetId, version: int
) -> AsyncGenerator[tuple[Case, ...]]:
    """Yield the pages of a version. Each page is read in its own transaction, so slow readers hold no connection."""
    page = PageRequest(limit=CASES_AT_ONCE)
    while True:
        async with ctx.read() as tx:
            found = await tx.cases.page(
                project, dataset, version, ALL_CASES, CaseSort.POSITION, page
            )
        yield found.items
        if found.next_cursor is None:
            return
        page = PageRequest.of(CASES_AT_ONCE, found.next_cursor)


async def _csv(
    pages: AsyncGenerator[tuple[Case, ...]], columns: CsvColumns, *, safe: bool
) -> AsyncGenerator[str]:
    yield ("\ufeff" if safe else "") + csv_header(columns, safe=safe)
    async for cases in pages:
        yield "".join(csv_line(case, columns, safe=safe) for case in cases)


async def _json(pages: AsyncGenerator[tuple[Case, ...]], *, lines: bool) -> AsyncGenerator[str]:
    """Yield one case per line, as JSON Lines or as elements of a JSON list."""
    between, end = ("", "\n") if lines else (",\n", "")
    first = "" if lines else "[\n"
    async for cases in pages:
        yield first + between.join(json_line(case) + end for case in cases)
        first = between
    if not lines:
        yield "\n]\n"


def _slug(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-").lower()[:60] or "dataset"
