"""What monitors look at and what they find.

Whoever reads runs fills `Seen` and `PastPoint`; `assess` gives an `Assessment`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from numpy.typing import NDArray

from edison.domain.runs.run_sums import ScoreSums
from edison.domain.suites.recipe import ScorerThreshold

# Of 64 bits; the type checker is not told, because numpy's own functions forget it.
Floats = NDArray[Any]

# How much of the past is worth reading: runs case by case, and points of the series.
RECENT_RUNS = 20
SERIES_POINTS = 60


class MonitorRule(StrEnum):
    """Rules that take statistics. Missed, failed and unpaid runs take none and are not found here."""

    DROP = "drop"
    DROP_SHARE = "drop_share"
    THRESHOLD = "threshold"
    CHANGE_POINT = "change_point"
    JUDGE_DRIFT = "judge_drift"
    LATENCY = "latency"
    COST = "cost"
    PREDICTED = "predicted"


class MonitorTopic(StrEnum):
    """What an alert is about. A topic of a target has one alert at a time, whichever of its rules saw it first."""

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
    """Something that differs from the execution before.

    One of "prompt", "dataset", "judge", "model", "targets", "scorers".
    """

    what: str
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TargetSeen:
    """What one execution showed of one target."""

    # Stays the same over executions.
    key: str
    label: str
    # One name for each case; a case that is worded otherwise has another name.
    cases: tuple[str, ...]
    # Grades from 0 to 1, a row for each case and a place for each trial; NaN: nothing usable.
    scores: Floats
    # 1 passes, 0 does not, NaN: nobody can say; in the same places.
    passes: Floats | None = None
    # Cases that should have a score and lost it to errors.
    lost: int = 0
    # By name, all answers together; of executions of the past nobody asks for these.
    scorers: Mapping[str, ScoreSums] = field(default_factory=dict[str, ScoreSums])


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CanarySeen:
    """How the judges graded the frozen answers this time; a place for each answer, NaN: no usable grade."""

    answers: tuple[str, ...]
    scores: Floats


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Seen:
    """One execution, case by case."""

    id: str
    at: datetime
    targets: tuple[TargetSeen, ...]
    canary: CanarySeen | None = None
    changes: tuple[ObservedChange, ...] = ()
    # It opened or kept up an alert about quality, threshold or judge: others are not measured by it.
    healthy: bool = True

    def target(self, key: str) -> TargetSeen | None:
        return next((one for one in self.targets if one.key == key), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class PastPoint:
    """One execution of one target as a point of the series; None: not known."""

    execution: str
    at: datetime
    score: float | None = None
    pass_rate: float | None = None
    answered: int = 0
    latency_p50_ms: float | None = None
    latency_p95_ms: float | None = None
    # Of targets and judges together, for all answers.
    cost_micro: int | None = None
    changes: tuple[ObservedChange, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MonitorRules:
    """What a monitor watches; None or False: not. The JSON of a monitor has the same names."""

    drop: bool = True
    # Below the baseline's mean by more than this share of it.
    drop_share: float | None = 0.10
    threshold_score: float | None = None
    threshold_pass_rate: float | None = None
    # Only a suite says these; they are not kept with a monitor.
    threshold_scorers: tuple[ScorerThreshold, ...] = ()
    change_point: bool = True
    judge_drift: bool = True
    # So many times what is usual, and so many milliseconds more.
    latency_ratio: float | None = 1.5
    latency_least_ms: int = 200
    cost_ratio: float | None = 1.5
    # The trend leads below this score within so many days.
    predicted_below: float | None = 0.7
    predicted_days: int = 7
    # These take no statistics.
    missed: bool = True
    failed: bool = True
    budget: bool = True


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MonitorEvidence:
    """Everything an execution is looked at with. All sequences are oldest first, and none contains `now`."""

    now: Seen
    # What it is held against: the run that somebody chose, or the last healthy ones.
    baseline: tuple[Seen, ...]
    # The last executions, healthy or not, up to RECENT_RUNS; those of the baseline may be among them.
    recent: tuple[Seen, ...] = ()
    # By target, up to SERIES_POINTS; the last one is the point of `now` itself.
    series: Mapping[str, tuple[PastPoint, ...]] = field(
        default_factory=dict[str, tuple[PastPoint, ...]]
    )
    # How the frozen answers were graded when they were frozen.
    frozen: CanarySeen | None = None
    # A model has a part in the grades. If only code grades, no judge can have changed.
    judged: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class MonitorFinding:
    rule: MonitorRule
    # None: it is about the whole execution.
    target_key: str | None
    severity: Severity
    cause: Cause | None
    title: str
    sentence: str
    next_step: str
    # Numbers behind the sentence, fit for JSON.
    facts: Mapping[str, Any] = field(default_factory=dict[str, Any])

    @property
    def topic(self) -> MonitorTopic:
        return TOPIC_OF[self.rule]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unchecked:
    """A rule that says nothing this time, and why."""

    rule: MonitorRule
    target_key: str | None
    why: str


About = tuple[MonitorTopic, str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Assessment:
    # At most one for each topic and target.
    findings: tuple[MonitorFinding, ...] = ()
    # Looked at, and clearly well: alerts about these end. What is neither here nor found stays as it is.
    good: frozenset[About] = frozenset()
    unchecked: tuple[Unchecked, ...] = ()
