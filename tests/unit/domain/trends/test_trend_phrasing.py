"""A trend in one sentence."""

from datetime import UTC, datetime
from uuid import uuid4

from edison.domain.money import ZERO
from edison.domain.trends.trend import Span, TrendPlace
from edison.domain.trends.trend_phrasing import describe_trend
from edison.domain.trends.trend_points import BaselineLevel

USUAL = BaselineLevel(score=0.8, low=0.75, high=0.85, words="Run 1")


def place(score: float | None, half: float = 0.03) -> TrendPlace:
    return TrendPlace(
        at=datetime(2026, 5, 4, tzinfo=UTC),
        executions=1,
        execution=uuid4(),
        run=uuid4(),
        number=1,
        score=score,
        low=None if score is None else score - half,
        high=None if score is None else score + half,
        lowest=score,
        highest=score,
        pass_rate=None,
        cost=ZERO,
        judge_cost=ZERO,
        latency_p50_ms=None,
        latency_p95_ms=None,
        n_cases=10,
        answered=10,
        failed=0,
        canary=None,
        label="gpt",
    )


def test_what_is_said() -> None:
    assert describe_trend(0, [], USUAL, Span.WEEK) == "Nothing was executed in the last 7 days."
    assert describe_trend(1, [place(None)], USUAL, Span.ALL) == (
        "1 execution in all. None of them has a score."
    )
    assert describe_trend(1200, [place(0.8)], None, Span.MONTH) == (
        "1,200 executions in the last 30 days. The newest scored 0.80 (0.77 to 0.83). "
        "There is no baseline yet."
    )
    baseline = "the baseline of 0.80 (0.75 to 0.85)."
    assert describe_trend(2, [place(0.9), place(0.8)], USUAL, Span.WEEK).endswith(
        f", which agrees with {baseline}"
    )
    assert describe_trend(2, [place(0.8), place(0.6)], USUAL, Span.WEEK).endswith(
        f", below {baseline}"
    )
    assert describe_trend(1, [place(0.95)], USUAL, Span.WEEK).endswith(f", above {baseline}")
    # The newest with a score counts.
    assert "0.60" in describe_trend(2, [place(0.6), place(None)], USUAL, Span.WEEK)
