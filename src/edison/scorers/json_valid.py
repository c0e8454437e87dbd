"""Check whether the answer is valid JSON."""

from typing import Annotated, Literal

from pydantic import Field

from edison.domain.judging.score import Sample, Scored
from edison.scorers.scorer_plugin import Example, TextSpec, scorer, text_of, yes_or_no
from edison.scorers.strict_json import NotJson, read_json

NAMES = {
    dict: "object",
    list: "array",
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    type(None): "null",
}


class JsonValidSpec(TextSpec, frozen=True):
    kind: Literal["json_valid"] = "json_valid"
    type: Annotated[
        Literal["any", "object", "array"],
        Field(title="Type", description="The required type of the outermost value"),
    ] = "any"
    allow_fence: Annotated[
        bool, Field(title="Allow a ```json fence", description="Around the JSON")
    ] = True


@scorer(
    JsonValidSpec,
    title="Valid JSON",
    examples=[
        Example(output='{"city": "Paris"}', value=1.0),
        Example(output="```json\n[1, 2]\n```", value=1.0),
        Example(output="```json\n[1, 2]\n```", spec={"allow_fence": False}, value=0.0),
        Example(output="[1, 2]", spec={"type": "object"}, value=0.0),
        Example(output='{"city": NaN}', value=0.0),
    ],
)
def json_valid(spec: JsonValidSpec, sample: Sample) -> Scored:
    """Passes when the answer is valid JSON of the required type. NaN and Infinity are not valid JSON."""
    try:
        value = read_json(text_of(spec, sample), fence=spec.allow_fence)
    except NotJson as error:
        return yes_or_no(False, f"Not JSON: {error}")
    name = NAMES[type(value)]
    if spec.type not in {"any", name}:
        return yes_or_no(False, f"JSON, but {name} instead of {spec.type}")
    return yes_or_no(True, f"Valid JSON ({name})")
