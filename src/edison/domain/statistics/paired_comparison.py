"""Compare two versions on the same cases: better, worse or cannot tell, and why."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import sqrt

import numpy as np
from scipy.special import ndtri

from edison.domain.statistics import power
from edison.domain.statistics.estimates import (
    Estimate,
    Floats,
    mean_of,
    proportion_of,
    t_quantile,
    unseen_share,
)
from edison.domain.statistics.paired_tests import holm, mcnemar, sign_flip
from edison.domain.statistics.unseen_cases import cases_to_decide, missing_share, unseen_p

# With fewer cases no outcome whatever could be called a difference: 2 of 2**5 ways is more than one in twenty.
FEWEST_CASES = 6
# Of more lost cases than this nobody knows whether they would have turned the result.
LOST_AT_MOST = 0.10


class Verdict(StrEnum):
    """What the other is, seen from the base."""

    BETTER = "better"
    WORSE = "worse"
    # Clear on the cases that were run; a kind of case that is missing from them could turn it.
    BETTER_ON_THESE_CASES = "better_on_these_cases"
    WORSE_ON_THESE_CASES = "worse_on_these_cases"
    CANNOT_TELL = "cannot_tell"
    INCONCLUSIVE = "inconclusive"


# On the cases that were run, whether or not it holds beyond them.
BETTER_HERE = frozenset({Verdict.BETTER, Verdict.BETTER_ON_THESE_CASES})
WORSE_HERE = frozenset({Verdict.WORSE, Verdict.WORSE_ON_THESE_CASES})
ON_THESE_CASES = frozenset({Verdict.BETTER_ON_THESE_CASES, Verdict.WORSE_ON_THESE_CASES})


class Why(StrEnum):
    CLEAR = "clear"
    # It is no chance, but cases that are not among these could turn it.
    UNSEEN_CASES = "unseen_cases"
    # Chance alone makes differences like this one.
    NOISE = "noise"
    # It is real, and certainly smaller than the smallest that matters.
    TOO_SMALL = "too_small"
    # If there is one, it is certainly smaller than the smallest that matters.
    EQUIVALENT = "equivalent"
    TOO_FEW_CASES = "too_few_cases"
    TOO_MANY_ERRORS = "too_many_errors"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Paired:
    """One mean for each case that both have a usable score for, in the same order."""

    base: Floats
    other: Floats
    # Cases that both were asked, and that an error took from one of them or from both.
    lost: int = 0
    # Cases that each was asked, shared or not; only told, never counted with.
    base_total: int = 0
    other_total: int = 0

    @property
    def cases(self) -> int:
        return int(self.base.size)

    @property
    def lost_share(self) -> float:
        return self.lost / (self.cases + self.lost) if self.lost else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedComparison:
    cases: int
    lost: int
    # Both on the shared cases only; None without any.
    base: Estimate | None
    other: Estimate | None
    # Other less base.
    effect: Estimate | None
    p: float | None
    # After allowing for all comparisons that were made together, of which there were `family`.
    p_adjusted: float | None
    family: int
    # The same by a test that assumes nothing about the differences; None: there is no difference to confirm.
    p_unseen: float | None
    verdict: Verdict
    why: Why
    minimum_effect: float
    # The chance that this design calls a true difference of `minimum_effect` one; None without a minimum.
    power: float | None
    # How many cases would make that chance 80 %.
    cases_needed: int | None
    # How many cases would make that chance 80 % for the difference that was observed; None: there is none.
    cases_for_observed: int | None
    # The smallest difference that this design sees with a chance of 80 %.
    detectable: float | None
    # A kind of case up to this share of the traffic may be missing from the cases.
    missing_share: float
    # About how many such cases would make the verdict hold beyond them; None: it does, or nobody can say.
    cases_to_decide: int | None
    method: str


def compare_scores(
    pairs: Sequence[Paired], *, minimum_effect: float = 0.0, alpha: float = 0.05
) -> list[PairedComparison]:
    """Compare means of scores between 0 and 1. All pairs are one family: Holm's correction is over all of them."""
    return _compare(pairs, _scores, minimum_effect, alpha)


