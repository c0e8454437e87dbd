"""Which model to use: what is certain is said, and what cannot be told apart shares the place."""

from dataclasses import replace
from typing import Any
from uuid import uuid4

import numpy as np
import pytest

from edison.domain.money import MicroUsd
from edison.domain.results.grade_arrays import UUID_BYTES, Kept
from edison.domain.results.recommend_models import recommend
from edison.domain.results.recommendation import AnswerCosts, Recommendations, Requirements
from edison.domain.results.run_summary import ColumnResult, Errors, Figure
from edison.domain.runs.cell_comparison import CellStanding
from edison.domain.statistics.estimates import mean_of
from edison.domain.statistics.statistics_phrasing import Measure

CASES = 60
NAMES = ("large", "medium", "small")
PASSED = list(CellStanding).index(CellStanding.PASSED)


def a_run(
    scores: tuple[float, ...],
    latencies: tuple[float, ...] = (900.0, 500.0, 200.0),
    costs: tuple[float, ...] = (4_000.0, 1_000.0, 100.0),
    *,
    seed: int = 1,
    noise: float = 0.05,
) -> tuple[list[ColumnResult], Kept, AnswerCosts]:
    dice = np.random.default_rng(seed)
    columns = len(scores)
    difficulty = dice.normal(0, 0.1, (CASES, 1))
    grades = np.clip(np.array(scores) + difficulty + dice.normal(0, noise, (CASES, columns)), 0, 1)
    kept = Kept(
        columns=columns,
        trials=1,
        grades=grades.reshape(-1),
        standings=np.full(CASES * columns, PASSED, dtype=np.uint8),
        cases=np.array([uuid4().bytes for _ in range(CASES)], dtype=UUID_BYTES),
        revisions=np.array([uuid4().bytes for _ in range(CASES)], dtype=UUID_BYTES),
    )
    spent = AnswerCosts(
        latency_ms=np.array(latencies[:columns]) * dice.lognormal(0, 0.2, (CASES, columns)),
        cost_micro=np.array(costs[:columns]) * dice.lognormal(0, 0.1, (CASES, columns)),
    )
    found: list[ColumnResult] = []
    for number in range(columns):
        estimate = mean_of(grades[:, number])
        assert estimate is not None
        figure = Figure(
            value=estimate.value,
            low=estimate.low,
            high=estimate.high,
            n=CASES,
            clusters=CASES,
            method="mean",
        )
        found.append(
            ColumnResult(
                column=number,
                model_name=NAMES[number],
                prompt_name="Answer",
                version=1,
                composite=figure,
                cells=CASES,
                graded=CASES,
                cost=MicroUsd(int(spent.cost_micro[:, number].sum())),
            )
        )
    return found, kept, spent


def said(run: tuple[list[ColumnResult], Kept, AnswerCosts], **wish: Any) -> Recommendations:
    columns, kept, spent = run
    return recommend(
        columns, NAMES[: len(columns)], kept, spent, measure=Measure(), minimum_effect=0.02, wish=Requirements(**wish)
    )  # fmt: skip


def picked(found: Recommendations) -> dict[str, tuple[int, ...]]:
    return {pick.kind: pick.columns for pick in found.picks}


def test_each_title_goes_to_the_one_that_surely_has_it_with_the_reason() -> None:
    """PSM-MODEL-4 to PSM-MODEL-7"""
    found = said(a_run((0.8, 0.7, 0.5)))

    assert picked(found) == {"most_accurate": (0,), "fastest": (2,), "best_value": (2,)}
    accurate, fast, value = found.picks
    assert accurate.sentence.startswith("Most accurate is large: it scores 0.")
    assert "more than every other" in accurate.sentence
    assert fast.sentence.startswith("Fastest is small: it answers in ")
    assert "Its score is 0.3" in value.sentence
    assert "lower than that of large" in value.sentence


def test_a_lead_that_may_not_hold_beyond_these_cases_is_named_so() -> None:
    found = said(a_run((0.7, 0.67), (500.0, 500.0), (1_000.0, 1_000.0), noise=0.02))

    assert picked(found)["most_accurate"] == (0,)
    assert found.picks[0].sentence.startswith("Most accurate on these cases is large: it scores 0.")
    assert found.picks[0].sentence.endswith("more than every other model; cannot tell beyond them.")
    assert found.models[1].advice == "outperformed"
    assert found.models[1].advice_sentence.startswith("large is better on these cases at about")


