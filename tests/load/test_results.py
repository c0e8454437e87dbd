"""The results page answers quickly while judges are still at work; `just show statistics` takes the large version."""

from pathlib import Path
from time import perf_counter, process_time

from tests.load.results_dashboard import P95_AT_MOST_MS, dashboard
from tests.support.world import World

CASES = 2_500
REQUESTS = 30


def crowding() -> float:
    """How much longer than its own time a moment of work takes here: 1 on a machine that is ours alone."""
    wall, work = perf_counter(), process_time()
    while process_time() - work < 0.3:
        pass
    return max(1.0, (perf_counter() - wall) / 0.3)


async def test_results_answer_quickly_while_scores_are_written(
    world: World, tmp_path: Path
) -> None:
    before = crowding()

    found = await dashboard(world, tmp_path, cases=CASES, requests=REQUESTS)

    assert found.p95_ms < P95_AT_MOST_MS * max(before, crowding())
    # Someone did write, and the results did follow.
    assert found.written > 500
    assert len(found.computed) > 1
