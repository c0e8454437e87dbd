"""Frozen answers that are judged again each night: they cannot have changed, so if their grades do, the judge has."""

from collections.abc import Sequence
from dataclasses import replace

from edison.domain.monitoring.assessment import CanarySeen, MonitorEvidence, MonitorRule
from edison.domain.monitoring.comparison_windows import ComparisonWindow
from edison.domain.monitoring.false_alarm_levels import ALPHA, CLEARLY_WELL, SMALLEST_JUDGE_SHIFT
from edison.domain.monitoring.noise import ByCase, Shift, chances, shift_between


def canary_shift(evidence: MonitorEvidence, look: ComparisonWindow) -> Shift | None:
    """The judge now against the judge when the answers were frozen and on healthy nights since."""
    looked = [_by_answer(run.canary) for run in look.runs if run.canary is not None]
    if len(looked) < len(look.runs):
        return None
    ids = {run.id for run in look.runs}
    before = [
        _by_answer(run.canary)
        for run in look.reference
        if run.canary is not None and run.id not in ids
    ]
    if evidence.frozen is not None:
        before.insert(0, _by_answer(evidence.frozen))
    return shift_between(looked, before, before)


def judge_moved(shifts: Sequence[Shift | None]) -> Shift | None:
    """The clearest of the looks, if it is clear enough to wake somebody. The first is tonight alone."""
    known = [shift for shift in shifts if shift is not None]
    if not known or judge_is_well(known[0]):
        return None
    level = ALPHA[MonitorRule.JUDGE_DRIFT] / len(known)
    clear = [
        shift for shift in known if shift.p <= level and abs(shift.value) >= SMALLEST_JUDGE_SHIFT
    ]
    return min(clear, key=lambda shift: shift.p, default=None)


def judge_is_well(tonight: Shift) -> bool:
    return tonight.p > 2 * CLEARLY_WELL


def beyond_judge(target: Shift, canary: Shift) -> Shift:
    """What is left of a target's shift when the judge's own is taken away."""
    error = (target.error**2 + canary.error**2) ** 0.5
    value = target.value - canary.value
    freedom = min(target.freedom, canary.freedom)
    low, high = chances(value / error if error > 0 else 0.0, freedom)
    return replace(target, value=value, error=error, freedom=freedom, p_low=low, p_high=high)


def _by_answer(canary: CanarySeen) -> ByCase:
    return ByCase(names=canary.answers, means=canary.scores)
