"""Check whether the answer fits a JSON schema."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from edison.domain.judging.score import Sample, Scored, ScoreOutcome
from edison.domain.models.model_call import OutputFormat
from edison.domain.models.schema_cost import EXPANDED_AT_MOST
from edison.domain.models.structured_output import (
    Malformed,
    UnusableSchema,
    problem_with_schema,
    structured,
)
from edison.sandbox.schema_checks import SchemaFinding, Unfinished, find_problems
from edison.scorers.scorer_plugin import Example, TextSpec, cannot, scorer, text_of, yes_or_no


class JsonSchemaSpec(TextSpec, frozen=True):
    kind: Literal["json_schema"] = "json_schema"
    # `schema` is the name of a method of pydantic.
    json_schema: Annotated[
        dict[str, Any],
        Field(
            title="JSON schema",
            description="Draft 2020-12; external references are rejected, and so is a schema that is "
            f"larger than {EXPANDED_AT_MOST:,} subschemas and values with its references",
        ),
    ]

    @field_validator("json_schema")
    @classmethod
    def usable(cls, given: dict[str, Any]) -> dict[str, Any]:
        problem = problem_with_schema(given)
        if problem is not None:
            raise ValueError(problem)
        return given


CITY = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}


async def json_schema_slowly(spec: JsonSchemaSpec, samples: Sequence[Sample]) -> list[ScoreOutcome]:
    """Check answers in a separate process with limits, because the check may take long."""
    wanted = _wanted(spec)
    found = await find_problems([(text_of(spec, sample), wanted) for sample in samples])
    return [_verdict(each) for each in found]


@scorer(
    JsonSchemaSpec,
    title="JSON schema",
    slowly=json_schema_slowly,
    examples=[
        Example(output='{"city": "Paris"}', spec={"json_schema": CITY}, value=1.0),
        Example(output='{"city": 7}', spec={"json_schema": CITY}, value=0.0),
        Example(output="Paris", spec={"json_schema": CITY}, value=0.0),
    ],
)
def json_schema(spec: JsonSchemaSpec, sample: Sample) -> ScoreOutcome:
    """Passes when the answer is JSON that fits the schema."""
    try:
        structured(text_of(spec, sample), _wanted(spec))
    except UnusableSchema as error:
        # Of a run that began before the schema was rejected.
        return cannot(str(error))
    except Malformed as error:
        return _scored(str(error))
    return _scored(None)


def _wanted(spec: JsonSchemaSpec) -> OutputFormat:
    return OutputFormat(kind="schema", schema=spec.json_schema)


def _verdict(found: SchemaFinding) -> ScoreOutcome:
    return cannot(found.message) if isinstance(found, Unfinished) else _scored(found)


def _scored(problem: str | None) -> Scored:
    return yes_or_no(problem is None, problem or "Fits the schema")
