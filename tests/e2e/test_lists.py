"""Lists and tables with long names, many rows and three scorers, at four widths."""

import re
from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.browser import THEMES, WITH_PICTURES, axe_violations, open_context
from tests.e2e.conftest import OpenPage
from tests.e2e.inspection import PICTURES, settle
from tests.e2e.list_screens import ListScreen, list_screens
from tests.e2e.long_names_story import LongNames, tell_the_long_names_story
from tests.e2e.simulating import simulating
from tests.e2e.stage import Stage, Visitor
from tests.e2e.table_check import SIZES, Found, check_tables, resize
from tests.support.installation import Installation

FOLDER = PICTURES / "lists"
# What every cell once had, in a column with no width of its own.
BREAK_ANYWHERE = "overflow-wrap: anywhere; white-space: normal; max-width: 3rem"
# Buttons and links of the page of which a toast hides a part.
COVERED = """() => [...document.querySelectorAll("main button, main a")].filter(one => {
    const {left, right, top, bottom, width} = one.getBoundingClientRect();
    const points = [[left + 3, top + 3], [right - 3, top + 3], [left + width / 2, (top + bottom) / 2]];
    return width > 0 && points.some(([x, y]) =>
        document.elementFromPoint(x, y)?.closest("[data-sonner-toaster]"));
}).map(one => one.textContent)"""


@pytest.fixture(scope="module")
def story(stage: Stage, installation: Installation) -> Generator[LongNames]:
    with simulating() as provider:
        owner = Visitor(stage.url).sign_up("Maximiliane Wolfeschlegelsteinhausenbergerdorff")
        yield tell_the_long_names_story(owner, provider, installation.database)


def open_list(page: Page, screen: ListScreen) -> None:
    page.goto(screen.path)
    expect(page.get_by_role("heading", level=1).first).to_be_visible()
    if screen.table:
        table = page.get_by_role("table", name=screen.table).or_(
            page.get_by_role("grid", name=screen.table)
        )
        expect(table.first).to_be_visible()
    settle(page)


def test_no_cell_is_narrower_than_its_numbers_and_no_page_overflows(
    browser: Browser,
    stage: Stage,
    story: LongNames,
    record_property: Callable[[str, object], None],
) -> None:
    contexts = {
        by_ada: open_context(browser, stage.url, signed_in=who.cookies())
        for by_ada, who in ((False, story.owner), (True, stage.ada))
    }
    pages = {by_ada: context.new_page() for by_ada, context in contexts.items()}
    found, violations = Found(), list[str]()
    for number, screen in enumerate(list_screens(story)):
        page = pages[screen.by_ada]
        resize(page, 1440)
        page.emulate_media(color_scheme=THEMES[number % 2])
        open_list(page, screen)
        seen = check_tables(page, screen.name)
        assert seen.tables or not screen.table, screen.name
        found.tables += seen.tables
        found.broken += seen.broken
        found.overflowing += seen.overflowing
        violations += [f"{screen.name}: {one}" for one in axe_violations(page)]
    for context in contexts.values():
        context.close()
    record_property("tables_checked", found.tables)
    record_property("broken_cells", len(found.broken))
    record_property("overflowing_pages", len(found.overflowing))
    record_property("axe_violations", len(violations))
    wrong = [*found.broken, *found.overflowing, *violations]
    assert not wrong, "\n".join(wrong)


def test_the_check_notices_what_it_looks_for(open_page: OpenPage, story: LongNames) -> None:
    """Cells that break anywhere, numbers that are cut and a page that is too wide are all found."""
    page = open_page(story.owner)
    page.goto(f"{story.path}/settings/audit")
    table = page.get_by_role("table", name="Audit log")
    expect(table).to_be_visible()
    settle(page)
    assert check_tables(page, "as it is", (1440,)) == Found(tables=1)

    broken = page.add_style_tag(content=f"td div, td div * {{ {BREAK_ANYWHERE} }}")
    assert "is broken over" in "".join(check_tables(page, "broken", (1440,)).broken)
    broken.evaluate("style => style.remove()")
    cut = page.add_style_tag(content="td:nth-child(5) div { width: 4px; overflow: hidden }")
    assert "is cut without a tooltip" in "".join(check_tables(page, "cut", (1440,)).broken)
    cut.evaluate("style => style.remove()")
    page.add_style_tag(content="main { min-width: 1600px }")
    assert check_tables(page, "wide", (1440,)).overflowing


@pytest.mark.parametrize("width", [1440, 1280])
def test_the_results_table_shows_the_cost(
    open_page: OpenPage, story: LongNames, width: int
) -> None:
    page = open_page(story.owner)
    resize(page, width)
    page.goto(f"{story.path}/runs/{story.run}/results")
    table = page.get_by_role("table", name="Results by column")
    head = table.get_by_role("columnheader", name="Cost").bounding_box()

    assert head is not None
    # Every scorer is a column, so what comes after may have to be scrolled to, inside of the table.
    assert head["x"] + head["width"] <= width


