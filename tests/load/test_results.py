"""The results page answers quickly while judges are still at work; `just show statistics` takes the large version."""

from tests.load.results_dashboard import P95_AT_MOST_MS, a_dashboard_stage, dashboard
from tests.support.slowness import allowed

CASES = 2_500
REQUESTS = 30


async def test_results_answer_quickly_while_scores_are_written() -> None:
    async with a_dashboard_stage() as stage:
        found = await dashboard(stage, cases=CASES, requests=REQUESTS)

    assert found.p95_ms < allowed(P95_AT_MOST_MS)
    # Someone did write, on a database that waits for the disk, a run was executed, and the results did follow.
    assert found.written > 500
    assert found.executed > 100
    assert found.fsync == "on"
    assert len(found.computed) > 1
