"""Short versions of the figures of the workbench; `just show workbench` takes them whole."""

from collections.abc import Generator

import pytest

from tests.load.show_workbench import SCREEN, filter_and_sort_s
from tests.load.workbench_first_cell import measure_first_cell
from tests.load.workbench_screen import FIRST_ROWS, a_page, first_rows_s, scrolled
from tests.load.workbench_stage import MODELS, Bench, a_bench, a_large_run
from tests.load.workbench_viewers import Delays, event_delays, quantile
from tests.support.slowness import allowed, soon_enough

ROWS = 10_000
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


def test_a_new_person_has_a_first_cell_after_two_clicks(bench: Bench) -> None:
    found = measure_first_cell(bench)

    assert found.clicks == 2
    assert found.seconds <= allowed(10)


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
    """Check the median delay.

    Of so few events, a machine's single pause is the 95th percentile, which the whole figure has.
    """

    def slower_p50_ms() -> float:
        delays: Delays = event_delays(bench, SCREEN, rounds=1)
        return max(quantile(delays.streams_ms, 0.5), quantile(delays.screen_ms, 0.5))

    soon_enough(slower_p50_ms, 250)
