"""The short version of `just fault-runs`.

A run that is hit again and again completes, and the ledger covers the bill.
"""

from tests.fault.run_chaos import chaos
from tests.load.run_figures import budget


async def test_killed_workers_and_a_restarted_database_cost_no_answer() -> None:
    damage = await chaos(kills=5, web_kills=1, restarts=1, cells=500)

    assert (damage.kills, damage.web_kills, damage.restarts) == (5, 1, 1)
    assert damage.in_flight_at_kills > 0
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
