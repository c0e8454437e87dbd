"""JSON and JSON lines as rows: numbers stay as they were written, nothing that is there twice is lost in silence."""

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

# Where a file may keep its rows, if it is one object.
ROWS_KEYS = ("rows", "cases", "data", "items", "examples", "questions", "tests")
# Objects of this name hold the variables; so our own exports and seed files do.
INPUTS = ("input", "inputs")
INPUT_PREFIX = "input."
DEPTH_AT_MOST = 100
# A row that is no object but a text.
TEXT_COLUMN = "input"


class _BadJson(ValueError):
    """In words for people."""


def parse_json(text: str) -> Any:
    """Read one JSON value; raises ValueError with words for people."""
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
        raise _BadJson("It is nested too deeply") from error


def plain(value: Any) -> Any:
    """The same value with numbers that can be counted with; raises ValueError for those that cannot."""
    if isinstance(value, NumberText):
        return _number(value)
    if isinstance(value, dict):
        return {key: plain(item) for key, item in cast(dict[str, Any], value).items()}
    if isinstance(value, list):
        return [plain(item) for item in cast(list[Any], value)]
    return value


def is_deeper(value: Any, most: int) -> bool:
    """Whether objects and lists are nested beyond so many levels; asked before anything recurses."""
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
    """How a value stands in a prompt: a text as it is, everything else as JSON."""
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
    """Whether each line is a value of its own: then the first says nothing about where the file ends."""
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
        raise UnreadableFile("A JSON file holds a list of objects, or one object", field="file")
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
    # Before a cell is made for each column in each row: the product may be large.
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
    """Whether this is one value, a list of messages, and no object with a variable of that name."""
    return set(value) == {"messages"} and isinstance(value["messages"], list)


def _put(cells: dict[str, Any], name: str, value: Any) -> None:
    if name in cells:
        raise _BadJson(f"The name {name[:100]!r} is there twice")
    cells[name] = value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        [(twice, _)] = Counter(name for name, _ in pairs).most_common(1)
        raise _BadJson(f"The name {twice[:100]!r} is there twice in one object")
    return found


def _refuse_constant(name: str) -> Any:
    raise _BadJson(f"{name} is no JSON")


def _number(text: NumberText) -> int | float:
    if len(text) > 300:
        raise _BadJson("A number has more than 300 digits")
    read: Callable[[str], int | float] = int if text.lstrip("-").isdigit() else float
    value = read(str(text))
    if value in {float("inf"), float("-inf")}:
        raise _BadJson(f"The number {text} is too large")
    return value
