"""Check the length of the answer."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from edison.domain.judging.score import Sample, ScoreOutcome
from edison.scorers.scorer_plugin import (
    Example,
    TextSpec,
    not_applicable,
    scorer,
    text_of,
    yes_or_no,
)

MOST = 10_000_000


class LengthSpec(TextSpec, frozen=True):
    kind: Literal["length"] = "length"
    unit: Annotated[
        Literal["characters", "words", "lines", "tokens"],
        Field(
            title="Counted in",
            description="tokens: of the whole answer, as reported by the provider",
        ),
    ] = "words"
    at_least: Annotated[int | None, Field(ge=0, le=MOST, title="At least")] = None
    at_most: Annotated[int | None, Field(ge=0, le=MOST, title="At most")] = None

    @model_validator(mode="after")
    def makes_sense(self) -> "LengthSpec":
        if self.at_least is None and self.at_most is None:
            raise ValueError("Set a minimum, a maximum, or both")
        if self.at_most is not None and (self.at_least or 0) > self.at_most:
            raise ValueError("The minimum is greater than the maximum")
        return self


@scorer(
    LengthSpec,
    title="Length",
    examples=[
        Example(output="three short words", spec={"at_most": 3}, value=1.0),
        Example(output="abcd", spec={"unit": "characters", "at_most": 3}, value=0.0),
        Example(output="a\nb\n", spec={"unit": "lines", "at_least": 2}, value=1.0),
    ],
)
def length(spec: LengthSpec, sample: Sample) -> ScoreOutcome:
    """Passes when the answer's length is within the limits."""
    count = _count(spec, sample)
    if count is None:
        return not_applicable("The provider did not report the number of tokens")
    low, high = spec.at_least or 0, spec.at_most
    passed = count >= low and (high is None or count <= high)
    limits = f"{low} to {high}" if high is not None else f"at least {low}"
    return yes_or_no(passed, f"{count} {spec.unit}; allowed {limits}", count=count)


def _count(spec: LengthSpec, sample: Sample) -> int | None:
    if spec.unit == "tokens":
        return sample.completion_tokens
    text = text_of(spec, sample)
    if spec.unit == "characters":
        return len(text)
    return len(text.split() if spec.unit == "words" else text.splitlines())
