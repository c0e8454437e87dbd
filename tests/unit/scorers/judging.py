"""A short way to have something judged."""

from typing import Any

from edison.domain.judging.score import NotScored, Sample, Scored, ScoreOutcome, ScoreProblem
from edison.scorers import registry


def judged(kind: str, output: str, expected: str | None = None, **spec: Any) -> ScoreOutcome:
    return judged_sample(kind, Sample(output=output, parsed=output, expected=expected), **spec)


def judged_sample(kind: str, sample: Sample, **spec: Any) -> ScoreOutcome:
    return registry.apply_now(registry.parse_spec({"kind": kind, **spec}), sample)


def value(verdict: ScoreOutcome) -> float:
    assert isinstance(verdict, Scored), verdict.reason
    return verdict.value


def problem(verdict: ScoreOutcome) -> ScoreProblem:
    assert isinstance(verdict, NotScored), verdict
    return verdict.problem
