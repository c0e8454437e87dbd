"""What the nights before leave behind: which alerts are open, and which runs others are measured by."""

from collections.abc import Sequence

from edison.domain.monitoring.assessment import About, Assessment, MonitorTopic, Seen

# A run with one of these open may be worse than usual, or be graded otherwise.
_UNFIT = frozenset({MonitorTopic.QUALITY, MonitorTopic.THRESHOLD, MonitorTopic.JUDGE})
# A week of nights: more would know the usual better, and follow slower when it is meant to change.
USUAL_BASELINE_RUNS = 7


def open_after(before: frozenset[About], found: Assessment) -> frozenset[About]:
    """An alert stays until a run is clearly well again."""
    return (before - found.good) | {(one.topic, one.target_key) for one in found.findings}


def is_healthy(open_now: frozenset[About]) -> bool:
    return not any(topic in _UNFIT for topic, _ in open_now)


def last_healthy(runs: Sequence[Seen], count: int = USUAL_BASELINE_RUNS) -> tuple[Seen, ...]:
    """The baseline that moves along, oldest first. A fall never becomes what is usual by lasting long."""
    return tuple([run for run in runs if run.healthy][-count:])
