"""The workbench as people see it: each view, how to come there, for axe to look at."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from tests.e2e.browser import SIZES, THEMES, axe_violations
from tests.e2e.inspection import settle

SOON = 60_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """A project with a prompt that ran twice, and one with nothing in it."""

    slug: str
    prompt: str
    earlier: str
    later: str
    empty: str

    @property
    def bench(self) -> str:
        return f"/projects/{self.slug}/workbench/{self.prompt}"


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    name: str
    show: Callable[[Page, Places], None]
    size: str = "wide"


def _grid(page: Page, places: Places, search: str = "") -> None:
    page.goto(f"{places.bench}{search}")
    expect(page.locator("[data-cell]").first).to_be_visible(timeout=SOON)


def _start(page: Page, places: Places) -> None:
    page.goto(f"/projects/{places.empty}/workbench")
    page.get_by_role("link", name="Open the demo project").wait_for()


def _finished(page: Page, places: Places) -> None:
    _grid(page, places)


def _past(page: Page, places: Places) -> None:
    _grid(page, places, f"?run={places.earlier}")


def _focus(page: Page, places: Places) -> None:
    _grid(page, places)
    page.get_by_role("button", name="Focus on the prompt").click()
    page.wait_for_timeout(400)


def _near(page: Page, places: Places) -> None:
    _grid(page, places)
    page.locator("[data-cell]").first.hover()
    page.get_by_role("button", name="Side by side").first.wait_for()


def _filters(page: Page, places: Places) -> None:
    _grid(page, places)
    page.get_by_role("button", name="Filters and search").click()
    page.get_by_role("search", name="Filter results").wait_for()


def _cell(page: Page, places: Places) -> None:
    page.goto(f"{places.bench}?cell=0")
    page.get_by_role("dialog").wait_for()


def _side_by_side(page: Page, places: Places) -> None:
    _near(page, places)
    page.get_by_role("button", name="Side by side").first.click()
    page.get_by_role("dialog").wait_for()


def _history(page: Page, places: Places) -> None:
    _grid(page, places, "?panel=history")
    page.get_by_role("dialog").wait_for()
    page.get_by_text(re.compile(r"Run #\d")).first.wait_for()


def _comparison(page: Page, places: Places) -> None:
    page.goto(f"{places.bench}?run={places.later}&compare={places.earlier}")
    page.get_by_text(re.compile("still passing", re.IGNORECASE)).first.wait_for()


VIEWS = (
    View(name="start", show=_start),
    View(name="finished", show=_finished),
    View(name="finished-narrow", show=_finished, size="narrow"),
    View(name="past", show=_past),
    View(name="focus", show=_focus),
    View(name="near-a-cell", show=_near),
    View(name="filters", show=_filters),
    View(name="cell", show=_cell),
    View(name="side-by-side", show=_side_by_side),
    View(name="history", show=_history),
    View(name="comparison", show=_comparison),
)


def violations_of(page: Page, view: View, places: Places) -> list[str]:
    """Show it and let axe look in both themes; one line for each broken element."""
    width, height = SIZES[view.size]
    page.set_viewport_size({"width": width, "height": height})
    view.show(page, places)
    found: list[str] = []
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        settle(page)
        found += [f"{view.name}, {theme}: {line}" for line in axe_violations(page)]
    return found
