"""Mapping of a file's columns to variables, expected answer, tags, difficulty, split and metadata."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from edison.domain.datasets.case_rules import NAME_AT_MOST, name_problem
from edison.domain.datasets.importing.cell_values import (
    BadCell,
    is_conversation,
    to_difficulty,
    to_metadata,
    to_split,
)
from edison.domain.datasets.importing.file_table import FileTable
from edison.domain.datasets.importing.read_json import INPUT_PREFIX
from edison.domain.errors import InvalidInput

JSON_SUFFIX = ":json"
CASE_ID = "case_id"
_ROWS_LOOKED_AT = 50


class ColumnTarget(StrEnum):
    VARIABLE = "variable"
    EXPECTED = "expected"
    TAGS = "tags"
    DIFFICULTY = "difficulty"
    SPLIT = "split"
    METADATA = "metadata"
    IGNORE = "ignore"


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnUse:
    """Use of one column.

    `name` is the variable or the metadata key; None if each cell holds a whole metadata object.
    """

    target: ColumnTarget
    name: str | None = None
    # The cells hold JSON: a quoted text, or a list of messages. An empty cell is a missing value.
    json: bool = False


ColumnUses = Mapping[str, ColumnUse]

_IGNORED = ColumnUse(target=ColumnTarget.IGNORE)
# At most one column per target; earlier names in a list have priority.
_KNOWN: dict[ColumnTarget, tuple[str, ...]] = {
    ColumnTarget.EXPECTED: (
        "expected",
        "expected_output",
        "expected_answer",
        "ideal",
        "ground_truth",
        "reference",
        "answer",
        "target",
    ),
    ColumnTarget.TAGS: ("tags", "tag", "category", "labels", "label"),
    ColumnTarget.DIFFICULTY: ("difficulty",),
    ColumnTarget.SPLIT: ("split",),
    ColumnTarget.METADATA: ("metadata", "meta"),
}

_READS: dict[ColumnTarget, Callable[[Any, bool], object]] = {
    ColumnTarget.DIFFICULTY: lambda cell, _: to_difficulty(cell),
    ColumnTarget.SPLIT: lambda cell, _: to_split(cell),
    ColumnTarget.METADATA: lambda cell, typed: to_metadata(cell, typed=typed),
}
# What a column of a known name is if its values do not fit.
_INSTEAD: dict[ColumnTarget, Callable[[str], ColumnUse]] = {
    ColumnTarget.DIFFICULTY: lambda _: ColumnUse(target=ColumnTarget.TAGS),
    ColumnTarget.SPLIT: lambda _: ColumnUse(target=ColumnTarget.TAGS),
    ColumnTarget.METADATA: lambda name: ColumnUse(target=ColumnTarget.METADATA, name=name),
}


def suggested(table: FileTable, variables: Iterable[str] = ()) -> dict[str, ColumnUse]:
    """Suggest a mapping from the names and values of the columns. Names of the prompt's variables take precedence."""
    wanted = {_plain(name): name for name in variables}
    taken: set[ColumnTarget] = set()
    uses: dict[str, ColumnUse] = {}
    for target, names in _KNOWN.items():
        for known in names:
            column = next((each for each in table.columns if _plain(each) == known), None)
            if column is None or known in wanted or target in taken:
                continue
            if _reads_as(target, table, table.columns.index(column)):
                taken.add(target)
                uses[column] = ColumnUse(target=target)
            elif target in _INSTEAD:
                # Such as a difficulty of "easy" and "hard": as a tag nothing of it is lost.
                uses[column] = _INSTEAD[target](_bare(column, table.columns.index(column)))
    for place, column in enumerate(table.columns):
        if column not in uses:
            uses[column] = _as_variable(table, place, column, wanted)
    return {column: uses[column] for column in _without_doubles(table.columns, uses)}


def suggestion_for(column: str) -> ColumnUse:
    """Return the use that an import suggests for a column by its name alone.

    The CSV export calls this function to choose headings that an import reads correctly.
    """
    plain = _plain(column)
    for target, names in _KNOWN.items():
        if plain in names:
            return ColumnUse(target=target)
    if column == CASE_ID:
        return _IGNORED
    return ColumnUse(
        target=ColumnTarget.VARIABLE, name=_bare(column, 0), json=column.endswith(JSON_SUFFIX)
    )


