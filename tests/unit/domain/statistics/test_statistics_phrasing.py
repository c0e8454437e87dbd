"""Sentences for people who are no statisticians: what was compared, on how many cases, and what to do next."""

import numpy as np
import pytest

from edison.domain.statistics.bradley_terry import Duel, rank, tally
from edison.domain.statistics.corrected_means import LabelPlan
from edison.domain.statistics.estimates import (
    Estimate,
    distance_text,
    interval_text,
    mean_of,
    wilson,
)
from edison.domain.statistics.facet_tests import FacetGroup, facet_tests
from edison.domain.statistics.paired_comparison import Paired, Why, compare_passes, compare_scores
from edison.domain.statistics.repeated_trials import flip_rate, pass_at_k, pass_hat_k
from edison.domain.statistics.statistics_phrasing import (
    PASS_RATE,
    Measure,
    of_comparison,
    of_corrected,
    of_estimate,
    of_facet,
    of_labels_plan,
    of_ranking,
    of_repeats,
    percent,
)

# Words of the trade, which nobody should need.
JARGON = ("p-value", "null", "significan", "hypothes", "alpha", "standard error", "confidence")


def pair(cases: int, effect: float, spread: float = 0.1, lost: int = 0) -> Paired:
    drawn = np.random.default_rng(1).normal(size=cases)
    drawn = (drawn - drawn.mean()) / drawn.std(ddof=1) * spread + effect
    return Paired(base=np.full(cases, 0.5), other=0.5 + drawn, lost=lost)


@pytest.mark.parametrize(
    ("given", "why", "sentence", "next_step"),
    [
        (
            pair(90, 0.05),
            Why.CLEAR,
            "“v2” is better than “v1”: on 90 shared cases its score is 0.05 higher",
            "Use “v2”",
        ),
        (
            pair(90, -0.05),
            Why.CLEAR,
            "“v2” is worse than “v1”: on 90 shared cases its score is 0.05 lower",
            "Keep “v1”",
        ),
        (
            pair(12, 0.09),
            Why.UNSEEN_CASES,
            "“v2” is better than “v1” on these cases, cannot tell beyond them: on 12 shared cases",
            "such cases would decide it. Use “v2” if all your traffic is like these cases.",
        ),
        (
            pair(12, 0.09),
            Why.UNSEEN_CASES,
            "A kind of case that is up to 22% of your traffic may be missing from 12 cases.",
            "Add kinds of cases that are missing. About ",
        ),
        (
            pair(12, -0.09),
            Why.UNSEEN_CASES,
            "“v2” is worse than “v1” on these cases, cannot tell beyond them",
            "Keep “v1”.",
        ),
        (
            pair(50, 0.01),
            Why.NOISE,
            "anything from 0.018 lower to 0.038 higher",
            "Add cases: 199 would show",
        ),
        (pair(9_000, 0.006), Why.TOO_SMALL, "not chance, but below 0.02", "cost or speed"),
        (pair(9_000, 0.0), Why.EQUIVALENT, "as good as “v1” for your purpose", "cost or speed"),
        (
            pair(4, 0.0),
            Why.TOO_FEW_CASES,
            "only 4 shared cases have a score",
            "Run both on the same",
        ),
        (
            pair(50, 0.05, lost=10),
            Why.TOO_MANY_ERRORS,
            "10 of 60 shared cases (17%)",
            "score the failed cells again",
        ),
    ],
)
def test_a_comparison_says_what_on_how_many_and_what_next(
    given: Paired, why: Why, sentence: str, next_step: str
) -> None:
    found = compare_scores([given], minimum_effect=0.02)[0]

    reading = of_comparison(found, base="v1", other="v2")

    assert found.why is why
    assert sentence in reading.sentence
    assert next_step in reading.next_step
    assert "v1" in reading.sentence
    assert "case" in reading.sentence
    whole = f"{reading.sentence} {reading.next_step}".lower()
    assert not [word for word in JARGON if word in whole]


def test_a_real_difference_below_the_minimum_is_not_hidden() -> None:
    found = compare_scores([pair(300, 0.013)], minimum_effect=0.02)[0]

    assert "below the 0.02 that matter to you" in of_comparison(found, base="a", other="b").sentence


def test_a_difference_that_only_the_number_of_comparisons_excuses_says_so() -> None:
    found = compare_scores([pair(60, 0.03), *[pair(60, 0.0)] * 9], minimum_effect=0.01)[0]

    assert "among 10 comparisons" in of_comparison(found, base="a", other="b").sentence


def test_pass_rates_are_said_in_percent_and_points() -> None:
    passed = Paired(base=np.repeat([0.0, 1.0], [30, 10]), other=np.repeat([0.0, 1.0], [10, 30]))

    reading = of_comparison(compare_passes([passed])[0], base="a", other="b", measure=PASS_RATE)

    assert (
        "pass rate is 50 points higher (between 31 and 64 points), 75% against 25%"
        in reading.sentence
    )


