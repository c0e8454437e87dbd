"""The demo project: it leads the first person to a verdict about an own change, and others can open it."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.browser import axe_violations, open_context
from tests.e2e.conftest import OpenPage
from tests.e2e.first_minutes import WORK_MS, guide, walk_first_minutes
from tests.e2e.inspection import settle
from tests.e2e.stage import Stage, Visitor
from tests.support.installation import running

CLICKS_TO_BETTER = 3
CLICKS_TO_OWN_VERDICT = 8


@pytest.mark.core
def test_the_first_person_gets_to_a_verdict_and_to_one_about_an_own_change(
    browser: Browser, tmp_path: Path
) -> None:
    with running(tmp_path / "home") as installation:
        page = open_context(browser, installation.url).new_page()

        went = walk_first_minutes(page)

        assert went.clicks_to_better <= CLICKS_TO_BETTER
        assert went.clicks_to_own_verdict <= CLICKS_TO_OWN_VERDICT
        settle(page)
        assert axe_violations(page) == []
        page.context.close()


@pytest.fixture(scope="module")
def visitor(stage: Stage) -> Visitor:
    return Visitor(stage.url).sign_up("Dora Demo")


def test_another_person_opens_a_demo_and_hides_and_resumes_its_guide(
    open_page: OpenPage, visitor: Visitor
) -> None:
    page = open_page(visitor)
    page.set_default_timeout(WORK_MS)
    page.goto("/projects")
    page.get_by_role("link", name="Open the demo project").click()
    expect(page).to_have_url(re.compile("/projects/demo-support-replies[-0-9]*$"))
    home = page.url
    expect(step(page, "Verdict")).to_be_visible(timeout=WORK_MS)

    step(page, "Verdict").click()
    expect(page).to_have_url(re.compile("/workbench/"))
    guide(page).get_by_role("button", name="Hide the guide").click()
    expect(guide(page)).to_have_count(0)
    page.goto(home)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(guide(page)).to_have_count(0)

    page.get_by_role("button", name="Resume the guide").click()
    current = guide(page).locator("[aria-current=step]")
    expect(current).to_contain_text("Verdict")
    # Another visit to the start finds the same project.
    page.goto("/demo")
    expect(page).to_have_url(home)


def step(page: Page, title: str) -> Locator:
    return guide(page).get_by_role("list").get_by_role("link", name=title)
