"""A user's check in Python, which runs in the sandbox."""

import ast
import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal, cast

from pydantic import Field, field_validator

from edison.domain.datasets.dataset import CaseValue
from edison.domain.judging.score import Sample, ScoreOutcome
from edison.domain.models.attached_file import AttachedFile, file_to_json
from edison.domain.money import to_usd
from edison.sandbox import sandbox_runner
from edison.scorers.scorer_plugin import (
    Example,
    PassAt,
    TextSpec,
    batch_scorer,
    cannot,
    graded,
    quoted,
    text_of,
    yes_or_no,
)

MAX_CODE = 50_000
EXAMPLE = "def check(output, expected):\n    return output.strip() == expected.strip()\n"


class PythonCheckSpec(TextSpec, frozen=True):
    kind: Literal["python_check"] = "python_check"
    code: Annotated[
        str,
        Field(
            min_length=1,
            max_length=MAX_CODE,
            title="Code",
            description="Defines check(…). Its parameters may be output, expected, raw, values, tags, metadata, "
            "tool_calls, latency_ms, cost_usd, finish and malformed. It returns true or false, "
            "a number from 0 to 1, or {'score': …, 'reason': …}. A failed assert is a failed check. "
            "Standard library only; no network, no files",
        ),
    ] = EXAMPLE
    timeout_s: Annotated[
        float, Field(ge=0.1, le=10.0, title="Time limit (s)", description="For one answer")
    ] = 1.0
    pass_at: PassAt = 0.5

    @field_validator("code")
    @classmethod
    def defines_check(cls, given: str) -> str:
        try:
            module = ast.parse(given)
        except SyntaxError as error:
            raise ValueError(f"Line {error.lineno}: {error.msg}") from None
        except (ValueError, RecursionError, MemoryError):
            raise ValueError("The code cannot be parsed") from None
        names = {node.name for node in module.body if isinstance(node, ast.FunctionDef)}
        if "check" not in names:
            raise ValueError("The code must define a function: def check(output, expected): …")
        return given


@batch_scorer(
    PythonCheckSpec,
    title="Python check",
    missing=sandbox_runner.missing,
    examples=[
        Example(output="Paris", expected="Paris ", value=1.0),
        Example(
            output="a b c",
            spec={"code": "def check(output):\n    return len(output.split()) / 4"},
            value=0.75,
        ),
        Example(
            output="12",
            spec={"code": "def check(output):\n    assert int(output) < 10, 'too big'"},
            value=0.0,
        ),
    ],
)
async def python_check(spec: PythonCheckSpec, samples: Sequence[Sample]) -> list[ScoreOutcome]:
    """Your own function judges the answer in a sandbox: a process without network, files and secrets."""
    absent = await asyncio.to_thread(sandbox_runner.missing)
    if absent is not None:
        return [cannot(absent) for _ in samples]
    payloads = [_payload(spec, sample) for sample in samples]
    outcomes = await sandbox_runner.run_many(spec.code, payloads, spec.timeout_s)
    return [_verdict(spec, outcome) for outcome in outcomes]


def _payload(spec: PythonCheckSpec, sample: Sample) -> dict[str, Any]:
    output = text_of(spec, sample)
    return {
        "output": output,
        # The name in the specification.
        "actual": output,
        "raw": sample.output,
        "expected": sample.expected,
        "values": {name: _plain(value) for name, value in sample.values.items()},
        "tags": list(sample.tags),
        "metadata": sample.metadata,
        "tool_calls": [
            {"name": call.name, "arguments": call.arguments} for call in sample.tool_calls
        ],
        "latency_ms": sample.latency_ms,
        "cost_usd": None if sample.cost is None else float(to_usd(sample.cost)),
        "finish": sample.finish.value,
        "malformed": sample.malformed,
    }


def _plain(value: CaseValue) -> Any:
    if isinstance(value, str):
        return value
    if isinstance(value, AttachedFile):
        return file_to_json(value)
    return [{"role": message.role, "content": message.content} for message in value]


def _verdict(spec: PythonCheckSpec, outcome: sandbox_runner.SandboxOutcome) -> ScoreOutcome:
    if isinstance(outcome, sandbox_runner.Broke):
        return cannot(outcome.message)
    printed = {"printed": outcome.printed} if outcome.printed else {}
    if isinstance(outcome, sandbox_runner.AssertionFailed):
        where = f" in line {outcome.line}" if outcome.line is not None else ""
        return yes_or_no(False, outcome.message or f"An assertion failed{where}", **printed)
    score, reason, passed = _parts(outcome.value)
    if isinstance(score, bool):
        says = "The check passed" if score else "The check failed"
        return yes_or_no(score if passed is None else passed, reason or says, **printed)
    # NaN fails every comparison.
    if not isinstance(score, int | float) or not 0 <= score <= 1:
        return cannot(
            f"check returned {quoted(repr(outcome.value)[:200])}: it must be true, false, "
            "a number from 0 to 1, or a dict with score and reason"
        )
    verdict = graded(float(score), spec.pass_at, reason or f"The check gave {score:g}", **printed)
    return verdict if passed is None else replace(verdict, passed=passed)


def _parts(value: Any) -> tuple[Any, str, bool | None]:
    """Return score, reason and pass or fail from any supported return value of a check."""
    if isinstance(value, dict):
        fields = cast(dict[str, Any], value)
        passed = fields.get("passed", fields.get("pass"))
        score = fields.get("score", passed)
        reason = fields.get("reason", "")
        return score, str(reason), passed if isinstance(passed, bool) else None
    items = cast(list[Any], value) if isinstance(value, list) else []
    if len(items) == 2 and isinstance(items[1], str):
        return items[0], items[1], None
    return cast(Any, value), "", None
