"""Table of a parsed file, before its columns are mapped."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from edison.domain.errors import FileTooLarge, UnreadableFile

COLUMNS_AT_MOST = 200


class FileFormat(StrEnum):
    CSV = "csv"
    JSON = "json"
    JSONL = "jsonl"
    EXCEL = "xlsx"


class NumberText(str):
    """A number from a JSON file in its original spelling, so that `1.10` stays `1.10`."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """Options for reading a file. An option that is None is detected automatically."""

    format: FileFormat | None = None
    encoding: str | None = None
    delimiter: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RowProblem:
    """Reason why a row cannot be imported. `row` counts from 1 without the header; `line` is the line in the file."""

    row: int
    line: int | None
    column: str | None
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRow:
    number: int
    line: int | None
    # One cell per column: a text, or for a JSON file any JSON value, None if missing.
    cells: tuple[Any, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FileTable:
    format: FileFormat
    columns: tuple[str, ...]
    rows: tuple[FileRow, ...]
    problems: tuple[RowProblem, ...] = ()
    # Messages about everything that was assumed or changed while reading.
    notes: tuple[str, ...] = ()
    encoding: str | None = None
    delimiter: str | None = None

    @property
    def typed(self) -> bool:
        """Whether cells are JSON values, rather than texts that may contain JSON."""
        return self.format in {FileFormat.JSON, FileFormat.JSONL}

    @property
    def row_count(self) -> int:
        return len(self.rows) + len({problem.row for problem in self.problems})


def must_fit(rows: int, most: int) -> None:
    if rows > most:
        raise FileTooLarge(
            f"The file has more than {most:,} rows", field="file", limit=most, advice=_SMALLER
        )


def must_have_rows(table: FileTable) -> FileTable:
    if not table.rows and not table.problems:
        raise UnreadableFile("The file has no rows", field="file")
    must_be_few_columns(len(table.columns))
    return table


def must_be_few_columns(number: int) -> None:
    if number > COLUMNS_AT_MOST:
        raise UnreadableFile(
            f"The file has {number:,} columns; at most {COLUMNS_AT_MOST} can be read", field="file"
        )


_SMALLER = "Split the file and import the parts one after the other."
