"""Check whether the answer fits its output contract."""

from typing import Literal

from edison.domain.judging.score import Sample, Scored
from edison.scorers.scorer_plugin import Example, ScorerSpec, scorer, yes_or_no


class MalformedSpec(ScorerSpec, frozen=True):
    kind: Literal["malformed"] = "malformed"


@scorer(
    MalformedSpec,
    title="Well-formed",
    examples=[
        Example(output="<response>Paris</response>", given={"parsed": "Paris"}, value=1.0),
        Example(
            output="Paris",
            given={"parsed": None, "malformed": "There is no <response>"},
            value=0.0,
        ),
    ],
)
def malformed(spec: MalformedSpec, sample: Sample) -> Scored:
    """Passes when the answer has the format that its prompt requires: <response>, JSON, or a schema."""
    if sample.malformed is not None or sample.parsed is None:
        return yes_or_no(False, sample.malformed or "The answer does not fit its output contract")
    return yes_or_no(True, "The answer fits its output contract")
