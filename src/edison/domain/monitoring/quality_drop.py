"""Rules for lower quality: a drop against the baseline on the same cases, and a change point in the time series."""

from collections.abc import Sequence
from dataclasses import dataclass

from edison.domain.monitoring import finding_phrasing
from edison.domain.monitoring.assessment import (
    Cause,
    MonitorEvidence,
    MonitorFinding,
    MonitorRule,
    MonitorRules,
    PastPoint,
    Severity,
    TargetSeen,
)
from edison.domain.monitoring.attribution import Attribution, attribute, recent_changes
from edison.domain.monitoring.canary_shift import beyond_judge
from edison.domain.monitoring.comparison_windows import (
    ComparisonWindow,
    shift_of_target,
    too_many_lost,
)
from edison.domain.monitoring.false_alarm_levels import ALPHA, CLEARLY_WELL, POINTING, SMALLEST_DROP
from edison.domain.monitoring.finding_phrasing import RuleOutcome, facts_of
from edison.domain.monitoring.noise import Shift
from edison.domain.monitoring.time_series import (
    AFTER_AT_LEAST,
    BEFORE_AT_LEAST,
    LevelChange,
    fallen_level,
)

# After these changes, means of earlier runs are not comparable.
_OTHER_MEASURE = frozenset({"dataset", "judge", "scorers"})


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class JudgeSeen:
    """Shift of the frozen answers in each window, and the shift that justifies an alarm about the judge, if any."""

    by_look: tuple[Shift | None, ...]
    moved: Shift | None
    # Whether that rule is on: then its alarm covers everything that it explains.
    told: bool


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Beside:
    shift: Shift
    canary: Shift | None


def quality_of(
    evidence: MonitorEvidence,
    target: TargetSeen,
    looks: Sequence[ComparisonWindow],
    judge: JudgeSeen,
    rules: MonitorRules,
    targets: int,
) -> list[RuleOutcome]:
    outcomes: list[RuleOutcome] = []
    if rules.drop or rules.drop_share is not None:
        outcomes.append(_drop(evidence, target, looks, judge, rules, targets))
    if rules.change_point:
        outcomes.append(_change_point(evidence, target, looks, judge, targets))
    return outcomes


def _drop(
    evidence: MonitorEvidence,
    target: TargetSeen,
    looks: Sequence[ComparisonWindow],
    judge: JudgeSeen,
    rules: MonitorRules,
    targets: int,
) -> RuleOutcome:
    rule = MonitorRule.DROP if rules.drop else MonitorRule.DROP_SHARE
    seen = _beside_baseline(target.key, looks, judge)
    why = _why_not(evidence, target, looks, seen)
    if why is not None:
        return RuleOutcome(rule=rule, target_key=target.key, unchecked=why)
    level = ALPHA[MonitorRule.DROP] / len(seen) / targets
    well = seen[0].shift.p_low > CLEARLY_WELL
    # The previous run may still pull the window down; a good run by itself ends the alert.
    clear = [one for one in seen if _is_drop(one.shift, level) and not well]
    if clear:
        clearest = min(clear, key=lambda one: one.shift.p_low)
        return _told(evidence, target, clearest, judge, rules)
    # A more lenient judge can hide worse answers.
    for one in seen:
        if judge.moved is not None and judge.moved.value > 0 and one.canary is not None:
            beyond = beyond_judge(one.shift, one.canary)
            if _is_drop(beyond, level):
                return _hidden(target, beyond, one.canary)
    return RuleOutcome(rule=rule, target_key=target.key, good=well)


def _is_drop(shift: Shift, level: float) -> bool:
    return shift.p_low <= level and shift.value <= -SMALLEST_DROP


def _told(
    evidence: MonitorEvidence,
    target: TargetSeen,
    one: _Beside,
    judge: JudgeSeen,
    rules: MonitorRules,
) -> RuleOutcome:
    shift = one.shift
    share = -shift.value / shift.base if shift.base > 0 else 0.0
    large = rules.drop_share is not None and share > rules.drop_share
    rule = MonitorRule.DROP_SHARE if large else MonitorRule.DROP
    who = attribute(shift, one.canary, recent_changes(evidence), judged=evidence.judged)
    if _judge_speaks(judge, who) or not (large or rules.drop):
        return RuleOutcome(rule=rule, target_key=target.key)
    title, sentence = finding_phrasing.of_drop(target.label, shift, share)
    finding = MonitorFinding(
        rule=rule,
        target_key=target.key,
        severity=Severity.CRITICAL if large else Severity.WARNING,
        cause=who.cause,
        title=title,
        sentence=f"{sentence} {who.words}",
        next_step=who.next_step,
        facts={
            **facts_of(shift),
            "share": round(share, 6),
            "canary": facts_of(one.canary) if one.canary else None,
        },
    )
    return RuleOutcome(rule=rule, target_key=target.key, finding=finding)


