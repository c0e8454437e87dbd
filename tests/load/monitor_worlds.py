"""Worlds with nights whose truth is known: models and judges that stay as they are, get worse, or get kinder.

`assess` is what the server decides with. What nights leave for the next one, the server keeps in its database;
here the suite remembers it, by the same rules.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from edison.domain.alerts.alert_updates import OF_QUALITY
from edison.domain.monitoring.assess_by_rules import assess
from edison.domain.monitoring.assessment import (
    RECENT_RUNS,
    SERIES_POINTS,
    About,
    Assessment,
    CanarySeen,
    Cause,
    MonitorEvidence,
    MonitorRules,
    PastPoint,
    Seen,
    TargetSeen,
)
from edison.domain.monitoring.monitor import Baseline

Dice = np.random.Generator
Numbers = NDArray[np.float64]

BEGIN = datetime(2026, 1, 1, 2, 0, tzinfo=UTC)
FROZEN = 20
# Every rule that takes statistics, limits too: the true score lies well above them, as it does where limits make sense.
RULES = MonitorRules(threshold_score=0.6, threshold_pass_rate=0.5)


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """What a suite is like. Answers to a case differ, judges differ with themselves, and whole nights differ."""

    cases: int = 50
    trials: int = 3
    # Graded by a judge in twentieths, or passed or failed by code.
    graded: bool = True
    targets: int = 1
    level: float = 0.8
    # How much answers to one case differ, how much the judge differs with itself, how much nights differ.
    answers_differ: float = 0.12
    judge_differs: float = 0.08
    wobble: float = 0.01
    judge_wobble: float = 0.005
    # How much of a night's luck the next one keeps.
    carried_over: float = 0.0
    # A baseline that somebody chose, or that moves along.
    chosen_baseline: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """What has become of a target and of the judge, in points of the true mean score."""

    drop: float = 0.0
    # The share of the cases that the whole drop falls on.
    on: float = 1.0
    judge: float = 0.0


@dataclass(slots=True, eq=False)
class Suite:
    """One suite with its nights so far."""

    world: World
    dice: Dice
    rules: MonitorRules = RULES
    easy: Numbers = field(init=False)
    luck: Numbers = field(init=False)
    frozen_quality: Numbers = field(init=False)
    frozen: CanarySeen | None = field(init=False, default=None)
    chosen: Seen | None = field(init=False, default=None)
    past: list[Seen] = field(init=False, default_factory=list[Seen])
    series: dict[str, list[PastPoint]] = field(
        init=False, default_factory=dict[str, list[PastPoint]]
    )
    open: frozenset[About] = field(init=False, default=frozenset())

    def __post_init__(self) -> None:
        spread = 7.0
        level = self.world.level
        self.easy = self.dice.beta(spread * level, spread * (1 - level), self.world.cases)
        if not self.world.graded:
            # Most cases nearly always pass or nearly always fail.
            self.easy = self.dice.beta(2 * level, 2 * (1 - level), self.world.cases)
        self.luck = self.dice.normal(0, self.world.wobble, self.world.targets)

    def night(self, truth: Truth) -> Assessment:
        """The next execution, assessed as the server does it."""
        seen, points = self._run(truth)
        for key, point in points.items():
            self.series.setdefault(key, []).append(point)
        if self.chosen is None:
            # The first run is what all others are measured by, and its answers are frozen.
            self.chosen = seen
            self.past.append(seen)
            return Assessment()
        baseline = (self.chosen,) if self.world.chosen_baseline else self._last_healthy()
        found = assess(
            MonitorEvidence(
                now=seen,
                baseline=baseline,
                recent=tuple(self.past[-RECENT_RUNS:]),
                series={key: tuple(line[-SERIES_POINTS:]) for key, line in self.series.items()},
                frozen=self.frozen,
                judged=self.world.graded,
            ),
            self.rules,
        )
        # An alert stays open until a run is clearly well again.
        self.open = (self.open - found.good) | {
            (one.topic, one.target_key) for one in found.findings
        }
        healthy = all(topic not in OF_QUALITY for topic, _ in self.open)
        self.past.append(replace(seen, healthy=healthy))
        return found

    def _last_healthy(self) -> tuple[Seen, ...]:
        return tuple([run for run in self.past if run.healthy][-Baseline().runs :])

    def _run(self, truth: Truth) -> tuple[Seen, dict[str, PastPoint]]:
        world, dice = self.world, self.dice
        number = max((len(line) for line in self.series.values()), default=0)
        at = BEGIN + timedelta(days=number)
        kept = world.carried_over
        fresh = dice.normal(0, world.wobble, world.targets)
        self.luck = kept * self.luck + np.sqrt(1 - kept**2) * fresh
        judge = dice.normal(0, world.judge_wobble) + truth.judge
        names = tuple(f"case {place}" for place in range(world.cases))
        targets: list[TargetSeen] = []
        points: dict[str, PastPoint] = {}
        for place in range(world.targets):
            quality, scores = self._answers(truth, float(self.luck[place]), judge)
            passes = (scores >= 0.5).astype(np.float64)
            key = f"target {place}"
            targets.append(
                TargetSeen(key=key, label=key, cases=names, scores=scores, passes=passes)
            )
            points[key] = self._point(f"run {number}", at, scores, passes)
            if number == 0 and place == 0 and world.graded:
                count = min(FROZEN, world.cases)
                self.frozen_quality = quality[:count, 0]
                self.frozen = CanarySeen(answers=names[:count], scores=scores[:count, 0])
        canary = None
        if world.graded and self.frozen is not None and number > 0:
            canary = replace(self.frozen, scores=self._judged(self.frozen_quality, judge))
        seen = Seen(id=f"run {number}", at=at, targets=tuple(targets), canary=canary)
        return seen, points

    def _answers(self, truth: Truth, luck: float, judge: float) -> tuple[Numbers, Numbers]:
        world, dice = self.world, self.dice
        shape = (world.cases, world.trials)
        easy = self._fallen(truth)[:, None] + luck
        if not world.graded:
            passed = (dice.random(shape) < easy).astype(np.float64)
            return passed, passed
        quality = easy + dice.normal(0, world.answers_differ, shape)
        return quality, self._judged(quality, judge)

    def _judged(self, quality: Numbers, judge: float) -> Numbers:
        noisy = quality + judge + self.dice.normal(0, self.world.judge_differs, quality.shape)
        return np.clip(np.round(noisy * 20) / 20, 0, 1)

    def _fallen(self, truth: Truth) -> Numbers:
        """So that the mean of what is expected falls by exactly as much as the truth says, ends of the scale or not."""
        if truth.drop == 0:
            return self.easy
        count = max(1, round(self.world.cases * truth.on))
        hit = np.zeros(self.world.cases)
        hit[np.argsort(-self.easy)[:count]] = 1.0
        goal = float(self._expected(self.easy).mean()) - truth.drop
        low, high = 0.0, 3.0
        for _ in range(40):
            middle = (low + high) / 2
            reached = float(self._expected(self.easy - middle * hit).mean())
            low, high = (middle, high) if reached > goal else (low, middle)
        return self.easy - low * hit

    def _expected(self, easy: Numbers) -> Numbers:
        if not self.world.graded:
            return np.clip(easy, 0, 1)
        spread = float(np.hypot(self.world.answers_differ, self.world.judge_differs))
        luck = ndtri((np.arange(99) + 0.5) / 99) * spread
        return np.clip(easy[:, None] + luck, 0, 1).mean(axis=1)

    def _point(self, run: str, at: datetime, scores: Numbers, passes: Numbers) -> PastPoint:
        """Calls differ in time by half, some are very slow, and all of a night share how busy the provider is."""
        dice, count = self.dice, scores.size
        calls = 1_500 * np.exp(dice.normal(0, 0.4, count) + dice.normal(0, 0.1))
        calls = np.where(dice.random(count) < 0.02, calls * 3, calls)
        cost = 400 * np.exp(dice.normal(0, 0.5, count) + dice.normal(0, 0.03))
        return PastPoint(
            execution=run,
            at=at,
            score=float(scores.mean()),
            pass_rate=float(passes.mean()),
            answered=count,
            latency_p50_ms=float(np.percentile(calls, 50)),
            latency_p95_ms=float(np.percentile(calls, 95)),
            cost_micro=round(float(cost.sum())),
        )


def dice_for(seed: int, count: int) -> Iterator[Dice]:
    """Independent dice for each, so that the seventh is the same in a short and in a long simulation."""
    return (np.random.default_rng(each) for each in np.random.SeedSequence(seed).spawn(count))


@dataclass(frozen=True, slots=True)
class FalseAlarms:
    """Nights of a hundred on which any rule found anything, though nothing had changed; one number for each series."""

    by_series: tuple[int, ...]
    # Nights by rule, over all series.
    rules: dict[str, int]

    @property
    def mean(self) -> float:
        return sum(self.by_series) / len(self.by_series)

    @property
    def worst(self) -> int:
        return max(self.by_series)


def false_alarms(
    world: World, *, series: int = 20, nights: int = 100, seed: int = 81
) -> FalseAlarms:
    """The same every night, beginning with the very first run: no night is left out for practice."""
    counts: list[int] = []
    rules: dict[str, int] = {}
    for dice in dice_for(seed, series):
        suite = Suite(world, dice)
        suite.night(Truth())
        alarmed = 0
        for _ in range(nights):
            found = suite.night(Truth()).findings
            alarmed += bool(found)
            for one in found:
                rules[str(one.rule)] = rules.get(str(one.rule), 0) + 1
        counts.append(alarmed)
    return FalseAlarms(tuple(counts), rules)


def _after_quiet_nights(
    world: World, count: int, seed: int, quiet: int, judge: Callable[[Suite], bool]
) -> int:
    """In how many of so many suites `judge` says yes, each after some nights without any change."""
    hits = 0
    for dice in dice_for(seed, count):
        suite = Suite(world, dice)
        for _ in range(quiet + 1):
            suite.night(Truth())
        hits += judge(suite)
    return hits


def drops_caught(
    world: World,
    *,
    count: int = 100,
    drop: float = 0.10,
    on: float = 1.0,
    within: int = 2,
    quiet: int = 7,
    seed: int = 82,
) -> int:
    """The model got worse for good: told as a fall of quality within so many runs."""

    def caught(suite: Suite) -> bool:
        nights = [suite.night(Truth(drop=drop, on=on)) for _ in range(within)]
        return any(one.topic == "quality" for night in nights for one in night.findings)

    return _after_quiet_nights(world, count, seed, quiet, caught)


def causes_named(
    world: World,
    truths: Callable[[int], list[Truth]],
    cause: str,
    *,
    count: int = 100,
    quiet: int = 7,
    seed: int = 83,
) -> int:
    """How often an alarm is raised, names that cause, and no alarm names another one; "cannot tell" names nobody."""
    numbers = iter(range(count))

    def named(suite: Suite) -> bool:
        nights = [suite.night(truth) for truth in truths(next(numbers))]
        causes = {one.cause for night in nights for one in night.findings}
        return causes - {Cause.UNKNOWN, None} == {cause}

    return _after_quiet_nights(world, count, seed, quiet, named)


def judge_shifts(number: int) -> list[Truth]:
    """Every other judge gets stricter by ten points, the others kinder; two runs."""
    return [Truth(judge=-0.10 if number % 2 else 0.10)] * 2


def judge_slides(number: int) -> list[Truth]:
    """Two points a night, for seven nights."""
    step = -0.02 if number % 2 else 0.02
    return [Truth(judge=step * (night + 1)) for night in range(7)]


def model_drops(number: int) -> list[Truth]:
    del number
    return [Truth(drop=0.10)] * 2
