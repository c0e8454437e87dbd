"""Rules for latency and cost: report an increase above the configured ratio and above the usual variation of runs."""

from collections.abc import Callable, Sequence

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
from edison.domain.monitoring.attribution import recent_changes
from edison.domain.monitoring.false_alarm_levels import ALPHA
from edison.domain.monitoring.finding_phrasing import RuleOutcome
from edison.domain.monitoring.time_series import UNUSUAL_NEEDS, Unusual, unusual_of

_READ = {"p50": "Half of the answers", "p95": "The slowest of twenty answers"}


def latency_of(
    evidence: MonitorEvidence, target: TargetSeen, rules: MonitorRules, targets: int
) -> list[RuleOutcome]:
    if rules.latency_ratio is None:
        return []
    points = evidence.series.get(target.key, ())
    alpha = ALPHA[MonitorRule.LATENCY] / 2 / targets
    found: list[RuleOutcome] = []
    for name, read in (("p50", _p50), ("p95", _p95)):
        now, seen = _beside_past(points, read)
        if now is None or seen is None:
            found.append(_too_few(MonitorRule.LATENCY, target))
            continue
        more = now - seen.usual
        slow = seen.ratio >= rules.latency_ratio and more >= rules.latency_least_ms
        if not slow or seen.p > alpha:
            halfway = (1 + rules.latency_ratio) / 2
            good = seen.ratio < halfway or more < rules.latency_least_ms
            found.append(RuleOutcome(rule=MonitorRule.LATENCY, target_key=target.key, good=good))
            continue
        title, sentence = finding_phrasing.of_latency(target.label, _READ[name], now, seen)
        facts = {"what": name, "now_ms": round(now, 1), "usual_ms": round(seen.usual, 1)}
        found.append(
            _found(
                MonitorRule.LATENCY, evidence, target, title, sentence, {**facts, **_facts(seen)}
            )
        )
    return found


def cost_of(
    evidence: MonitorEvidence, target: TargetSeen, rules: MonitorRules, targets: int
) -> list[RuleOutcome]:
    if rules.cost_ratio is None:
        return []
    now, seen = _beside_past(evidence.series.get(target.key, ()), _cost)
    if now is None or seen is None:
        return [_too_few(MonitorRule.COST, target)]
    if seen.ratio < rules.cost_ratio or seen.p > ALPHA[MonitorRule.COST] / targets:
        good = seen.ratio < (1 + rules.cost_ratio) / 2
        return [RuleOutcome(rule=MonitorRule.COST, target_key=target.key, good=good)]
    title, sentence = finding_phrasing.of_cost(target.label, now, seen)
    facts = {"now_micro": round(now, 2), "usual_micro": round(seen.usual, 2), **_facts(seen)}
    return [_found(MonitorRule.COST, evidence, target, title, sentence, facts)]


def _found(
    rule: MonitorRule,
    evidence: MonitorEvidence,
    target: TargetSeen,
    title: str,
    sentence: str,
    facts: dict[str, object],
) -> RuleOutcome:
    changes = recent_changes(evidence)
    prompt = any(change.what == "prompt" for change in changes)
    because = "; ".join(dict.fromkeys(change.words for change in changes if change.words))
    finding = MonitorFinding(
        rule=rule,
        target_key=target.key,
        severity=Severity.WARNING,
        cause=Cause.PROMPT if prompt else Cause.MODEL if not changes else Cause.UNKNOWN,
        title=title,
        sentence=f"{sentence} Something was changed just before: {because}."
        if because
        else sentence,
        next_step="Check the longest answers of this run, and the provider's status.",
        facts=facts,
    )
    return RuleOutcome(rule=rule, target_key=target.key, finding=finding)


def _beside_past(
    points: Sequence[PastPoint], read: Callable[[PastPoint], float | None]
) -> tuple[float | None, Unusual | None]:
    if not points:
        return None, None
    now = read(points[-1])
    past = [value for point in points[:-1] if (value := read(point)) is not None]
    return now, None if now is None else unusual_of(past, now)


def _p50(point: PastPoint) -> float | None:
    return point.latency_p50_ms


def _p95(point: PastPoint) -> float | None:
    return point.latency_p95_ms


def _cost(point: PastPoint) -> float | None:
    """Return the mean cost per answer, which does not depend on the size of the dataset."""
    if point.cost_micro is None or point.answered <= 0:
        return None
    return point.cost_micro / point.answered


def _too_few(rule: MonitorRule, target: TargetSeen) -> RuleOutcome:
    why = f"At least {UNUSUAL_NEEDS} earlier runs are needed to know what is usual."
    return RuleOutcome(rule=rule, target_key=target.key, unchecked=why)


def _facts(seen: Unusual) -> dict[str, object]:
    return {"ratio": round(seen.ratio, 4), "runs": seen.runs, "p": round(seen.p, 6)}
