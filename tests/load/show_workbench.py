"""The parts of `just show workbench`, and what the figures must be."""

import re
from collections.abc import Callable
from statistics import median

from playwright.sync_api import Page

from tests.e2e.browser import THEMES
from tests.e2e.runs_story import Ready
from tests.e2e.workbench_views import VIEWS, Places, violations_of
from tests.load.showing import Figures, Part, Say, Show
from tests.load.time_budget import TimeBudget
from tests.load.workbench_first_cell import measure_first_cell
from tests.load.workbench_hostile import foreign_requests
from tests.load.workbench_screen import (
    FIRST_ROWS,
    a_page,
    ceiling,
    first_rows_s,
    heap_mb,
    scrolled,
    until_other_rows_s,
)
from tests.load.workbench_stage import MODELS, Bench, a_bench, a_large_run, wait_for
from tests.load.workbench_viewers import event_delays

SCREEN = "{path}/workbench/{prompt}?run={run}"
ROWS = 10_000
SCROLLS = 3

LIMITS: dict[str, tuple[str, float]] = {
    "clicks_to_first_cell": ("at most", 4),
    "seconds_to_first_cell": ("at most", 10),
    "first_rows_s": ("at most", 1.5),
    "scroll_fps": ("at least", 50),
    "event_p95_ms": ("at most", 200),
    "events_missed": ("at most", 0),
    "axe_violations": ("at most", 0),
    "foreign_requests": ("at most", 0),
    "filter_s": ("at most", 1),
    "sort_s": ("at most", 1),
}

Measure = Callable[[Bench, Say, TimeBudget], Figures]


def _on_a_bench(measure: Measure) -> Callable[[Say, TimeBudget], Figures]:
    """Give the measurement an installation, a browser and a simulated provider of its own."""

    def measure_there(say: Say, budget: TimeBudget) -> Figures:
        with a_bench(commit_times=True) as bench:
            return measure(bench, say, budget)

    return measure_there


def first_cell(bench: Bench, say: Say) -> Figures:
    found = measure_first_cell(bench)
    say(f"first cell, {found}")
    return {
        "clicks_to_first_cell": found.clicks,
        "seconds_to_first_cell": round(found.seconds, 1),
    }


def large_run(bench: Bench, say: Say, budget: TimeBudget) -> Figures:
    ready = bench.project()
    run = a_large_run(bench, ready, ROWS)
    cells = ROWS * len(MODELS)
    at = SCREEN.format(path=ready.path, prompt=ready.prompt, run=run)
    say(
        f"a finished run of {ROWS:,} rows and {cells:,} cells is there; an empty page: {ceiling(bench)}"
    )
    waited = first_rows_s(bench, at)
    say(f"first rows after {', '.join(f'{each:.2f}' for each in waited)} s")
    rates: list[float] = []
    heaps: list[float] = []
    for _ in budget.take(range(SCROLLS), what="scrolls", say=say):
        with a_page(bench) as page:
            page.goto(at)
            page.evaluate(FIRST_ROWS)
            before = heap_mb(page)
            seen = scrolled(page, cells - 1)
        rates.append(seen.frames.mean_fps)
        heaps.append(seen.heap_mb)
        say(f"top to bottom: {seen.frames}; heap {before:.1f} MB, then {seen.heap_mb:.1f} MB")
        say(
            f"main thread, ms a frame: {seen.cpu_ms_per_frame}; answers in {seen.filled_share:.0%} of looks,"
            f" the last row {seen.end_filled_s:.2f} s after the end"
        )
    filtered, ordered = filter_and_sort_s(bench, at)
    say(f"filter {filtered:.2f} s, sort {ordered:.2f} s")
    return {
        "first_rows_s": round(median(waited), 2),
        "scroll_fps": round(median(rates), 1),
        "js_heap_mb": round(max(heaps), 1),
        "filter_s": round(filtered, 2),
        "sort_s": round(ordered, 2),
    }


