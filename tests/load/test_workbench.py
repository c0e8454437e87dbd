"""Short versions of the figures of the workbench; `just show workbench` takes them whole."""

from collections.abc import Callable, Generator
from time import perf_counter, process_time

import pytest

from tests.load.show_workbench import SCREEN, filter_and_sort_s
from tests.load.workbench_first_cell import first_cell_ways
from tests.load.workbench_screen import FIRST_ROWS, a_page, first_rows_s, scrolled
from tests.load.workbench_stage import MODELS, Bench, a_bench, a_large_run
from tests.load.workbench_viewers import Delays, event_delays

ROWS = 10_000
TRIES = 3
SCROLL_MS = 4_000
# What promptfoo's viewer holds with as many rows.
HEAP_AT_MOST_MB = 34.0


@pytest.fixture(scope="module")
def bench() -> Generator[Bench]:
    with a_bench(commit_times=True) as bench:
        yield bench


@pytest.fixture(scope="module")
def large(bench: Bench) -> str:
    """The address of a finished run of ten thousand rows and four targets."""
    ready = bench.project()
    run = a_large_run(bench, ready, ROWS)
    return SCREEN.format(path=ready.path, prompt=ready.prompt, run=run)


def crowding() -> float:
    """How much longer than its own time a moment of work takes here: 1 on a machine that is ours alone."""
    wall, work = perf_counter(), process_time()
    while process_time() - work < 0.3:
        pass
    return max(1.0, (perf_counter() - wall) / 0.3)


def soon_enough(measure: Callable[[], float], limit: float) -> None:
    """Machines are noisy: the best of some tries counts, and on a crowded one everything takes longer."""
    found: list[tuple[float, float]] = []
    for _ in range(TRIES):
        found.append((measure(), limit * crowding()))
        if found[-1][0] <= found[-1][1]:
            return
    raise AssertionError(found)


def test_a_new_person_has_a_first_cell_after_two_clicks(bench: Bench) -> None:
    ways = first_cell_ways(bench)

    assert {way.way: way.clicks for way in ways} == {"demo": 2, "new prompt": 2}
    assert max(way.seconds for way in ways) <= 10 * crowding()


def test_ten_thousand_rows_are_there_soon(bench: Bench, large: str) -> None:
    soon_enough(lambda: min(first_rows_s(bench, large, rounds=1)), 1.5)


def test_ten_thousand_rows_scroll_smoothly_in_little_memory(bench: Bench, large: str) -> None:
    heaps: list[float] = []

    def frame_ms() -> float:
        with a_page(bench) as page:
            page.goto(large)
            page.evaluate(FIRST_ROWS)
            seen = scrolled(page, ROWS * len(MODELS) - 1, SCROLL_MS)
        heaps.append(seen.heap_mb)
        return 1000 / seen.frames.mean_fps

    soon_enough(frame_ms, 1000 / 50)
    assert max(heaps) < HEAP_AT_MOST_MB


def test_ten_thousand_rows_are_filtered_and_sorted_within_a_second(
    bench: Bench, large: str
) -> None:
    soon_enough(lambda: max(filter_and_sort_s(bench, large)), 1)


def test_an_event_is_with_twenty_viewers_and_on_the_screen_at_once(bench: Bench) -> None:
    def slower_p95_ms() -> float:
        delays: Delays = event_delays(bench, SCREEN, rounds=1)
        return max(delays.streams_p95_ms, delays.screen_p95_ms)

    soon_enough(slower_p95_ms, 250)
