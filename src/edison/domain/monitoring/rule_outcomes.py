"""What a rule came to for one target: found, well, neither, or not looked at."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from edison.domain.monitoring.assessment import (
    TOPIC_OF,
    Assessment,
    MonitorFinding,
    MonitorRule,
    Unchecked,
)
from edison.domain.monitoring.noise import Shift


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOutcome:
    rule: MonitorRule
    target_key: str | None
    finding: MonitorFinding | None = None
    # Only meant if nothing was found.
    good: bool = False
    # Why it was not looked at.
    unchecked: str | None = None


def combine_outcomes(outcomes: Sequence[RuleOutcome]) -> Assessment:
    """One finding for each topic and target; well is what no rule of its topic doubts."""
    found: dict[tuple[str, str | None], MonitorFinding] = {}
    good, doubted = set[tuple[Any, str | None]](), set[tuple[Any, str | None]]()
    for one in outcomes:
        about = (TOPIC_OF[one.rule], one.target_key)
        if one.finding is not None:
            found.setdefault(about, one.finding)
        elif one.unchecked is None:
            (good if one.good else doubted).add(about)
    return Assessment(
        findings=tuple(found.values()),
        good=frozenset(good - doubted - set(found)),
        unchecked=tuple(
            Unchecked(rule=one.rule, target_key=one.target_key, why=one.unchecked)
            for one in outcomes
            if one.unchecked is not None
        ),
    )


def facts_of(shift: Shift) -> dict[str, Any]:
    return {
        "shift": round(shift.value, 6),
        "low": round(shift.low, 6),
        "high": round(shift.high, 6),
        "base": round(shift.base, 6),
        "now": round(shift.now, 6),
        "cases": shift.cases,
        "base_runs": shift.base_runs,
        "look_runs": shift.look_runs,
        "p": round(min(shift.p_low, shift.p_high), 6),
    }
