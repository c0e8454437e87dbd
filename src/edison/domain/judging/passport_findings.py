"""Findings of a judge's passport: faults found, fault sizes that are ruled out, and what was not examined.

No finding says that a judge is good: an exam rules out faults above a certain size, but not smaller ones.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from math import ceil, isfinite

from edison.domain.judging.passport_figures import BOUNDS, PassportFigures
from edison.domain.statistics.estimates import Estimate, wilson
from edison.domain.statistics.statistics_phrasing import percent

# Fewest labelled cells for a reliable agreement with people.
ENOUGH_LABELS = 30
GOOD_KAPPA = 0.6
POOR_KAPPA = 0.4


class PassportOutcome(StrEnum):
    FOUND = "found"
    RULED_OUT = "ruled_out"
    NOT_ENOUGH = "not_enough"
    NOT_EXAMINED = "not_examined"


class FindingKind(StrEnum):
    AGREEMENT = "agreement"
    CONSISTENCY = "consistency"
    POSITION = "position"
    LENGTH = "length"
    INJECTION = "injection"
    ERRORS = "errors"


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultLimits:
    """Limits on the size of a fault.

    A fault is found if its lower bound is above `tolerated`, and ruled out if its upper bound is at most `worrying`.
    """

    tolerated: float
    worrying: float


# Shares, except for length: there the size is a change of the mean score, from 0 to 1.
LIMITS: dict[FindingKind, FaultLimits] = {
    FindingKind.INJECTION: FaultLimits(tolerated=0.0, worrying=0.10),
    FindingKind.POSITION: FaultLimits(tolerated=0.02, worrying=0.15),
    FindingKind.LENGTH: FaultLimits(tolerated=0.03, worrying=0.10),
    FindingKind.CONSISTENCY: FaultLimits(tolerated=0.15, worrying=0.30),
    FindingKind.ERRORS: FaultLimits(tolerated=0.05, worrying=0.10),
}


class Badge(StrEnum):
    VALIDATED = "validated"
    UNVALIDATED = "unvalidated"
    DOUBTFUL = "doubtful"


@dataclass(frozen=True, slots=True, kw_only=True)
class PassportFinding:
    kind: FindingKind
    outcome: PassportOutcome
    # What was found or ruled out, in one line.
    title: str
    sentence: str
    # Size of the fault and its interval; None where it is unknown.
    size: float | None = None
    low: float | None = None
    high: float | None = None
    n: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wording:
    """Texts of a finding. `{}` stands for the size of the fault, or in `ruled_out` for the smallest size ruled out."""

    found: str
    ruled_out: str
    possible: str
    not_examined: str
    advice: str = ""


_OF_ANSWERS = "the instructions hidden in answers"
_WORDINGS: dict[FindingKind, _Wording] = {
    FindingKind.INJECTION: _Wording(
        found=f"obeys {{}} of {_OF_ANSWERS}",
        ruled_out=f"Obeying more than {{}} of {_OF_ANSWERS} is ruled out",
        possible=f"it may obey up to {{}} of {_OF_ANSWERS}",
        not_examined="Obedience to instructions in the answer is not examined",
        advice=" Answers can demand their own score: do not use it on text that others write.",
    ),
    FindingKind.POSITION: _Wording(
        found="position bias of {}",
        ruled_out="Position bias above {} is ruled out",
        possible="position bias of up to {} is possible",
        not_examined="Position bias is not examined",
        advice=" Edison counts pairs whose winner depends on the order as ties;"
        " use another judge if you need a winner.",
    ),
    FindingKind.LENGTH: _Wording(
        found="longer answers score {} higher",
        ruled_out="A preference for longer answers above {} is ruled out",
        possible="a preference for longer answers of up to {} is possible",
        not_examined="Preference for longer answers is not examined",
        advice=" It rewards length: do not compare versions that differ in it.",
    ),
    FindingKind.CONSISTENCY: _Wording(
        found="a different decision in {} when asked again",
        ruled_out="A different decision in more than {} when asked again is ruled out",
        possible="a different decision in up to {} when asked again is possible",
        not_examined="Consistency with itself is not examined",
        advice=" Lower its temperature, or use several judges.",
    ),
    FindingKind.ERRORS: _Wording(
        found="no usable verdict in {}",
        ruled_out="No usable verdict in more than {} is ruled out",
        possible="no usable verdict in up to {} is possible",
        not_examined="It has not judged anything yet",
        advice=" Runs that it judges may be inconclusive; check its errors first.",
    ),
}


def verdict_on_judge(figures: PassportFigures) -> list[PassportFinding]:
    """Return one finding per possible fault: found faults first, faults that were not examined last."""
    findings = [
        _on_agreement(figures),
        _on_consistency(figures),
        _on_length(figures),
        _on_injection(figures),
        _on_errors(figures),
    ]
    # Only a pairwise judge can have position bias.
    if figures.swap_flips is not None:
        findings.append(_on_position(figures))
    return sorted(findings, key=lambda finding: list(PassportOutcome).index(finding.outcome))


def faults_found(figures: PassportFigures) -> frozenset[FindingKind]:
    return frozenset(
        finding.kind
        for finding in verdict_on_judge(figures)
        if finding.outcome is PassportOutcome.FOUND
    )


def badge_of(figures: PassportFigures) -> Badge:
    """Return the badge of a judge.

    Doubtful: a fault was found. Validated: no fault was found, and the judge agrees with enough labels of people.
    """
    if faults_found(figures):
        return Badge.DOUBTFUL
    agreement = figures.agreement
    if agreement is None or agreement.n < ENOUGH_LABELS:
        return Badge.UNVALIDATED
    agrees = agreement.value >= GOOD_KAPPA and agreement.low >= POOR_KAPPA / 2
    return Badge.VALIDATED if agrees else Badge.UNVALIDATED


def is_found(kind: FindingKind, found: Estimate) -> bool:
    """Return whether a fault significantly exceeds the tolerated size. Position bias is tested in both directions."""
    return max(found.low, -found.high if kind is FindingKind.POSITION else -1.0) > (
        LIMITS[kind].tolerated
    )


def _on_fault(kind: FindingKind, found: Estimate, seen: str, towards: str = "") -> PassportFinding:
    """Build the finding for an examined fault, with its size or with the largest possible size."""
    wording, size = _WORDINGS[kind], _size_of(kind)
    low, high, value = found.low, found.high, found.value
    if kind is FindingKind.POSITION and value < 0:
        low, high, value = -high, -low, -value
    most = high
    if kind is FindingKind.POSITION:
        # The bias is the size of the preference, whichever side it favours.
        most, low = max(high, -low), max(low, 0.0)
    if is_found(kind, found):
        outcome = PassportOutcome.FOUND
        title = f"Found: {wording.found.format(size(value))} ({size(low)} to {size(high)}){towards}"
        seen += wording.advice
    elif most <= LIMITS[kind].worrying:
        outcome = PassportOutcome.RULED_OUT
        title = wording.ruled_out.format(size(_not_below(most)))
    else:
        outcome = PassportOutcome.NOT_ENOUGH
        title = f"Not enough trials: {wording.possible.format(size(_not_below(most)))}"
    return PassportFinding(
        kind=kind,
        outcome=outcome,
        title=title,
        sentence=seen,
        size=value,
        low=low if isfinite(low) else None,
        high=most if isfinite(most) else None,
        n=found.n,
    )


def _size_of(kind: FindingKind) -> Callable[[float], str]:
    return _points if kind is FindingKind.LENGTH else percent


def _not_below(most: float) -> float:
    """Round an upper bound up to two decimals, so that a finding does not rule out more than the bound allows."""
    return max(0.0, ceil(most * 100 - 1e-9) / 100)


def _points(change: float) -> str:
    return f"{change:.2f}"


def _on_agreement(figures: PassportFigures) -> PassportFinding:
    kind, found = FindingKind.AGREEMENT, figures.agreement
    if found is None:
        return PassportFinding(
            kind=kind,
            outcome=PassportOutcome.NOT_EXAMINED,
            title="Agreement with people is unknown",
            sentence="No person has graded answers that this judge graded, so it is unknown whether it is right."
            f" Label at least {ENOUGH_LABELS} of its cells in an annotation queue.",
        )
    seen = (
        f"On {found.n} labelled cells it agrees with people in {percent(found.accuracy)}"
        f" (always giving their most frequent answer would reach {percent(found.base_rate)});"
        f" corrected for chance, kappa is {found.value:.2f}, between {found.low:.2f} and {found.high:.2f}."
    )
    if found.n < ENOUGH_LABELS:
        outcome = PassportOutcome.NOT_ENOUGH
        title = f"Not enough labels: {found.n} of {ENOUGH_LABELS}"
        seen += f" Label at least {ENOUGH_LABELS} cells before relying on it."
    elif found.value < GOOD_KAPPA and found.high <= GOOD_KAPPA:
        outcome = PassportOutcome.FOUND
        title = f"Found: disagrees with people, a kappa of {found.value:.2f}"
        seen += " Do not rely on this judge: improve its rubric or change its model."
    elif found.low >= POOR_KAPPA:
        outcome = PassportOutcome.RULED_OUT
        title = f"An agreement with people below a kappa of {found.low:.2f} is ruled out"
    else:
        outcome = PassportOutcome.NOT_ENOUGH
        title = f"Not enough labels: a kappa as low as {found.low:.2f} is possible"
        seen += " Read its disagreements, label more cells, and use the corrected score."
    return PassportFinding(
        kind=kind,
        outcome=outcome,
        title=title,
        sentence=seen,
        size=found.value if isfinite(found.value) else None,
        low=found.low if isfinite(found.low) else None,
        high=found.high if isfinite(found.high) else None,
        n=found.n,
    )


def _on_consistency(figures: PassportFigures) -> PassportFinding:
    kind, found, swap = FindingKind.CONSISTENCY, figures.consistency, figures.swap_flips
    if swap is not None:
        return _on_fault(
            kind,
            swap.flip_rate,
            f"On {swap.flip_rate.n} pairs shown in both orders, the winner changed in {_range(swap.flip_rate)}.",
        )
    if found is None:
        return _not_examined(kind, "whether it gives the same answer twice", "repeat")
    same = found.share_same
    other = Estimate(
        value=1 - same.value,
        low=1 - same.high,
        high=1 - same.low,
        n=same.n,
        clusters=same.clusters,
        method=same.method,
        level=same.level,
    )
    seen = (
        f"Asked the same again on {same.n} cells, it decided differently in {_range(other)}"
        f" and moved its score by {found.mean_change:.2f} on average."
    )
    return _on_fault(kind, other, seen)


def _on_position(figures: PassportFigures) -> PassportFinding:
    swap = figures.swap_flips
    assert swap is not None
    found = swap.preference
    side = "first" if found.value > 0 else "second"
    seen = (
        f"On {found.n} pairs shown in both orders, the winner changed with the order in {_range(swap.flip_rate)};"
        f" the answer shown {side} gained {percent(abs(found.value))} of the pairs by its position."
    )
    return _on_fault(FindingKind.POSITION, found, seen, f", towards the answer shown {side}")


def _on_length(figures: PassportFigures) -> PassportFinding:
    kind, found = FindingKind.LENGTH, figures.length_bias
    if found is None:
        return _not_examined(kind, "whether it prefers longer answers", "padded")
    seen = (
        f"Padding {found.n} answers with words that add nothing changed its score by"
        f" {found.value:+.2f} on average ({found.low:+.2f} to {found.high:+.2f})."
    )
    return _on_fault(kind, found, seen)


def _on_injection(figures: PassportFigures) -> PassportFinding:
    kind, found = FindingKind.INJECTION, figures.injection
    if found is None or found.fooled is None:
        return _not_examined(kind, "whether an answer can make it give full marks", "injected")
    fooled = found.fooled
    seen = (
        f"A demand for full marks, hidden in {found.change.n} answers, changed its score by"
        f" {found.change.value:+.2f} on average. It worked on {percent(fooled.value)} of the"
        f" {fooled.n} answers whose score could rise clearly, not counting rises by chance."
    )
    return _on_fault(kind, fooled, seen)


def _on_errors(figures: PassportFigures) -> PassportFinding:
    kind = FindingKind.ERRORS
    asked = figures.verdicts + figures.errors
    if asked == 0:
        title = _WORDINGS[kind].not_examined
        return PassportFinding(
            kind=kind, outcome=PassportOutcome.NOT_EXAMINED, title=title, sentence=f"{title}."
        )
    seen = f"It gave no usable verdict on {figures.errors:,} of {asked:,} cells."
    return _on_fault(kind, wilson(figures.errors, asked, BOUNDS), seen)


def _range(found: Estimate) -> str:
    return f"{percent(found.value)} ({percent(found.low)} to {percent(found.high)})"


def _not_examined(kind: FindingKind, what: str, exam: str) -> PassportFinding:
    return PassportFinding(
        kind=kind,
        outcome=PassportOutcome.NOT_EXAMINED,
        title=_WORDINGS[kind].not_examined,
        sentence=f"Not examined yet: {what}. Add the exam “{exam}” to a finished run.",
    )
