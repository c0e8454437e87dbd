"""Check whether the answer equals the expected text."""

from typing import Annotated, Literal

from pydantic import Field

from edison.domain.judging.score import Sample, Scored
from edison.scorers.scorer_plugin import (
    MAX_TEXT,
    Example,
    TextSpec,
    quoted,
    scorer,
    text_of,
    yes_or_no,
)


class ExactSpec(TextSpec, frozen=True):
    kind: Literal["exact"] = "exact"
    value: Annotated[
        str | None,
        Field(
            max_length=MAX_TEXT,
            title="Text",
            description="Compare with this instead of the case's expected answer",
        ),
    ] = None
    ignore_case: Annotated[bool, Field(title="Ignore case")] = False
    trim: Annotated[bool, Field(title="Ignore surrounding spaces")] = True
    negate: Annotated[bool, Field(title="Must not be equal")] = False


@scorer(
    ExactSpec,
    title="Exact match",
    needs_expected=True,
    brings_its_own=lambda spec: spec.value is not None,
    examples=[
        Example(output=" Paris\n", expected="Paris", value=1.0),
        Example(output="paris", expected="Paris", value=0.0),
        Example(output="paris", expected="Paris", spec={"ignore_case": True}, value=1.0),
        Example(output="London", expected="Paris", spec={"negate": True}, value=1.0),
    ],
)
def exact(spec: ExactSpec, sample: Sample) -> Scored:
    """Passes when the answer equals the expected text."""
    wanted = sample.expected or "" if spec.value is None else spec.value
    equal = _plain(text_of(spec, sample), spec) == _plain(wanted, spec)
    says = "Equals" if equal else "Differs from"
    return yes_or_no(equal != spec.negate, f"{says} {quoted(wanted)}")


def _plain(text: str, spec: ExactSpec) -> str:
    text = text.strip() if spec.trim else text
    return text.casefold() if spec.ignore_case else text
