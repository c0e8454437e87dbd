"""The short version of `just fault-judges`.

Workers that are killed in the middle of a dialogue pay for no question twice.
"""

from tests.fault.judge_chaos import QUESTIONS_PER_CELL, judge_chaos


async def test_workers_killed_in_the_middle_of_judging_pay_for_no_question_twice() -> None:
    found = await judge_chaos(cells=200, kills=2)

    assert found.state == "completed"
    assert found.kills == 2
    assert sum(found.in_flight.values()) > 0
    # Judges had been heard and were to be asked once more.
    assert found.continued > 0
    assert found.repaid == 0
    assert found.target_calls == found.cells
    assert found.asked <= QUESTIONS_PER_CELL * found.cells + sum(found.in_flight.values())
    assert (found.scores_missing, found.errors) == (0, 0)
    assert found.bill_beyond_ledger == 0
