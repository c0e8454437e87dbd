"""Frozen answers ("canary") that are judged again in each execution. If their grades change, the judge changed."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from edison.domain.monitoring.assessment import CanarySeen, MonitorEvidence, MonitorRule
from edison.domain.monitoring.comparison_windows import ComparisonWindow
from edison.domain.monitoring.false_alarm_levels import ALPHA, CLEARLY_WELL, SMALLEST_JUDGE_SHIFT
from edison.domain.monitoring.noise import ByCase, Shift, chances, shift_between


def canary_shift(evidence: MonitorEvidence, look: ComparisonWindow) -> Shift | None:
    """Compare the grades of the frozen answers in a window with their grades at freezing and in healthy runs since."""
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
    """Return the judge's most significant shift if it is large enough for an alarm, else None.

    `shifts` has one element per window; the first window contains only the current run.
    """
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
    """Return the part of a target's shift that the judge's shift does not explain: the difference of the two shifts."""
    error = (target.error**2 + canary.error**2) ** 0.5
    value = target.value - canary.value
    freedom = min(target.freedom, canary.freedom)
    low, high = chances(value / error if error > 0 else 0.0, freedom)
    return replace(target, value=value, error=error, freedom=freedom, p_low=low, p_high=high)


def _by_answer(canary: CanarySeen) -> ByCase:
    return ByCase(names=canary.answers, means=canary.scores)


# Number of frozen answers; each is graded by each judge in every execution.
MOST_FROZEN = 20
# Fewer are not enough to assess a judge.
LEAST_FROZEN = 3
# Scorers that call a model about one answer; not pairwise judges or exams.
JUDGING = frozenset({"judge", "grader", "moderation", "semantic_similarity"})


def judging_scorers(specs: Sequence[dict[str, Any]]) -> list[int]:
    """Return the indexes of the scorers that use a model to judge."""
    return [
        place
        for place, spec in enumerate(specs)
        if spec.get("kind") in JUDGING and not spec.get("exam")
    ]


def who_judges(spec: dict[str, Any]) -> str:
    """Return a key for the judge, grader prompt or model that a scorer uses. The key contains no version."""
    by = spec.get("judge") or spec.get("prompt") or spec.get("model")
    return f"{spec.get('kind')}:{by}"


def chosen_to_freeze(scored: Sequence[int], columns: int, trials: int) -> list[int]:
    """Choose the cells to freeze: first trials of the column with the most scored cells, spread evenly over the cases.

    Return an empty list if that column has too few scored cells.
    """
    by_column: dict[int, list[int]] = {}
    for ordinal in scored:
        row, column = divmod(ordinal, columns)
        if row % trials == 0:
            by_column.setdefault(column, []).append(ordinal)
    if not by_column:
        return []
    most = max(by_column.values(), key=lambda cells: (len(cells), -cells[0]))
    if len(most) < LEAST_FROZEN:
        return []
    count = min(MOST_FROZEN, len(most))
    return [most[place * len(most) // count] for place in range(count)]