def compare_passes(
    pairs: Sequence[Paired], *, minimum_effect: float = 0.0, alpha: float = 0.05
) -> list[PairedComparison]:
    """Compare pass rates: values are 0 or 1, or the share of a case's trials that passed."""
    return _compare(pairs, _passes, minimum_effect, alpha)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tested:
    base: Estimate | None
    other: Estimate | None
    effect: Estimate
    p: float
    power_of: Callable[[float, float], float]
    cases_needed: Callable[[float, float], int | None]
    detectable: Callable[[float], float | None]
    method: str

    @property
    def without_zero(self) -> bool:
        return self.effect.low > 0 or self.effect.high < 0


def _compare(
    pairs: Sequence[Paired],
    test: Callable[[Paired, float], _Tested],
    minimum: float,
    alpha: float,
) -> list[PairedComparison]:
    if minimum < 0:
        raise ValueError("The smallest difference that matters is not negative")
    tested = [test(_checked(pair), 1 - alpha) if pair.cases else None for pair in pairs]
    # What cannot get a verdict makes it no harder for the others.
    judged = [
        index
        for index, pair in enumerate(pairs)
        if pair.lost_share <= LOST_AT_MOST and pair.cases >= FEWEST_CASES
    ]
    adjusted: dict[int, float] = dict(
        zip(judged, holm([_of(tested[index]).p for index in judged]), strict=True)
    )
    family = max(len(judged), 1)
    unseen = _confirm(pairs, tested, adjusted, alpha)
    # The hardest of Holm's steps: what is promised is promised for the worst case.
    strict = alpha / family
    made: list[PairedComparison] = []
    for index, pair in enumerate(pairs):
        result = tested[index]
        verdict, why = _verdict(
            pair, result, adjusted.get(index), unseen.get(index), minimum, alpha
        )
        planned = result is not None and minimum > 0
        made.append(
            PairedComparison(
                cases=pair.cases,
                lost=pair.lost,
                base=result and result.base,
                other=result and result.other,
                effect=result and result.effect,
                p=result.p if result and index in adjusted else None,
                p_adjusted=adjusted.get(index),
                family=family,
                p_unseen=unseen.get(index),
                verdict=verdict,
                why=why,
                minimum_effect=minimum,
                power=_of(result).power_of(minimum, strict) if planned else None,
                cases_needed=_of(result).cases_needed(minimum, strict) if planned else None,
                cases_for_observed=_for_observed(result, strict),
                detectable=result.detectable(strict) if result else None,
                missing_share=missing_share(pair.cases),
                cases_to_decide=cases_to_decide(pair.other - pair.base, strict)
                if verdict in ON_THESE_CASES
                else None,
                method=result.method if result else "none",
            )
        )
    return made


def _confirm(
    pairs: Sequence[Paired],
    tested: Sequence[_Tested | None],
    adjusted: dict[int, float],
    alpha: float,
) -> dict[int, float]:
    """Test the differences that are no chance once more, without an assumption about cases that were not drawn.

    What is not tested counts in Holm's correction as if nothing spoke for it, so the family is the same.
    """
    real = [
        index for index, p in adjusted.items() if p <= alpha and _of(tested[index]).without_zero
    ]
    p_values = dict.fromkeys(adjusted, 1.0)
    p_values |= {index: unseen_p(pairs[index].other - pairs[index].base) for index in real}
    corrected = dict(zip(p_values, holm(list(p_values.values())), strict=True))
    return {index: corrected[index] for index in real}


def _for_observed(tested: _Tested | None, alpha: float) -> int | None:
    if tested is None or abs(tested.effect.value) < 1e-9:
        return None
    return tested.cases_needed(abs(tested.effect.value), alpha)


def _verdict(
    pair: Paired,
    tested: _Tested | None,
    p_adjusted: float | None,
    p_unseen: float | None,
    minimum: float,
    alpha: float,
) -> tuple[Verdict, Why]:
    """Each claim needs an interval that carries it: better needs one without zero, too small one below the minimum.

    Better or worse beyond these cases needs the test without assumptions too; `p_unseen` is None where no difference
    is to be confirmed.
    """
    if pair.lost_share > LOST_AT_MOST:
        return Verdict.INCONCLUSIVE, Why.TOO_MANY_ERRORS
    if tested is None or p_adjusted is None:
        return Verdict.CANNOT_TELL, Why.TOO_FEW_CASES
    low, high = tested.effect.low, tested.effect.high
    inside = -minimum < low and high < minimum
    if p_unseen is None:
        return Verdict.CANNOT_TELL, Why.EQUIVALENT if inside else Why.NOISE
    if inside:
        return Verdict.CANNOT_TELL, Why.TOO_SMALL
    if p_unseen <= alpha:
        return (Verdict.BETTER if low > 0 else Verdict.WORSE), Why.CLEAR
    here = Verdict.BETTER_ON_THESE_CASES if low > 0 else Verdict.WORSE_ON_THESE_CASES
    return here, Why.UNSEEN_CASES


