"""Export of cases as lines of JSON or CSV files.

The module `importing` can read these files with its suggested mapping.
"""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

from edison.domain.datasets.case_json import value_to_json, values_to_json
from edison.domain.datasets.case_rules import clean_tags
from edison.domain.datasets.case_selection import ValueShape
from edison.domain.datasets.dataset import Case, CaseContent, Split
from edison.domain.datasets.importing.cell_values import to_tags
from edison.domain.datasets.importing.column_uses import (
    CASE_ID,
    JSON_SUFFIX,
    ColumnTarget,
    suggestion_for,
)
from edison.domain.datasets.importing.read_json import INPUT_PREFIX

# Spreadsheets interpret and run a cell that begins with one of these as a formula.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
FIXED = ("expected", "tags", "difficulty", "split", "metadata", CASE_ID)


class ExportFormat(StrEnum):
    JSONL = "jsonl"
    JSON = "json"
    CSV = "csv"


def json_line(case: Case) -> str:
    """Return a case as one line of a JSON Lines file, without empty fields."""
    content = case.content
    fields: dict[str, Any] = {
        "input": values_to_json(content.values),
        "expected": content.expected,
        "tags": list(content.tags),
        "difficulty": content.difficulty,
        "split": None if content.split is Split.NONE else str(content.split),
        "metadata": content.metadata,
        CASE_ID: str(case.id),
    }
    kept = {name: value for name, value in fields.items() if value not in (None, [], {})}
    return json.dumps(kept, ensure_ascii=False)


class CsvColumn(StrEnum):
    """Style in which the values of one variable are written to a CSV column."""

    PLAIN = "plain"
    # A text that could be mistaken for a list of messages; the heading marks it as a text.
    TEXT = "text"
    # At least one value is a list of messages, or is missing.
    JSON = "json"


CsvColumns = Mapping[str, CsvColumn]


def csv_columns(columns: Sequence[str], cases: int, shape: Mapping[str, ValueShape]) -> CsvColumns:
    """Choose the style of each CSV column: first the dataset's columns in their order, then other variables by name."""
    names = (*columns, *sorted(set(shape) - set(columns)))
    return {name: _style(name, cases, shape[name]) for name in names if name in shape}


def _style(name: str, cases: int, shape: ValueShape) -> CsvColumn:
    if shape.texts != cases or name.endswith(JSON_SUFFIX):
        return CsvColumn.JSON
    return CsvColumn.TEXT if shape.with_braces else CsvColumn.PLAIN


def csv_header(columns: CsvColumns, *, safe: bool = False) -> str:
    return _row([_heading(name, style) for name, style in columns.items()] + list(FIXED), safe)


def csv_line(case: Case, columns: CsvColumns, *, safe: bool = False) -> str:
    content = case.content
    values = [_cell(content, name, style) for name, style in columns.items()]
    fixed = [
        content.expected or "",
        _tags(content.tags),
        "" if content.difficulty is None else str(content.difficulty),
        "" if content.split is Split.NONE else str(content.split),
        json.dumps(content.metadata, ensure_ascii=False) if content.metadata else "",
        str(case.id),
    ]
    return _row(values + fixed, safe)


def _heading(name: str, style: CsvColumn) -> str:
    """Return the CSV heading of a variable: its plain name, or a marked name if an import would misread the name."""
    if style is CsvColumn.JSON:
        return f"{INPUT_PREFIX}{name}{JSON_SUFFIX}"
    found = suggestion_for(name)
    alone = found.target is ColumnTarget.VARIABLE and found.name == name
    plain = alone and style is CsvColumn.PLAIN and not name.startswith(INPUT_PREFIX)
    return name if plain else INPUT_PREFIX + name


def _cell(content: CaseContent, name: str, style: CsvColumn) -> str:
    value = content.values.get(name)
    if style is not CsvColumn.JSON:
        assert isinstance(value, str)
        return value
    return "" if value is None else json.dumps(value_to_json(value), ensure_ascii=False)


def _tags(tags: tuple[str, ...]) -> str:
    joined = ", ".join(tags)
    if clean_tags(to_tags(joined, typed=False)) == tags:
        return joined
    return json.dumps(list(tags), ensure_ascii=False)


def _row(cells: list[str], safe: bool) -> str:
    if safe:
        cells = [f"'{cell}" if cell.startswith(FORMULA_STARTS) else cell for cell in cells]
    line = io.StringIO(newline="")
    # Quote every cell, so that separators, spaces and line ends in it are unambiguous.
    csv.writer(line, quoting=csv.QUOTE_ALL, lineterminator="\r\n").writerow(cells)
    return line.getvalue()
