"""Bradley and Terry's model against choix and statsmodels, ties, islands and winners that never lost."""

import time

import numpy as np
import pytest
from scipy.special import expit, logit

from edison.domain.statistics.bradley_terry import Duel, Ranked, rank, tally
from tests.unit.domain.statistics.oracles import choix, regressions


def tournament(cases: int, strengths: list[float], seed: int = 1) -> list[Duel]:
    dice = np.random.default_rng(seed)
    return [
        Duel(
            case=case,
            first=first,
            second=second,
            first_won=float(dice.random() < expit(strengths[first] - strengths[second])),
        )
        for case in range(cases)
        for first in range(len(strengths))
        for second in range(first)
    ]


def ranked(items: int, duels: list[Duel]) -> dict[int, Ranked]:
    return {each.item: each for each in rank(*tally(items, duels))}


def test_strengths_are_those_of_choix() -> None:
    wins, by_case = tally(4, tournament(200, [1.0, 0.3, 0.0, -1.0]))

    found = sorted(rank(wins, by_case), key=lambda each: each.item)

    expected = choix.ilsr_pairwise_dense(wins, alpha=0)
    assert [logit(each.strength) for each in found] == pytest.approx(
        expected - expected.mean(), abs=0.01
    )


def test_intervals_are_those_of_a_regression_with_clusters() -> None:
    """Two items: one logit of winning. statsmodels gives its error, clustered by case; a strength is half of it."""
    dice = np.random.default_rng(2)
    cases = np.repeat(np.arange(80), 3)
    won = (dice.random(240) < np.repeat(dice.beta(2, 1, 80), 3)).astype(float)
    fitted = regressions.Logit(won, np.ones(240)).fit(
        disp=0, cov_type="cluster", cov_kwds={"groups": cases}
    )

    found = ranked(
        2,
        [
            Duel(case=int(case), first=0, second=1, first_won=float(each))
            for case, each in zip(cases, won, strict=True)
        ],
    )[0]

    assert logit(found.strength) == pytest.approx(fitted.params[0] / 2, abs=0.005)
    half = 1.990 * fitted.bse[0] / 2
    assert logit(found.high) - logit(found.strength) == pytest.approx(half, rel=0.02)


def test_judges_that_repeat_each_other_make_nobody_surer() -> None:
    once = tournament(60, [0.8, 0.0, -0.8])

    alone, thrice = ranked(3, once), ranked(3, once * 3)

    assert thrice[0].strength == pytest.approx(alone[0].strength, abs=0.01)
    width = alone[0].high - alone[0].low
    assert thrice[0].high - thrice[0].low == pytest.approx(width, rel=0.05)


def test_those_who_cannot_be_told_apart_share_a_rank() -> None:
    found = ranked(4, tournament(150, [1.2, 1.15, -0.5, -2.0]))

    assert [found[item].rank for item in range(4)] == [1, 1, 3, 4]
    assert (found[0].rank_low, found[0].rank_high) == (1, 2)
    assert (found[3].rank_low, found[3].rank_high) == (4, 4)


def test_the_order_is_by_rank_and_strength() -> None:
    found = rank(*tally(3, tournament(100, [-1.0, 0.0, 1.0])))

    assert [each.item for each in found] == [2, 1, 0]


def test_only_ties_make_all_equal() -> None:
    duels = [Duel(case=case, first=0, second=1, first_won=0.5) for case in range(10)]

    found = ranked(2, duels)

    assert found[0].strength == found[1].strength == 0.5
    assert found[0].rank == found[1].rank == 1


def test_who_never_lost_has_a_strength_all_the_same() -> None:
    found = ranked(2, [Duel(case=case, first=0, second=1, first_won=1.0) for case in range(40)])

    assert 0.8 < found[0].strength < 1
    assert found[0].low > 0.5
    assert (found[0].rank, found[1].rank) == (1, 2)


def test_islands_that_never_met_have_no_common_order() -> None:
    duels = [
        Duel(case=case, first=first, second=first + 1, first_won=1.0)
        for case in range(40)
        for first in (0, 2)
    ]

    found = ranked(5, duels)

    assert [found[item].group for item in range(5)] == [0, 0, 1, 1, 2]
    assert found[0].rank == found[2].rank == found[4].rank == 1
    assert found[1].rank_high == 5
    assert found[4].duels == 0
    assert found[4].high - found[4].low > 0.9, "it never played"


def test_one_case_ranks_nobody() -> None:
    found = rank(*tally(3, tournament(1, [2.0, 0.0, -2.0])))

    assert {each.rank for each in found} == {1}
    assert {(each.low, each.high) for each in found} == {(0.0, 1.0)}
    assert [each.rank for each in rank(*tally(2, []))] == [1, 1]


@pytest.mark.nightly
def test_ten_columns_on_a_thousand_cases_are_ranked_within_a_second() -> None:
    wins, by_case = tally(10, tournament(1_000, list(np.linspace(-1, 1, 10))))

    began = time.perf_counter()
    rank(wins, by_case)

    assert time.perf_counter() - began < 1
