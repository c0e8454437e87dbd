"""Read a file of outputs and match its rows to the cells of a run: by the id of the case, or by the case's values."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any
from uuid import UUID

from edison.domain.datasets.dataset import CaseValue, value_text
from edison.domain.datasets.importing.file_table import FileFormat, ReadOptions, RowProblem
from edison.domain.datasets.importing.read_file import read_file
from edison.domain.datasets.importing.read_json import as_text
from edison.domain.errors import UnreadableFile
from edison.domain.money import from_usd
from edison.domain.runs.application import MOST_OUTPUT_TEXT
from edison.domain.runs.submitted_output import SubmittedOutput
from edison.kit.storable_text import storable

# Names of the columns, without regard to case. The first one that the file has is used.
OUTPUT_NAMES = (
    "output",
    "answer",
    "response",
    "completion",
    "result",
    "actual",
    "actual_output",
    "text",
)
CASE_NAMES = ("case_id", "case", "id")
ERROR, TRIAL, LATENCY, COST = "error", "trial", "latency_ms", "cost_usd"
PROMPT_TOKENS, COMPLETION_TOKENS = "prompt_tokens", "completion_tokens"
NUMBERS = (LATENCY, COST, PROMPT_TOKENS, COMPLETION_TOKENS)
LIMITS = {
    LATENCY: 86_400_000,
    COST: 1_000_000,
    PROMPT_TOKENS: 2**31 - 1,
    COMPLETION_TOKENS: 2**31 - 1,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputRow:
    """A row of the file. `row` counts from 1 without the header."""

    row: int
    line: int | None
    cells: tuple[str | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputTable:
    columns: tuple[str, ...]
    rows: tuple[OutputRow, ...]
    problems: tuple[RowProblem, ...] = ()

    def column(self, *names: str) -> int | None:
        """Return the index of the first of these columns that the file has."""
        lower = [column.strip().lower() for column in self.columns]
        return next((lower.index(name) for name in names if name in lower), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseOfRun:
    """A case of the run, at its position."""

    position: int
    case: UUID | None
    values: Mapping[str, CaseValue]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchedRows:
    """The outputs of the file by cell, and why the other rows have none."""

    # The columns of the file that identify a case, and the column of outputs.
    matched_by: tuple[str, ...]
    output_column: str
    outputs: Mapping[int, SubmittedOutput]
    # Rows of cells that have an output already, in the run or in an earlier row.
    already_there: int
    problems: tuple[RowProblem, ...]


def read_output_table(arguments: dict[str, Any], content: bytes) -> tuple[dict[str, Any], bytes]:
    """Read a file in a limited process; return its columns and problems, and its rows as JSON."""
    form = arguments["format"]
    options = ReadOptions(
        format=FileFormat(form) if form else None,
        encoding=arguments["encoding"],
        delimiter=arguments["delimiter"],
    )
    table = read_file(arguments["name"], content, options, arguments["most_rows"])
    rows = [
        (row.number, row.line, [None if cell is None else as_text(cell) for cell in row.cells])
        for row in table.rows
    ]
    result = {
        "columns": list(table.columns),
        "problems": [(one.row, one.line, one.column, one.message) for one in table.problems],
    }
    return result, json.dumps(rows).encode()


def output_table(result: dict[str, Any], rows: bytes) -> OutputTable:
    return OutputTable(
        columns=tuple(result["columns"]),
        rows=tuple(
            OutputRow(row=number, line=line, cells=tuple(cells))
            for number, line, cells in json.loads(rows)
        ),
        problems=tuple(
            RowProblem(row=row, line=line, column=column, message=message)
            for row, line, column, message in result["problems"]
        ),
    )


def match_rows(
    table: OutputTable,
    cases: Sequence[CaseOfRun],
    trials: int,
    filled: frozenset[int],
    output: str | None = None,
) -> MatchedRows:
    """Match the rows to cells. `filled` are the cells that have an output; `output` names the column to use."""
    return _Matching(table, cases, trials, filled, output).match()


class _Matching:
    def __init__(
        self,
        table: OutputTable,
        cases: Sequence[CaseOfRun],
        trials: int,
        filled: frozenset[int],
        output: str | None,
    ) -> None:
        self._table = table
        self._trials = trials
        self._filled = filled
        wanted = OUTPUT_NAMES if output is None else (output.strip().lower(),)
        found, self._error = table.column(*wanted), table.column(ERROR)
        if found is None:
            raise UnreadableFile(
                f"The file has no column {output!r}"
                if output
                else "The file has no column of outputs",
                field="file",
                advice="Name the column of outputs `output`, or send its name as `output_column`.",
            )
        self._output = found
        self._trial = table.column(TRIAL)
        self._keys, self._by, self._index = self._keys_of(cases)
        self._outputs: dict[int, SubmittedOutput] = {}
        self._already_there = 0

    def match(self) -> MatchedRows:
        problems = list(self._table.problems)
        for row in self._table.rows:
            problem = self._take(row)
            if problem is not None:
                problems.append(
                    RowProblem(row=row.row, line=row.line, column=None, message=problem)
                )
        return MatchedRows(
            matched_by=self._by,
            output_column=self._table.columns[self._output],
            outputs=self._outputs,
            already_there=self._already_there,
            problems=tuple(sorted(problems, key=lambda one: one.row)),
        )

    def _keys_of(
        self, cases: Sequence[CaseOfRun]
    ) -> tuple[tuple[int, ...], tuple[str, ...], dict[tuple[str, ...], list[int]]]:
        """Return the columns that identify a case, their names, and the positions of the cases by their contents."""
        index: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
        at = self._table.column(*CASE_NAMES)
        ids = {str(case.case) for case in cases}
        if at is not None and any(
            (row.cells[at] or "").strip().lower() in ids for row in self._table.rows
        ):
            for case in cases:
                index[(str(case.case),)].append(case.position)
            return (at,), (self._table.columns[at],), dict(index)
        variables = {name for case in cases for name in case.values}
        names = [
            (place, name)
            for place, name in enumerate(self._table.columns)
            if name in variables and place not in (self._output, self._error)
        ]
        if not names:
            raise UnreadableFile(
                "The rows cannot be matched to cases: the file has no column of case ids and no column of a variable",
                field="file",
                advice="Add a column `case_id`, or the columns of the dataset: "
                + ", ".join(sorted(variables)[:20]),
            )
        for case in cases:
            key = tuple(
                _key(value_text(case.values[name])) if name in case.values else ""
                for _, name in names
            )
            index[key].append(case.position)
        return tuple(place for place, _ in names), tuple(name for _, name in names), dict(index)

    def _take(self, row: OutputRow) -> str | None:
        """Take the output of a row; return why that is impossible, or None."""
        key = tuple(_key(row.cells[place] or "") for place in self._keys)
        if (
            len(self._keys) == 1
            and self._table.columns[self._keys[0]].strip().lower() in CASE_NAMES
        ):
            key = (key[0].lower(),)
        positions = self._index.get(key)
        if positions is None:
            return "No case of the run has this " + (
                self._by[0] if len(self._by) == 1 else "combination of " + ", ".join(self._by)
            )
        trials = self._trials_of(row)
        if isinstance(trials, str):
            return trials
        cells = [position * self._trials + trial for position in positions for trial in trials]
        free = [cell for cell in cells if cell not in self._filled and cell not in self._outputs]
        if not free:
            self._already_there += 1
            return None
        made = self._made(row, free[0])
        if isinstance(made, str):
            return made
        self._outputs[free[0]] = made
        return None

    def _trials_of(self, row: OutputRow) -> range | str:
        said = "" if self._trial is None else (row.cells[self._trial] or "").strip()
        if not said:
            return range(self._trials)
        if not said.isascii() or not said.isdigit() or int(said) >= self._trials:
            return f"The trial must be a number from 0 to {self._trials - 1}"
        return range(int(said), int(said) + 1)

    def _made(self, row: OutputRow, cell: int) -> SubmittedOutput | str:
        text = row.cells[self._output]
        error = "" if self._error is None else (row.cells[self._error] or "").strip()
        if text is None and not error:
            return f"The row has no {self._table.columns[self._output]}"
        if text is not None and len(text) > MOST_OUTPUT_TEXT:
            return f"The output is longer than {MOST_OUTPUT_TEXT:,} characters"
        numbers = {name: self._number(row, name) for name in NUMBERS}
        wrong = next((value for value in numbers.values() if isinstance(value, str)), None)
        if wrong is not None:
            return wrong
        known = {name: value for name, value in numbers.items() if isinstance(value, Decimal)}
        return SubmittedOutput(
            ordinal=cell,
            text=None if error else storable(text or ""),
            error=storable(error)[:2_000] or None,
            latency_ms=float(known[LATENCY]) if LATENCY in known else None,
            cost=from_usd(known[COST]) if COST in known else None,
            prompt_tokens=int(known[PROMPT_TOKENS]) if PROMPT_TOKENS in known else None,
            completion_tokens=int(known[COMPLETION_TOKENS]) if COMPLETION_TOKENS in known else None,
        )

    def _number(self, row: OutputRow, name: str) -> Decimal | str | None:
        at = self._table.column(name)
        said = "" if at is None else (row.cells[at] or "").strip()
        if not said:
            return None
        try:
            number = Decimal(said)
        except InvalidOperation:
            return f"{name} is not a number"
        if not number.is_finite() or not 0 <= number <= LIMITS[name]:
            return f"{name} must be between 0 and {LIMITS[name]:,}"
        return number


def _key(text: str) -> str:
    return text.replace("\r\n", "\n").strip()
