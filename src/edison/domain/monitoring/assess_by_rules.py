"""Entry point of monitoring: `assess` applies the rules of a monitor to an execution and earlier executions."""

from edison.domain.monitoring import finding_phrasing
from edison.domain.monitoring.assessment import (
    Assessment,
    Cause,
    MonitorEvidence,
    MonitorFinding,
    MonitorRule,
    MonitorRules,
    Severity,
)
from edison.domain.monitoring.canary_shift import canary_shift, judge_is_well, judge_moved
from edison.domain.monitoring.comparison_windows import JUDGE_NIGHTS, judge_looks, looks_of
from edison.domain.monitoring.finding_phrasing import RuleOutcome, combine_outcomes, facts_of
from edison.domain.monitoring.latency_and_cost import cost_of, latency_of
from edison.domain.monitoring.quality_drop import JudgeSeen, quality_of
from edison.domain.monitoring.score_outlook import outlook_of
from edison.domain.monitoring.threshold_limits import threshold_of

_RUNS = {1: "this run", 2: "the last two runs", JUDGE_NIGHTS: f"the last {JUDGE_NIGHTS} runs"}


def assess(evidence: MonitorEvidence, rules: MonitorRules) -> Assessment:
    """Apply all rules to the newest execution. Deterministic: the same evidence always gives the same result."""
    looks = looks_of(evidence)
    seen = tuple(canary_shift(evidence, look) for look in judge_looks(evidence, looks))
    judge = JudgeSeen(by_look=seen[: len(looks)], moved=judge_moved(seen), told=rules.judge_drift)
    targets = evidence.now.targets
    outcomes: list[RuleOutcome] = []
    if rules.judge_drift and evidence.judged:
        outcomes.append(_judge(judge))
    for target in targets:
        quality = quality_of(evidence, target, looks, judge, rules, len(targets))
        outcomes += quality
        outcomes += threshold_of(evidence, target, looks, judge, rules, len(targets))
        outcomes += latency_of(evidence, target, rules, len(targets))
        outcomes += cost_of(evidence, target, rules, len(targets))
        # A score that has already dropped needs no forecast.
        if all(one.finding is None for one in quality):
            outcomes += outlook_of(evidence, target, looks[0], rules, len(targets))
    return combine_outcomes(outcomes)


def _judge(judge: JudgeSeen) -> RuleOutcome:
    tonight, moved = judge.by_look[0], judge.moved
    if tonight is None:
        why = "No frozen answers have been judged both before and now."
        return RuleOutcome(rule=MonitorRule.JUDGE_DRIFT, target_key=None, unchecked=why)
    if moved is None:
        return RuleOutcome(
            rule=MonitorRule.JUDGE_DRIFT, target_key=None, good=judge_is_well(tonight)
        )
    title, sentence = finding_phrasing.of_judge_drift(moved, _RUNS[moved.look_runs])
    finding = MonitorFinding(
        rule=MonitorRule.JUDGE_DRIFT,
        target_key=None,
        severity=Severity.WARNING,
        cause=Cause.JUDGE,
        title=title,
        sentence=sentence,
        next_step="The model is not the cause. Pin the judge's model, or check the judge against people's labels.",
        facts=facts_of(moved),
    )
    return RuleOutcome(rule=MonitorRule.JUDGE_DRIFT, target_key=None, finding=finding)