def _scores(pair: Paired, level: float) -> _Tested:
    differences = pair.other - pair.base
    deviation = deviation_of(differences, level)
    return _Tested(
        base=mean_of(pair.base, level=level),
        other=mean_of(pair.other, level=level),
        effect=_mean_difference(differences, deviation, level),
        p=sign_flip(differences),
        power_of=lambda effect, alpha: power.power_of(deviation, effect, pair.cases, alpha),
        cases_needed=lambda effect, alpha: power.cases_needed(deviation, effect, alpha),
        detectable=lambda alpha: power.detectable(deviation, pair.cases, alpha),
        method="paired sign-flip permutation",
    )


def _passes(pair: Paired, level: float) -> _Tested:
    values = np.concatenate([pair.base, pair.other])
    if not np.all((values == 0) | (values == 1)):
        # Several trials of a case: one decision for each case is not there to be counted.
        return _scores(pair, level)
    gained = int(np.count_nonzero(pair.other > pair.base))
    lost = int(np.count_nonzero(pair.other < pair.base))
    # As one more case had changed to each side: no design is ever sure that cases do not change.
    changed = (gained + lost + 1) / (pair.cases + 2)
    return _Tested(
        base=proportion_of(pair.base, level=level),
        other=proportion_of(pair.other, level=level),
        effect=_share_difference(gained, lost, pair.cases, level),
        p=mcnemar(gained, lost),
        power_of=lambda effect, alpha: power.power_of_passes(changed, effect, pair.cases, alpha),
        cases_needed=lambda effect, alpha: power.cases_needed_for_passes(changed, effect, alpha),
        detectable=lambda alpha: power.detectable(sqrt(changed), pair.cases, alpha),
        method="exact McNemar",
    )


def deviation_of(differences: Floats, level: float = 0.95) -> float:
    """How much cases differ in their differences.

    If all are alike, those not seen may show as much in the other direction, or anything if nothing moved.
    """
    cases = int(differences.size)
    if cases < 2:
        return 0.0
    deviation = float(differences.std(ddof=1))
    if deviation > 1e-12:
        return deviation
    seen = abs(float(differences.mean()))
    reach = 2 * seen if seen > 1e-12 else 1.0
    quantile = t_quantile(level, cases - 1)
    return reach * unseen_share(cases, quantile) * sqrt(cases) / quantile


def _mean_difference(differences: Floats, deviation: float, level: float) -> Estimate:
    """Student's interval of the mean difference, within -1 and 1."""
    cases = int(differences.size)
    value = float(differences.mean())
    half = t_quantile(level, cases - 1) * deviation / sqrt(cases) if cases > 1 else 2.0
    return _clipped(value, value - half, value + half, cases, "paired t", level)


def _share_difference(gained: int, lost: int, cases: int, level: float) -> Estimate:
    """Bonett and Price's interval for paired shares: Wald's, after one more case has changed to each side."""
    quantile = float(ndtri((1 + level) / 2))
    more, less = (gained + 1) / (cases + 2), (lost + 1) / (cases + 2)
    half = quantile * sqrt((more + less - (more - less) ** 2) / (cases + 2))
    value = (gained - lost) / cases
    low, high = more - less - half, more - less + half
    return _clipped(value, low, high, cases, "Bonett-Price", level)


def _clipped(
    value: float, low: float, high: float, cases: int, method: str, level: float
) -> Estimate:
    return Estimate(
        value=value,
        low=max(low, -1.0),
        high=min(high, 1.0),
        n=cases,
        clusters=cases,
        method=method,
        level=level,
    )


def _checked(pair: Paired) -> Paired:
    base = np.asarray(pair.base, dtype=np.float64)
    other = np.asarray(pair.other, dtype=np.float64)
    if base.shape != other.shape or base.ndim != 1:
        raise ValueError("Both have one value for each shared case")
    if np.isnan(base).any() or np.isnan(other).any():
        raise ValueError("A case without a score is lost, and not among the pairs")
    return replace(pair, base=base, other=other)


def _of(tested: _Tested | None) -> _Tested:
    assert tested is not None
    return tested
