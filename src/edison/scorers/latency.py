"""Check that the latency of the answer is within a limit."""

from typing import Annotated, Literal

from pydantic import Field

from edison.domain.judging.score import Sample, ScoreOutcome
from edison.scorers.scorer_plugin import Example, ScorerSpec, not_applicable, scorer, yes_or_no


class LatencySpec(ScorerSpec, frozen=True):
    kind: Literal["latency"] = "latency"
    max_ms: Annotated[
        float,
        Field(
            gt=0.0,
            title="At most (ms)",
            description="Of the successful call, without queueing and earlier attempts",
        ),
    ]


@scorer(
    LatencySpec,
    title="Latency",
    examples=[
        Example(output="", given={"latency_ms": 800.0}, spec={"max_ms": 1000}, value=1.0),
        Example(output="", given={"latency_ms": 1200.0}, spec={"max_ms": 1000}, value=0.0),
    ],
)
def latency(spec: LatencySpec, sample: Sample) -> ScoreOutcome:
    """Passes when the provider answered within the given time."""
    if sample.latency_ms is None:
        return not_applicable("The latency of this answer is not known")
    return yes_or_no(
        sample.latency_ms <= spec.max_ms, f"{sample.latency_ms:,.0f} ms of {spec.max_ms:,.0f} ms"
    )
