"""Reader of JSON and JSON Lines that preserves the spelling of numbers and rejects duplicate names in an object."""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, cast

from edison.domain.datasets.case_rules import clean_name
from edison.domain.datasets.importing.file_table import (
    FileFormat,
    FileRow,
    FileTable,
    NumberText,
    RowProblem,
    must_be_few_columns,
    must_fit,
)
from edison.domain.errors import UnreadableFile

# Names under which a single object may hold the rows.
ROWS_KEYS = ("rows", "cases", "data", "items", "examples", "questions", "tests")
# Objects of this name hold the variables, as in Edison's exports and seed files.
INPUTS = ("input", "inputs")
INPUT_PREFIX = "input."
DEPTH_AT_MOST = 100
# Column of a row that is a plain text instead of an object.
TEXT_COLUMN = "input"


class _BadJson(ValueError):
    """The JSON is invalid. The message is shown to users."""


def parse_json(text: str) -> Any:
    """Parse one JSON value. Raise ValueError with a message that is shown to users."""
    try:
        return json.loads(
            text,
            parse_int=NumberText,
            parse_float=NumberText,
            parse_constant=_refuse_constant,
            object_pairs_hook=_once,
        )
    except json.JSONDecodeError as error:
        raise _BadJson(f"{error.msg} (line {error.lineno}, column {error.colno})") from error
    except RecursionError as error:
        raise _BadJson("The JSON is nested too deeply") from error


def plain(value: Any) -> Any:
    """Convert numbers in their original spelling to int and float. Raise ValueError for a number that is too large."""
    if isinstance(value, NumberText):
        return _number(value)
    if isinstance(value, dict):
        return {key: plain(item) for key, item in cast(dict[str, Any], value).items()}
    if isinstance(value, list):
        return [plain(item) for item in cast(list[Any], value)]
    return value


def is_deeper(value: Any, most: int) -> bool:
    """Return whether objects and lists are nested deeper than `most` levels."""
    left: list[tuple[Any, int]] = [(value, 0)]
    while left:
        item, depth = left.pop()
        if depth > most:
            return True
        if isinstance(item, dict):
            left += [(part, depth + 1) for part in cast(dict[str, Any], item).values()]
        elif isinstance(item, list):
            left += [(part, depth + 1) for part in cast(list[Any], item)]
    return False


def as_text(value: Any) -> str:
    """Return a value as it appears in a prompt: a text unchanged, any other value as JSON."""
    return str(value) if isinstance(value, str) else _as_json(value)


def read_json(text: str, most: int) -> FileTable:
    try:
        top = parse_json(text)
    except ValueError as error:
        raise UnreadableFile(f"The file is not valid JSON: {error}", field="file") from error
    rows = _rows_of(top)
    must_fit(len(rows), most)
    return _table(FileFormat.JSON, [(number, None, row) for number, row in enumerate(rows, 1)])


def read_jsonl(text: str, most: int) -> FileTable:
    found: list[tuple[int, int | None, Any]] = []
    problems: list[RowProblem] = []
    notes: dict[str, None] = {}
    number = 0
    for line, raw in enumerate(text.split("\n"), 1):
        stripped = raw.strip(" \t\r\ufeff")
        if not stripped:
            continue
        number += 1
        must_fit(number, most)
        if stripped.endswith(","):
            stripped = stripped[:-1]
            notes["Commas after objects were left out"] = None
        try:
            found.append((number, line, parse_json(stripped)))
        except ValueError as error:
            problems.append(
                RowProblem(
                    row=number, line=line, column=None, message=f"This is not valid JSON: {error}"
                )
            )
    return _table(FileFormat.JSONL, found, problems, tuple(notes))


