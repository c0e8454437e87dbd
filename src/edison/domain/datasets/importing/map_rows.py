"""Convert the rows of a table to cases by a column mapping, and report the problems of invalid rows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from edison.domain.datasets.case_json import CaseValue
from edison.domain.datasets.case_rules import cleaned, problems_of
from edison.domain.datasets.dataset import CaseContent, Split
from edison.domain.datasets.importing import cell_values
from edison.domain.datasets.importing.attached_media import NO_FILES, KnownFiles
from edison.domain.datasets.importing.column_uses import (
    ColumnTarget,
    ColumnUse,
    ColumnUses,
    check_uses,
)
from edison.domain.datasets.importing.file_table import FileRow, FileTable, RowProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class MappedRow:
    row: int
    content: CaseContent


@dataclass(frozen=True, slots=True, kw_only=True)
class Mapped:
    rows: tuple[MappedRow, ...]
    problems: tuple[RowProblem, ...]

    @property
    def bad_rows(self) -> int:
        return len({problem.row for problem in self.problems})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Column:
    name: str
    place: int
    use: ColumnUse


def map_rows(
    table: FileTable, uses: ColumnUses, tags: Sequence[str] = (), files: KnownFiles = NO_FILES
) -> Mapped:
    """Convert every valid row to a case. `tags` are added to every case."""
    check_uses(table.columns, uses)
    columns = [
        _Column(name=name, place=place, use=uses[name])
        for place, name in enumerate(table.columns)
        if name in uses and uses[name].target is not ColumnTarget.IGNORE
    ]
    good: list[MappedRow] = []
    problems = list(table.problems)
    for row in table.rows:
        content, wrong = _case(row, columns, _Parts(tuple(tags), files), typed=table.typed)
        problems += wrong
        if not wrong:
            good.append(MappedRow(row=row.number, content=content))
    return Mapped(
        rows=tuple(good), problems=tuple(sorted(problems, key=lambda problem: problem.row))
    )


def _case(
    row: FileRow, columns: list[_Column], parts: "_Parts", *, typed: bool
) -> tuple[CaseContent, list[RowProblem]]:
    wrong: list[RowProblem] = []
    for column in columns:
        try:
            _TAKES[column.use.target](parts, column.use, row.cells[column.place], typed)
        except cell_values.BadCell as error:
            wrong.append(
                RowProblem(row=row.number, line=row.line, column=column.name, message=str(error))
            )
    content = cleaned(parts.content())
    for problem in problems_of(content) if not wrong else ():
        wrong.append(
            RowProblem(
                row=row.number,
                line=row.line,
                column=_column_of(problem.field, columns),
                message=problem.message,
            )
        )
    return content, wrong


class _Parts:
    """Collector of the converted cells of one row."""

    def __init__(self, tags: tuple[str, ...], files: KnownFiles) -> None:
        self.files = files
        self.values: dict[str, CaseValue] = {}
        self.expected: str | None = None
        self.tags: list[str] = []
        self.more_tags = tags
        self.difficulty: int | None = None
        self.split = Split.NONE
        self.metadata: dict[str, Any] = {}

    def content(self) -> CaseContent:
        return CaseContent(
            values=self.values,
            expected=self.expected,
            tags=(*self.tags, *self.more_tags),
            difficulty=self.difficulty,
            metadata=self.metadata,
            split=self.split,
        )


def _take_variable(parts: _Parts, use: ColumnUse, cell: Any, typed: bool) -> None:
    value = cell_values.to_value(cell, typed=typed, as_json=use.json, files=parts.files)
    if value is not None:
        parts.values[use.name or ""] = value


def _take_expected(parts: _Parts, _: ColumnUse, cell: Any, typed: bool) -> None:
    parts.expected = cell_values.to_expected(cell)


def _take_tags(parts: _Parts, _: ColumnUse, cell: Any, typed: bool) -> None:
    parts.tags += cell_values.to_tags(cell, typed=typed)


def _take_difficulty(parts: _Parts, _: ColumnUse, cell: Any, typed: bool) -> None:
    parts.difficulty = cell_values.to_difficulty(cell)


def _take_split(parts: _Parts, _: ColumnUse, cell: Any, typed: bool) -> None:
    parts.split = cell_values.to_split(cell)


def _take_metadata(parts: _Parts, use: ColumnUse, cell: Any, typed: bool) -> None:
    if use.name is None:
        parts.metadata = {**cell_values.to_metadata(cell, typed=typed), **parts.metadata}
    elif cell not in (None, ""):
        parts.metadata[use.name] = cell_values.to_metadata_part(cell)


_TAKES: dict[ColumnTarget, Callable[[_Parts, ColumnUse, Any, bool], None]] = {
    ColumnTarget.VARIABLE: _take_variable,
    ColumnTarget.EXPECTED: _take_expected,
    ColumnTarget.TAGS: _take_tags,
    ColumnTarget.DIFFICULTY: _take_difficulty,
    ColumnTarget.SPLIT: _take_split,
    ColumnTarget.METADATA: _take_metadata,
}


def _column_of(field: str, columns: list[_Column]) -> str | None:
    """Return the file's column that a field of a case came from."""
    name = field.removeprefix("values.")
    for column in columns:
        target = column.use.target
        if (target is ColumnTarget.VARIABLE and column.use.name == name) or target == field:
            return column.name
    return None
