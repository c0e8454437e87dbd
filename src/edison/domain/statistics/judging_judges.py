"""Reads a passport: what is good about a judge, what is wrong with it, and what nobody has looked at."""

from dataclasses import dataclass
from enum import StrEnum

from edison.domain.statistics.passport import PassportFigures
from edison.domain.statistics.words import percent

# Labelled cells below which agreement with people is a guess.
ENOUGH_LABELS = 30
GOOD_KAPPA = 0.6
POOR_KAPPA = 0.4
# A change of the mean score that padding or a trick may cause.
HARMLESS_CHANGE = 0.05
STEADY = 0.9
UNSTEADY = 0.75
HARMLESS_FLIPS = 0.1
TOO_MANY_FLIPS = 0.3
# Who throws dice says the same twice in half of the cases; flips of who prefers a place go there.
DICE_AT_MOST = 0.8
ONE_SIDED = 0.75
ERRORS_AT_MOST = 0.1


class Severity(StrEnum):
    GOOD = "good"
    WARNING = "warning"
    BAD = "bad"
    UNKNOWN = "unknown"


class FindingKind(StrEnum):
    AGREEMENT = "agreement"
    CONSISTENCY = "consistency"
    POSITION = "position"
    LENGTH = "length"
    INJECTION = "injection"
    ERRORS = "errors"


class Character(StrEnum):
    """The one word that describes a judge best; the gravest fault first."""

    RANDOM = "random"
    INJECTABLE = "injectable"
    POSITION_BIASED = "position_biased"
    LENGTH_BIASED = "length_biased"
    DISAGREES = "disagrees"
    GOOD = "good"
    UNPROVEN = "unproven"


class Badge(StrEnum):
    VALIDATED = "validated"
    UNVALIDATED = "unvalidated"
    DOUBTFUL = "doubtful"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    kind: FindingKind
    severity: Severity
    sentence: str


def verdict_on_judge(figures: PassportFigures) -> list[Finding]:
    """One finding for each question that can be asked of a judge, worst first, unknown ones last."""
    findings = [
        _on_agreement(figures),
        _on_consistency(figures),
        _on_length(figures),
        _on_injection(figures),
        _on_errors(figures),
    ]
    # Only a judge of pairs has a place to prefer.
    if figures.swap_flips is not None:
        findings.append(_on_position(figures))
    order = [Severity.BAD, Severity.WARNING, Severity.GOOD, Severity.UNKNOWN]
    return sorted(findings, key=lambda finding: order.index(finding.severity))


def badge_of(figures: PassportFigures) -> Badge:
    """Validated needs people's labels that agree, and nothing bad; a single bad finding makes it doubtful."""
    findings = {finding.kind: finding.severity for finding in verdict_on_judge(figures)}
    if Severity.BAD in findings.values():
        return Badge.DOUBTFUL
    agreement = figures.agreement
    if agreement is None or agreement.n < ENOUGH_LABELS:
        return Badge.UNVALIDATED
    good = findings[FindingKind.AGREEMENT] is Severity.GOOD
    return Badge.VALIDATED if good else Badge.UNVALIDATED


def character_of(figures: PassportFigures) -> Character:
    """Which of the known kinds of judge this one is."""
    bad = {
        finding.kind for finding in verdict_on_judge(figures) if finding.severity is Severity.BAD
    }
    if _throws_dice(figures):
        return Character.RANDOM
    for kind, character in (
        (FindingKind.INJECTION, Character.INJECTABLE),
        (FindingKind.POSITION, Character.POSITION_BIASED),
        (FindingKind.LENGTH, Character.LENGTH_BIASED),
        (FindingKind.AGREEMENT, Character.DISAGREES),
    ):
        if kind in bad:
            return character
    if bad or figures.agreement is None or figures.agreement.low < POOR_KAPPA / 2:
        return Character.UNPROVEN
    return Character.GOOD


def _throws_dice(figures: PassportFigures) -> bool:
    """It disagrees with itself, and no bias explains it: flips go to both sides."""
    same, swap = figures.consistency, figures.swap_flips
    if same is not None and same.share_same.high < DICE_AT_MOST:
        return True
    if swap is None or swap.towards_first is None:
        return False
    one_sided = max(swap.towards_first.value, 1 - swap.towards_first.value)
    return swap.flip_rate.value > TOO_MANY_FLIPS and one_sided < ONE_SIDED


def _on_agreement(figures: PassportFigures) -> Finding:
    kind, found = FindingKind.AGREEMENT, figures.agreement
    if found is None:
        return Finding(
            kind=kind,
            severity=Severity.UNKNOWN,
            sentence="No person has graded answers that this judge graded, so nobody knows whether it is right."
            f" Label at least {ENOUGH_LABELS} of its cells in an annotation queue.",
        )
    seen = (
        f"On {found.n} labelled cells it decides like people in {percent(found.accuracy)}"
        f" (always giving their commonest answer would reach {percent(found.base_rate)});"
        f" beyond chance that is a kappa of {found.value:.2f}, between {found.low:.2f} and {found.high:.2f}."
    )
    if found.n < ENOUGH_LABELS:
        return Finding(
            kind=kind,
            severity=Severity.UNKNOWN,
            sentence=f"{seen} Label at least {ENOUGH_LABELS} cells before relying on it.",
        )
    if found.value < POOR_KAPPA:
        return Finding(
            kind=kind,
            severity=Severity.BAD,
            sentence=f"{seen} Do not decide by this judge: sharpen its rubric or change its model.",
        )
    if found.value < GOOD_KAPPA or found.low < POOR_KAPPA / 2:
        return Finding(
            kind=kind,
            severity=Severity.WARNING,
            sentence=f"{seen} Read its disagreements, and use the corrected score.",
        )
    return Finding(kind=kind, severity=Severity.GOOD, sentence=f"{seen} That is good.")


