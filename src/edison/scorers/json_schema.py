"""Does the answer fit a JSON schema?"""

from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from edison.domain.calls import OutputFormat
from edison.domain.scores import Sample, Scored
from edison.domain.structured import Malformed, problem_with_schema, structured
from edison.scorers.shape import Example, TextSpec, scorer, text_of, yes_or_no


class JsonSchemaSpec(TextSpec, frozen=True):
    kind: Literal["json_schema"] = "json_schema"
    # `schema` is the name of a method of pydantic's own.
    json_schema: Annotated[
        dict[str, Any],
        Field(
            title="JSON schema", description="Draft 2020-12; references to elsewhere are refused"
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


@scorer(
    JsonSchemaSpec,
    title="JSON schema",
    examples=[
        Example(output='{"city": "Paris"}', spec={"json_schema": CITY}, value=1.0),
        Example(output='{"city": 7}', spec={"json_schema": CITY}, value=0.0),
        Example(output="Paris", spec={"json_schema": CITY}, value=0.0),
    ],
)
def json_schema(spec: JsonSchemaSpec, sample: Sample) -> Scored:
    """Passes when the answer is JSON that fits the schema."""
    try:
        structured(text_of(spec, sample), OutputFormat(kind="schema", schema=spec.json_schema))
    except Malformed as error:
        return yes_or_no(False, str(error))
    return yes_or_no(True, "Fits the schema")
