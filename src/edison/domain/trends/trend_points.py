"""Types of trend points: the figures of an execution, for each target and for all targets together."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

import numpy as np

from edison.domain.money import ZERO, MicroUsd
from edison.domain.monitoring.assessment import Seen
from edison.domain.results.run_arrays import mean_by_case
from edison.domain.results.run_summary import figure
from edison.domain.statistics.estimates import mean_of
from edison.domain.suites.execution import ExecutionChange

# Key of the line of all targets together.
OVERALL = -1
OVERALL_KEY = "all"
OVERALL_LABEL = "All targets"
# With an override model, an execution is only a point of that model's line, not of the suite's targets.
OVERRIDE_KEY = "override"


@dataclass(frozen=True, slots=True, kw_only=True)
class BaselineLevel:
    """A score with its interval, such as the baseline's score. `words` describes the origin of the score."""

    score: float
    low: float
    high: float
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CanaryLevel:
    """Grades of the frozen answers in one execution: the mean with its interval, and the grade of each answer."""

    # The run that holds the frozen answers: only scores of the same answers can be compared.
    frozen: str
    score: float
    low: float
    high: float
    answers: Sequence[float | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutionPoint:
    execution: UUID
    suite: UUID
    monitor: UUID | None
    run: UUID
    # Id of the execution.
    number: int
    at: datetime
    # A column of the run, or all of them. The key is the same for the same target in every run.
    target: int
    target_key: str
    label: str
    score: float | None = None
    low: float | None = None
    high: float | None = None
    pass_rate: float | None = None
    n_cases: int = 0
    answered: int = 0
    failed: int = 0
    cost: MicroUsd = ZERO
    judge_cost: MicroUsd = ZERO
    latency_p50_ms: float | None = None
    latency_p95_ms: float | None = None
    # Only on the line of all targets.
    canary: CanaryLevel | None = None
    baseline: BaselineLevel | None = None
    changes: Sequence[ExecutionChange] = field(default=())
    healthy: bool = True


def levels_of(
    baseline: Sequence[Seen], keys: Sequence[str], words: str
) -> dict[str, BaselineLevel]:
    """Return the baseline score of each target: the mean over all cases of all runs, each case weighted equally."""
    found = {key: _level(baseline, (key,), words) for key in keys}
    found[OVERALL_KEY] = _level(baseline, keys, words)
    return {key: level for key, level in found.items() if level is not None}


def _level(baseline: Sequence[Seen], keys: Sequence[str], words: str) -> BaselineLevel | None:
    values: list[np.ndarray] = []
    places: dict[str, int] = {}
    cases: list[int] = []
    for seen in baseline:
        for target in seen.targets:
            if target.key not in keys or not target.cases:
                continue
            values.append(mean_by_case(np.asarray(target.scores)))
            cases += [places.setdefault(case, len(places)) for case in target.cases]
    if not values:
        return None
    level = figure(mean_of(np.concatenate(values), np.array(cases)))
    if level is None:
        return None
    return BaselineLevel(score=level.value, low=level.low, high=level.high, words=words)
