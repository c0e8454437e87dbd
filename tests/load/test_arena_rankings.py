"""Short versions of the arena's simulations, with fixed seeds.

`python -m tests.load.arena_rankings` runs them whole.
"""

from tests.load.arena_rankings import bias_told, grades_told, no_difference, votes_told
from tests.load.test_statistics import slack


def test_intervals_and_ranges_contain_the_truth() -> None:
    runs = 120

    found = votes_told(runs, anew=True)

    assert 0.93 - slack(0.95, runs) < found.strengths < 0.97 + slack(0.95, runs)
    assert 0.93 - slack(0.95, runs) < found.rank_ranges < 0.97 + slack(0.95, runs)
    assert found.false_orders <= 0.05 + slack(0.05, runs)
    assert found.width < 6.5, "a range that says nothing holds everything"


def test_ranges_of_grades_contain_the_truth() -> None:
    found = grades_told(300, anew=True)

    assert 0.93 - slack(0.95, 300) < found.rank_ranges < 0.97 + slack(0.95, 300)


def test_a_lean_to_the_left_is_noticed_and_changes_no_order() -> None:
    found = bias_told(20)

    assert found.same_order >= found.same_order_unbiased - slack(0.9, 20)
    assert found.false_orders <= 0.05 + slack(0.05, 20)
    assert found.noticed > 0.9


def test_grades_make_no_false_orders() -> None:
    found = grades_told(150)

    assert found.rank_ranges > 0.93 - slack(0.95, 150)
    assert found.false_orders <= 0.05 + slack(0.05, 150)
    assert no_difference(150) <= 0.05 + slack(0.05, 150)
