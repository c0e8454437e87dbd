"""The home of a project is a dashboard: how its prompts stand, what runs, what waits, and what was spent."""

import re
from collections.abc import Callable, Generator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser import axe_violations
from tests.e2e.conftest import OpenPage
from tests.e2e.home_story import EXPERIMENT, HomeStory, a_busy_project
from tests.e2e.inspection import settle
from tests.e2e.monitors_story import CASES
from tests.e2e.runs_story import behave
from tests.e2e.simulating import simulating
from tests.e2e.stage import Stage, Visitor
from tests.support.installation import Installation

SOON = 30_000
FELL = "sim-small: score fell from 0.84 to 0.66"


@pytest.fixture(scope="module")
def provider() -> Generator[str]:
    with simulating() as url:
        behave(url, latency={"kind": "uniform", "low_ms": 1, "high_ms": 5})
        yield url


@pytest.fixture(scope="module")
def story(provider: str, installation: Installation, stage: Stage) -> HomeStory:
    owner = Visitor(stage.url).sign_up("Hanna Home")
    return a_busy_project(owner, provider, installation.database)


def card(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name, exact=True)


@pytest.mark.core
def test_a_prompt_shows_production_score_trend_and_verdict(
    open_page: OpenPage, story: HomeStory
) -> None:
    page = open_page(story.ready.owner)
    page.goto(story.path)

    table = page.get_by_role("table", name="Prompts that were run last")
    row = table.get_by_role("row").filter(has=page.get_by_role("link", name="Sums"))
    expect(row).to_contain_text("v1")
    expect(row).to_contain_text("newest v2")
    expect(row.get_by_text("Better", exact=True)).to_be_visible(timeout=SOON)
    # The same number as on the page of results, with its interval.
    score = row.get_by_role("link", name=re.compile(r"^\d\.\d\d \(\d\.\d\d to \d\.\d\d\)$"))
    # Labels that came late are in it after another computation.
    expect(score).to_have_text(re.compile(r"^1\.00"), timeout=SOON)
    text = score.inner_text()
    expect(row.get_by_role("img", name=re.compile("^From .* in 2 runs$"))).to_be_visible()
    score.click()
    expect(page).to_have_url(re.compile(f"/runs/{story.run}/results"))
    expect(page.get_by_role("main").get_by_text(text).first).to_be_visible(timeout=SOON)

    page.goto(story.path)
    link = row.get_by_role("link", name=re.compile("better, against run #"))
    against = re.search(r"against run (#\d+)", link.inner_text())
    assert against is not None
    link.click()
    banner = page.get_by_role("region", name="Verdict against the baseline")
    expect(banner.get_by_role("status")).to_contain_text(re.compile("^Better"), timeout=SOON)
    # The same pair of runs as on the home, whatever baseline the workbench would choose.
    expect(banner.get_by_role("combobox", name="Baseline")).to_contain_text(against.group(1))


def test_what_waits_and_what_was_spent_are_on_the_home(
    open_page: OpenPage, story: HomeStory
) -> None:
    page = open_page(story.ready.owner)
    page.goto(story.path)

    waiting = card(page, "Waiting for you")
    expect(waiting.get_by_role("link", name=re.compile(re.escape(FELL)))).to_be_visible()
    expect(waiting.get_by_text(EXPERIMENT)).to_be_visible()
    expect(waiting.get_by_role("link", name=f"Label {CASES} answers")).to_be_visible()
    spending = card(page, "Spending this month")
    expect(spending).to_contain_text("of $25.00")
    expect(spending.get_by_role("meter")).to_have_attribute("aria-valuenow", "0")
    spending.get_by_role("link", name="Reports").click()
    expect(page.get_by_role("heading", name="Reports", level=1)).to_be_visible()
    page.goto(story.path)
    waiting.get_by_role("link", name=re.compile("Review the suggestion")).click()
    expect(page).to_have_url(re.compile("/reviews/"))


def test_a_run_in_progress_is_on_the_home(
    open_page: OpenPage, story: HomeStory, provider: str
) -> None:
    page = open_page(story.ready.owner)
    page.goto(story.path)
    runs = card(page, "Runs in progress")
    expect(runs.get_by_text("No run is in progress.")).to_be_visible()
    expect(page.get_by_text("Live", exact=True)).to_be_visible()
    behave(provider, latency={"kind": "uniform", "low_ms": 30_000, "high_ms": 30_000})
    try:
        run = story.ready.start()

        expect(runs.get_by_role("progressbar")).to_be_visible(timeout=SOON)
        expect(runs).to_contain_text(f"0 of {CASES}")
    finally:
        behave(provider, latency={"kind": "uniform", "low_ms": 1, "high_ms": 5})
    story.ready.owner.call("POST", f"{story.path}/runs/{run}/cancel")
    expect(runs.get_by_text("No run is in progress.")).to_be_visible(timeout=SOON)


def test_the_activity_is_closed_and_grouped(open_page: OpenPage, story: HomeStory) -> None:
    page = open_page(story.ready.owner)
    page.goto(story.path)
    toggle = page.get_by_role("button", name="Activity")
    expect(toggle).to_have_attribute("aria-expanded", "false")

    toggle.click()

    today = page.get_by_role("region", name="Today")
    expect(today.get_by_role("listitem").first).to_be_visible()
    more = today.get_by_role("button", name=re.compile(r"^and \d+ more$")).first
    before = today.get_by_role("listitem").count()
    more.click()
    expect(today.get_by_role("button", name="Show less")).to_be_visible()
    assert today.get_by_role("listitem").count() > before


def test_an_empty_home_says_what_to_do_first(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    owner = newcomer()
    slug = owner.call("POST", "/projects", {"name": "Fresh start"})["slug"]
    page = open_page(owner)
    page.goto(f"/projects/{slug}")

    expect(card(page, "Getting started")).to_be_visible()
    expect(card(page, "Runs in progress").get_by_role("link", name="New run")).to_be_visible()
    expect(
        card(page, "Waiting for you").get_by_role("link", name="Set up a monitor")
    ).to_be_visible()
    expect(
        card(page, "Spending this month").get_by_role("link", name="Set a limit")
    ).to_be_visible()
    settle(page)
    assert axe_violations(page) == []
    card(page, "Prompts").get_by_role("link", name="Create prompt").click()
    expect(page.get_by_role("dialog", name="New prompt")).to_be_visible()


@pytest.mark.parametrize("width", [390, 768, 1280])
def test_the_home_is_whole(open_page: OpenPage, story: HomeStory, width: int) -> None:
    page = open_page(story.ready.owner)
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(story.path)
    expect(page.get_by_role("table", name="Prompts that were run last")).to_be_visible()
    expect(page.get_by_text("Better", exact=True)).to_be_visible(timeout=SOON)
    page.get_by_role("button", name="Activity").click()
    settle(page)

    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert axe_violations(page) == []
