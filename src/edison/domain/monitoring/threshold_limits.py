"""Threshold rules: report a score that is significantly below its limit, in the current run or over two runs."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from scipy.special import stdtr

from edison.domain.monitoring import finding_phrasing
from edison.domain.monitoring.assessment import (
    Cause,
    MonitorEvidence,
    MonitorFinding,
    MonitorRule,
    MonitorRules,
    Severity,
    TargetSeen,
)
from edison.domain.monitoring.attribution import attribute, recent_changes
from edison.domain.monitoring.comparison_windows import (
    ComparisonWindow,
    TargetLevel,
    level_of_target,
    shift_of_target,
    too_many_lost,
)
from edison.domain.monitoring.false_alarm_levels import ALPHA, LOST_AT_MOST, POINTING
from edison.domain.monitoring.finding_phrasing import RuleOutcome
from edison.domain.monitoring.quality_drop import JudgeSeen

FEWEST_CASES = 2
# Rounding error of the spread of equal scores.
ALIKE = 1e-6


def level_of_scorer(
    target: TargetSeen, scorer: str, limit: float, *, passes: bool
) -> TargetLevel | str:
    """Return a scorer's mean or pass rate on a target, or a sentence that says why it is unknown."""
    sums = target.scorers.get(scorer)
    if sums is None:
        return f"The run has no scorer {scorer}."
    if sums.errors > LOST_AT_MOST * (sums.scored + sums.errors):
        return f"{scorer} failed on {sums.errors} answers, which is too many to assess the rest."
    answers = sums.passed + sums.not_passed if passes else sums.scored
    # Answers to the same case are counted as one, because their correlation is unknown here.
    cases = answers // max(1, target.scores.shape[1])
    if cases < FEWEST_CASES:
        return f"Too few answers have a {'pass or fail' if passes else 'score'} by {scorer}."
    # Rounded, because fifty times 0.7 is not exactly 35 in floating point.
    value = round((sums.passed if passes else sums.total) / answers, 9)
    spread = 0.0 if passes else sums.deviation or 0.0
    if spread < ALIKE:
        # Equal scores may be chance, so assume the variation of passes at the limit.
        spread = sqrt(limit * (1 - limit))
    error = spread / sqrt(cases)
    return TargetLevel(value=value, error=error, freedom=cases - 1, cases=cases, usual=error**2)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreLimit:
    least: float
    passes: bool
    # None: the overall score.
    scorer: str | None = None


def limits_of(rules: MonitorRules) -> list[ScoreLimit]:
    asked = [
        (None, rules.threshold_score, rules.threshold_pass_rate),
        *((one.scorer, one.mean, one.pass_share) for one in rules.threshold_scorers),
    ]
    return [
        ScoreLimit(least=least, passes=passes, scorer=scorer)
        for scorer, score, share in asked
        for least, passes in ((score, False), (share, True))
        if least is not None
    ]


def threshold_of(
    evidence: MonitorEvidence,
    target: TargetSeen,
    looks: Sequence[ComparisonWindow],
    judge: JudgeSeen,
    rules: MonitorRules,
    targets: int,
) -> list[RuleOutcome]:
    limits = limits_of(rules)
    found: list[RuleOutcome] = []
    for limit in limits:
        known = _levels(target, looks, limit)
        if isinstance(known, str):
            found.append(
                RuleOutcome(rule=MonitorRule.THRESHOLD, target_key=target.key, unchecked=known)
            )
            continue
        alpha = ALPHA[MonitorRule.THRESHOLD] / len(known) / targets / len(limits)
        found.append(_checked(evidence, target, known, judge, limit, alpha))
    return found


def _levels(
    target: TargetSeen, looks: Sequence[ComparisonWindow], limit: ScoreLimit
) -> list[tuple[TargetLevel, ComparisonWindow]] | str:
    """Return the level of each window to compare with the limit, or a sentence that says why there is none."""
    if too_many_lost(looks[0], target.key):
        return f"{target.lost} cases failed with errors, which is too many to assess the rest."
    if limit.scorer is not None:
        level = level_of_scorer(target, limit.scorer, limit.least, passes=limit.passes)
        return level if isinstance(level, str) else [(level, looks[0])]
    levels = [(level_of_target(look, target.key, passes=limit.passes), look) for look in looks]
    known = [(level, look) for level, look in levels if level is not None]
    return known or f"No answer has a {'pass or fail' if limit.passes else 'score'}."


def _checked(
    evidence: MonitorEvidence,
    target: TargetSeen,
    known: Sequence[tuple[TargetLevel, ComparisonWindow]],
    judge: JudgeSeen,
    limit: ScoreLimit,
    alpha: float,
) -> RuleOutcome:
    level, look = min(known, key=lambda one: chance_of_keeping(one[0], limit.least))
    p = chance_of_keeping(level, limit.least)
    # A run that meets the limit ends the alert, whatever the previous run was.
    kept = known[0][0].value >= limit.least
    if kept or p > alpha:
        return RuleOutcome(rule=MonitorRule.THRESHOLD, target_key=target.key, good=kept)
    title, sentence = finding_phrasing.of_threshold(
        target.label,
        level.value,
        limit.least,
        p,
        cases=level.cases,
        runs=len(look.runs),
        passes=limit.passes,
        scorer=limit.scorer,
    )
    cause, because, next_step = _cause(evidence, target, look, judge, limit)
    finding = MonitorFinding(
        rule=MonitorRule.THRESHOLD,
        target_key=target.key,
        severity=Severity.CRITICAL,
        cause=cause,
        title=title,
        sentence=f"{sentence} {because}".strip(),
        next_step=next_step,
        facts={
            "measure": "pass_rate" if limit.passes else "score",
            **({} if limit.scorer is None else {"scorer": limit.scorer}),
            "now": round(level.value, 6),
            "limit": limit.least,
            "error": round(level.error, 6),
            "cases": level.cases,
            "look_runs": len(look.runs),
            "p": round(p, 6),
        },
    )
    return RuleOutcome(rule=MonitorRule.THRESHOLD, target_key=target.key, finding=finding)


def chance_of_keeping(level: TargetLevel, limit: float) -> float:
    """Return the p-value: the probability of a mean this low if the true mean equals the limit."""
    if level.error <= 0:
        return 0.0 if level.value < limit else 1.0
    return float(stdtr(level.freedom, (level.value - limit) / level.error))


def _cause(
    evidence: MonitorEvidence,
    target: TargetSeen,
    look: ComparisonWindow,
    judge: JudgeSeen,
    limit: ScoreLimit,
) -> tuple[Cause | None, str, str]:
    """Return cause, sentence and next step. The cause is None unless the overall score also dropped in this window."""
    usual = "Read the worst cases. Improve the prompt, or set a limit that can be met."
    if limit.scorer is not None:
        return None, "", usual
    shift = shift_of_target(look, target.key)
    if shift is None or shift.p_low > POINTING:
        return None, "", usual
    canary = judge.by_look[len(look.runs) - 1]
    who = attribute(
        shift, canary, recent_changes(evidence), judged=evidence.judged, same_cases=False
    )
    return who.cause, who.words, who.next_step
