"""What someone who opens a run of 10,000 rows has to wait for, and how smoothly it scrolls, in a real browser."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Any

from playwright.sync_api import CDPSession, Page

from tests.e2e.browser import open_context
from tests.load.workbench_stage import Bench

SCROLL_MS = 6_000
BLANK_MS = 1_500
ROUNDS = 3
A_LONG_FRAME_MS = 33.4
WORK = ("TaskDuration", "ScriptDuration", "LayoutDuration", "RecalcStyleDuration")

# Noted inside the page, by its own clock: a question from outside would add its own way there and back.
NOTE_FIRST_ROWS = """
    const look = () => {
        const cell = document.querySelector('[data-cell="0"]');
        if (cell && cell.textContent.includes('Ticket')) \
requestAnimationFrame(() => { window.firstRows = performance.now(); });
        else requestAnimationFrame(look);
    };
    if (window === window.top) look();
    for (const kind of ['pointerup', 'click', 'keydown'])
        addEventListener(kind, () => { window.lastDone = performance.now(); }, true);
"""
THE_BOX = """
    let box = document.querySelector('[role=grid], [role=table][aria-label=Results]');
    while (box && !(box.scrollHeight > box.clientHeight + 1 \
&& /auto|scroll/.test(getComputedStyle(box).overflowY))) box = box.parentElement;
    if (!box) throw new Error('nothing scrolls');
"""
# Every frame goes on by what the clock says, as a hand on the scroll bar does.
SCROLL = (
    """
    (took) => new Promise((done) => {"""
    + THE_BOX
    + """
        const frames = []; let filled = 0, looked = 0, begin = null;
        const step = (now) => {
            begin ??= now;
            frames.push(now);
            if (frames.length % 10 === 0) {
                const seen = box.getBoundingClientRect();
                const at = document.elementFromPoint(seen.left + seen.width * 0.6, seen.top + seen.height * 0.5);
                looked += 1;
                if (at && at.closest('[data-cell]')) filled += 1;
            }
            box.scrollTop = Math.min(1, (now - begin) / took) * (box.scrollHeight - box.clientHeight);
            if (now - begin < took) requestAnimationFrame(step);
            else done({frames, filled, looked, height: box.scrollHeight});
        };
        requestAnimationFrame(step);
    })
    """
)
FRAMES = """
    (took) => new Promise((done) => {
        const frames = []; let begin = null;
        const step = (now) => { begin ??= now; frames.push(now); \
if (now - begin < took) requestAnimationFrame(step); else done(frames); };
        requestAnimationFrame(step);
    })
"""
ORDINALS = """
    () => [...document.querySelectorAll('[data-cell]')].slice(0, 4).map((cell) => cell.dataset.cell).join()
"""
# Looks at every frame; the content policy forbids Playwright's own way of waiting for a function.
UNTIL = """
    (asked) => new Promise((done, fail) => {
        const until = performance.now() + 60_000;
        const look = () => {
            const found = (%s)(asked);
            if (found) done(found);
            else if (performance.now() > until) fail(new Error('not seen within a minute'));
            else requestAnimationFrame(look);
        };
        look();
    })