def test_scores_are_said_on_the_scale_that_the_screen_shows() -> None:
    reading = of_comparison(
        compare_scores([pair(50, 0.05)])[0], base="a", other="b", measure=Measure(top=10)
    )

    assert "0.5 higher (between 0.22 and 0.78), 5.5 against 5.0" in reading.sentence


@pytest.mark.parametrize(
    ("value", "top", "text"),
    [
        (0.853, 1, "0.85"),
        (0.02, 1, "0.02"),
        (0.0042, 1, "0.004"),
        (0.853, 10, "8.5"),
        (0.853, 100, "85"),
        (0.0, 1, "0.00"),
    ],
)
def test_numbers_have_the_digits_that_the_scale_deserves(value: float, top: int, text: str) -> None:
    assert distance_text(value, top) == text


@pytest.mark.parametrize(
    ("found", "top", "text"),
    [
        ((0.823, 0.78, 0.861), 1, "0.82 (0.78 to 0.86)"),
        ((0.0042, 0.0, 0.02), 1, "0.00 (0.00 to 0.02)"),
        ((0.54, 0.44, 0.64), 5, "2.7 (2.2 to 3.2)"),
        ((0.54, 0.44, 0.64), 100, "54 (44 to 64)"),
    ],
)
def test_a_score_has_one_form_with_its_interval(
    found: tuple[float, float, float], top: int, text: str
) -> None:
    assert interval_text(*found, top) == text


@pytest.mark.parametrize(
    ("share", "text"),
    [(0.5, "50%"), (0.996, "99.6%"), (0.004, "0.4%"), (1, "100%"), (0, "0%")],
)
def test_percent_is_exact_where_it_matters(share: float, text: str) -> None:
    assert percent(share) == text


def test_an_estimate_says_how_many_cases_it_comes_from() -> None:
    assert of_estimate(wilson(30, 40), measure=PASS_RATE).startswith(
        "The pass rate is 75% (60% to 86%) on 40 cases, 95% interval."
    )
    assert "on 2 cases with 4 values" in of_estimate(mean_of([0.1, 0.2, 0.3, 0.4], [1, 1, 2, 2]))
    assert "too few for an interval" in of_estimate(mean_of([0.5]))
    assert "no score yet" in of_estimate(None)


def test_a_ranking_names_the_winner_or_those_who_share_the_place() -> None:
    clear = [Duel(case=case, first=1, second=0, first_won=1.0) for case in range(30)]
    even = [Duel(case=case, first=1, second=0, first_won=float(case % 2)) for case in range(30)]

    won = of_ranking(rank(*tally(2, clear)), ["old", "new"], 30)
    tied = of_ranking(rank(*tally(2, even)), ["old", "new"], 30)

    assert "On 30 cases, “new” is better than “old”" in won.sentence
    assert "“old” and “new” share the first place" in tied.sentence
    assert "cheapest" in tied.next_step
    assert "pairwise judge" in of_ranking(rank(*tally(2, [])), ["old", "new"], 0).next_step


def test_a_ranking_of_islands_has_no_order() -> None:
    duels = [
        Duel(case=case, first=first, second=first + 1, first_won=1.0)
        for case in range(9)
        for first in (0, 2)
    ]

    assert "no common order" in of_ranking(rank(*tally(4, duels)), list("abcd"), 9).sentence


def test_a_group_that_is_low_for_sure_sends_to_its_cells_and_a_small_one_warns() -> None:
    values = np.concatenate([np.linspace(0, 0.4, 20), np.linspace(0.5, 1, 40)])
    low = FacetGroup(name="tag", group="math", inside=np.arange(60) < 20)
    small = FacetGroup(name="tag", group="rare", inside=np.arange(60) < 3)

    found, warned = facet_tests(values, None, [low, small])

    assert "On 20 cases, “math” (tag) has a score of 0.20, 0.55 lower" in of_facet(found)
    assert "look at its worst cells" in of_facet(found)
    assert "too few cases" in of_facet(warned)


def test_corrected_scores_and_plans_say_what_labels_bring() -> None:
    judge = Estimate(value=0.8, low=0.78, high=0.82, n=400, clusters=400, method="")
    people = Estimate(value=0.6, low=0.52, high=0.68, n=50, clusters=50, method="")
    plans = [LabelPlan(labels=50, half_width=0.08), LabelPlan(labels=100, half_width=0.05)]

    reading = of_corrected(people, judge, 50)

    assert "the score is 0.60 (0.52 to 0.68), 0.20 lower than the judge says" in reading.sentence
    assert "the judge alone is wrong" in reading.next_step
    assert "at least 10" in of_corrected(None, judge, 3).next_step
    assert "with 100 it would be ±0.05" in of_labels_plan(plans)
    assert "hardly narrow" in of_labels_plan(plans[1:])
    assert "picked at random" in of_labels_plan([])


def test_repeats_say_once_always_and_how_steady() -> None:
    trials = [[True, False], [True, True]]

    said = of_repeats(pass_at_k(trials, 2), pass_hat_k(trials, 2), flip_rate(trials), 2)

    assert said.startswith(
        "On 2 cases, at least one of 2 trials passes in 100% and all of them in 50%"
    )
    assert "Run several trials" in of_repeats(None, None, None, 1)
