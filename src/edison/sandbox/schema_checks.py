"""Check answers against users' schemas: directly if that is certain to be fast, otherwise in a process with limits."""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from edison.domain.models.model_call import OutputFormat
from edison.domain.models.structured_output import TooManySteps, check_answers, problem_with
from edison.domain.prompts.output_contract import ContractKind, Parsed, parse
from edison.sandbox.limited_process import LimitReached, TaskLimits, run_limited

LIMITS = TaskLimits(seconds=5)
UNFINISHED = (
    f"The schema was not checked: the check takes more than {LIMITS.seconds} s of processor time. "
    "Simplify it, especially its recursive references"
)
# A schema that was too slow this often in a row is not tried on the other answers of a run.
LATE_IN_A_ROW = 5
TRIED_AGAIN_AFTER_S = 600.0
SCHEMAS_REMEMBERED = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Unfinished:
    """The check was killed, so the result is unknown."""

    message: str = UNFINISHED


SchemaFinding = str | Unfinished | None


@dataclass(slots=True)
class _LateSchemas:
    """For each schema: how often in a row its check was too slow, and the time of the last slow check."""

    found: dict[str, tuple[int, float]] = field(default_factory=dict[str, tuple[int, float]])

    def has(self, schema: str) -> bool:
        times, at = self.found.get(schema, (0, 0.0))
        return times >= LATE_IN_A_ROW and time.monotonic() - at < TRIED_AGAIN_AFTER_S

    def note(self, schema: str, *, was_late: bool) -> None:
        times, _ = self.found.pop(schema, (0, 0.0))
        if was_late:
            self.found[schema] = (times + 1, time.monotonic())
        while len(self.found) > SCHEMAS_REMEMBERED:
            del self.found[next(iter(self.found))]


_late_schemas = _LateSchemas()


async def find_problems(checks: Sequence[tuple[str, OutputFormat]]) -> list[SchemaFinding]:
    """Return the problem of each answer, or None if it is valid; slow schemas are checked in processes with limits."""
    found: list[SchemaFinding] = []
    slow: list[int] = []
    for place, (text, wanted) in enumerate(checks):
        try:
            found.append(problem_with(text, wanted))
        except TooManySteps:
            found.append(None)
            slow.append(place)
    if slow:
        late = await _find_slowly([checks[place] for place in slow])
        for place, finding in zip(slow, late, strict=True):
            found[place] = finding
    return found


async def parse_answer(kind: ContractKind, schema: dict[str, Any] | None, text: str) -> Parsed:
    """Return the relevant part of an answer, or why there is none; like `parse`, but also for slow schemas."""
    try:
        return parse(kind, schema, text)
    except TooManySteps:
        wanted = OutputFormat(kind="schema", schema=schema or {})
        [finding] = await _find_slowly([(text, wanted)])
        if finding is None:
            return parse("json", None, text)
        said = finding.message if isinstance(finding, Unfinished) else finding
        return Parsed(text=None, problem=said)


async def _find_slowly(checks: Sequence[tuple[str, OutputFormat]]) -> list[SchemaFinding]:
    """Check the answers to each schema in a separate process, so that a slow schema does not affect others."""
    found: list[SchemaFinding] = [Unfinished()] * len(checks)
    places: dict[str, list[int]] = {}
    for place, (_, wanted) in enumerate(checks):
        places.setdefault(json.dumps(wanted.schema), []).append(place)
    for schema, of_schema in places.items():
        if _late_schemas.has(schema):
            continue
        texts = json.dumps([checks[place][0] for place in of_schema]).encode()
        try:
            answer, _ = await run_limited(check_answers, {"schema": schema}, texts, LIMITS)
        except LimitReached:
            _late_schemas.note(schema, was_late=True)
            continue
        _late_schemas.note(schema, was_late=False)
        for place, problem in zip(of_schema, answer["problems"], strict=True):
            found[place] = problem
    return found
