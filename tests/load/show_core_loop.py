"""The parts of `just show core-loop`: from sign-up to a verdict about an own change, on an empty installation."""

from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, ViewportSize, expect

from tests.e2e.browser import THEMES, axe_violations, chromium, open_context
from tests.e2e.first_minutes import FirstMinutes, walk_first_minutes
from tests.e2e.inspection import SPILLS, settle
from tests.load.lighthouse import PageScores, measure_page
from tests.load.showing import Figures, Part, Say, Show
from tests.load.time_budget import TimeBudget
from tests.load.workbench_stage import wait_for_a_worker
from tests.support.installation import running

LIMITS: dict[str, tuple[str, float]] = {
    "clicks_to_better": ("at most", 3),
    "seconds_to_better": ("at most", 60),
    "clicks_to_own_verdict": ("at most", 8),
    "clicks_run_end_to_verdict": ("at most", 0),
    "rows_visible_compact": ("at least", 14),
    "overflow_at_1280": ("at most", 0),
    "demo_ready_s": ("at most", 20),
    "axe_violations": ("at most", 0),
    "lighthouse_performance": ("at least", 90),
    "lighthouse_accessibility": ("at least", 100),
    "shortcut_conflicts": ("at most", 0),
}
WIDE: ViewportSize = {"width": 1440, "height": 900}
USUAL: ViewportSize = {"width": 1280, "height": 800}
# Rows of which nothing is covered by the header, the sums or the end of the window.
WHOLE_ROWS = """() => {
    const [head, foot] = [...document.querySelectorAll("[role=grid] > div > .sticky")]
        .map((edge) => edge.getBoundingClientRect());
    return [...document.querySelectorAll("[role=grid] [data-index]")]
        .map((row) => row.getBoundingClientRect())
        .filter((row) => row.top >= head.bottom - 1 && row.bottom <= foot.top + 1).length;
}"""
SHORTCUTS = """() => [...document.querySelectorAll("[role=dialog] section")].map((section) =>
    [...section.querySelectorAll("dl > div")].map((row) =>
        [...row.querySelectorAll("kbd")].map((key) => key.textContent).join(" ")))"""


def core_loop(say: Say, budget: TimeBudget) -> Figures:
    with _walked(say) as (page, went):
        screens = _screens(page)
        figures: Figures = {
            "clicks_to_better": went.clicks_to_better,
            "seconds_to_better": round(went.seconds_to_better, 1),
            "demo_ready_s": round(went.demo_ready_s, 1),
            "clicks_to_own_verdict": went.clicks_to_own_verdict,
            "clicks_run_end_to_verdict": went.clicks_after_run,
            "rows_visible_compact": _rows_visible(page, screens["workbench"]),
            "shortcut_conflicts": _shortcut_conflicts(page, say),
        }
        broken, wide = _looked(page, screens, say)
        figures |= {"axe_violations": broken, "overflow_at_1280": wide}
        return figures | _page_speed(page, screens, say, budget)


@contextmanager
def _walked(say: Say) -> Generator[tuple[Page, FirstMinutes]]:
    with (
        TemporaryDirectory(prefix="edison-core-loop-") as home,
        running(Path(home) / "home") as installation,
        chromium() as browser,
    ):
        wait_for_a_worker(installation)
        context = open_context(browser, installation.url)
        page = context.new_page()
        went = walk_first_minutes(page)
        say(str(went))
        yield page, went
        context.close()


def _screens(page: Page) -> dict[str, str]:
    """Return the addresses of the workbench, the comparison and the home page; the page is in the workbench."""
    workbench = page.url
    page.get_by_role("button", name="Full comparison").click()
    expect(page.get_by_role("status", name="Verdict")).to_be_visible()
    home = "/".join(workbench.split("/")[:5])
    return {"workbench": workbench, "comparison": page.url, "home": home}


def _open(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.get_by_role("heading", level=1).first).to_be_attached()
    settle(page)


def _rows_visible(page: Page, address: str) -> int:
    page.set_viewport_size(WIDE)
    _open(page, address)
    page.get_by_role("button", name="Compact rows").click()
    settle(page)
    return page.evaluate(WHOLE_ROWS)


def _shortcut_conflicts(page: Page, say: Say) -> int:
    """Count keys that the help gives two meanings at one place."""
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Keyboard shortcuts").click()
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    everywhere, *places = page.evaluate(SHORTCUTS)
    page.keyboard.press("Escape")
    twice = {
        keys
        for place in places
        for keys, times in Counter([*everywhere, *place]).items()
        if times > 1
    }
    say(f"keys with two meanings: {sorted(twice) or 'none'}")
    return len(twice)


def _looked(page: Page, screens: dict[str, str], say: Say) -> tuple[int, int]:
    """Count the violations of axe in both themes, and the screens that are wider than a window of 1280."""
    page.set_viewport_size(USUAL)
    violations, wide = 0, 0
    for name, address in screens.items():
        for theme in THEMES:
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            _open(page, address)
            found = axe_violations(page)
            violations += len(found)
            for line in found:
                say(f"{name}, {theme}: {line}")
        if page.evaluate(SPILLS):
            wide += 1
            say(f"{name} is wider than the window")
    return violations, wide


def _page_speed(page: Page, screens: dict[str, str], say: Say, budget: TimeBudget) -> Figures:
    seen: list[PageScores] = []
    for name in budget.take(list(screens), what="pages", say=say):
        scores = measure_page(page, screens[name])
        say(f"Lighthouse, {name}: {scores}")
        seen.append(scores)
    return {
        "lighthouse_performance": min(each.performance for each in seen),
        "lighthouse_accessibility": min(each.accessibility for each in seen),
    }


SHOW = Show(
    parts=(Part(name="core-loop", measure=core_loop, share_s=560, figures=tuple(LIMITS)),),
    keys=tuple(LIMITS),
    limits=(LIMITS,),
)
