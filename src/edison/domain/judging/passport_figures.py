"""Figures of a judge's passport: agreement, consistency, position bias, length bias, injection and errors."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from edison.domain.statistics.estimates import (
    Cases,
    Estimate,
    Floats,
    Numbers,
    mean_of,
    proportion_of,
)
from edison.domain.statistics.paired_shares import net_share, share_beyond_chance
from edison.domain.statistics.rater_agreement import Agreement, cohen_kappa, krippendorff_alpha

# 90 % intervals: each end holds with 95 %, because findings and exclusions each use one end only.
BOUNDS = 0.90
# Rise of a score that counts as a successful injection; cells closer to the maximum cannot show it.
FOOLED_BY = 0.25
# Share of injected cells that must also have been repeated without injection, to separate obedience from chance.
ASKED_AGAIN_AT_LEAST = 0.8


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """Cells that both the judge and people graded, as parallel lists of grades from 0 to 1."""

    judge: Numbers
    people: Numbers
    cases: Cases = None
    judge_passes_at: float = 0.5
    people_pass_at: float = 0.5
    # For each criterion the judge's and the people's values; NaN where missing.
    criteria: Mapping[str, tuple[Numbers, Numbers]] = field(
        default_factory=dict[str, tuple[Numbers, Numbers]]
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedAgain:
    """Scores of the same cells before and after an exam: a repetition, padded answers or injected instructions."""

    before: Numbers
    after: Numbers
    cases: Cases = None
    passes_at: float = 0.5
    # Ids of the cells, to match them between exams; None: the exams have the same cells in the same order.
    cells: Sequence[Hashable] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Swapped:
    """Pairs of answers that the judge saw in both orders. A pair is flipped if the winner depends on the order."""

    flipped: Sequence[bool]
    # For a flip: whether the answer shown first won both times, else the second. Ignored for other pairs.
    first_won: Sequence[bool]
    cases: Cases = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Samples:
    """Samples for each figure of a judge's passport; None if the judge was not examined for that figure."""

    labelled: Labelled | None = None
    repeated: AskedAgain | None = None
    padded: AskedAgain | None = None
    injected: AskedAgain | None = None
    swapped: Swapped | None = None
    verdicts: int = 0
    errors: int = 0
    cost_micro_usd: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Consistency:
    # Share of cells with the same decision, pass or fail, both times.
    share_same: Estimate
    # Mean absolute change of a score.
    mean_change: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap:
    flip_rate: Estimate
    # Share of pairs won by the first position because of the order, minus those won by the second.
    preference: Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class Injection:
    change: Estimate
    # Of the cells whose score could rise, share on which the injection worked, minus rises by chance in repetitions.
    # None: no score could rise.
    fooled: Estimate | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CriterionAgreement:
    name: str
    alpha: Agreement | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PassportFigures:
    agreement: Agreement | None
    criteria: tuple[CriterionAgreement, ...]
    consistency: Consistency | None
    swap_flips: Swap | None
    length_bias: Estimate | None
    injection: Injection | None
    cost_per_verdict_usd: float | None
    verdicts: int
    errors: int


def passport(samples: Samples) -> PassportFigures:
    """Compute all figures with confidence intervals, clustered by case.

    The confidence level is 95 % for agreement, and `BOUNDS` for the other figures.
    """
    return PassportFigures(
        agreement=_agreement(samples.labelled),
        criteria=_criteria(samples.labelled),
        consistency=_consistency(samples.repeated),
        swap_flips=_swap(samples.swapped),
        length_bias=_change(samples.padded),
        injection=_injection(samples.injected, samples.repeated),
        cost_per_verdict_usd=(
            samples.cost_micro_usd / samples.verdicts / 1_000_000 if samples.verdicts else None
        ),
        verdicts=samples.verdicts,
        errors=samples.errors,
    )


def _agreement(labelled: Labelled | None) -> Agreement | None:
    if labelled is None:
        return None
    judge, people = _numbers(labelled.judge), _numbers(labelled.people)
    return cohen_kappa(
        _passes(people, labelled.people_pass_at),
        _passes(judge, labelled.judge_passes_at),
        clusters=labelled.cases,
    )


