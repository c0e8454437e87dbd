"""Limits that somebody set: told when the level is below for certain, tonight or over two nights."""

from collections.abc import Sequence

from scipy.special import stdtr

from edison.domain.monitoring import words
from edison.domain.monitoring.attribution import attribute, recent_changes
from edison.domain.monitoring.levels import ALPHA, POINTING
from edison.domain.monitoring.looks import (
    Level,
    Look,
    level_of_target,
    shift_of_target,
    too_many_lost,
)
from edison.domain.monitoring.outcomes import Outcome
from edison.domain.monitoring.quality import JudgeSeen
from edison.domain.monitoring.shapes import (
    Cause,
    Evidence,
    Finding,
    Rule,
    Rules,
    Severity,
    TargetSeen,
)


def threshold_of(
    evidence: Evidence,
    target: TargetSeen,
    looks: Sequence[Look],
    judge: JudgeSeen,
    rules: Rules,
    targets: int,
) -> list[Outcome]:
    limits = [
        (limit, passes)
        for limit, passes in ((rules.threshold_score, False), (rules.threshold_pass_rate, True))
        if limit is not None
    ]
    found: list[Outcome] = []
    for limit, passes in limits:
        if too_many_lost(looks[0], target.key):
            why = f"{target.lost} cases were lost to errors, too many to say anything of the rest."
            found.append(Outcome(rule=Rule.THRESHOLD, target_key=target.key, unchecked=why))
            continue
        levels = [level_of_target(look, target.key, passes=passes) for look in looks]
        known = [
            (level, look) for level, look in zip(levels, looks, strict=True) if level is not None
        ]
        alpha = ALPHA[Rule.THRESHOLD] / max(len(known), 1) / targets / len(limits)
        found.append(_checked(evidence, target, known, judge, (limit, passes), alpha))
    return found


def _checked(
    evidence: Evidence,
    target: TargetSeen,
    known: Sequence[tuple[Level, Look]],
    judge: JudgeSeen,
    limited: tuple[float, bool],
    alpha: float,
) -> Outcome:
    limit, passes = limited
    if not known:
        why = f"Nothing has a {'pass or fail' if passes else 'score'}."
        return Outcome(rule=Rule.THRESHOLD, target_key=target.key, unchecked=why)
    level, look = min(known, key=lambda one: chance_of_keeping(one[0], limit))
    p = chance_of_keeping(level, limit)
    # A night that keeps the limit ends the matter, whatever the night before was.
    kept = known[0][0].value >= limit
    if kept or p > alpha:
        return Outcome(rule=Rule.THRESHOLD, target_key=target.key, good=kept)
    title, sentence = words.of_threshold(
        target.label, level.value, limit, p, cases=level.cases, runs=len(look.runs), passes=passes
    )
    cause, because, next_step = _cause(evidence, target, look, judge)
    finding = Finding(
        rule=Rule.THRESHOLD,
        target_key=target.key,
        severity=Severity.CRITICAL,
        cause=cause,
        title=title,
        sentence=f"{sentence} {because}".strip(),
        next_step=next_step,
        facts={
            "measure": "pass_rate" if passes else "score",
            "now": round(level.value, 6),
            "limit": limit,
            "error": round(level.error, 6),
            "cases": level.cases,
            "look_runs": len(look.runs),
            "p": round(p, 6),
        },
    )
    return Outcome(rule=Rule.THRESHOLD, target_key=target.key, finding=finding)


def chance_of_keeping(level: Level, limit: float) -> float:
    """The chance to see a mean this low, if the limit is just kept."""
    if level.error <= 0:
        return 0.0 if level.value < limit else 1.0
    return float(stdtr(level.freedom, (level.value - limit) / level.error))


def _cause(
    evidence: Evidence, target: TargetSeen, look: Look, judge: JudgeSeen
) -> tuple[Cause | None, str, str]:
    """Only a fall has somebody to blame: it may never have been above."""
    usual = "Read the worst cases; raise the quality, or set a limit that can be kept."
    shift = shift_of_target(look, target.key)
    if shift is None or shift.p_low > POINTING:
        return None, "", usual
    canary = judge.by_look[len(look.runs) - 1]
    who = attribute(
        shift, canary, recent_changes(evidence), judged=evidence.judged, same_cases=False
    )
    return who.cause, who.words, who.next_step
