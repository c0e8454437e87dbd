"""Forecast rule: reports a falling score if the whole confidence interval of the forecast is below the limit."""

from collections.abc import Sequence
from datetime import timedelta

from edison.domain.monitoring import finding_phrasing
from edison.domain.monitoring.assessment import (
    MonitorEvidence,
    MonitorFinding,
    MonitorRule,
    MonitorRules,
    PastPoint,
    Severity,
    TargetSeen,
)
from edison.domain.monitoring.comparison_windows import ComparisonWindow, level_of_target
from edison.domain.monitoring.false_alarm_levels import ALPHA
from edison.domain.monitoring.finding_phrasing import RuleOutcome
from edison.domain.monitoring.noise import USUAL_WOBBLE
from edison.domain.monitoring.time_series import TREND_NEEDS, trend_of

SEEN_OVER = timedelta(days=7)


def outlook_of(
    evidence: MonitorEvidence,
    target: TargetSeen,
    look: ComparisonWindow,
    rules: MonitorRules,
    targets: int,
) -> list[RuleOutcome]:
    limit = rules.predicted_below
    if limit is None:
        return []
    points = _week(evidence.series.get(target.key, ()))
    level = level_of_target(look, target.key, passes=False)
    trend = trend_of(
        [(point.at - points[0].at).total_seconds() / 86_400 for point in points],
        [point.score or 0.0 for point in points],
        ahead_days=float(rules.predicted_days),
        variance=level.usual if level is not None else USUAL_WOBBLE**2,
        alpha=ALPHA[MonitorRule.PREDICTED] / targets,
    )
    if trend is None:
        why = f"{TREND_NEEDS} runs in {SEEN_OVER.days} days since the last change are needed."
        return [RuleOutcome(rule=MonitorRule.PREDICTED, target_key=target.key, unchecked=why)]
    leads = trend.then_high < limit and trend.per_day_high < 0
    # A score that is already below is reported by the limit itself.
    if not leads or trend.now < limit:
        return [
            RuleOutcome(rule=MonitorRule.PREDICTED, target_key=target.key, good=trend.then >= limit)
        ]
    title, sentence = finding_phrasing.of_outlook(target.label, trend, limit, trend.ahead_days)
    finding = MonitorFinding(
        rule=MonitorRule.PREDICTED,
        target_key=target.key,
        severity=Severity.WARNING,
        cause=None,
        title=title,
        sentence=sentence,
        next_step="Find out when the score began to drop and what was changed then, before the limit is reached.",
        facts={
            "per_day": round(trend.per_day, 6),
            "now": round(trend.now, 6),
            "then": round(trend.then, 6),
            "then_low": round(trend.then_low, 6),
            "then_high": round(trend.then_high, 6),
            "ahead_days": round(trend.ahead_days, 3),
            "limit": limit,
            "runs": trend.runs,
        },
    )
    return [RuleOutcome(rule=MonitorRule.PREDICTED, target_key=target.key, finding=finding)]


def _week(points: Sequence[PastPoint]) -> list[PastPoint]:
    """Return the scored points of the last days, starting at the last change, because a step is not a trend."""
    if not points:
        return []
    since = points[-1].at - SEEN_OVER
    kept: list[PastPoint] = []
    for point in points:
        if point.changes:
            kept.clear()
        if point.at >= since and point.score is not None:
            kept.append(point)
    return kept
