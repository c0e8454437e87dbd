"""The short version of `just fault-runs`.

A run that is hit again and again completes, and the ledger covers the bill.
"""

import pytest

from tests.fault.run_chaos import Damage, chaos
from tests.load.run_figures import budget


async def test_killed_workers_and_a_restarted_database_cost_no_answer() -> None:
    damage = await chaos(kills=4, terms=2, web_kills=1, restarts=1, cells=500)

    assert (damage.kills, damage.terms, damage.web_kills, damage.restarts) == (4, 2, 1, 1)
    _assert_nothing_lost(damage)


@pytest.mark.nightly
async def test_the_same_holds_while_something_else_burns_a_core() -> None:
    damage = await chaos(kills=6, terms=4, web_kills=1, restarts=2, cells=1000, burns_a_core=True)

    _assert_nothing_lost(damage)


def test_a_repeat_that_no_stop_explains_is_counted_whatever_the_sums_say() -> None:
    """The check itself: forty calls were lost and not repeated, one was repeated that was not lost."""
    damage = Damage()
    damage.in_flight_at_kills.update(f"lost-{number}" for number in range(40))
    damage.repeated.update(["never lost"])

    assert damage.repeated_beyond_in_flight == 1


def _assert_nothing_lost(damage: Damage) -> None:
    assert damage.in_flight_at_kills
    assert damage.not_completed == []
    assert damage.answers_lost == 0
    assert damage.scores_missing == 0
    assert damage.repeated_beyond_in_flight == 0
    assert damage.bill_beyond_ledger == 0
    assert damage.days_that_differ == 0


async def test_no_budget_is_exceeded_by_four_workers_that_are_killed() -> None:
    held = await budget(kills=2)

    assert held["overshoot"] == 0
    # The budget is used, not merely guarded.
    assert held["used_share"] > 0.8
