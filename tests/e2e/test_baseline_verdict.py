"""The verdict in the workbench: no click after the run has ended, one click to the rows that broke."""

import re
from collections.abc import Generator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser import axe_violations
from tests.e2e.conftest import OpenPage
from tests.e2e.inspection import settle
from tests.e2e.runs_story import Ready, behave, ready_to_run
from tests.e2e.simulating import simulating
from tests.e2e.stage import Stage, Visitor
from tests.e2e.workbench_story import a_prompt, finish, write

SOON = 30_000
ROWS = 24
BROKEN = (3, 5)
SCORERS = [{"kind": "contains", "values": ["zzz"]}]


@pytest.fixture(scope="module")
def provider() -> Generator[str]:
    with simulating() as url:
        behave(url, latency={"kind": "uniform", "low_ms": 5, "high_ms": 20})
        yield url


@pytest.fixture(scope="module")
def ready(stage: Stage, provider: str) -> Ready:
    owner = Visitor(stage.url).sign_up("Vera Verdict")
    return ready_to_run(owner, provider, rows=ROWS, names=("sim-small",))


@pytest.fixture(scope="module")
def prompt(ready: Ready) -> str:
    """Two versions, each run once; people graded both runs: the second fixed all rows but two, which it broke."""
    prompt = a_prompt(ready, "Sums", "What is two plus two? {{question}}")
    asked = {"versions": [{"prompt": prompt}], "scorers": []}
    for turn in (0, 1):
        if turn:
            write(ready, prompt, "Three plus three? Be exact. {{question}}")
        run = ready.start(**asked)
        finish(ready, run)
        for row in range(ROWS):
            grade = {"grade": 1 - turn if row in BROKEN else turn}
            ready.owner.call("PUT", f"{ready.path}/runs/{run}/cells/{row}/grade", grade)
    return prompt


def open_workbench(page: Page, ready: Ready, prompt: str, search: str = "") -> None:
    page.goto(f"{ready.path}/workbench/{prompt}{search}")
    expect(banner(page)).to_be_visible(timeout=SOON)


def banner(page: Page) -> Locator:
    return page.get_by_role("region", name="Verdict against the baseline")


def kinds(page: Page) -> Locator:
    return page.get_by_role("navigation", name="Rows to show")


@pytest.mark.core
def test_the_verdict_is_there_without_a_click_and_the_broken_rows_after_one(
    open_page: OpenPage, ready: Ready, prompt: str
) -> None:
    page = open_page(ready.owner)
    open_workbench(page, ready, prompt)

    expect(banner(page).get_by_role("status")).to_contain_text(re.compile("^Better"), timeout=SOON)
    expect(kinds(page).get_by_role("link", name=f"Fixed {ROWS - 2}")).to_be_visible()
    foot = page.locator("[data-change]")
    expect(foot).to_contain_text(re.compile(r"\+0\.\d+ better"))
    settle(page)
    assert axe_violations(page) == []

    kinds(page).get_by_role("link", name="Broken 2").click()
    expect(page).to_have_url(re.compile("show=broken"))
    expect(page.locator("[data-cell]")).to_have_count(len(BROKEN))
    # The address alone shows the same rows.
    other = open_page(ready.owner)
    other.goto(page.url)
    expect(other.locator("[data-cell]")).to_have_count(len(BROKEN))
    kinds(page).get_by_role("link", name=f"All {ROWS}").click()
    expect(page).not_to_have_url(re.compile("show="))

    # The counts below a column filter the same grid, by this column.
    page.get_by_role("button", name="2 broken", exact=True).click()
    expect(page).to_have_url(re.compile("show=broken"))
    expect(page.locator("[data-cell]")).to_have_count(len(BROKEN))
    page.get_by_role("button", name="2 broken", exact=True).click()
    expect(page).not_to_have_url(re.compile("show="))


@pytest.mark.core
def test_the_baseline_is_chosen_and_the_comparison_is_one_click_away(
    open_page: OpenPage, ready: Ready, prompt: str
) -> None:
    page = open_page(ready.owner)
    open_workbench(page, ready, prompt)
    picker = banner(page).get_by_role("combobox", name="Baseline")
    expect(picker).to_have_text("Previous run")

    picker.click()
    page.get_by_role("option", name="Production version").click()
    expect(banner(page)).to_contain_text("No run of the production version on this dataset")
    expect(page).to_have_url(re.compile("baseline=production"))
    picker.click()
    page.get_by_role("option", name=re.compile(r"^#\d+ ")).first.click()
    expect(kinds(page).get_by_role("link", name="Broken 2")).to_be_visible(timeout=SOON)
    banner(page).get_by_role("button", name="Full comparison").click()
    expect(page.get_by_role("heading", name="Comparison")).to_be_visible()
    expect(page.get_by_role("status", name="Verdict")).to_contain_text("Better")


def test_the_first_run_says_how_to_get_a_verdict(open_page: OpenPage, ready: Ready) -> None:
    prompt = a_prompt(ready, "Once", "Say yes. {{question}}")
    finish(ready, ready.start(versions=[{"prompt": prompt}], scorers=SCORERS))
    page = open_page(ready.owner)

    open_workbench(page, ready, prompt)

    expect(banner(page)).to_contain_text("Change the prompt and run again")
