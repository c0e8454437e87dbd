"""Sentences that explain statistics to people who are not statisticians.

Each names what is compared, the number of cases, and the next step.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from edison.domain.statistics.bradley_terry import Ranked
from edison.domain.statistics.corrected_means import FEWEST_LABELLED, LabelPlan, worth_collecting
from edison.domain.statistics.estimates import (
    Estimate,
    distance_text,
    fixed_text,
    interval_text,
    score_text,
)
from edison.domain.statistics.estimates import percent as percent
from edison.domain.statistics.facet_tests import FacetTest
from edison.domain.statistics.paired_comparison import (
    BETTER_HERE,
    FEWEST_CASES,
    PairedComparison,
    Why,
)

# A plan that needs this many times the available cases is not useful advice.
_OUT_OF_REACH = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """Kind of value: a "score" on a scale up to `top`, or a "pass rate" in percent."""

    name: str = "score"
    share: bool = False
    top: float = 1.0

    def say(self, value: float) -> str:
        return percent(value) if self.share else score_text(value, self.top)

    def interval(self, found: Estimate) -> str:
        """Format a value with its 95% interval."""
        if self.share:
            return f"{percent(found.value)} ({percent(found.low)} to {percent(found.high)})"
        return interval_text(found.value, found.low, found.high, self.top)

    def distance(self, value: float) -> str:
        """Format the absolute value of a difference."""
        if self.share:
            return f"{_points(value)} {'point' if _points(value) == '1' else 'points'}"
        return distance_text(abs(value), self.top)

    def distances(self, first: float, second: float) -> str:
        """Format two differences with a common unit."""
        if self.share:
            return f"{_points(first)} and {_points(second)} points"
        return f"{self.distance(first)} and {self.distance(second)}"


SCORE = Measure()
PASS_RATE = Measure(name="pass rate", share=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    sentence: str
    next_step: str


def of_comparison(
    found: PairedComparison, *, base: str, other: str, measure: Measure = SCORE
) -> Reading:
    """Describe the comparison of `other` with `base`."""
    words = {
        Why.CLEAR: _clear,
        Why.UNSEEN_CASES: _on_these_cases,
        Why.NOISE: _noise,
        Why.TOO_SMALL: _too_small,
        Why.EQUIVALENT: _equivalent,
        Why.TOO_FEW_CASES: _too_few,
        Why.TOO_MANY_ERRORS: _too_many_errors,
    }[found.why]
    return words(found, base, other, measure)


def of_estimate(found: Estimate | None, *, measure: Measure = SCORE) -> str:
    """Describe a value with its interval."""
    what = measure.name
    if found is None:
        return f"There is no {what} yet: no usable value."
    on = count(found.clusters, "case")
    if found.n > found.clusters:
        on += f" with {found.n:,} values"
    if found.clusters < 2:
        return f"The {what} is {measure.say(found.value)} on {on}: too few for an interval."
    return f"The {what} is {measure.interval(found)} on {on}, {percent(found.level)} interval."


def of_ranking(ranked: Sequence[Ranked], names: Sequence[str], cases: int) -> Reading:
    """Say which item ranks first, and whether that is certain. `names` are indexed by item."""
    met = [each for each in ranked if each.duels > 0]
    if len(met) < 2:
        return Reading(
            sentence="There are no pairwise comparisons yet.",
            next_step="Score the run with a pairwise judge.",
        )
    if len({each.group for each in met}) > 1:
        return Reading(
            sentence=f"On {count(cases, 'case')}, not all pairs were compared, so there is no common order.",
            next_step="Score the pairs that are missing with a pairwise judge.",
        )
    first = [each for each in met if each.rank == 1]
    best = first[0]
    seen = (
        f"it beats an average entry in {percent(best.strength)} of cases"
        f" ({percent(best.low)} to {percent(best.high)})"
    )
    if len(first) == 1:
        others = f"all {len(met) - 1} others" if len(met) > 2 else f"“{names[met[1].item]}”"
        return Reading(
            sentence=f"On {count(cases, 'case')}, “{names[best.item]}” is better than {others}: {seen}.",
            next_step="Use it, unless another is much cheaper.",
        )
    tied = listed([f"“{names[each.item]}”" for each in first])
    return Reading(
        sentence=f"On {count(cases, 'case')}, {tied} share the first place: their order may be chance.",
        next_step="Add cases to tell them apart, or take the cheapest of them.",
    )


def of_facet(found: FacetTest, measure: Measure = SCORE, alpha: float = 0.05) -> str:
    """Describe the result of one group compared with all other observations."""
    here = f"“{found.group}” ({found.name})"
    if found.estimate is None:
        return f"{here}: no usable value."
    on = count(found.estimate.clusters, "case")
    has = f"On {on}, {here} has a {measure.name} of {measure.say(found.estimate.value)}"
    if found.difference is None:
        return f"{has}; there is nothing to compare it with."
    by = f"{measure.distance(found.difference.value)} {_direction(found.difference.value)} than the rest"
    if found.small:
        return f"{has}, {by}; too few cases to draw a conclusion, so add some before acting on it."
    if found.p_adjusted is not None and found.p_adjusted <= alpha:
        look = (
            "look at its worst cells"
            if found.difference.value < 0
            else "it is easier than the rest"
        )
        return f"{has}, {by}, which is not chance: {look}."
    return f"{has}, {by}; this may be chance."


def of_corrected(
    found: Estimate | None, judge: Estimate | None, labels: int, measure: Measure = SCORE
) -> Reading:
    """Describe how human labels changed the mean of a judge."""
    if found is None or judge is None:
        return Reading(
            sentence=f"{count(labels, 'label')} by people: too few to correct the judge's {measure.name}.",
            next_step=f"Label at least {FEWEST_LABELLED} cases, picked at random; 30 are better.",
        )
    apart = found.value - judge.value
    off = f"{measure.distance(apart)} {_direction(apart)} than the judge says"
    if abs(apart) < 0.005:
        off = "what the judge says"
    return Reading(
        sentence=f"With {count(labels, 'label')} by people, the {measure.name} is {measure.interval(found)},"
        f" {off}.",
        next_step=(
            "Use the corrected value: the judge alone is wrong."
            if not found.low <= judge.value <= found.high
            else "Both agree within the interval; use the corrected value."
        ),
    )


def of_labels_plan(plans: Sequence[LabelPlan], measure: Measure = SCORE) -> str:
    """Say whether collecting more labels is worthwhile."""
    if not plans:
        return (
            f"Label at least {FEWEST_LABELLED} cases first, "
            "picked at random; then Edison can estimate the effect of more labels."
        )
    now, worth = plans[0], worth_collecting(plans)
    has = f"With {count(now.labels, 'label')} the {measure.name} is known to ±{measure.distance(now.half_width)}"
    if worth is None:
        return f"{has}; more labels would hardly narrow it."
    then = measure.distance(worth.half_width)
    return f"{has}; with {worth.labels:,} it would be ±{then}, and further labels would add little."


def of_repeats(
    at_k: Estimate | None, hat_k: Estimate | None, flips: Estimate | None, k: int
) -> str:
    """Describe the consistency of repeated trials."""
    if at_k is None or hat_k is None or flips is None:
        return "Each case was run once. Run several trials to see how consistent the answers are."
    return (
        f"On {count(at_k.clusters, 'case')}, at least one of {k} trials passes in {percent(at_k.value)} and all of them"
        f" in {percent(hat_k.value)}; two trials of the same case disagree in {percent(flips.value)}."
    )


def count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _clear(found: PairedComparison, base: str, other: str, measure: Measure) -> Reading:
    better = found.verdict in BETTER_HERE
    next_step = (
        f"Use “{other}”; first check whether single cases got worse."
        if better
        else f"Keep “{base}”, and read the cases that got worse."
    )
    said = f"“{other}” is {'better' if better else 'worse'} than “{base}”: "
    return Reading(sentence=said + _difference(found, measure), next_step=next_step)


def _on_these_cases(found: PairedComparison, base: str, other: str, measure: Measure) -> Reading:
    better = found.verdict in BETTER_HERE
    said = (
        f"“{other}” is {'better' if better else 'worse'} than “{base}” on these cases, cannot tell beyond them:"
        f" {_difference(found, measure)} A kind of case that is up to {percent(found.missing_share)} of your traffic"
        f" may be missing from {count(found.cases, 'case')}."
    )
    decides = (
        "Even 100,000 such cases would not decide it"
        if found.cases_to_decide is None
        else f"About {_rounded(found.cases_to_decide):,} such cases would decide it"
    )
    act = f"Use “{other}” if all your traffic is like these cases" if better else f"Keep “{base}”"
    return Reading(
        sentence=said, next_step=f"Add kinds of cases that are missing. {decides}. {act}."
    )


def _difference(found: PairedComparison, measure: Measure) -> str:
    effect = _known(found.effect)
    sentence = (
        f"on {_on(found)} its {measure.name} is {_by(effect, measure)},"
        f" {measure.say(_known(found.other).value)} against"
        f" {measure.say(_known(found.base).value)}{_family(found)}."
    )
    if abs(effect.value) < found.minimum_effect:
        asked = measure.distance(found.minimum_effect)
        sentence += (
            f" The estimate is below the {asked} that matter to you, but it may be that large."
        )
    return sentence


def _rounded(number: int) -> int:
    """Round up to two significant digits."""
    step = 10 ** max(len(str(number)) - 2, 0)
    return -(-number // step) * step


def _noise(found: PairedComparison, base: str, other: str, measure: Measure) -> Reading:
    effect = _known(found.effect)
    if effect.low > 0 or effect.high < 0:
        doubt = (
            f"but among {found.family} comparisons one such difference can be chance"
            if found.family > 1
            else f"but chance alone gives one as large in {percent(found.p or 0.0)} of such comparisons"
        )
    else:
        doubt = (
            f"but on other cases it may be anything from {_signed(effect.low, measure)} to"
            f" {_signed(effect.high, measure)}"
        )
    return Reading(
        sentence=f"Not enough evidence to tell whether “{other}” is better or worse than “{base}”: on {_on(found)} its"
        f" {measure.name} is {_signed(effect.value, measure)}, {doubt}.",
        next_step=_more_cases(found, measure),
    )


def _too_small(found: PairedComparison, base: str, other: str, measure: Measure) -> Reading:
    return Reading(
        sentence=f"“{other}” differs from “{base}” less than matters to you: on {_on(found)} its {measure.name} is"
        f" {_by(_known(found.effect), measure)}, which is not chance, "
        f"but below {measure.distance(found.minimum_effect)}.",
        next_step="Choose by cost or speed.",
    )


def _equivalent(found: PairedComparison, base: str, other: str, measure: Measure) -> Reading:
    effect = _known(found.effect)
    return Reading(
        sentence=f"“{other}” is as good as “{base}” for your purpose: on {_on(found)} the difference in {measure.name}"
        f" lies between {_signed(effect.low, measure)} and {_signed(effect.high, measure)},"
        f" and less than {measure.distance(found.minimum_effect)} does not matter to you.",
        next_step="Choose by cost or speed.",
    )


def _too_few(found: PairedComparison, base: str, other: str, measure: Measure) -> Reading:
    wanted = max(found.cases_needed or 30, FEWEST_CASES)
    return Reading(
        sentence=f"Too few cases to compare “{other}” with “{base}”: only {_on(found)} have a {measure.name} of both,"
        f" and with fewer than {FEWEST_CASES} any outcome may be chance.",
        next_step=f"Run both on the same {wanted:,} cases or more.",
    )


def _too_many_errors(found: PairedComparison, base: str, other: str, measure: Measure) -> Reading:
    asked = found.cases + found.lost
    return Reading(
        sentence=f"No verdict on “{other}” against “{base}”: {found.lost:,} of {asked:,} shared cases"
        f" ({percent(found.lost / asked)}) have no usable {measure.name} "
        "because of errors, and those could reverse the result.",
        next_step="Run and score the failed cells again.",
    )


def _more_cases(found: PairedComparison, measure: Measure) -> str:
    needed = found.cases_needed
    if needed is None or found.power is None:
        if found.detectable is None and abs(_known(found.effect).value) > 1e-9:
            return "Add cases: these are too few to show even the largest difference."
        if found.detectable is None:
            return "Add harder cases: nothing changed on these."
        least = measure.distance(found.detectable)
        return (
            f"These cases can show differences of {least} or more; add cases to see smaller ones."
        )
    wanted = measure.distance(found.minimum_effect)
    if needed <= found.cases:
        return (
            f"A difference of {wanted} would have been seen with a chance of {percent(found.power)};"
            " without other reasons, choose by cost or speed."
        )
    seen = _cases_for_observed(found, measure)
    if needed > _OUT_OF_REACH * found.cases:
        small = f"{needed:,} cases for the smallest that matters, {wanted}"
        if seen is not None:
            return f"A power of 80% needs {seen}, and {small}."
        return (
            f"It would take {needed:,} cases to see a difference of {wanted}: choose by cost or speed,"
            " or make a larger change."
        )
    beside = "" if seen is None else f"; it takes {seen}"
    return (
        f"Add cases: {needed:,} would show a difference of {wanted} four times in five{beside};"
        f" now the chance is {percent(found.power)}."
    )


def _cases_for_observed(found: PairedComparison, measure: Measure) -> str | None:
    """Say how many cases the observed difference needs; None if there is no difference or the number is unknown."""
    if found.cases_for_observed is None or found.effect is None:
        return None
    needed = max(found.cases_for_observed, FEWEST_CASES)
    return f"{needed:,} cases for the {measure.distance(found.effect.value)} observed"


def _on(found: PairedComparison) -> str:
    cases = f"{count(found.cases, 'shared case')}"
    return f"{cases} ({found.lost:,} more failed with errors)" if found.lost else cases


def _family(found: PairedComparison) -> str:
    return f", allowing for {found.family} comparisons" if found.family > 1 else ""


def _by(effect: Estimate, measure: Measure) -> str:
    near, far = sorted((abs(effect.low), abs(effect.high)))
    return (
        f"{measure.distance(effect.value)} {_direction(effect.value)}"
        f" (between {measure.distances(near, far)})"
    )


def _points(share: float) -> str:
    """Format a share as whole percentage points, or with one decimal if it is below one point."""
    points = abs(share) * 100
    return fixed_text(points, 1 if 0 < points < 0.95 else 0)


def _signed(value: float, measure: Measure) -> str:
    if abs(value) < 1e-9:
        return "the same"
    return f"{measure.distance(value)} {_direction(value)}"


def _direction(value: float) -> str:
    return "higher" if value > 0 else "lower"


def listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _known(found: Estimate | None) -> Estimate:
    assert found is not None
    return found
