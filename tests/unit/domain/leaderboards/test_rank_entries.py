"""Grades with intervals, shared ranks, ranges of ranks, and who gives more for less."""

import numpy as np
import pytest

from edison.domain.arena.leaderboards.rank_entries import by_tag, leaderboard
from edison.domain.arena.leaderboards.standings import (
    Leaderboard,
    certainly_above,
    means_and_covariance,
)
from edison.domain.statistics.statistics_phrasing import Measure
from tests.unit.domain.leaderboards.made import some_cells, some_entries

EASY = np.random.default_rng(3).uniform(0.2, 0.8, 60)


def around(mean: float, seed: int = 0) -> np.ndarray:
    """Grades on the same sixty cases."""
    luck = np.random.default_rng(seed).uniform(-0.1, 0.1, 60)
    return np.clip(EASY + mean - 0.5 + luck, 0, 1)


def board(**grades: np.ndarray) -> Leaderboard:
    return leaderboard(
        some_entries(*grades), [some_cells(each) for each in grades.values()], Measure()
    )


def test_those_who_cannot_be_told_apart_share_a_rank() -> None:
    found = board(good=around(0.7, 1), same=around(0.7, 2), poor=around(0.4, 3))

    places = {one.entry: one for one in found.standings}
    assert [places[entry].rank for entry in range(3)] == [1, 1, 3]
    assert (places[0].rank_low, places[0].rank_high) == (1, 2)
    assert (places[2].rank_low, places[2].rank_high) == (3, 3)
    assert "share the first place" in found.sentence
    assert [one.entry for one in found.standings][2] == 2


def test_a_clear_winner_is_told_with_its_interval() -> None:
    found = board(good=around(0.75, 1), poor=around(0.4, 2), worst=around(0.2, 3))

    assert [one.rank for one in found.standings] == [1, 2, 3]
    best = found.standings[0].grade
    assert best is not None
    assert best.low < best.value < best.high
    assert found.sentence.startswith(
        "On these 60 cases, “good” is better than all 2 others: its score"
    )
    assert "rank 1." in found.standings[0].sentence


def test_a_place_that_is_likely_may_be_another_than_the_rank() -> None:
    """Of eight in small steps nobody is certainly better than the next, but the last is hardly the first."""
    steps = {f"step {n}": around(0.6 - 0.012 * n, n) for n in range(8)}

    found = board(**steps)

    for one in found.standings:
        assert one.rank is not None
        assert one.rank_low is not None
        assert one.rank <= one.entry + 1
    last = found.standings[-1]
    assert last.rank_low is not None
    assert last.rank is not None
    assert last.rank < last.rank_low
    assert f"rank {last.rank}, most likely {last.rank_low}" in last.sentence


def test_few_cases_tell_nobody_apart() -> None:
    found = leaderboard(
        some_entries("a", "b"), [some_cells([1.0] * 5), some_cells([0.0] * 5)], Measure()
    )

    assert [one.rank for one in found.standings] == [1, 1]
    assert "no two entries can be told apart" in found.sentence


def test_one_case_ranks_nobody() -> None:
    found = leaderboard(some_entries("a", "b"), [some_cells([1.0]), some_cells([0.0])], Measure())

    assert [(one.rank_low, one.rank_high) for one in found.standings] == [(1, 2), (1, 2)]


def test_who_lost_too_many_answers_has_no_rank_and_comes_last() -> None:
    cells = [some_cells(around(0.9, 1), failed=range(7)), some_cells(around(0.5, 2))]

    found = leaderboard(some_entries("flaky", "steady"), cells, Measure())

    assert [one.entry for one in found.standings] == [1, 0]
    flaky = found.standings[1]
    assert (flaky.rank, flaky.inconclusive, flaky.errors.target, flaky.answers) == (
        None,
        True,
        7,
        53,
    )
    assert "it has no rank" in flaky.sentence
    assert found.frontier == (1,)


