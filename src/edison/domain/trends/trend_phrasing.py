"""Sentence that describes a trend."""

from collections.abc import Sequence

from edison.domain.statistics.estimates import interval_text, score_text
from edison.domain.trends.trend import Span, TrendPlace
from edison.domain.trends.trend_points import BaselineLevel

_WHEN = {Span.WEEK: "in the last 7 days", Span.MONTH: "in the last 30 days", Span.ALL: "in all"}


def describe_trend(
    executions: int, places: Sequence[TrendPlace], baseline: BaselineLevel | None, span: Span
) -> str:
    if not executions:
        return f"Nothing was executed {_WHEN[span]}."
    begin = f"{_count(executions)} {_WHEN[span]}."
    newest = next((one for one in reversed(places) if one.score is not None), None)
    if newest is None:
        return f"{begin} None of them has a score."
    begin = f"{begin} The newest scored {_level(newest.score, newest.low, newest.high)}"
    if baseline is None:
        return f"{begin}. There is no baseline yet."
    usual = f"the baseline of {_level(baseline.score, baseline.low, baseline.high)}"
    if newest.high is not None and newest.high < baseline.low:
        return f"{begin}, below {usual}."
    if newest.low is not None and newest.low > baseline.high:
        return f"{begin}, above {usual}."
    return f"{begin}, which agrees with {usual}."


def _count(executions: int) -> str:
    return "1 execution" if executions == 1 else f"{executions:,} executions"


def _level(score: float | None, low: float | None, high: float | None) -> str:
    assert score is not None
    if low is None or high is None:
        return score_text(score)
    return interval_text(score, low, high)