def _hidden(target: TargetSeen, beyond: Shift, canary: Shift) -> RuleOutcome:
    title, sentence = finding_phrasing.of_hidden_drop(target.label, beyond, canary)
    finding = MonitorFinding(
        rule=MonitorRule.DROP,
        target_key=target.key,
        severity=Severity.WARNING,
        cause=Cause.MODEL,
        title=title,
        sentence=sentence,
        next_step="Read the cases whose answers changed, and fix the judge before you rely on its grades.",
        facts={**facts_of(beyond), "canary": facts_of(canary)},
    )
    return RuleOutcome(rule=MonitorRule.DROP, target_key=target.key, finding=finding)


def _change_point(
    evidence: MonitorEvidence,
    target: TargetSeen,
    looks: Sequence[ComparisonWindow],
    judge: JudgeSeen,
    targets: int,
) -> RuleOutcome:
    points = comparable(evidence.series.get(target.key, ()))
    scores = [point.score for point in points if point.score is not None]
    change = fallen_level(scores, SMALLEST_DROP)
    if change is None:
        return RuleOutcome(
            rule=MonitorRule.CHANGE_POINT,
            target_key=target.key,
            unchecked=f"{BEFORE_AT_LEAST + AFTER_AT_LEAST} comparable runs are needed, but there are {len(points)}.",
        )
    size = change.before - change.after
    # This run is nearer to the old level, so the change is over.
    back = scores[-1] > (change.before + change.after) / 2
    if back or change.p > ALPHA[MonitorRule.CHANGE_POINT] / targets or size < SMALLEST_DROP:
        fallen = change.p <= POINTING and size >= SMALLEST_DROP and not back
        return RuleOutcome(rule=MonitorRule.CHANGE_POINT, target_key=target.key, good=not fallen)
    first = points[change.at]
    who = _who_changed(evidence, target, looks, judge, change, first)
    if _judge_speaks(judge, who):
        return RuleOutcome(rule=MonitorRule.CHANGE_POINT, target_key=target.key)
    title, sentence = finding_phrasing.of_change_point(target.label, change, first.at, len(points))
    finding = MonitorFinding(
        rule=MonitorRule.CHANGE_POINT,
        target_key=target.key,
        severity=Severity.WARNING,
        cause=who.cause,
        title=title,
        sentence=f"{sentence} {who.words}",
        next_step=who.next_step,
        facts={
            "before": round(change.before, 6),
            "after": round(change.after, 6),
            "since": first.at.isoformat(),
            "since_execution": first.execution,
            "runs": len(points),
            "p": round(change.p, 6),
        },
    )
    return RuleOutcome(rule=MonitorRule.CHANGE_POINT, target_key=target.key, finding=finding)


def _who_changed(
    evidence: MonitorEvidence,
    target: TargetSeen,
    looks: Sequence[ComparisonWindow],
    judge: JudgeSeen,
    change: LevelChange,
    first: PastPoint,
) -> Attribution:
    seen = _beside_baseline(target.key, looks, judge)
    last = seen[-1] if seen else None
    fall = change.after - change.before
    shift = last.shift if last else None
    if shift is None or shift.value >= 0:
        # The baseline does not show this drop, so only a recorded change can be named as its cause.
        shift = Shift(
            value=fall,
            error=abs(fall),
            freedom=1.0,
            base=change.before,
            now=change.after,
            cases=len(target.cases),
            base_runs=1,
            look_runs=1,
            p_low=0.5,
            p_high=0.5,
        )
    return attribute(shift, last.canary if last else None, first.changes, judged=evidence.judged)


def comparable(points: Sequence[PastPoint]) -> list[PastPoint]:
    """Return the points that have a score and come after the last change of dataset, judge or scorers."""
    kept: list[PastPoint] = []
    for point in points:
        if any(change.what in _OTHER_MEASURE for change in point.changes):
            kept.clear()
        if point.score is not None:
            kept.append(point)
    return kept


def _beside_baseline(
    key: str, looks: Sequence[ComparisonWindow], judge: JudgeSeen
) -> list[_Beside]:
    found: list[_Beside] = []
    for look, canary in zip(looks, judge.by_look, strict=True):
        shift = shift_of_target(look, key)
        if shift is not None:
            found.append(_Beside(shift=shift, canary=canary))
    return found


def _judge_speaks(judge: JudgeSeen, who: Attribution) -> bool:
    return judge.told and judge.moved is not None and who.cause is Cause.JUDGE


def _why_not(
    evidence: MonitorEvidence,
    target: TargetSeen,
    looks: Sequence[ComparisonWindow],
    seen: Sequence[_Beside],
) -> str | None:
    if not evidence.baseline:
        return "There is no baseline yet."
    if too_many_lost(looks[0], target.key):
        return f"{target.lost} cases failed with errors, which is too many to assess the rest."
    if not seen:
        return "Fewer than 6 cases are shared with the baseline."
    return None
