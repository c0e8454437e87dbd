"""Paired comparison of two versions on the same cases, with the verdict better, worse or cannot tell, and a reason."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import sqrt

import numpy as np
from scipy.special import ndtri

from edison.domain.statistics import statistical_power
from edison.domain.statistics.detectable_difference import detectable_beyond, detectable_difference
from edison.domain.statistics.estimates import (
    Estimate,
    Floats,
    mean_of,
    proportion_of,
    t_quantile,
    unseen_share,
)
from edison.domain.statistics.paired_tests import holm, mcnemar, sign_flip
from edison.domain.statistics.unseen_case_share import cases_to_decide, missing_share, unseen_p

# With fewer cases no outcome can be significant: 2 of 2**5 permutations are more than 5 %.
FEWEST_CASES = 6
# With more lost cases than this the result could be reversed.
LOST_AT_MOST = 0.10


class Verdict(StrEnum):
    """Verdict about `other` relative to `base`."""

    BETTER = "better"
    WORSE = "worse"
    # Clear on these cases; a kind of case that is missing from them could reverse it.
    BETTER_ON_THESE_CASES = "better_on_these_cases"
    WORSE_ON_THESE_CASES = "worse_on_these_cases"
    CANNOT_TELL = "cannot_tell"
    INCONCLUSIVE = "inconclusive"


# Verdicts on these cases, whether or not they hold beyond them.
BETTER_HERE = frozenset({Verdict.BETTER, Verdict.BETTER_ON_THESE_CASES})
WORSE_HERE = frozenset({Verdict.WORSE, Verdict.WORSE_ON_THESE_CASES})
ON_THESE_CASES = frozenset({Verdict.BETTER_ON_THESE_CASES, Verdict.WORSE_ON_THESE_CASES})


class Why(StrEnum):
    CLEAR = "clear"
    # Significant, but cases that are missing could reverse it.
    UNSEEN_CASES = "unseen_cases"
    # The difference may be chance.
    NOISE = "noise"
    # Significant, and certainly smaller than the smallest difference that matters.
    TOO_SMALL = "too_small"
    # The difference, if any, is certainly smaller than the smallest that matters.
    EQUIVALENT = "equivalent"
    TOO_FEW_CASES = "too_few_cases"
    TOO_MANY_ERRORS = "too_many_errors"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Paired:
    """Case means of `base` and `other` for each case with a usable score on both sides, in the same order."""

    base: Floats
    other: Floats
    # Shared cases without a score on at least one side because of errors.
    lost: int = 0
    # Cases of each side, shared or not; for information only.
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
    # Other minus base.
    effect: Estimate | None
    p: float | None
    # Adjusted for all `family` comparisons that were made together.
    p_adjusted: float | None
    family: int
    # From a test without assumptions on the distribution; None: there is no difference to confirm.
    p_unseen: float | None
    verdict: Verdict
    why: Why
    minimum_effect: float
    # Probability that this design detects a true difference of `minimum_effect`; None without a minimum.
    power: float | None
    # Number of cases for a power of 80 %.
    cases_needed: int | None
    # Number of cases for a power of 80 % at the observed difference; None: there is none.
    cases_for_observed: int | None
    # Smallest difference that this design detects with a power of 80 %; None: not even the largest.
    detectable: float | None
    # Standard deviation of the differences of the cases, and the error rate of all comparisons.
    deviation: float
    alpha: float
    # A kind of case up to this share of the traffic may be missing from the cases.
    missing_share: float
    # Number of such cases with which the verdict would hold beyond them; None: it does, or the number is unknown.
    cases_to_decide: int | None
    method: str

    @property
    def detectable_beyond(self) -> float | None:
        """The smallest difference whose verdict holds beyond these cases, with a power of 80 %."""
        return detectable_beyond(self.deviation, self.cases, self.family, self.alpha)


def compare_scores(
    pairs: Sequence[Paired], *, minimum_effect: float = 0.0, alpha: float = 0.05
) -> list[PairedComparison]:
    """Compare the mean scores (0 to 1) of each pair. Holm's correction covers all pairs."""
    return _compare(pairs, _scores, minimum_effect, alpha)