def filter_and_sort_s(bench: Bench, at: str) -> tuple[float, float]:
    """From the click until other rows are on the screen."""
    with a_page(bench) as page:
        page.goto(at)
        page.evaluate(FIRST_ROWS)
        page.get_by_role("button", name="Filters and search").click()
        state = page.get_by_role("link", name=re.compile("^Errors"))
        filtered = until_other_rows_s(page, state.click)
        until_other_rows_s(page, page.get_by_role("link", name=re.compile(r"^All\b")).click)
        ordered = until_other_rows_s(page, lambda: _slowest_first(page))
    return filtered, ordered


def _slowest_first(page: Page) -> None:
    page.get_by_label("Order").click()
    page.get_by_role("option", name=re.compile("^Slowest")).first.click()


def places(bench: Bench) -> tuple[Places, Ready]:
    """A prompt that ran twice, with a word to be found in the answers as its judge."""
    ready = bench.project(rows=6, models=MODELS[:3])
    runs = [ready.start(scorers=[{"kind": "contains"}]) for _ in range(2)]
    for run in runs:
        wait_for(ready, run)
    empty = bench.owner.call("POST", "/projects", {"name": "Nothing yet"})["slug"]
    earlier, later = runs
    place = Places(slug=ready.slug, prompt=ready.prompt, earlier=earlier, later=later, empty=empty)
    return place, ready


def viewers(bench: Bench, say: Say) -> Figures:
    """Measure how long an event takes from its commit to twenty viewers."""
    delays = event_delays(bench, SCREEN)
    say(str(delays))
    return {
        "event_p95_ms": round(max(delays.streams_p95_ms, delays.screen_p95_ms)),
        "events_missed": len(delays.missed_ms),
    }


def speed(bench: Bench, say: Say, budget: TimeBudget) -> Figures:
    """Measure what people wait for; the viewers come last, beside the large run in the same database."""
    figures = first_cell(bench, say) | large_run(bench, say, budget.split(0.6))
    say("now twenty viewers of a run")
    return figures | viewers(bench, say)


def axe(bench: Bench, say: Say, budget: TimeBudget) -> Figures:
    place, _ = places(bench)
    found: list[str] = []
    looked = 0
    with a_page(bench, reduced_motion=True) as page:
        for view in budget.take(VIEWS, what="views", say=say):
            looked += 1
            found += violations_of(page, view, place)
    say(f"axe over {looked} of {len(VIEWS)} views in {len(THEMES)} themes: {len(found)} violations")
    for line in found:
        say(line)
    return {"axe_violations": len(found), "axe_views": looked, "axe_views_total": len(VIEWS)}


def hostile_answers(bench: Bench, say: Say, _: TimeBudget) -> Figures:
    """Count what a page asks other hosts for when answers are hostile."""
    left = foreign_requests(bench, SCREEN)
    say(f"hostile answers: {left or 'nothing'} left the page")
    return {"foreign_requests": len(left)}


SHOW = Show(
    parts=(
        Part(
            name="speed",
            measure=_on_a_bench(speed),
            share_s=300,
            figures=(
                *("clicks_to_first_cell", "seconds_to_first_cell", "first_rows_s", "scroll_fps"),
                *("js_heap_mb", "filter_s", "sort_s", "event_p95_ms", "events_missed"),
            ),
        ),
        Part(
            name="axe",
            measure=_on_a_bench(axe),
            share_s=150,
            figures=("axe_violations", "axe_views", "axe_views_total"),
        ),
        Part(
            name="hostile-answers",
            measure=_on_a_bench(hostile_answers),
            share_s=120,
            figures=("foreign_requests",),
        ),
    ),
    keys=(
        *("clicks_to_first_cell", "seconds_to_first_cell", "first_rows_s", "scroll_fps"),
        *("js_heap_mb", "event_p95_ms", "events_missed", "axe_violations", "foreign_requests"),
        *("axe_views", "axe_views_total"),
    ),
    limits=(LIMITS,),
)
