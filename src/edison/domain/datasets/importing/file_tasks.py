"""Tasks that read and map an uploaded file in a separate process with resource limits.

A small file can take minutes to read, so web processes never read files. Tasks take and return JSON and bytes;
results are short, except for the cases to import.
"""

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from edison.domain.datasets.case_json import content_from_json, content_to_json
from edison.domain.datasets.case_rules import batch_cases
from edison.domain.datasets.dataset import CaseContent, Split
from edison.domain.datasets.importing import attached_media
from edison.domain.datasets.importing.attached_media import KnownFiles, joined, split_stored
from edison.domain.datasets.importing.column_uses import (
    ColumnTarget,
    ColumnUse,
    missing_variables,
    suggested,
)
from edison.domain.datasets.importing.file_table import (
    FileFormat,
    FileRow,
    FileTable,
    ReadOptions,
    RowProblem,
)
from edison.domain.datasets.importing.map_rows import Mapped, MappedRow, map_rows
from edison.domain.datasets.importing.read_file import read_file
from edison.domain.datasets.importing.read_json import as_text
from edison.domain.errors import BadRows, FileTooLarge, UnreadableFile
from edison.domain.models.attached_file import AttachedFile, file_from_json, file_to_json

MARK = b"edison-table-1\n"
# Sum over all texts: cells of a sheet can all refer to the same long text.
TEXT_AT_MOST = 64 * 1024 * 1024


def must_not_be_stored(content: bytes) -> None:
    """Raise if an uploaded file has the internal format of stored tables."""
    if content.startswith((MARK, attached_media.MARK)):
        raise UnreadableFile("Invalid format: this is not a CSV, JSON or Excel file", field="file")


def to_stored(table: FileTable, content: bytes) -> bytes:
    """Return the bytes to store for a file: the parsed table of an Excel file, or any other file unchanged."""
    if table.format is not FileFormat.EXCEL:
        return content
    if sum(len(cell) for row in table.rows for cell in row.cells) > TEXT_AT_MOST:
        raise FileTooLarge("The Excel file is too large once it is unpacked", field="file")
    parts = {
        "columns": table.columns,
        "rows": [(row.number, row.line, row.cells) for row in table.rows],
        "problems": [(each.row, each.line, each.column, each.message) for each in table.problems],
        "notes": table.notes,
    }
    return MARK + zlib.compress(json.dumps(parts).encode(), level=1)


def from_stored(content: bytes) -> FileTable | None:
    """Return the stored table, or None if the file was stored unchanged."""
    if not content.startswith(MARK):
        return None
    parts: dict[str, Any] = json.loads(zlib.decompress(content[len(MARK) :]))
    return FileTable(
        format=FileFormat.EXCEL,
        columns=tuple(parts["columns"]),
        rows=tuple(
            FileRow(number=number, line=line, cells=tuple(cells))
            for number, line, cells in parts["rows"]
        ),
        problems=tuple(
            RowProblem(row=row, line=line, column=column, message=message)
            for row, line, column, message in parts["problems"]
        ),
        notes=tuple(parts["notes"]),
    )


