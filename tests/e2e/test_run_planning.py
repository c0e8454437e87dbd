"""Planning in the browser: what a run can detect, and the run that decides a comparison which cannot tell."""

import re
from collections.abc import Generator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.inspection import PICTURES, faults_of, settle
from tests.e2e.planning_story import CASES, PlanningStory, tell_the_planning_story
from tests.e2e.runs_story import behave
from tests.e2e.simulating import simulating
from tests.e2e.stage import Stage, Visitor

SOON = 30_000
PHONE = {"width": 390, "height": 844}
LABEL = re.compile(r"Add [\d,]+ (cases|trials) for about \$[\d.]+( simulated)? and decide$")


@pytest.fixture(scope="module")
def story(stage: Stage) -> Generator[PlanningStory]:
    with simulating() as provider:
        behave(provider, latency={"kind": "uniform", "low_ms": 5, "high_ms": 20})
        yield tell_the_planning_story(Visitor(stage.url).sign_up("Petra Plans"), provider)


@pytest.mark.core
def test_a_comparison_that_cannot_tell_prepares_the_run_that_decides_it(
    open_page: OpenPage, story: PlanningStory
) -> None:
    page = open_page(story.ready.owner)
    page.goto(story.comparison)
    verdict = page.get_by_role("region", name="Verdict on the difference")
    expect(verdict.get_by_role("status", name="Verdict")).to_contain_text("Cannot tell")
    smallest = verdict.get_by_label("Smallest difference that matters")
    smallest.fill("0.025")
    button = verdict.get_by_role("region", name="Suggested run").get_by_role("link")
    expect(button).to_have_text(LABEL)
    assert faults_of(page, "decide-a-comparison") == []
    _pictures(page, "decide-a-comparison", verdict.get_by_role("region", name="Suggested run"))

    label = button.inner_text()
    button.click()
    expect(page).to_have_url(re.compile("/runs/new"))
    form = page.get_by_role("form", name="New run")
    expect(form).to_contain_text("This run is prepared to decide the comparison")
    settle(page)
    # Both versions are chosen, and the price is the one on the button.
    told = form.get_by_role("region", name="Forecast")
    price = re.search(r"\$[\d.]+", label)
    assert price is not None
    expect(told).to_contain_text(f"about {price.group()}")
    reach = told.get_by_role("region", name="Differences that this run can detect")
    expect(reach).to_contain_text("Based on how run #2 differs from run #1")
    expect(reach.get_by_label("Smallest difference that matters")).to_have_value("0.025")
    chance = reach.get_by_text(re.compile(r"^(8\d|9\d|100)%$"))
    expect(chance).to_be_visible()
    assert len(story.runs()) == 2
    _pictures(page, "prepared-run", reach)

    form.get_by_role("button", name="Run", exact=True).click()
    expect(page).to_have_url(re.compile(r"/runs/[0-9a-f-]{36}$"))
    [newest, *_] = story.runs()
    assert len(newest["plan"]["columns"]) == 2
    assert newest["plan"]["cells"] > 2 * CASES
    assert [column["version"] for column in newest["plan"]["columns"]] == [1, 2]


def test_a_new_run_says_what_it_can_detect_and_what_the_difference_takes(
    open_page: OpenPage, story: PlanningStory
) -> None:
    page = open_page(story.ready.owner)
    page.goto(f"{story.ready.path}/runs/new?from={story.later}")
    reach = page.get_by_role("region", name="Differences that this run can detect")
    expect(reach).to_contain_text(re.compile(r"Differences of \d+\.\d+ or more"))
    reach.get_by_label("Smallest difference that matters").fill("0.04")
    expect(reach).to_contain_text(re.compile(r"Cases for 0\.04[\d,]+, about \$[\d.]+"))
    needed = reach.get_by_role("definition").nth(1)
    before = needed.inner_text()
    reach.get_by_label("Smallest difference that matters").fill("0.02")
    expect(needed).not_to_have_text(before)
    assert faults_of(page, "new-run-reach") == []
    _pictures(page, "new-run-reach", reach)

    # Without a scorer nothing can be told apart.
    page.get_by_role("button", name=re.compile("^Remove")).last.click()
    expect(reach).to_contain_text("Add a scorer")


def test_the_workbench_says_it_beside_the_price(open_page: OpenPage, story: PlanningStory) -> None:
    page = open_page(story.ready.owner)
    page.goto(f"{story.ready.path}/workbench/{story.prompt}?run={story.later}")
    expect(page.get_by_role("status", name="Forecast")).to_contain_text("detects differences of")
    # Below the column that cannot tell stands what would decide it.
    change = page.locator("[data-change=cannot_tell]")
    expect(change).to_contain_text("cannot tell", timeout=SOON)
    offer = change.get_by_role("link", name=re.compile(r"^Add [\d,]+ (cases|trials) for about \$"))
    offer.click()
    expect(page.get_by_role("form", name="New run")).to_contain_text(
        "This run is prepared to decide the comparison"
    )


def _pictures(page: Page, name: str, shown: Locator) -> None:
    """As they look on a desk and on a phone, in both themes; kept only for who looks at them."""
    PICTURES.mkdir(exist_ok=True)
    for theme in ("light", "dark"):
        for width, size in ((1440, {"width": 1440, "height": 900}), (390, PHONE)):
            page.emulate_media(color_scheme=theme)
            page.set_viewport_size({"width": size["width"], "height": size["height"]})
            shown.scroll_into_view_if_needed()
            settle(page)
            overflow = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
            assert not page.evaluate(overflow), f"{name} spills at {width}"
            page.screenshot(path=PICTURES / f"{name}.{theme}.{width}.png")
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 1440, "height": 900})
