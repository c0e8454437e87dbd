"""Check whether the number in the answer is close to the expected number."""

import math
import re
from typing import Annotated, Literal

from pydantic import Field

from edison.domain.judging.score import Sample, ScoreOutcome
from edison.scorers.scorer_plugin import Example, TextSpec, cannot, scorer, text_of, yes_or_no

# A sign counts only if no letter or digit precedes it: 9-5 contains 9 and 5, and v2 no number.
# Only ASCII letters count as such: in many scripts words touch their numbers. Groups of thousands are bounded, so that
# a hostile answer full of them takes linear time.
_NUMBER = re.compile(
    r"(?<![A-Za-z0-9_])[-+\u2212]?(?:\d{1,3}(?:,\d{3}){1,10}(?![\d,])|\d+)?(?:\.\d+|(?<=\d))(?:[eE][-+]?\d+)?"
)
MOST_DIGITS = 400


class NumericToleranceSpec(TextSpec, frozen=True):
    kind: Literal["numeric_tolerance"] = "numeric_tolerance"
    value: Annotated[
        float | None,
        Field(
            title="Number",
            description="Compare with this instead of the number in the case's expected answer",
        ),
    ] = None
    which: Annotated[
        Literal["first", "last"],
        Field(title="Which number", description="If the answer contains several"),
    ] = "last"
    absolute: Annotated[
        float, Field(ge=0.0, title="Absolute tolerance", description="0.5: 10 accepts 9.5 to 10.5")
    ] = 0.0
    relative: Annotated[
        float,
        Field(
            ge=0.0,
            title="Relative tolerance",
            description="0.05: within 5 % of the expected number. The wider of the two applies",
        ),
    ] = 0.0
    decimal_comma: Annotated[
        bool, Field(title="Decimal comma", description="1.234,5 instead of 1,234.5")
    ] = False


@scorer(
    NumericToleranceSpec,
    title="Number within tolerance",
    needs_expected=True,
    brings_its_own=lambda spec: spec.value is not None,
    examples=[
        Example(output="3 + 4 = 7", expected="7", value=1.0),
        Example(output="It costs $1,234.50.", expected="1234.5", value=1.0),
        Example(output="about 9.7", expected="10", spec={"absolute": 0.5}, value=1.0),
        Example(output="about 9.7", expected="10", spec={"relative": 0.01}, value=0.0),
        Example(output="No idea", expected="10", value=0.0),
    ],
)
def numeric_tolerance(spec: NumericToleranceSpec, sample: Sample) -> ScoreOutcome:
    """Passes when the first or last number in the answer is within the tolerance of the expected number."""
    wanted = spec.value
    if wanted is None:
        wanted = _number_in(sample.expected or "", "first", spec.decimal_comma)
    if wanted is None:
        return cannot("The expected answer contains no number")
    got = _number_in(text_of(spec, sample), spec.which, spec.decimal_comma)
    if got is None:
        return yes_or_no(False, "The answer contains no number")
    apart = abs(got - wanted)
    # A difference of two floats has a rounding error: 9.7 is within 0.3 of 10.
    allowed = max(spec.absolute, spec.relative * abs(wanted))
    near = apart <= allowed or math.isclose(apart, allowed, rel_tol=1e-9)
    return yes_or_no(near, f"{got:g} is {apart:g} from {wanted:g}; allowed {allowed:g}")


def _number_in(text: str, which: Literal["first", "last"], decimal_comma: bool) -> float | None:
    if decimal_comma:
        text = text.translate({ord(","): ".", ord("."): ","})
    found: float | None = None
    for match in _NUMBER.finditer(text):
        number = _float(match.group())
        if number is None:
            continue
        if which == "first":
            return number
        found = number
    return found


def _float(text: str) -> float | None:
    if len(text) > MOST_DIGITS:
        return None
    try:
        number = float(text.replace(",", "").replace("\u2212", "-"))
    except ValueError:
        return None
    return number if math.isfinite(number) else None
