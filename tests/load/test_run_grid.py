"""A large run is read as quickly as a small one, and written to a file in as little memory."""

from tests.load.run_grid import (
    A_FILTER_AT_MOST_MS,
    A_SEARCH_AT_MOST_MS,
    CASES,
    COLUMNS,
    EXPORT_MEMORY_AT_MOST_MB,
    FIRST_PAGE_AT_MOST_MS,
    a_large_run,
    export_all,
    measure,
)
from tests.support.world import World


async def test_a_hundred_thousand_cells_are_read_quickly_and_exported_in_little_memory(
    world: World,
) -> None:
    desk, run = await a_large_run(world)

    took = await measure(desk, run, print)
    written = await export_all(desk, run)
    print(written)

    assert took["first page"].rows == 50
    assert took["first page"].best_ms < FIRST_PAGE_AT_MOST_MS
    assert took["failed cells"].rows == 50
    quick = {what: each.best_ms for what, each in took.items() if not what.startswith("search")}
    assert max(quick.values()) < A_FILTER_AT_MOST_MS, quick
    # A search goes through half a gigabyte in steps: no single answer keeps someone waiting.
    assert max(each.best_ms for each in took.values()) < A_SEARCH_AT_MOST_MS
    assert written.lines == CASES * len(COLUMNS)
    assert written.megabytes > 400
    assert written.grown_mb < EXPORT_MEMORY_AT_MOST_MB