def looks_like_lines(text: str) -> bool:
    """Return whether a text looks like JSON Lines: the first line is a complete object, and more text follows."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    if first.strip().rstrip(",") in {"[", "{"}:
        return False
    try:
        value = parse_json(first.strip().rstrip(","))
    except ValueError:
        return False
    return isinstance(value, dict) and text.strip() != first.strip()


def _as_json(value: Any) -> str:
    if isinstance(value, NumberText):
        return str(value)
    if isinstance(value, dict):
        pairs = cast(dict[str, Any], value).items()
        return (
            "{"
            + ", ".join(f"{json.dumps(k, ensure_ascii=False)}: {_as_json(v)}" for k, v in pairs)
            + "}"
        )
    if isinstance(value, list):
        return "[" + ", ".join(_as_json(item) for item in cast(list[Any], value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _rows_of(top: Any) -> list[Any]:
    if isinstance(top, list):
        return cast(list[Any], top)
    if not isinstance(top, dict):
        raise UnreadableFile("A JSON file must hold a list of objects, or one object", field="file")
    pairs = cast(dict[str, Any], top)
    for key in ROWS_KEYS:
        inside = pairs.get(key)
        if isinstance(inside, list) and any(
            isinstance(row, dict) for row in cast(list[Any], inside)
        ):
            return cast(list[Any], inside)
    return [pairs]


def _table(
    kind: FileFormat,
    found: Iterable[tuple[int, int | None, Any]],
    problems: Iterable[RowProblem] = (),
    notes: tuple[str, ...] = (),
) -> FileTable:
    bad = list(problems)
    flat: list[tuple[int, int | None, dict[str, Any]]] = []
    columns: dict[str, None] = {}
    for number, line, value in found:
        try:
            cells = _flattened(value)
        except ValueError as error:
            bad.append(RowProblem(row=number, line=line, column=None, message=str(error)))
            continue
        columns.update(dict.fromkeys(cells))
        flat.append((number, line, cells))
    # Check before cells are created: rows times columns may be large.
    must_be_few_columns(len(columns))
    names = tuple(columns)
    rows = tuple(
        FileRow(number=number, line=line, cells=tuple(cells.get(name) for name in names))
        for number, line, cells in flat
    )
    return FileTable(
        format=kind,
        columns=names,
        rows=rows,
        problems=tuple(sorted(bad, key=lambda b: b.row)),
        notes=notes,
    )


def _flattened(value: Any) -> dict[str, Any]:
    if isinstance(value, str) and not isinstance(value, NumberText):
        return {TEXT_COLUMN: value}
    if not isinstance(value, dict):
        raise _BadJson("The row is neither an object nor a text")
    if is_deeper(value, DEPTH_AT_MOST):
        raise _BadJson("The row is nested too deeply")
    cells: dict[str, Any] = {}
    for raw, item in cast(dict[str, Any], value).items():
        key = clean_name(raw)
        if key in INPUTS and isinstance(item, dict) and not _is_conversation(item):
            for name, part in cast(dict[str, Any], item).items():
                _put(cells, INPUT_PREFIX + clean_name(name), part)
        else:
            _put(cells, key, item)
    return cells


def _is_conversation(value: Any) -> bool:
    """Return whether an object contains only a list of messages under the key `messages`."""
    return set(value) == {"messages"} and isinstance(value["messages"], list)


def _put(cells: dict[str, Any], name: str, value: Any) -> None:
    if name in cells:
        raise _BadJson(f"The name {name[:100]!r} occurs twice")
    cells[name] = value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        [(twice, _)] = Counter(name for name, _ in pairs).most_common(1)
        raise _BadJson(f"The name {twice[:100]!r} occurs twice in one object")
    return found


def _refuse_constant(name: str) -> Any:
    raise _BadJson(f"{name} is not valid JSON")


def _number(text: NumberText) -> int | float:
    if len(text) > 300:
        raise _BadJson("A number has more than 300 digits")
    read: Callable[[str], int | float] = int if text.lstrip("-").isdigit() else float
    value = read(str(text))
    if value in {float("inf"), float("-inf")}:
        raise _BadJson(f"The number {text} is too large")
    return value
