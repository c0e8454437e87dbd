"""Narrow windows and people who want no motion: nothing spills, nothing moves, the way stays clear."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.stage import Stage

CLEAR = "rgba(0, 0, 0, 0)"
# A loop that runs for ever counts too, however short it is.
MOVING = """() => document.getAnimations().filter(({effect}) => { const time = effect.getComputedTiming();
    return time.activeDuration > 1 }).map(({effect}) => effect.target?.outerHTML.slice(0, 160))"""


@pytest.mark.parametrize(("width", "is_table"), [(1023, False), (1024, True)])
def test_tables_are_stacked_cards_below_1024(
    stage: Stage, open_page: OpenPage, width: int, is_table: bool
) -> None:
    """UI-6.3.3"""
    page = open_page(stage.ada)
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"/projects/{stage.slug}/settings/members")
    table = page.get_by_role("table", name="Members of this project")
    expect(table).to_be_visible()

    display = table.get_by_role("row").nth(1).evaluate("row => getComputedStyle(row).display")
    assert (display == "table-row") == is_table
    cells = [
        box["y"]
        for cell in table.get_by_role("row").nth(1).get_by_role("cell").all()[:2]
        if (box := cell.bounding_box())
    ]
    assert (cells[0] == cells[1]) == is_table


@pytest.mark.parametrize(("width", "is_drawer"), [(767, True), (768, False)])
def test_the_rail_is_a_drawer_below_768(
    stage: Stage, open_page: OpenPage, width: int, is_drawer: bool
) -> None:
    """UI-6.3.2"""
    page = open_page(stage.ada)
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"/projects/{stage.slug}")
    expect(page.get_by_role("heading", name="Customer support bot", level=1)).to_be_visible()
    rail, menu = page.get_by_label("Side rail"), page.get_by_role("button", name="Open menu")
    if not is_drawer:
        expect(rail).to_be_visible()
        expect(menu).to_be_hidden()
        return

    expect(rail).to_be_hidden()
    menu.click()
    drawer = page.get_by_role("dialog", name="Menu")
    expect(drawer.get_by_role("link", name="Home")).to_have_attribute("aria-current", "page")
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
    expect(menu).to_be_focused()
    menu.click()
    drawer.get_by_role("link", name="Projects").click()
    expect(page).to_have_url(re.compile("/projects$"))
    expect(drawer).to_be_hidden()


def test_the_navigation_says_which_page_is_open(stage: Stage, open_page: OpenPage) -> None:
    """ARENA-6.1"""
    page = open_page(stage.ada)
    project = f"/projects/{stage.slug}"
    for path, here in (
        ("/projects", "Projects"),
        (project, "Home"),
        (f"{project}/settings/members", "Settings"),
    ):
        page.goto(path)
        navigation = page.get_by_role("navigation", name="Main")
        expect(navigation.locator("[aria-current=page]")).to_have_text(here)
        colours = navigation.get_by_role("link").evaluate_all(
            "links => links.map(link => getComputedStyle(link).backgroundColor)"
        )
        assert len([colour for colour in colours if colour != CLEAR]) == 1
    tabs = page.get_by_role("navigation", name="Project settings")
    expect(tabs.locator("[aria-current=page]")).to_have_text("Members")
    expect(
        page.get_by_role("navigation", name="Breadcrumb").locator("[aria-current=page]")
    ).to_have_text("Members")


def test_without_motion_nothing_runs(stage: Stage, open_page: OpenPage) -> None:
    """UI-6.4.1: dialogs, skeletons and spinners stand still for who asked for that."""
    page = open_page(stage.ada)
    page.route("**/api/**/events*", lambda route: route.abort())
    page.route("**/api/v1/projects?*", lambda _: None)
    page.goto("/projects")
    expect(page.get_by_text("Reconnecting…")).to_be_visible()
    skeleton, spinner = page.locator(".skeleton").first, page.locator(".animate-spin").first
    for moving in (skeleton, spinner):
        assert moving.evaluate("one => parseFloat(getComputedStyle(one).animationDuration)") < 0.001
        assert moving.evaluate("one => getComputedStyle(one).animationIterationCount") == "1"
    page.get_by_role("button", name="New project").click()
    dialog = page.get_by_role("dialog")
    assert dialog.evaluate("one => parseFloat(getComputedStyle(one).animationDuration)") < 0.001
    assert page.evaluate(MOVING) == []


def test_with_motion_the_same_things_move(browser: Browser, stage: Stage) -> None:
    """UI-6.4.1, the other way round: the stillness is a choice, not a missing style."""
    context = browser.new_context(
        base_url=stage.url, reduced_motion="no-preference", storage_state=stage.ada.cookies()
    )
    page = context.new_page()
    page.route("**/api/v1/projects?*", lambda _: None)
    page.goto("/projects")
    skeleton = page.locator(".skeleton").first
    assert skeleton.evaluate("one => parseFloat(getComputedStyle(one).animationDuration)") > 1
    context.close()