ROWS_SHOWN = 10
LETTERS_SHOWN = 1_000
PROBLEMS_SHOWN = 500
# Most rows listed in the error.
ROWS_NAMED = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Problems:
    """Number of rows that cannot be imported, and the first problems."""

    rows: int
    items: tuple[RowProblem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FileSummary:
    """Format, columns, notes and problems of a file, its first rows as texts, and a mapping of its columns."""

    format: FileFormat
    encoding: str | None
    delimiter: str | None
    columns: tuple[str, ...]
    row_count: int
    rows: tuple[tuple[str | None, ...], ...]
    notes: tuple[str, ...]
    problems: Problems
    uses: Mapping[str, ColumnUse]


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseSummary:
    """Preview of an import: number of valid rows, the first cases, problems, and variables without a column."""

    good_rows: int
    cases: tuple[MappedRow, ...]
    problems: Problems
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyCases:
    """Cases in batches that are ready to be inserted into the database."""

    count: int
    columns: tuple[str, ...]
    has_holdout: bool
    batches: tuple[str, ...]
    problems: Problems


def reading_arguments(
    name: str,
    options: ReadOptions,
    most_rows: int,
    *,
    uses: Mapping[str, ColumnUse] | None = None,
    tags: Sequence[str] = (),
    variables: Sequence[str] = (),
    files: Mapping[str, AttachedFile] | None = None,
) -> dict[str, Any]:
    """Build the arguments of the file tasks. If `uses` is None, the task suggests a mapping.

    `files` are those of the project that the cells may name by their digests.
    """
    return {
        "name": name,
        "options": [options.format, options.encoding, options.delimiter],
        "most_rows": most_rows,
        "uses": None if uses is None else _uses_to_json(uses),
        "tags": list(tags),
        "variables": list(variables),
        "files": {digest: file_to_json(file) for digest, file in (files or {}).items()},
    }


def read_upload(arguments: dict[str, Any], content: bytes) -> tuple[dict[str, Any], bytes]:
    """Read a new file; return its summary and the bytes to store."""
    parts = split_stored(content)
    must_not_be_stored(parts.table)
    table = _table(arguments, content)
    stored = joined(parts, content, to_stored(table, parts.table))
    return _summary(table, suggested(table, arguments["variables"])), stored


def check_upload(arguments: dict[str, Any], content: bytes) -> tuple[dict[str, Any], bytes]:
    """Map the rows of a stored file, and return a preview with the first cases."""
    table, uses, mapped = _mapped(arguments, content)
    result = {
        "file": _summary(table, uses),
        "good_rows": len(mapped.rows),
        "cases": [[row.row, content_to_json(row.content)] for row in mapped.rows[:ROWS_SHOWN]],
        "problems": _problems_to_json(mapped.problems),
        "missing": missing_variables(uses, arguments["variables"]),
    }
    return result, b""


def prepare_upload(arguments: dict[str, Any], content: bytes) -> tuple[dict[str, Any], bytes]:
    """Map the rows of a stored file, and return the valid cases in batches for the database."""
    _, _, mapped = _mapped(arguments, content)
    return prepare_cases([row.content for row in mapped.rows], mapped.problems)


def prepare_cases(
    contents: Sequence[CaseContent], problems: Sequence[RowProblem]
) -> tuple[dict[str, Any], bytes]:
    result = {
        "count": len(contents),
        "columns": list(dict.fromkeys(name for case in contents for name in case.values)),
        "has_holdout": any(case.split is Split.HOLDOUT for case in contents),
        "problems": _problems_to_json(problems),
    }
    # JSON has no raw line breaks inside texts, so batches can be split at lines without parsing them.
    return result, "\n".join(batch_cases(contents)).encode()


def bad_rows(problems: Problems) -> BadRows:
    rows = problems.rows
    return BadRows(
        f"{rows:,} {'row' if rows == 1 else 'rows'} cannot be imported; nothing was imported",
        rows=rows,
        problems=[
            {"row": each.row, "line": each.line, "column": each.column, "message": each.message}
            for each in problems.items[:ROWS_NAMED]
        ],
    )


def file_summary(result: dict[str, Any]) -> FileSummary:
    return FileSummary(
        format=FileFormat(result["format"]),
        encoding=result["encoding"],
        delimiter=result["delimiter"],
        columns=tuple(result["columns"]),
        row_count=result["row_count"],
        rows=tuple(tuple(row) for row in result["rows"]),
        notes=tuple(result["notes"]),
        problems=_problems(result["problems"]),
        uses=_uses(result["uses"]),
    )


def case_summary(result: dict[str, Any]) -> CaseSummary:
    return CaseSummary(
        good_rows=result["good_rows"],
        cases=tuple(
            MappedRow(row=row, content=content_from_json(content))
            for row, content in result["cases"]
        ),
        problems=_problems(result["problems"]),
        missing=tuple(result["missing"]),
    )


def ready_cases(result: dict[str, Any], batches: bytes) -> ReadyCases:
    return ReadyCases(
        count=result["count"],
        columns=tuple(result["columns"]),
        has_holdout=result["has_holdout"],
        batches=tuple(batches.decode().split("\n")) if batches else (),
        problems=_problems(result["problems"]),
    )


def _table(arguments: dict[str, Any], content: bytes) -> FileTable:
    parts = split_stored(content)
    table = _read_table(arguments, parts.name or arguments["name"], parts.table)
    return replace(table, notes=(*table.notes, *parts.notes)) if parts.notes else table


def _read_table(arguments: dict[str, Any], name: str, content: bytes) -> FileTable:
    kept = from_stored(content)
    form, encoding, delimiter = arguments["options"]
    if kept is not None and form in {None, FileFormat.EXCEL}:
        return kept
    options = ReadOptions(
        format=FileFormat(form) if form else None, encoding=encoding, delimiter=delimiter
    )
    return read_file(name, content, options, arguments["most_rows"])


def _known_files(arguments: dict[str, Any], content: bytes) -> KnownFiles:
    """Return the files that cells can name: those of the upload, and those that the project has."""
    own = split_stored(content).files
    stored = {digest: file_from_json(file) for digest, file in arguments["files"].items()}
    return KnownFiles(by_name={**stored, **own.by_name}, archive=own.archive)


def _mapped(
    arguments: dict[str, Any], content: bytes
) -> tuple[FileTable, Mapping[str, ColumnUse], Mapped]:
    table = _table(arguments, content)
    given = arguments["uses"]
    uses = suggested(table, arguments["variables"]) if given is None else _uses(given)
    return table, uses, map_rows(table, uses, arguments["tags"], _known_files(arguments, content))


def _summary(table: FileTable, uses: Mapping[str, ColumnUse]) -> dict[str, Any]:
    return {
        "format": table.format,
        "encoding": table.encoding,
        "delimiter": table.delimiter,
        "columns": table.columns,
        "row_count": table.row_count,
        "rows": [[_shown(cell) for cell in row.cells] for row in table.rows[:ROWS_SHOWN]],
        "notes": table.notes,
        "problems": _problems_to_json(table.problems),
        "uses": _uses_to_json(uses),
    }


def _shown(cell: Any) -> str | None:
    return None if cell is None else as_text(cell)[:LETTERS_SHOWN]


def _uses_to_json(uses: Mapping[str, ColumnUse]) -> dict[str, Any]:
    return {column: [use.target, use.name, use.json] for column, use in uses.items()}


def _uses(given: dict[str, Any]) -> dict[str, ColumnUse]:
    return {
        column: ColumnUse(target=ColumnTarget(target), name=name, json=as_json)
        for column, (target, name, as_json) in given.items()
    }


def _problems_to_json(problems: Sequence[RowProblem]) -> dict[str, Any]:
    return {
        "rows": len({each.row for each in problems}),
        "items": [
            [each.row, each.line, each.column, each.message] for each in problems[:PROBLEMS_SHOWN]
        ],
    }


def _problems(given: dict[str, Any]) -> Problems:
    return Problems(
        rows=given["rows"],
        items=tuple(
            RowProblem(row=row, line=line, column=column, message=message)
            for row, line, column, message in given["items"]
        ),
    )
