"""A hostile refiner.

Nothing of it is tried, every attempt is shown, and it costs its own answers only.
"""

import pytest

from tests.load.hostile_refiner import attacks, hostile_refiner
from tests.support.gateway import Gateway
from tests.support.sql import rows

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.nightly
async def test_no_hostile_diff_reaches_an_evaluation(gateway: Gateway) -> None:
    """The same at full size is `just show experiment`."""
    stopped = await hostile_refiner(gateway, attacks(20))

    assert (stopped.leaks, stopped.evaluation_calls) == (0, 0)
    # Each suggestion is asked for once more, with the reason.
    assert stopped.told_why == 10
    shown = rows(gateway.world.url, "SELECT attempts, guardrails, diff FROM suggestions")
    assert len(shown) == 10
    for attempts, guardrails, diff in shown:
        assert len(attempts) == 2
        assert any(
            not rule["passed"]
            for each in attempts
            for rule in each["guardrails"] or [{"passed": False}]
        )
        assert guardrails == attempts[-1]["guardrails"]
        assert diff == attempts[-1]["diff"]
    [(settled, held)] = rows(
        gateway.world.url, "SELECT sum(settled), sum(held) FROM ledger WHERE phase = 'refine'"
    )
    # 20 answers of 1,000 and 100 tokens at $2.5 and $10 for a million.
    assert (settled, held) == (20 * 3500, 0)
