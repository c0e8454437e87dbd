"""How long after its commit an event of a run is with twenty viewers: nineteen streams and one real screen."""

import asyncio
import json
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import ceil

import httpx
from playwright.sync_api import Page, ViewportSize

from tests.e2e.runs_story import Ready, behave
from tests.e2e.stage import API
from tests.load.workbench_screen import a_page
from tests.load.workbench_stage import Bench, wait_for
from tests.support.sql import rows

STREAMS = 19
ROWS = 24
MODELS = ("sim-small", "sim-large")
# Two calls of a model at once: five cells a second for ten seconds.
PACE = {"kind": "uniform", "low_ms": 600, "high_ms": 1000}
CONNECTED_WITHIN_S = 60.0
# Every row of the run is in sight.
TALL: ViewportSize = {"width": 1440, "height": 3600}

# When a finished cell was about to be painted, by the clock that the server has too.
NOTE_FINISHED = """
    window.finishedCells = {};
    const done = new Set(['answered', 'malformed', 'failed']);
    const look = () => {
        for (const cell of document.querySelectorAll('[data-cell]'))
            if (done.has(cell.dataset.state)) window.finishedCells[cell.dataset.cell] ??= \
performance.timeOrigin + performance.now();
        requestAnimationFrame(look);
    };
    if (window === window.top) requestAnimationFrame(look);
"""
# PostgreSQL's own note of when the transaction that wrote the event was committed.
COMMITTED = (
    "SELECT number, data->'cells', extract(epoch from pg_xact_commit_timestamp(xmin))::float8"
    " FROM events WHERE topic = %s AND type = 'run.progressed'"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Delays:
    """Milliseconds from commit to arrival, one for each event and viewer."""

    streams_ms: list[float] = field(default_factory=list[float])
    screen_ms: list[float] = field(default_factory=list[float])
    # Events and cells that never came. Each counts with the time in which it could have come.
    missed_ms: list[float] = field(default_factory=list[float])

    @property
    def streams_p95_ms(self) -> float:
        return p95(self.streams_ms)

    @property
    def screen_p95_ms(self) -> float:
        return p95(self.screen_ms)

    def __str__(self) -> str:
        return (
            f"streams p50 {quantile(self.streams_ms, 0.5):.0f} ms, p95 {self.streams_p95_ms:.0f} ms"
            f" of {len(self.streams_ms)}; cells on the screen p50 {quantile(self.screen_ms, 0.5):.0f} ms,"
            f" p95 {self.screen_p95_ms:.0f} ms of {len(self.screen_ms)}; {len(self.missed_ms)} never seen"
        )


def quantile(values: list[float], share: float) -> float:
    return sorted(values)[ceil(len(values) * share) - 1]


def p95(values: list[float]) -> float:
    return quantile(values, 0.95)


def event_delays(bench: Bench, screen: str, rounds: int = 2) -> Delays:
    """Let runs go while all of them watch; `screen` is an address with {path}, {prompt} and {run} in it."""
    behave(bench.provider, latency=PACE)
    ready = bench.project(rows=ROWS, models=MODELS)
    for model in ready.models:
        at = f"{ready.path}/models/{model}"
        ready.owner.call("PATCH", at, {"limits": {"concurrency": 2}})
    delays = Delays()
    for _ in range(rounds):
        _watch(bench, ready, screen, delays)
    behave(bench.provider)
    return delays


def _watch(bench: Bench, ready: Ready, screen: str, delays: Delays) -> None:
    with a_page(bench) as page:
        page.set_viewport_size(TALL)
        page.add_init_script(NOTE_FINISHED)
        run = ready.start()
        wait_for(ready, run, "executing")
        ready.owner.call("POST", f"{ready.path}/runs/{run}/pause")
        with _streams(bench, f"{API}{ready.path}/runs/{run}/events?after=0") as arrived:
            page.goto(screen.format(path=ready.path, prompt=ready.prompt, run=run))
            page.locator("[data-cell]").first.wait_for()
            # What was committed before everyone was there is nobody's delay.
            began = time.time()
            ready.owner.call("POST", f"{ready.path}/runs/{run}/resume")
            wait_for(ready, run)
            page.locator("[data-state=answered]").nth(ROWS * len(MODELS) - 1).wait_for()
        finished = _finished(page)
        ended = time.time()
    for number, cells, committed in rows(bench.installation.database, COMMITTED, f"run:{run}"):
        if committed < began:
            continue
        waited_ms = (ended - committed) * 1000
        on_screen = {cell: finished.get(cell) for cell in cells or ()}
        lacking = sum(number not in each for each in arrived)
        lacking += sum(at is None for at in on_screen.values())
        delays.missed_ms.extend([waited_ms] * lacking)
        delays.streams_ms.extend((each.get(number, ended) - committed) * 1000 for each in arrived)
        # A cell that the screen had asked for by itself is there before its event.
        delays.screen_ms.extend(
            waited_ms if at is None else max(0.0, at - committed * 1000)
            for at in on_screen.values()
        )


def _finished(page: Page) -> dict[int, float]:
    return {int(cell): at for cell, at in page.evaluate("window.finishedCells").items()}


@contextmanager
def _streams(bench: Bench, path: str) -> Generator[list[dict[int, float]]]:
    """Follow with many clients in a thread of their own; gives when each got which event."""
    arrived: list[dict[int, float]] = [{} for _ in range(STREAMS)]
    cookies = dict(bench.owner.http.cookies)
    connected = threading.Semaphore(0)
    over: list[Callable[[], object]] = []

    async def follow(client: httpx.AsyncClient, mine: dict[int, float]) -> None:
        async with client.stream("GET", path) as answer:
            assert answer.status_code == 200, await answer.aread()
            connected.release()
            async for line in answer.aiter_lines():
                if line.startswith("data: "):
                    number = json.loads(line.removeprefix("data: ")).get("number")
                    if number is not None:
                        mine.setdefault(number, time.time())

    async def follow_all() -> None:
        ended, loop = asyncio.Event(), asyncio.get_running_loop()
        over.append(lambda: loop.call_soon_threadsafe(ended.set))
        limits = httpx.Limits(max_connections=STREAMS)
        async with (
            httpx.AsyncClient(
                base_url=bench.url, cookies=cookies, timeout=None, limits=limits
            ) as client,
            asyncio.TaskGroup() as group,
        ):
            following = [group.create_task(follow(client, mine)) for mine in arrived]
            await ended.wait()
            for each in following:
                each.cancel()

    thread = threading.Thread(target=lambda: asyncio.run(follow_all()))
    thread.start()
    try:
        for _ in range(STREAMS):
            assert connected.acquire(timeout=CONNECTED_WITHIN_S), "not all streams are connected"
        yield arrived
    finally:
        over[0]()
        thread.join()