def check_uses(columns: tuple[str, ...], uses: ColumnUses) -> None:
    """Raise if a mapping has unknown columns, two columns for the same target, or no variable."""
    unknown = sorted(set(uses) - set(columns))
    if unknown:
        raise InvalidInput(
            f"The file has no column {unknown[0]!r}", field="mapping", columns=unknown[:20]
        )
    for column, use in uses.items():
        wrong = _use_problem(use)
        if wrong:
            raise InvalidInput(wrong, field=f"mapping.{column}")
    meant = Counter(
        (use.target, use.name)
        for use in uses.values()
        if use.target not in {ColumnTarget.TAGS, ColumnTarget.IGNORE}
    )
    for (target, name), times in meant.items():
        if times > 1:
            what = f"{target} {name}" if name else str(target)
            raise InvalidInput(f"Two columns are mapped to {what}", field="mapping")
    if not any(use.target is ColumnTarget.VARIABLE for use in uses.values()):
        raise InvalidInput("Map at least one column to a variable", field="mapping")


def missing_variables(uses: ColumnUses, variables: Iterable[str]) -> tuple[str, ...]:
    covered = {use.name for use in uses.values() if use.target is ColumnTarget.VARIABLE}
    return tuple(name for name in dict.fromkeys(variables) if name not in covered)


def _use_problem(use: ColumnUse) -> str | None:
    if use.target is ColumnTarget.VARIABLE:
        return name_problem(use.name or "")
    if use.target is ColumnTarget.METADATA and use.name is not None:
        return name_problem(use.name)
    return None


def _as_variable(table: FileTable, place: int, column: str, wanted: dict[str, str]) -> ColumnUse:
    if column == CASE_ID and CASE_ID not in wanted:
        return _IGNORED
    marked = column.endswith(JSON_SUFFIX) and not table.typed
    bare = column.removesuffix(JSON_SUFFIX) if marked else column
    if bare.startswith(INPUT_PREFIX):
        # Edison's own files mark variables explicitly: only the suffix says that cells hold JSON.
        conversations = table.typed and _holds_conversations(table, place)
        name = bare.removeprefix(INPUT_PREFIX)
    else:
        conversations = _holds_conversations(table, place)
        name = wanted.get(_plain(bare)) or _bare(bare, place)
    return ColumnUse(target=ColumnTarget.VARIABLE, name=name, json=marked or conversations)


def _reads_as(target: ColumnTarget, table: FileTable, place: int) -> bool:
    """Return whether at least one of the column's first values can be converted for the target."""
    reads = _READS.get(target)
    filled = [
        cell for row in table.rows[:_ROWS_LOOKED_AT] if (cell := row.cells[place]) not in (None, "")
    ]
    if reads is None or not filled:
        return True
    for cell in filled:
        try:
            reads(cell, table.typed)
        except BadCell:
            continue
        return True
    return False


def _holds_conversations(table: FileTable, place: int) -> bool:
    """Return whether all inspected cells of a column are lists of messages."""
    if table.typed:
        # A JSON string is always a text.
        filled = [cell for row in table.rows if not isinstance(cell := row.cells[place], str)]
        filled = [cell for cell in filled if cell is not None]
    else:
        filled = [cell for row in table.rows[:_ROWS_LOOKED_AT] if (cell := row.cells[place])]
    return bool(filled) and all(is_conversation(cell, typed=table.typed) for cell in filled)


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "_", name.casefold()).strip("_")


def _bare(column: str, place: int) -> str:
    """Return a variable name for a column that a prompt can contain in braces."""
    if re.fullmatch(r"\w+", column):
        return column[:NAME_AT_MOST]
    name = re.sub(r"\W+", "_", column).strip("_")
    return name[:NAME_AT_MOST] or f"column_{place + 1}"


def _without_doubles(columns: tuple[str, ...], uses: dict[str, ColumnUse]) -> tuple[str, ...]:
    """Set columns to "ignore" in `uses` if an earlier column has the same variable name, or if the name is invalid."""
    seen: set[str] = set()
    for column in columns:
        use = uses[column]
        if use.target is ColumnTarget.VARIABLE and use.name is not None:
            if use.name in seen or name_problem(use.name):
                uses[column] = _IGNORED
            seen.add(use.name)
    return columns
