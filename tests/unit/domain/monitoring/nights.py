"""Nights with exactly the scores a test asks for, apart from luck that a seed decides."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np

from edison.domain.monitoring.assessment import (
    CanarySeen,
    MonitorEvidence,
    ObservedChange,
    PastPoint,
    Seen,
    TargetSeen,
)

BEGIN = datetime(2026, 3, 1, 2, 0, tzinfo=UTC)
MODEL = "small model"
CASES = 50
FROZEN = 20


def night(
    number: int,
    score: float = 0.8,
    *,
    judge: float = 0.8,
    luck: float = 0.1,
    cases: int = CASES,
    lost: int = 0,
    changes: tuple[ObservedChange, ...] = (),
    healthy: bool = True,
    key: str = MODEL,
) -> Seen:
    """Make a night whose mean score is exactly `score`, that of the frozen answers exactly `judge`.

    Single answers differ by `luck`.
    """
    dice = np.random.default_rng(number)
    names = tuple(f"case {place}" for place in range(cases))
    scores = _around(dice, score, luck, cases)
    target = TargetSeen(
        key=key,
        label=key,
        cases=names,
        scores=scores[:, None],
        passes=(scores[:, None] >= 0.5).astype(np.float64),
        lost=lost,
    )
    return Seen(
        id=f"run {number}",
        at=BEGIN + timedelta(days=number),
        targets=(target,),
        canary=canary(judge, seed=number + 1_000),
        changes=changes,
        healthy=healthy,
    )


def canary(score: float = 0.8, *, seed: int = 5, luck: float = 0.05) -> CanarySeen:
    dice = np.random.default_rng(seed)
    names = tuple(f"answer {place}" for place in range(FROZEN))
    return CanarySeen(answers=names, scores=_around(dice, score, luck, FROZEN))


def point(seen: Seen, **other: object) -> PastPoint:
    target = seen.targets[0]
    usual = PastPoint(
        execution=seen.id,
        at=seen.at,
        score=float(np.nanmean(target.scores)),
        pass_rate=0.9,
        answered=target.scores.size,
        latency_p50_ms=1_000.0,
        latency_p95_ms=2_000.0,
        cost_micro=400 * target.scores.size,
        changes=seen.changes,
    )
    return replace(usual, **other)  # type: ignore[arg-type]


def evidence(now: Seen, past: int = 8, **other: object) -> MonitorEvidence:
    """After so many quiet nights, all of them the baseline."""
    before = tuple(night(number) for number in range(past))
    usual = MonitorEvidence(
        now=now,
        baseline=before[-7:],
        recent=before[-10:],
        series={now.targets[0].key: tuple(point(seen) for seen in (*before, now))},
        frozen=canary(),
    )
    return replace(usual, **other)  # type: ignore[arg-type]


def _around(dice: np.random.Generator, mean: float, spread: float, count: int):
    drawn = dice.normal(0, spread, count)
    return mean + drawn - drawn.mean()
