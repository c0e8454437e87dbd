"""Input and output types of monitoring.

The caller builds `Seen` and `PastPoint` from runs; `assess` returns an `Assessment`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from numpy.typing import NDArray

from edison.domain.runs.run_sums import ScoreSums
from edison.domain.suites.recipe import ScorerThreshold

# int64 arrays; typed as Any, because numpy's own functions lose the element type.
Floats = NDArray[Any]

# How much history to load: runs with all cases, and points of the series.
RECENT_RUNS = 20
SERIES_POINTS = 60


class MonitorRule(StrEnum):
    """Rules that need statistics. Missed, failed and over-budget runs are detected without these rules."""

    DROP = "drop"
    DROP_SHARE = "drop_share"
    THRESHOLD = "threshold"
    CHANGE_POINT = "change_point"
    JUDGE_DRIFT = "judge_drift"
    LATENCY = "latency"
    COST = "cost"
    PREDICTED = "predicted"


class MonitorTopic(StrEnum):
    """Subject of an alert. A target has at most one open alert per topic, even if several rules report the topic."""

    QUALITY = "quality"
    THRESHOLD = "threshold"
    JUDGE = "judge"
    LATENCY = "latency"
    COST = "cost"
    OUTLOOK = "outlook"


TOPIC_OF: Mapping[MonitorRule, MonitorTopic] = {
    MonitorRule.DROP: MonitorTopic.QUALITY,
    MonitorRule.DROP_SHARE: MonitorTopic.QUALITY,
    MonitorRule.CHANGE_POINT: MonitorTopic.QUALITY,
    MonitorRule.THRESHOLD: MonitorTopic.THRESHOLD,
    MonitorRule.JUDGE_DRIFT: MonitorTopic.JUDGE,
    MonitorRule.LATENCY: MonitorTopic.LATENCY,
    MonitorRule.COST: MonitorTopic.COST,
    MonitorRule.PREDICTED: MonitorTopic.OUTLOOK,
}


class Severity(StrEnum):
    WARNING = "warning"
    CRITICAL = "critical"


class Cause(StrEnum):
    MODEL = "model"
    JUDGE = "judge"
    PROMPT = "prompt"
    DATASET = "dataset"
    NOISE = "noise"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class ObservedChange:
    """A change of the configuration since the previous execution.

    `what` is "prompt", "dataset", "judge", "model", "targets" or "scorers".
    """

    what: str
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TargetSeen:
    """Results of one target in one execution."""

    # The same in all executions.
    key: str
    label: str
    # One key per case; an edited case has another key.
    cases: tuple[str, ...]
    # Grades from 0 to 1, one row per case and one column per trial; NaN: no usable grade.
    scores: Floats
    # 1 pass, 0 fail, NaN unknown; same shape.
    passes: Floats | None = None
    # Cases without a score because of errors.
    lost: int = 0
    # Sums by scorer over all answers; not loaded for past executions.
    scorers: Mapping[str, ScoreSums] = field(default_factory=dict[str, ScoreSums])


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CanarySeen:
    """Grades of the frozen answers in one execution, one element per answer; NaN without a usable grade."""

    answers: tuple[str, ...]
    scores: Floats


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Seen:
    """One execution with the grades of every case of every target."""

    id: str
    at: datetime
    targets: tuple[TargetSeen, ...]
    canary: CanarySeen | None = None
    changes: tuple[ObservedChange, ...] = ()
    # False if it opened or confirmed an alert on quality, threshold or judge: it is not used as a baseline.
    healthy: bool = True

    def target(self, key: str) -> TargetSeen | None:
        return next((one for one in self.targets if one.key == key), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class PastPoint:
    """Figures of one target in one execution, as one point of a time series. None means unknown."""

    execution: str
    at: datetime
    score: float | None = None
    pass_rate: float | None = None
    answered: int = 0
    latency_p50_ms: float | None = None
    latency_p95_ms: float | None = None
    # Of targets and judges together, over all answers.
    cost_micro: int | None = None
    changes: tuple[ObservedChange, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MonitorRules:
    """Settings of a monitor's rules. None or False turns a rule off. The stored JSON has the same field names."""

    drop: bool = True
    # Drop below the baseline's mean by more than this share of it.
    drop_share: float | None = 0.10
    threshold_score: float | None = None
    threshold_pass_rate: float | None = None
    # Only set by a suite; not stored with a monitor.
    threshold_scorers: tuple[ScorerThreshold, ...] = ()
    change_point: bool = True
    judge_drift: bool = True
    # This many times the usual value, and this many milliseconds more.
    latency_ratio: float | None = 1.5
    latency_least_ms: int = 200
    cost_ratio: float | None = 1.5
    # The trend falls below this score within this many days.
    predicted_below: float | None = 0.7
    predicted_days: int = 7
    # These need no statistics.
    missed: bool = True
    failed: bool = True
    budget: bool = True
    # A model is shut down within 90 days, or is already.
    retirement: bool = True


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MonitorEvidence:
    """All input of an assessment. `baseline` and `recent` are ordered oldest first and do not contain `now`."""

    now: Seen
    # Baseline: the run that a person chose, or the last healthy ones.
    baseline: tuple[Seen, ...]
    # The last executions, healthy or not, up to RECENT_RUNS; may include those of the baseline.
    recent: tuple[Seen, ...] = ()
    # By target, up to SERIES_POINTS; the last is the point of `now`.
    series: Mapping[str, tuple[PastPoint, ...]] = field(
        default_factory=dict[str, tuple[PastPoint, ...]]
    )
    # Grades of the frozen answers at the time of freezing.
    frozen: CanarySeen | None = None
    # Whether a model takes part in grading. If only code grades, no judge can have changed.
    judged: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class MonitorFinding:
    rule: MonitorRule
    # None: the whole execution.
    target_key: str | None
    severity: Severity
    cause: Cause | None
    title: str
    sentence: str
    next_step: str
    # Numbers behind the sentence, serializable as JSON.
    facts: Mapping[str, Any] = field(default_factory=dict[str, Any])

    @property
    def topic(self) -> MonitorTopic:
        return TOPIC_OF[self.rule]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unchecked:
    """A rule that could not be evaluated in this assessment, with the reason."""

    rule: MonitorRule
    target_key: str | None
    why: str


About = tuple[MonitorTopic, str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Assessment:
    # At most one per topic and target.
    findings: tuple[MonitorFinding, ...] = ()
    # Checked and clearly good: alerts on these are resolved. Alerts on others stay as they are.
    good: frozenset[About] = frozenset()
    unchecked: tuple[Unchecked, ...] = ()