def test_what_cannot_be_told_apart_is_a_tie() -> None:
    found = said(a_run((0.7, 0.7, 0.5), (500.0, 500.0, 2_000.0), (1_000.0, 1_000.0, 5_000.0)))

    ties = picked(found)
    assert set(ties["most_accurate"]) == set(ties["fastest"]) == set(ties["best_value"]) == {0, 1}
    assert "share the first place" in found.picks[0].sentence
    assert "equally fast" in found.picks[1].sentence


def test_equal_models_get_a_title_alone_only_as_often_as_the_level_allows() -> None:
    alone = {"most_accurate": 0, "fastest": 0, "best_value": 0}
    for seed in range(200):
        run = a_run((0.7, 0.7), (500.0, 500.0), (1_000.0, 1_000.0), seed=seed)
        for kind, columns in picked(said(run)).items():
            alone[kind] += len(columns) == 1

    # One-sided at 5%, and the better one is chosen after looking: twice that.
    assert max(alone.values()) <= 32


def test_a_cheaper_model_that_is_as_good_is_named() -> None:
    """PSM-MODEL-11, PSM-ROAD-5"""
    found = said(a_run((0.7, 0.7, 0.4), noise=0.02))

    large, medium, _ = found.models
    assert (large.advice, medium.advice) == ("consider_cheaper", "optimal")
    assert large.advice_sentence.startswith("medium is as good and costs 75% less")
    assert large.cost_per_point_usd == pytest.approx(0.004 / 0.7, rel=0.1)


def test_a_model_that_is_shown_to_be_worse_is_never_called_optimal() -> None:
    cheap_and_worse = said(a_run((0.7, 0.7, 0.4), noise=0.02)).models[2]
    dear_and_worse = said(a_run((0.4, 0.7), noise=0.02)).models[0]

    assert cheap_and_worse.advice == dear_and_worse.advice == "outperformed"
    assert cheap_and_worse.advice_sentence.startswith("medium is better, but costs ")
    assert dear_and_worse.advice_sentence.startswith("medium is better and costs 7")


def test_a_model_that_is_worse_and_costs_more_is_never_the_best_value() -> None:
    found = said(a_run((0.4, 0.7), noise=0.02))

    assert picked(found)["best_value"] == (1,)


def test_a_cheaper_model_that_cannot_be_told_apart_is_named_with_its_risk() -> None:
    large = said(a_run((0.7, 0.68), noise=0.3)).models[0]

    assert large.advice == "maybe_cheaper"
    assert large.advice_sentence.startswith("medium costs 7")
    assert "% less. Risk: its score may be up to 0." in large.advice_sentence
    assert large.advice_sentence.endswith("lower. Add cases to find out.")


@pytest.mark.parametrize(
    ("wish", "fits", "words"),
    [
        ({"score": 0.65}, ("yes", "yes", "no"), "Use medium"),
        ({"score": 0.65, "cost_usd": 0.002}, ("no", "yes", "no"), "Use medium"),
        ({"score": 0.99}, ("no", "no", "no"), "None of 3 models"),
        ({"cost_usd": 0.0005}, ("no", "no", "yes"), "Use small"),
    ],
)
def test_a_wish_leaves_what_surely_fits(
    wish: dict[str, float], fits: tuple[str, ...], words: str
) -> None:
    """PSM-MODEL-8"""
    found = said(a_run((0.8, 0.75, 0.5)), **wish)

    assert tuple(fit.fits for fit in found.fits) == fits
    assert found.wish_sentence.startswith(words)


def test_a_model_without_usable_scores_has_figures_and_no_title() -> None:
    columns, kept, spent = a_run((0.9, 0.5))
    columns[0] = replace(columns[0], inconclusive=True, errors=Errors(target=20), graded=40)

    found = said((columns, kept, spent))

    assert picked(found)["most_accurate"] == (1,)
    assert found.models[0].success_rate is not None
    assert found.models[0].success_rate.value == pytest.approx(40 / 60)


def test_a_free_model_is_the_best_value_and_one_without_answers_has_none() -> None:
    found = said(a_run((0.8, 0.5), (900.0, 500.0), (4_000.0, 0.0)))
    columns, kept, spent = a_run((0.8, 0.5))
    spent.latency_ms[:, 1] = np.nan
    spent.cost_micro[:, 1] = np.nan
    reused = said((columns, kept, spent))

    assert picked(found)["best_value"] == (1,)
    assert "medium costs nothing" in found.picks[2].sentence
    assert reused.models[1].latency_ms is None
    assert picked(reused)["fastest"] == picked(reused)["best_value"] == (0,)
