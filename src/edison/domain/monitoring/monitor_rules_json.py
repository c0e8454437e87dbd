"""The rules of a monitor as they are kept, and what is wrong with those that somebody sends."""

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

from edison.domain.monitoring.assessment import MonitorRules

# Smallest and largest of each number; the smallest of a ratio would raise alerts for what is usual.
_WITHIN: Mapping[str, tuple[float, float]] = {
    "drop_share": (0.01, 0.9),
    "threshold_score": (0.0, 1.0),
    "threshold_pass_rate": (0.0, 1.0),
    "latency_ratio": (1.1, 100.0),
    "latency_least_ms": (0, 600_000),
    "cost_ratio": (1.1, 100.0),
    "predicted_below": (0.0, 1.0),
    "predicted_days": (1, 30),
}
_NEVER_NONE = frozenset({"latency_least_ms", "predicted_days"})
_OF_THE_SUITE = frozenset({"threshold_scorers"})


def rules_to_json(rules: MonitorRules) -> dict[str, Any]:
    return {name: each for name, each in asdict(rules).items() if name not in _OF_THE_SUITE}


def rules_from_json(value: Mapping[str, Any]) -> MonitorRules:
    """What is missing is as usual; what is not known is left out, so that old rows can be read."""
    known = {field.name for field in fields(MonitorRules)} - _OF_THE_SUITE
    return MonitorRules(**{name: each for name, each in value.items() if name in known})


def problems_of_rules(value: Mapping[str, Any]) -> list[str]:
    """Every problem at once, in words; none: the rules can be kept."""
    usual = rules_to_json(MonitorRules())
    problems: list[str] = []
    for name, each in value.items():
        if name not in usual:
            problems.append(f"There is no rule “{name}”.")
        elif name not in _WITHIN:
            if not isinstance(each, bool):
                problems.append(f"“{name}” is on or off: true or false.")
        elif each is None:
            if name in _NEVER_NONE:
                problems.append(f"“{name}” needs a number.")
        elif not _is_number(each) or not _WITHIN[name][0] <= each <= _WITHIN[name][1]:
            least, most = _WITHIN[name]
            problems.append(f"“{name}” is a number from {least:g} to {most:g}.")
    return problems


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