def compare_passes(
    pairs: Sequence[Paired], *, minimum_effect: float = 0.0, alpha: float = 0.05
) -> list[PairedComparison]:
    """Compare the pass rates of each pair. Holm's correction covers all pairs.

    The value of a case is the share of its trials that passed.
    """
    return _compare(pairs, _passes, minimum_effect, alpha)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tested:
    base: Estimate | None
    other: Estimate | None
    effect: Estimate
    p: float
    power_of: Callable[[float, float], float]
    cases_needed: Callable[[float, float], int | None]
    # Standard deviation of the differences, as it counts for the power.
    deviation: float
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
        raise ValueError("The smallest difference that matters cannot be negative")
    tested = [test(_checked(pair), 1 - alpha) if pair.cases else None for pair in pairs]
    # Pairs that cannot get a verdict do not count towards the correction.
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
    # Power is computed for the strictest of Holm's steps, the worst case.
    strict = alpha / family
    made: list[PairedComparison] = []
    for index, pair in enumerate(pairs):
        result = tested[index]
        verdict, why = _verdict(
            pair, result, adjusted.get(index), unseen.get(index), minimum, alpha
        )
        planned = result is not None and minimum > 0
        deviation = result.deviation if result else 0.0
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
                detectable=detectable_difference(deviation, pair.cases, family, alpha),
                deviation=deviation,
                alpha=alpha,
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
    """Test significant differences again with a distribution-free test, which allows for kinds of cases not drawn.

    Holm's correction covers all pairs: pairs that are not tested again count with p = 1.
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
    """Return the verdict and its reason.

    A difference is real if its interval excludes 0, and too small if the interval lies within the minimum effect. It
    also holds for unseen cases if `p_unseen` is significant; `p_unseen` is None if the difference is not real.
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
        power_of=lambda effect, alpha: statistical_power.power_of(
            deviation, effect, pair.cases, alpha
        ),
        cases_needed=lambda effect, alpha: statistical_power.cases_needed(deviation, effect, alpha),
        deviation=deviation,
        method="paired sign-flip permutation",
    )


def _passes(pair: Paired, level: float) -> _Tested:
    values = np.concatenate([pair.base, pair.other])
    if not np.all((values == 0) | (values == 1)):
        # With several trials of a case there is no single decision per case to count.
        return _scores(pair, level)
    gained = int(np.count_nonzero(pair.other > pair.base))
    lost = int(np.count_nonzero(pair.other < pair.base))
    # As if one more case had changed to each side, because no design excludes changes.
    changed = (gained + lost + 1) / (pair.cases + 2)
    return _Tested(
        base=proportion_of(pair.base, level=level),
        other=proportion_of(pair.other, level=level),
        effect=_share_difference(gained, lost, pair.cases, level),
        p=mcnemar(gained, lost),
        power_of=lambda effect, alpha: statistical_power.power_of_passes(
            changed, effect, pair.cases, alpha
        ),
        cases_needed=lambda effect, alpha: statistical_power.cases_needed_for_passes(
            changed, effect, alpha
        ),
        deviation=sqrt(changed),
        method="exact McNemar",
    )


def deviation_of(differences: Floats, level: float = 0.95) -> float:
    """Return the standard deviation of the differences of the cases.

    If all differences are equal, return an upper estimate that allows for unseen cases with other differences.
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
    """Return the mean difference with Student's t interval, limited to -1 and 1."""
    cases = int(differences.size)
    value = float(differences.mean())
    half = t_quantile(level, cases - 1) * deviation / sqrt(cases) if cases > 1 else 2.0
    return _clipped(value, value - half, value + half, cases, "paired t", level)


def _share_difference(gained: int, lost: int, cases: int, level: float) -> Estimate:
    """Return the difference of paired proportions with the Bonett-Price interval.

    This is the Wald interval after adding one discordant pair in each direction.
    """
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
        raise ValueError("Both must have one value for each shared case")
    if np.isnan(base).any() or np.isnan(other).any():
        raise ValueError("A case without a score must be counted as lost, not as a pair")
    return replace(pair, base=base, other=other)


def _of(tested: _Tested | None) -> _Tested:
    assert tested is not None
    return tested