"""
FIRST_ROWS = UNTIL % "() => window.firstRows"
OTHER_ROWS = UNTIL % (
    """(before) => {
        const now = [...document.querySelectorAll('[data-cell]')].slice(0, 4).map((cell) => cell.dataset.cell).join();
        return now && now !== before ? performance.now() - window.lastDone : 0;
    }"""
)
CELL_FILLED = UNTIL % (
    "(cell) => document.querySelector(`[data-cell='${cell}']`)?.textContent.includes('Ticket') && performance.now()"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Frames:
    mean_fps: float
    median_fps: float
    # Of the slowest twentieth of frames, the quickest.
    p5_fps: float
    long_share: float
    longest_ms: float

    def __str__(self) -> str:
        return (
            f"{self.mean_fps:.1f} frames a second (median {self.median_fps:.1f}, p5 {self.p5_fps:.1f},"
            f" {self.long_share:.1%} over 33 ms, longest {self.longest_ms:.0f} ms)"
        )


def frames_of(times: list[float]) -> Frames:
    took = sorted(after - before for before, after in pairwise(times))
    return Frames(
        mean_fps=1000 * len(took) / sum(took),
        median_fps=1000 / median(took),
        p5_fps=1000 / took[int(len(took) * 0.95)],
        long_share=sum(each > A_LONG_FRAME_MS for each in took) / len(took),
        longest_ms=took[-1],
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Scrolled:
    frames: Frames
    # Of the moments looked at, those in which the middle of the grid showed an answer and no placeholder.
    filled_share: float
    # From the end of the scroll until the last row can be read.
    end_filled_s: float
    # What a frame cost the page's main thread, whatever else this machine did meanwhile.
    cpu_ms_per_frame: dict[str, float]
    heap_mb: float


@contextmanager
def a_page(bench: Bench, *, reduced_motion: bool = False) -> Generator[Page]:
    """A new browser context with nothing in its cache, signed in; motion is on, as most people have it."""
    context = open_context(bench.browser, bench.url, signed_in=bench.owner.cookies())
    page = context.new_page()
    page.emulate_media(reduced_motion="reduce" if reduced_motion else "no-preference")
    page.add_init_script(NOTE_FIRST_ROWS)
    try:
        yield page
    finally:
        context.close()


def first_rows_s(bench: Bench, path: str, rounds: int = ROUNDS) -> list[float]:
    """Seconds from the start of a navigation until the first row is painted; nothing is cached."""
    found: list[float] = []
    for _ in range(rounds):
        with a_page(bench) as page:
            page.goto(path, wait_until="commit")
            found.append(_first_rows_ms(page) / 1000)
    return found


def scrolled(page: Page, last_cell: int, took_ms: int = SCROLL_MS) -> Scrolled:
    """From the top to the bottom, at an even pace."""
    _first_rows_ms(page)
    session = page.context.new_cdp_session(page)
    _send(session, "Performance.enable", timeDomain="threadTicks")
    before = _cpu_ms(session)
    seen = page.evaluate(SCROLL, took_ms)
    after = _cpu_ms(session)
    session.detach()
    began = page.evaluate("performance.now()")
    ended = page.evaluate(CELL_FILLED, last_cell)
    return Scrolled(
        frames=frames_of(seen["frames"]),
        filled_share=seen["filled"] / max(1, seen["looked"]),
        end_filled_s=(ended - began) / 1000,
        cpu_ms_per_frame={
            name: round((after[name] - before[name]) / len(seen["frames"]), 2) for name in after
        },
        heap_mb=heap_mb(page),
    )


def ceiling(bench: Bench, took_ms: int = BLANK_MS) -> Frames:
    """What this browser on this machine gives an empty page, right now."""
    with a_page(bench) as page:
        page.goto("about:blank")
        return frames_of(page.evaluate(FRAMES, took_ms))


def heap_mb(page: Page) -> float:
    """What JavaScript holds on to after two collections."""
    session = page.context.new_cdp_session(page)
    _send(session, "HeapProfiler.enable")
    for _ in range(2):
        _send(session, "HeapProfiler.collectGarbage")
    used = _send(session, "Runtime.getHeapUsage")
    session.detach()
    return used["usedSize"] / 1e6


def _cpu_ms(session: CDPSession) -> dict[str, float]:
    """What the main thread has worked so far, in time of its own."""
    found: list[dict[str, Any]] = _send(session, "Performance.getMetrics")["metrics"]
    return {
        each["name"].removesuffix("Duration").lower(): each["value"] * 1000
        for each in found
        if each["name"] in WORK
    }


def _send(session: CDPSession, method: str, **parameters: Any) -> dict[str, Any]:
    return session.send(method, parameters)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]


def until_other_rows_s(page: Page, do: Callable[[], None]) -> float:
    """Seconds from what a person did last (a click, a key) until other first rows are painted."""
    before = page.evaluate(ORDINALS)
    do()
    return page.evaluate(OTHER_ROWS, before) / 1000


def _first_rows_ms(page: Page) -> float:
    return page.evaluate(FIRST_ROWS)
