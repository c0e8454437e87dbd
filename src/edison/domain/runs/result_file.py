"""Export file of a run's results: one line per cell."""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from edison.domain.datasets.case_files import FORMULA_STARTS
from edison.domain.datasets.case_json import value_to_json, values_to_json
from edison.domain.datasets.dataset import CaseContent
from edison.domain.money import MicroUsd, to_usd
from edison.domain.runs.cell_labels import Mark
from edison.domain.runs.grid_rows import WholeCell
from edison.domain.runs.run_plan import Plan

FIXED = (
    "ordinal", "position", "trial", "prompt", "version", "provider", "model", "parameters", "state",
    "output", "parsed", "malformed", "finish", "tool_calls", "error_code", "error", "prompt_tokens",
    "completion_tokens", "cost_usd", "in_doubt_usd", "latency_ms", "reused", "attempt", "finished_at",
    "expected", "tags", "manual_grade", "flagged", "note",
)  # fmt: skip


class ResultFormat(StrEnum):
    JSONL = "jsonl"
    CSV = "csv"


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultFile:
    """Data that all lines of one export file share."""

    plan: Plan
    # Unique names of the scorers by number.
    scorers: Mapping[int, str]
    # Names of the values of all cases, which a CSV needs before its first line.
    names: Sequence[str] = ()
    # For a spreadsheet: formulas are escaped.
    safe: bool = False

    def json_line(self, cell: WholeCell, case: CaseContent, mark: Mark | None = None) -> str:
        fields = self._fields(cell, case, mark)
        fields["input"] = values_to_json(case.values)
        fields["scores"] = {
            self.scorers[score.scorer]: {
                "value": score.value,
                "passed": score.passed,
                "problem": score.problem,
                "reason": score.reason,
                # For a judge with a rubric: score and reason of each criterion.
                **({"criteria": score.details["criteria"]} if "criteria" in score.details else {}),
            }
            for score in cell.scores
            if score.scorer in self.scorers and score.state in ("scored", "not_scored")
        }
        return json.dumps(fields, ensure_ascii=False) + "\n"

    def csv_header(self) -> str:
        scores = [
            f"score.{name}{part}"
            for name in self.scorers.values()
            for part in ("", ".passed", ".problem", ".reason")
        ]
        return self._row([*FIXED, *(f"input.{name}" for name in self.names), *scores])

    def csv_line(self, cell: WholeCell, case: CaseContent, mark: Mark | None = None) -> str:
        fields = self._fields(cell, case, mark)
        scores = {score.scorer: score for score in cell.scores}
        values: list[Any] = [fields[name] for name in FIXED]
        for name in self.names:
            value = case.values.get(name)
            values.append(None if value is None else value_to_json(value))
        for number in self.scorers:
            score = scores.get(number)
            values += (
                [score.value, score.passed, score.problem, score.reason] if score else [None] * 4
            )
        return self._row([_plain(value) for value in values])

    def _fields(self, cell: WholeCell, case: CaseContent, mark: Mark | None) -> dict[str, Any]:
        place = self.plan.place(cell.ordinal)
        column = self.plan.columns[place.column]
        return {
            "ordinal": cell.ordinal,
            "position": place.case,
            "trial": place.trial,
            "prompt": column.prompt_name,
            "version": column.number,
            "provider": column.provider,
            "model": column.model_name,
            "parameters": column.parameters.given(),
            "state": str(cell.state),
            "output": cell.output,
            # Omitted if the parsed part equals the answer.
            "parsed": None if cell.parsed == cell.output else cell.parsed,
            "malformed": cell.malformed,
            "finish": cell.finish,
            "tool_calls": cell.more.get("tool_calls", []),
            "error_code": cell.error_code,
            "error": cell.error,
            "prompt_tokens": cell.prompt_tokens,
            "completion_tokens": cell.completion_tokens,
            "cost_usd": _usd(cell.cost),
            "in_doubt_usd": _usd(cell.doubt),
            "latency_ms": cell.latency_ms,
            "reused": cell.reused,
            "attempt": cell.attempt,
            "finished_at": cell.finished_at.isoformat() if cell.finished_at else None,
            "expected": case.expected,
            "tags": list(case.tags),
            "manual_grade": mark.grade if mark else None,
            "flagged": mark.flagged if mark else False,
            "note": mark.note if mark else "",
        }

    def _row(self, cells: Sequence[str]) -> str:
        if self.safe:
            cells = [f"'{cell}" if cell.startswith(FORMULA_STARTS) else cell for cell in cells]
        line = io.StringIO(newline="")
        csv.writer(line, quoting=csv.QUOTE_ALL, lineterminator="\r\n").writerow(cells)
        return line.getvalue()


def _usd(amount: MicroUsd | None) -> str | None:
    """Format an amount as text, because a float would not be exact."""
    return None if amount is None else f"{to_usd(amount):f}"


def _plain(value: Any) -> str:
    if value is None or value == [] or value == {}:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False)
    return str(value)