def test_nothing_graded_yet_is_said() -> None:
    nothing = np.full(4, np.nan)

    found = leaderboard(some_entries("a"), [some_cells(nothing)], Measure())

    assert found.sentence == "No entry has a grade yet."
    assert found.standings[0].rank is None
    assert found.frontier_sentence == "No entry has both a grade and a known cost."


def test_the_frontier_is_of_those_whom_nobody_beats_for_the_money() -> None:
    dice = np.random.default_rng(5)
    cells = [
        some_cells(around(0.5, 1), cost=dice.uniform(90, 110, 60)),
        some_cells(around(0.8, 2), cost=dice.uniform(900, 1100, 60)),
        some_cells(around(0.4, 3), cost=dice.uniform(1900, 2100, 60), latency_ms=20.0),
        some_cells(around(0.49, 4), cost=dice.uniform(99, 121, 60)),
    ]

    found = leaderboard(some_entries("small", "large", "bad", "like small"), cells, Measure())

    by_entry = {one.entry: one for one in found.standings}
    assert found.frontier == (0, 1)
    assert [by_entry[entry].on_frontier for entry in range(4)] == [True, True, False, False]
    assert {one.entry for one in by_entry[2].beaten_by} == {0, 1, 3}
    assert by_entry[2].clearly_beaten
    assert not by_entry[3].clearly_beaten, "it costs more, but may be as good"
    assert "“bad” is faster" in by_entry[2].beaten_by[0].sentence
    # Being the fastest is worth something too.
    assert by_entry[2].on_fast_frontier
    assert "“bad” is clearly beaten" in found.frontier_sentence
    assert "“like small” is not clearly worse" in found.frontier_sentence


def test_what_costs_nobody_knows_how_much_is_on_no_frontier() -> None:
    cells = [some_cells(around(0.5)), some_cells(around(0.9), cost=np.full(60, np.nan))]

    found = leaderboard(some_entries("priced", "unpriced"), cells, Measure())

    assert found.frontier == (0,)
    assert found.standings[0].cost_usd is None
    assert "The cost of “unpriced” is not known." in found.frontier_sentence


def test_tags_have_grades_of_their_own() -> None:
    cells = [some_cells([1.0, 1.0, 0.0, 0.0]), some_cells([0.0, 0.0, 1.0, np.nan])]

    [maths, law] = by_tag(cells, {"maths": np.array([0, 1]), "law": np.array([2, 3])})

    assert [grade and grade.value for grade in maths.grades] == [1.0, 0.0]
    assert [grade and grade.value for grade in law.grades] == [0.0, 1.0]
    assert law.grades[1] is not None
    assert law.grades[1].n == 1


def test_only_shared_cases_count_between_two() -> None:
    """The second has answers to the easy cases only; on those it is worse."""
    first, second = EASY + 0.1, EASY - 0.1
    second = np.where(np.quantile(EASY, 0.7) < EASY, second, np.nan)

    above = certainly_above(np.stack([first, second], axis=1))

    assert above.tolist() == [[False, True], [False, False]]


def test_the_quick_test_is_never_surer_than_coins() -> None:
    values = np.stack([np.ones(6), np.zeros(6), np.full(6, 0.5)], axis=1)

    # Three comparisons of six cases each: even all on one side is 1 in 32, three times.
    assert not certainly_above(values, exact=False).any()
    assert certainly_above(values[:, :2], exact=False)[0, 1]


def test_entries_rise_and_fall_together_with_the_cases() -> None:
    values = np.stack([EASY, EASY + 0.01], axis=1)

    means, covariance = means_and_covariance(values)

    assert means[1] - means[0] == pytest.approx(0.01)
    apart = covariance[0, 0] + covariance[1, 1] - 2 * covariance[0, 1]
    assert apart == pytest.approx(0, abs=1e-12)
    assert covariance[0, 0] == pytest.approx(EASY.var(ddof=1) / 60)
