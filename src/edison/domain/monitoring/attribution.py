"""Attribution of a score change to a cause.

A recorded change of the configuration is the first candidate, then the judge if the grades of the frozen answers
changed, and otherwise the model.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from edison.domain.monitoring.assessment import Cause, MonitorEvidence, ObservedChange
from edison.domain.monitoring.canary_shift import beyond_judge
from edison.domain.monitoring.false_alarm_levels import POINTING
from edison.domain.monitoring.noise import Shift
from edison.domain.statistics.statistics_phrasing import SCORE, count

_CAUSE_OF = {
    "prompt": Cause.PROMPT,
    "model": Cause.MODEL,
    "targets": Cause.MODEL,
    "judge": Cause.JUDGE,
    "scorers": Cause.JUDGE,
    "dataset": Cause.DATASET,
}
_ORDER = (Cause.JUDGE, Cause.PROMPT, Cause.MODEL, Cause.DATASET)


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribution:
    cause: Cause
    words: str
    next_step: str


def cause_of(what: str) -> Cause:
    """Return the cause that corresponds to a kind of change, such as "prompt" or "judge"."""
    return _CAUSE_OF.get(what, Cause.UNKNOWN)


def recent_changes(evidence: MonitorEvidence) -> tuple[ObservedChange, ...]:
    """Return all changes since the last healthy execution, because the problem began after that execution."""
    changes = list(evidence.now.changes)
    for run in reversed(evidence.recent):
        changes += run.changes
        if run.healthy:
            break
    return tuple(changes)


def attribute(
    shift: Shift,
    canary: Shift | None,
    changes: Sequence[ObservedChange],
    *,
    judged: bool,
    same_cases: bool = True,
) -> Attribution:
    """Return the most likely cause of a shift.

    With `same_cases` the shift was measured on shared cases only, so a changed dataset cannot be the cause.
    """
    changed = _changed(changes, canary, same_cases=same_cases)
    if changed is not None:
        return changed
    if not judged:
        return Attribution(
            cause=Cause.MODEL,
            words="Nothing was changed and only code grades, so the model's answers must have changed.",
            next_step=_OF_MODEL,
        )
    if canary is None:
        return Attribution(
            cause=Cause.UNKNOWN,
            words="There are no frozen answers yet, so a changed judge and a changed model look the same.",
            next_step="Read some of the cases whose score dropped.",
        )
    return _by_canary(shift, canary)


_OF_MODEL = (
    "Read the cases whose score dropped. If it persists, pin an older model version or try another."
)
_OF_JUDGE = (
    "The model is not the cause. Pin the judge's model, or check the judge against people's labels."
)


def _changed(
    changes: Sequence[ObservedChange], canary: Shift | None, *, same_cases: bool
) -> Attribution | None:
    by_cause: dict[Cause, list[str]] = {}
    for change in changes:
        cause = cause_of(change.what)
        by_cause.setdefault(cause, []).append(change.words or f"the {change.what} was changed")
    if same_cases:
        by_cause.pop(Cause.DATASET, None)
    if canary is not None and canary.p > POINTING:
        # The judge was changed, but grades the same answers as before.
        by_cause.pop(Cause.JUDGE, None)
    for cause in _ORDER:
        if cause in by_cause:
            words = "; ".join(dict.fromkeys(by_cause[cause]))
            return Attribution(
                cause=cause,
                words=f"Something was changed just before: {words}.",
                next_step="Check that change first, and undo it if it was not intended.",
            )
    return None


def _by_canary(shift: Shift, canary: Shift) -> Attribution:
    rest = beyond_judge(shift, canary)
    same_way = shift.value * canary.value > 0
    moved = canary.p <= POINTING
    answers = count(canary.cases, "frozen answer")
    if moved and same_way and (rest.p > POINTING or abs(canary.value) >= abs(rest.value)):
        words = f"The judge changed: it grades the same {answers} {_by(canary)} than before"
        also = rest.p <= POINTING and rest.value * shift.value > 0
        words += f", and the answers themselves also differ, by {_size(rest)}." if also else "."
        return Attribution(cause=Cause.JUDGE, words=words, next_step=_OF_JUDGE)
    if rest.p <= POINTING:
        judge = (
            f"the judge grades the same {answers} {_by(canary)} than before, which does not explain the change"
            if moved
            else f"the judge grades {answers} as it did before"
        )
        return Attribution(
            cause=Cause.MODEL,
            words=f"The model changed: {judge}, so the answers are {'worse' if rest.value < 0 else 'better'}.",
            next_step=_OF_MODEL,
        )
    return Attribution(
        cause=Cause.UNKNOWN,
        words=(
            "It is unclear whether the judge or the model changed: "
            f"{answers} moved by {_size(canary)}, which may be chance."
        ),
        next_step="Run the suite again now to get more evidence.",
    )


def _by(shift: Shift) -> str:
    return f"{_size(shift)} {'lower' if shift.value < 0 else 'higher'}"


def _size(shift: Shift) -> str:
    return SCORE.distance(shift.value)
