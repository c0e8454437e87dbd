"""Everything without a mouse: where Tab leads, in what order, and that one sees it."""

import re
from collections.abc import Callable
from itertools import pairwise
from typing import TypedDict

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.stage import PASSWORD, Stage, Visitor

INTERACTIVE = "a[href], button, input, textarea, select, [role=button], [tabindex='0']"
# Marks every interactive element that shows, so that the walk can tick it off.
MARK = """selector => [...document.querySelectorAll(selector)].filter(element =>
    element.checkVisibility({visibilityProperty: true}) && element.tabIndex >= 0
    && element.ariaHidden !== 'true').map((element, number) => {
    element.dataset.stop = String(number); return element.outerHTML.slice(0, 120) })"""
# After two frames: even without motion a colour takes a moment to arrive.
HERE = """async () => { for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
    const element = document.activeElement, box = element.getBoundingClientRect(),
    style = getComputedStyle(element); return {stop: element.dataset.stop ?? null, x: box.x, y: box.y,
    outline: style.outlineStyle === 'none' ? 0 : parseFloat(style.outlineWidth), colour: style.outlineColor,
    region: element.closest('aside, header, main')?.tagName ?? null} }"""
ACCENT = "rgb(99, 102, 241)"
SAME_LINE_PX = 40


class Stop(TypedDict):
    stop: str | None
    x: float
    y: float
    outline: float
    colour: str
    region: str | None


def _walk(page: Page) -> tuple[list[str], list[Stop]]:
    """Press Tab from the start of the page until every marked element had the focus."""
    marked: list[str] = page.evaluate(MARK, INTERACTIVE)
    stops: list[Stop] = []
    for _ in marked:
        page.keyboard.press("Tab")
        stops.append(page.evaluate(HERE))
    return marked, stops


def _assert_reachable_and_seen(page: Page) -> list[Stop]:
    marked, stops = _walk(page)
    reached = {stop["stop"] for stop in stops}
    assert [html for number, html in enumerate(marked) if str(number) not in reached] == []
    assert [stop for stop in stops if stop["outline"] < 2 or stop["colour"] != ACCENT] == []
    return stops


def _assert_visual_order(stops: list[Stop]) -> None:
    """Down the page; along a line from left to right."""
    for before, after in pairwise(stops):
        down = after["y"] - before["y"]
        assert down > -SAME_LINE_PX, (before, after)
        assert down > 1 or after["x"] > before["x"] - 1 or down < -1, (before, after)


def test_the_skip_link_comes_first_and_leads_to_the_content(
    stage: Stage, open_page: OpenPage
) -> None:
    """A11Y-15.1.4"""
    page = open_page(stage.ada)
    page.goto("/projects")
    expect(page.get_by_role("heading", name="Projects", exact=True)).to_be_visible()

    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to main content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="New project")).to_be_focused()


def test_tab_reaches_everything_on_the_projects_page_in_order(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    """A11Y-15.1.1, A11Y-15.1.2, A11Y-15.1.3, UI-6.2.4"""
    owner = newcomer()
    for number in range(4):
        owner.call("POST", "/projects", {"name": f"Walk {number}"})
    page = open_page(owner)
    page.goto("/projects")
    expect(page.get_by_role("link", name="Walk 0")).to_be_visible()

    stops = _assert_reachable_and_seen(page)

    regions = [stop["region"] or "" for stop in stops[1:]]
    assert regions == sorted(regions, key=["ASIDE", "HEADER", "MAIN"].index)
    _assert_visual_order([stop for stop in stops if stop["region"] == "ASIDE"])
    _assert_visual_order([stop for stop in stops[1:] if stop["region"] == "HEADER"])
    main = [stop for stop in stops if stop["region"] == "MAIN"]
    controls, cards = main[:4], main[4:]
    _assert_visual_order(controls)
    # On a card the name comes first, then the time; the cards follow each other row by row.
    _assert_visual_order(cards[::2])
    for name, time in zip(cards[::2], cards[1::2], strict=True):
        assert time["y"] > name["y"]


def test_tab_reaches_everything_on_the_sign_up_page_in_order(
    stage: Stage, open_page: OpenPage
) -> None:
    """A11Y-15.1.1, A11Y-15.1.2, A11Y-15.1.3, UI-6.2.4"""
    page = open_page()
    page.goto("/sign-up")
    expect(page.get_by_role("heading", name="Create your account")).to_be_visible()

    _assert_visual_order(_assert_reachable_and_seen(page))


def test_shift_tab_walks_the_same_way_back(stage: Stage, open_page: OpenPage) -> None:
    """A11Y-15.1.1"""
    page = open_page()
    page.goto("/sign-up")
    expect(page.get_by_role("heading", name="Create your account")).to_be_visible()
    _, there = _walk(page)

    back: list[Stop] = []
    for _ in there[:-1]:
        page.keyboard.press("Shift+Tab")
        back.append(page.evaluate(HERE))

    assert [stop["stop"] for stop in back] == [stop["stop"] for stop in reversed(there[:-1])]


@pytest.mark.core
def test_from_signing_in_to_a_new_project_without_a_mouse(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    """A11Y-15.1.1: the whole path by keyboard alone."""
    email = newcomer().call("GET", "/me")["email"]
    page = open_page()
    page.goto("/sign-in")
    expect(page.get_by_role("heading", name="Sign in to Edison")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.type(email)
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", name="Projects", exact=True)).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Open the demo project")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="New project")).to_be_focused()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    for _ in range(3):
        if dialog.get_by_label("Name").evaluate("field => field === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.keyboard.type("By hand")
    page.keyboard.press("Enter")

    expect(page).to_have_url(re.compile("/projects/by-hand"))
    expect(page.get_by_role("heading", name="By hand", exact=True)).to_be_focused()