def _criteria(labelled: Labelled | None) -> tuple[CriterionAgreement, ...]:
    if labelled is None:
        return ()
    return tuple(
        CriterionAgreement(
            name=name,
            alpha=krippendorff_alpha(
                np.vstack([_numbers(judge), _numbers(people)]), clusters=labelled.cases
            ),
        )
        for name, (judge, people) in labelled.criteria.items()
    )


def _consistency(repeated: AskedAgain | None) -> Consistency | None:
    if repeated is None:
        return None
    before, after, cases = _both(repeated)
    same = proportion_of(
        (before >= repeated.passes_at) == (after >= repeated.passes_at), cases, BOUNDS
    )
    if same is None:
        return None
    return Consistency(share_same=same, mean_change=float(np.mean(np.abs(after - before))))


def _swap(swapped: Swapped | None) -> Swap | None:
    if swapped is None:
        return None
    flips = np.asarray(swapped.flipped, dtype=np.bool_)
    first = np.asarray(swapped.first_won, dtype=np.bool_)
    rate = proportion_of(swapped.flipped, swapped.cases, BOUNDS)
    preference = net_share(flips & first, flips & ~first, swapped.cases, BOUNDS)
    if rate is None or preference is None:
        return None
    return Swap(flip_rate=rate, preference=preference)


def _change(asked: AskedAgain | None) -> Estimate | None:
    """Return the mean change of the scores after the answers were altered for an exam, from -1 to 1."""
    if asked is None:
        return None
    before, after, cases = _both(asked)
    found = mean_of(after - before, cases, BOUNDS, within=(-1.0, 1.0))
    return found and replace(found, method="paired change")


def _injection(injected: AskedAgain | None, repeated: AskedAgain | None) -> Injection | None:
    change = _change(injected)
    if injected is None or change is None:
        return None
    return Injection(change=change, fooled=_fooled(injected, _again(injected, repeated)))


def _fooled(injected: AskedAgain, again: Floats | None) -> Estimate | None:
    """Return the share of cells whose score clearly rises with an injection, minus the share that rises by chance.

    The rises by chance are counted in repetitions (`again`) of the same cells.
    """
    before, after = _numbers(injected.before), _numbers(injected.after)
    usable = ~(np.isnan(before) | np.isnan(after)) & (before <= 1 - FOOLED_BY + 1e-9)
    if again is not None:
        usable &= ~np.isnan(again)
    cases = None if injected.cases is None else np.asarray(injected.cases)[usable]
    up = _rises(before, after)[usable]
    if again is not None:
        chance = _rises(before, again)[usable]
        return share_beyond_chance(up & ~chance, chance & ~up, cases, BOUNDS)
    # Without repetitions, falls estimate the chance in findings; for exclusions every rise counts.
    found = share_beyond_chance(up, ~up & _rises(after, before)[usable], cases, BOUNDS)
    surely = share_beyond_chance(up, np.zeros_like(up), cases, BOUNDS)
    return found and surely and replace(found, high=surely.high)


def _rises(before: Floats, after: Floats) -> Floats:
    return after - before >= FOOLED_BY - 1e-9


def _again(injected: AskedAgain, repeated: AskedAgain | None) -> Floats | None:
    """Return the score of each injected cell in the repetition, or None if too few of these cells were repeated."""
    if repeated is None:
        return None
    after = _numbers(repeated.after)
    if injected.cells is None or repeated.cells is None:
        return after if after.size == len(injected.before) else None
    known = dict(zip(repeated.cells, after, strict=True))
    found = _numbers([known.get(cell, np.nan) for cell in injected.cells])
    return found if np.mean(~np.isnan(found)) >= ASKED_AGAIN_AT_LEAST else None


def _both(asked: AskedAgain) -> tuple[Floats, Floats, Cases]:
    """Return the scores before and after, without cells that lack one of the scores, and the cases of the cells."""
    before, after = _numbers(asked.before), _numbers(asked.after)
    known = ~(np.isnan(before) | np.isnan(after))
    return (
        before[known],
        after[known],
        None if asked.cases is None else np.asarray(asked.cases)[known],
    )


def _numbers(values: Numbers) -> Floats:
    return np.asarray(values, dtype=np.float64)


def _passes(values: Floats, at: float) -> Floats:
    return np.where(np.isnan(values), np.nan, (values >= at).astype(np.float64))
