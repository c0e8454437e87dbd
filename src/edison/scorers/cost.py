"""Check that the cost of the answer is within a limit."""

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field

from edison.domain.judging.score import Sample, ScoreOutcome
from edison.domain.money import from_usd, to_usd
from edison.scorers.scorer_plugin import Example, ScorerSpec, not_applicable, scorer, yes_or_no


class CostSpec(ScorerSpec, frozen=True):
    kind: Literal["cost"] = "cost"
    max_usd: Annotated[
        float, Field(ge=0.0, le=1_000_000.0, title="At most (US dollars)", description="Per answer")
    ]


@scorer(
    CostSpec,
    title="Cost",
    examples=[
        Example(output="", given={"cost": 900}, spec={"max_usd": 0.001}, value=1.0),
        Example(output="", given={"cost": 1100}, spec={"max_usd": 0.001}, value=0.0),
    ],
)
def cost(spec: CostSpec, sample: Sample) -> ScoreOutcome:
    """Passes when the answer cost at most this much. An answer of unknown cost is not scored."""
    if sample.cost is None:
        return not_applicable("The cost of this answer is not known")
    # Converted from its decimal form: 0.001 dollars are 1,000 micro-dollars, whatever the float is.
    allowed = from_usd(Decimal(str(spec.max_usd)))
    return yes_or_no(
        sample.cost <= allowed, f"${to_usd(sample.cost):f} of at most ${to_usd(allowed):f}"
    )
