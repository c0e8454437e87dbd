"""The navigation of a project: its groups, what waits on each page, and the same pages by keys and in the palette."""

import re
from collections.abc import Callable, Generator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser import axe_violations
from tests.e2e.conftest import OpenPage
from tests.e2e.home_story import HomeStory, a_busy_project
from tests.e2e.inspection import settle
from tests.e2e.runs_story import behave
from tests.e2e.simulating import simulating
from tests.e2e.stage import Stage, Visitor
from tests.support.installation import Installation

SOON = 30_000
GROUPS = {
    "Build": ["Workbench", "Prompts", "Datasets"],
    "Evaluate": ["Runs", "Experiments", "Arena"],
    "Trust": ["Judges", "Annotate", "Reviews"],
    "Watch": ["Suites & monitors", "Reports"],
}


@pytest.fixture(scope="module")
def story(installation: Installation, stage: Stage) -> Generator[HomeStory]:
    with simulating() as provider:
        behave(provider, latency={"kind": "uniform", "low_ms": 1, "high_ms": 5})
        owner = Visitor(stage.url).sign_up("Nora Navigation")
        yield a_busy_project(owner, provider, installation.database)


def navigation(page: Page) -> Locator:
    return page.get_by_role("navigation", name="Main")


def to_label(story: HomeStory) -> int:
    return story.ready.owner.call("GET", f"{story.path}/waiting")["answers"]


def assert_groups(where: Locator) -> None:
    for group, pages in GROUPS.items():
        links = where.get_by_role("list", name=group).get_by_role("link")
        expect(links).to_have_count(len(pages))
        for link, name in zip(links.all(), pages, strict=True):
            expect(link).to_contain_text(name)
            expect(link.locator("svg")).to_be_visible()


def test_the_pages_stand_in_groups_with_what_waits_on_them(
    open_page: OpenPage, story: HomeStory
) -> None:
    page = open_page(story.ready.owner)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{story.path}/datasets")

    assert_groups(navigation(page))
    link = navigation(page).get_by_role("link", name=re.compile(r"^Reviews\s*1 waiting$"))
    expect(link).to_be_visible()
    labels = re.compile(rf"^Annotate\s*{to_label(story)} to label$")
    expect(navigation(page).get_by_role("link", name=labels)).to_be_visible()
    alerts = re.compile(r"^Suites & monitors\s*1 open alert$")
    expect(navigation(page).get_by_role("link", name=alerts)).to_be_visible()
    expect(page.get_by_role("button", name="Alerts: 1 open")).to_be_visible()
    # One query for all counts.
    assert len([url for url in asked if url.endswith("/waiting")]) == 1
    assert not [url for url in asked if "suggestions" in url or "annotation" in url]

    link.click()
    expect(page.get_by_role("heading", name="Reviews", level=1)).to_be_visible()
    expect(link).to_have_attribute("aria-current", "page")


def test_a_count_follows_without_reloading(open_page: OpenPage, story: HomeStory) -> None:
    page = open_page(story.ready.owner)
    before = to_label(story)
    queues = story.ready.owner.call("GET", f"{story.path}/annotation-queues")["items"]
    page.goto(f"{story.path}/annotate/{queues[0]['id']}/label")
    expect(page.get_by_role("region", name="Answer", exact=True)).to_be_visible()
    page.get_by_role("heading", level=1).focus()
    page.keyboard.press("y")
    expect(page.get_by_role("radio", checked=True)).to_have_count(1)
    page.keyboard.press("Enter")

    left = re.compile(rf"^Annotate\s*{before - 1} to label$")
    expect(navigation(page).get_by_role("link", name=left)).to_be_visible(timeout=SOON)


def test_a_collapsed_rail_keeps_icons_groups_and_dots(
    open_page: OpenPage, story: HomeStory
) -> None:
    page = open_page(story.ready.owner)
    page.goto(f"{story.path}/datasets")
    page.get_by_role("button", name="Collapse rail").click()

    assert_groups(navigation(page))
    link = navigation(page).get_by_role("link", name=re.compile(r"^Reviews\s*1 waiting$"))
    expect(link).to_be_visible()
    link.hover()
    expect(page.get_by_role("tooltip", name="Reviews")).to_be_visible()
    settle(page)
    assert axe_violations(page) == []


def test_the_drawer_of_a_phone_has_the_groups(open_page: OpenPage, story: HomeStory) -> None:
    page = open_page(story.ready.owner)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{story.path}/datasets")
    page.get_by_role("button", name="Open menu").click()
    drawer = page.get_by_role("dialog", name="Menu")

    assert_groups(drawer)
    settle(page)
    assert axe_violations(page) == []
    heights = (
        drawer.get_by_role("listitem")
        .get_by_role("link")
        .evaluate_all("links => links.map(link => link.getBoundingClientRect().height)")
    )
    assert min(heights) >= 32, heights
    drawer.get_by_role("link", name="Reports").click()
    expect(page.get_by_role("heading", name="Reports", level=1)).to_be_visible()
    expect(drawer).to_be_hidden()


def test_the_palette_and_the_keys_lead_to_the_same_pages(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    owner = newcomer()
    slug = owner.call("POST", "/projects", {"name": "Compass"})["slug"]
    page = open_page(owner)
    page.goto(f"/projects/{slug}")
    expect(page.get_by_role("heading", name="Compass", level=1)).to_be_visible()

    page.keyboard.press("Control+k")
    page.keyboard.type("trust")
    options = page.get_by_role("listbox", name="Results").get_by_role("option")
    expect(options).to_have_text(
        [re.compile(rf"Compass: {name}\s*Trust") for name in GROUPS["Trust"]]
    )
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Judges", level=1)).to_be_visible()

    page.keyboard.press("g")
    page.keyboard.press("v")
    expect(page.get_by_role("heading", name="Reviews", level=1)).to_be_visible()