def test_a_completed_run_shows_its_answers_above_the_fold(
    open_page: OpenPage, story: LongNames
) -> None:
    page = open_page(story.owner)
    page.goto(f"{story.path}/runs/{story.run}")
    first = page.locator("[data-cell]").first
    expect(first).to_be_visible()
    settle(page)
    place = first.bounding_box()

    assert place is not None
    assert place["y"] + place["height"] <= SIZES[1440][1]


@pytest.mark.core
def test_filters_say_what_they_show_and_how_many_rows(
    open_page: OpenPage, story: LongNames
) -> None:
    page = open_page(story.owner)
    page.goto(f"{story.path}/runs/{story.run}")
    shown = page.get_by_role("navigation", name="Rows to show")
    for name in ("All 16", "Not passed 16", "Errors 16", "Flagged 1"):
        expect(shown.get_by_role("link", name=name)).to_be_visible()
    changed = shown.get_by_role("link", name=re.compile(r"^Changed \d+$"))
    expect(changed).to_have_attribute("title", re.compile(r"and run #\d+"))
    rows = page.get_by_role("region", name="Results").get_by_role("status").first

    shown.get_by_role("link", name="Not passed 16").click()
    expect(page).to_have_url(re.compile("show=not_passed"))
    expect(rows).to_have_text("16 rows of 16 match")
    shown.get_by_role("link", name="Flagged 1").click()
    expect(rows).to_have_text("1 row of 16 match")
    page.locator("[data-cell]").first.click()
    page.get_by_role("dialog").get_by_role("button", name="Remove the flag").click()
    page.keyboard.press("Escape")
    expect(shown.get_by_role("link", name="Flagged 0")).to_be_visible()


def test_run_stays_on_the_screen_in_focus_mode(open_page: OpenPage, story: LongNames) -> None:
    page = open_page(story.owner)
    resize(page, 1280)
    page.goto(f"{story.path}/workbench/{story.prompt}?run={story.run}")
    page.get_by_role("button", name="Focus on the prompt").click()
    expect(page.locator("[data-mode=focus]")).to_be_visible()
    run = page.get_by_role("button", name="Run", exact=True)
    expect(run).to_have_count(1)
    settle(page)

    place = run.bounding_box()
    assert place is not None
    assert place["x"] + place["width"] <= 1280


@pytest.mark.parametrize("width", [1440, 1280])
def test_toasts_cover_no_action_of_the_page(
    open_page: OpenPage, story: LongNames, width: int
) -> None:
    page = open_page(story.owner)
    resize(page, width)
    page.goto(f"{story.path}/runs/{story.run}")
    page.route("**/keep", lambda route: route.abort())
    keep = page.get_by_role("button", name="Keep", exact=True)
    toasts = page.locator("[data-sonner-toast]")
    for number in range(1, 4):
        keep.click()
        expect(toasts).to_have_count(number)

    assert page.evaluate(COVERED) == []


def test_the_audit_log_shows_money_as_money(open_page: OpenPage, story: LongNames) -> None:
    page = open_page(story.owner)
    page.goto(f"{story.path}/settings/audit")
    log = page.get_by_role("table", name="Audit log")
    action = page.get_by_role("search", name="Audit log filters").get_by_label("Action")
    action.fill("project.budget_changed")
    expect(log.get_by_text("Daily limit: $2,000.00")).to_be_visible()
    expect(log).not_to_contain_text("micro usd")
    action.fill("suite.changed")
    expect(log.get_by_text("Daily limit: $2.00 → $1,234.50")).to_be_visible()


@pytest.mark.skipif(not WITH_PICTURES, reason="Pictures are taken by just browse and every night")
def test_pictures_of_every_list_at_four_widths_in_both_themes(
    browser: Browser, stage: Stage, story: LongNames
) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for theme in THEMES:
        for by_ada, who in ((False, story.owner), (True, stage.ada)):
            context = open_context(browser, stage.url, theme=theme, signed_in=who.cookies())
            page = context.new_page()
            for screen in list_screens(story):
                if screen.by_ada == by_ada:
                    take_pictures(page, screen, theme)
            context.close()
    assert len(list(FOLDER.glob("*.png"))) >= len(list_screens(story)) * len(SIZES) * len(THEMES)


def take_pictures(page: Page, screen: ListScreen, theme: str) -> Path:
    resize(page, 1440)
    open_list(page, screen)
    for width in SIZES:
        resize(page, width)
        settle(page)
        page.screenshot(path=FOLDER / f"{screen.name}.{theme}.{width}.png")
    return FOLDER
