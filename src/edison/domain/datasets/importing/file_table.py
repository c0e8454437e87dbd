"""What a file looks like once it is read, before anyone has said what its columns mean."""

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
    """A number of a JSON file as it was written: `1.10` stays `1.10`."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """What someone said about a file; what is None is found out."""

    format: FileFormat | None = None
    encoding: str | None = None
    delimiter: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RowProblem:
    """Why one row cannot be taken. Rows count from 1, without the header; `line` is of the file."""

    row: int
    line: int | None
    column: str | None
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRow:
    number: int
    line: int | None
    # One for each column: a text; of a JSON file any JSON value, None if it is missing.
    cells: tuple[Any, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FileTable:
    format: FileFormat
    columns: tuple[str, ...]
    rows: tuple[FileRow, ...]
    problems: tuple[RowProblem, ...] = ()
    # What was done to make sense of the file: nothing happens in silence.
    notes: tuple[str, ...] = ()
    encoding: str | None = None
    delimiter: str | None = None

    @property
    def typed(self) -> bool:
        """Whether cells are JSON values, and not texts that may hold JSON."""
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
            f"The file has {number:,} columns, at most {COLUMNS_AT_MOST} can be read", field="file"
        )


_SMALLER = "Split the file and import the parts one after the other."
