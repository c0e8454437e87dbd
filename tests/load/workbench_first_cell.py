"""How many clicks and seconds a new person needs until a first cell is finished, without any key."""

from dataclasses import dataclass
from time import monotonic

from playwright.sync_api import Page, expect

from tests.load.workbench_screen import a_page
from tests.load.workbench_stage import Bench

SOON = 60_000
# Counted by the page itself: every press of a mouse button, whoever asks for it.
COUNT_CLICKS = """
    window.clicksMade = 0;
    addEventListener('pointerdown', () => { window.clicksMade += 1; }, true);
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstCell:
    clicks: int
    seconds: float

    def __str__(self) -> str:
        return f"{self.clicks} clicks, {self.seconds:.1f} s"


def measure_first_cell(bench: Bench) -> FirstCell:
    """Go from an empty project with simulated models to the first finished cell."""
    with a_page(bench) as page:
        page.add_init_script(COUNT_CLICKS)
        slug = bench.owner.call("POST", "/projects", {"name": "First steps"})["slug"]
        simulated = {"provider": "SIMULATED", "label": "Simulated"}
        bench.owner.call("POST", f"/projects/{slug}/credentials", simulated)
        page.goto(f"/projects/{slug}/workbench")
        return _until_first_cell(page)


def _until_first_cell(page: Page) -> FirstCell:
    start = page.get_by_role("button", name="New prompt").first
    start.wait_for(timeout=SOON)
    before, began = page.evaluate("window.clicksMade"), monotonic()
    shown = page.url
    start.click()
    page.wait_for_url(lambda url: url != shown, timeout=SOON)
    run = page.get_by_role("button", name="Run", exact=True).last
    expect(run).to_be_enabled(timeout=SOON)
    run.click()
    expect(page.locator("[data-state=answered]").first).to_be_visible(timeout=SOON)
    return FirstCell(
        clicks=page.evaluate("window.clicksMade") - before,
        seconds=monotonic() - began,
    )
