"""Check whether the tool calls of the answer fit the tools that the model has."""

import json
from collections.abc import Sequence
from typing import Annotated, Any, Literal, cast

from pydantic import Field

from edison.domain.judging.score import Sample, ScoreOutcome
from edison.domain.models.model_call import OutputFormat, ToolCall
from edison.sandbox.schema_checks import Unfinished, find_problems
from edison.scorers.scorer_plugin import Example, ScorerSpec, batch_scorer, cannot, yes_or_no

_TOOL = {
    "name": "weather",
    "parameters": {
        "type": "object",
        "properties": {"city": {"type": "string"}},
        "required": ["city"],
    },
}


class ToolSchemaSpec(ScorerSpec, frozen=True):
    kind: Literal["tool_schema"] = "tool_schema"
    tools: Annotated[
        tuple[dict[str, Any], ...],
        Field(
            min_length=1,
            max_length=100,
            title="Tools",
            description="Objects with name and parameters (a JSON schema), also in the form of OpenAI",
        ),
    ]


@batch_scorer(
    ToolSchemaSpec,
    title="Valid tool calls",
    examples=[
        Example(
            output="",
            given={
                "tool_calls": (ToolCall(id="1", name="weather", arguments='{"city": "Paris"}'),)
            },
            spec={"tools": [_TOOL]},
            value=1.0,
        ),
        Example(
            output="",
            given={"tool_calls": (ToolCall(id="1", name="weather", arguments="{}"),)},
            spec={"tools": [_TOOL]},
            value=0.0,
        ),
        Example(output="Hello", spec={"tools": [_TOOL]}, value=0.0),
    ],
)
async def tool_schema(spec: ToolSchemaSpec, samples: Sequence[Sample]) -> list[ScoreOutcome]:
    """Passes when the answer calls a tool, and every call names a tool and fits its JSON schema."""
    known: dict[str, dict[str, Any]] = {
        str(each.get("name")): each.get("parameters") or {} for each in map(_inner, spec.tools)
    }
    outcomes: list[ScoreOutcome] = []
    for sample in samples:
        problem = _first_problem(sample, known)
        if problem is not None:
            outcomes.append(yes_or_no(False, problem))
            continue
        checks = [
            (call.arguments or "{}", OutputFormat(kind="schema", schema=known[call.name]))
            for call in sample.tool_calls
        ]
        found = [each for each in await find_problems(checks) if each is not None]
        if found and isinstance(found[0], Unfinished):
            outcomes.append(cannot(found[0].message))
        else:
            outcomes.append(yes_or_no(not found, str(found[0]) if found else "Every call fits"))
    return outcomes


def _inner(tool: dict[str, Any]) -> dict[str, Any]:
    function = tool.get("function")
    return cast("dict[str, Any]", function) if isinstance(function, dict) else tool


def _first_problem(sample: Sample, known: dict[str, Any]) -> str | None:
    if not sample.tool_calls:
        return "The answer calls no tool"
    for call in sample.tool_calls:
        if call.name not in known:
            return f"There is no tool {call.name[:60]}"
        try:
            json.loads(call.arguments or "{}")
        except (ValueError, RecursionError):
            return f"The arguments of {call.name[:60]} are not JSON"
    return None
