"""Reports answer quickly over many lines of the ledger and agree with it.

The large version is `report_ledger.py` itself.
"""

from tests.load.report_ledger import P95_AT_MOST_MS, reports
from tests.support.slowness import allowed
from tests.support.world import World

LINES = 200_000
REQUESTS = 5


async def test_reports_of_a_year_answer_quickly_and_to_the_micro_dollar(world: World) -> None:
    """ARENA-3.7.9"""
    found = await reports(world, lines=LINES, requests=REQUESTS)

    assert found.lines >= LINES
    # Not a sum for each line: that is what makes them quick.
    assert found.days < found.lines / 20
    assert found.difference == 0
    assert found.p95_ms < allowed(P95_AT_MOST_MS), found.slowest