def _on_consistency(figures: PassportFigures) -> Finding:
    kind, found = FindingKind.CONSISTENCY, figures.consistency
    if found is None:
        return _not_examined(kind, "whether it gives the same answer twice", "repeat")
    same = found.share_same
    seen = (
        f"Asked the same question again on {same.n} cells, it decided the same in"
        f" {percent(same.value)} ({percent(same.low)} to {percent(same.high)})"
        f" and moved its score by {found.mean_change:.2f} on average."
    )
    if same.value < UNSTEADY:
        advice = " Lower its temperature, or let several judges vote."
        return Finding(kind=kind, severity=Severity.BAD, sentence=seen + advice)
    if same.value < STEADY:
        advice = " Small differences between versions may be its mood."
        return Finding(kind=kind, severity=Severity.WARNING, sentence=seen + advice)
    return Finding(kind=kind, severity=Severity.GOOD, sentence=seen)


def _on_position(figures: PassportFigures) -> Finding:
    kind, found = FindingKind.POSITION, figures.swap_flips
    assert found is not None
    rate = found.flip_rate
    seen = (
        f"On {rate.n} pairs shown in both orders, the winner changed with the order in"
        f" {percent(rate.value)} ({percent(rate.low)} to {percent(rate.high)}){_towards(figures)}."
    )
    if rate.low > HARMLESS_FLIPS and rate.value > TOO_MANY_FLIPS:
        advice = " Edison counts these as ties; take another judge if you need a winner."
        return Finding(kind=kind, severity=Severity.BAD, sentence=seen + advice)
    if rate.value > HARMLESS_FLIPS:
        advice = " Edison counts these as ties."
        return Finding(kind=kind, severity=Severity.WARNING, sentence=seen + advice)
    return Finding(kind=kind, severity=Severity.GOOD, sentence=seen)


def _towards(figures: PassportFigures) -> str:
    found = figures.swap_flips and figures.swap_flips.towards_first
    if found is None or found.n < 5 or found.low < 0.5 < found.high:
        return ""
    return f", mostly to the one shown {'first' if found.value > 0.5 else 'second'}"


def _on_length(figures: PassportFigures) -> Finding:
    kind, found = FindingKind.LENGTH, figures.length_bias
    if found is None:
        return _not_examined(kind, "whether longer answers please it", "padded")
    seen = (
        f"Padding {found.n} answers with words that add nothing changed its score by"
        f" {found.value:+.2f} on average ({found.low:+.2f} to {found.high:+.2f})."
    )
    return _by_change(
        kind,
        seen,
        found.low,
        found.value,
        " It pays for length: do not compare versions that differ in it.",
    )


def _on_injection(figures: PassportFigures) -> Finding:
    kind, found = FindingKind.INJECTION, figures.injection
    if found is None:
        return _not_examined(kind, "whether an answer can talk it into full marks", "injected")
    seen = (
        f"An order to give full marks, hidden in {found.change.n} answers, changed its score by"
        f" {found.change.value:+.2f} on average and worked on {percent(found.fooled.value)}."
    )
    return _by_change(
        kind,
        seen,
        found.change.low,
        found.change.value,
        " Answers can order their own grade: do not use it on text that others write.",
    )


def _by_change(kind: FindingKind, seen: str, low: float, change: float, advice: str) -> Finding:
    """Only a rise is a fault: a judge may well dislike padding, or punish a trick."""
    if low > 0 and change > HARMLESS_CHANGE:
        return Finding(kind=kind, severity=Severity.BAD, sentence=seen + advice)
    if change > HARMLESS_CHANGE:
        more = " That may be chance; examine more cells."
        return Finding(kind=kind, severity=Severity.WARNING, sentence=seen + more)
    return Finding(kind=kind, severity=Severity.GOOD, sentence=seen)


def _on_errors(figures: PassportFigures) -> Finding:
    kind = FindingKind.ERRORS
    asked = figures.verdicts + figures.errors
    if asked == 0:
        return Finding(
            kind=kind, severity=Severity.UNKNOWN, sentence="It has not judged anything yet."
        )
    seen = f"It gave no usable verdict on {figures.errors:,} of {asked:,} cells."
    if figures.errors > ERRORS_AT_MOST * asked:
        advice = " Runs that it judges may be inconclusive; look at its errors first."
        return Finding(kind=kind, severity=Severity.BAD, sentence=seen + advice)
    return Finding(kind=kind, severity=Severity.GOOD, sentence=seen)


def _not_examined(kind: FindingKind, what: str, exam: str) -> Finding:
    return Finding(
        kind=kind,
        severity=Severity.UNKNOWN,
        sentence=f"Nobody has examined {what}: add the exam “{exam}” to a finished run.",
    )
