"""The list of runs: runs are compared by ticking them, and the score of a prompt is a line."""

import re
import time
from collections.abc import Generator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import axe_violations
from tests.e2e.conftest import OpenPage
from tests.e2e.inspection import settle
from tests.e2e.runs_story import Ready, behave, ready_to_run
from tests.e2e.simulating import simulating
from tests.e2e.stage import Stage, Visitor
from tests.e2e.workbench_story import a_prompt, finish, write

SOON = 30_000
ROWS = 12


@pytest.fixture(scope="module")
def provider() -> Generator[str]:
    with simulating() as url:
        behave(url, latency={"kind": "uniform", "low_ms": 5, "high_ms": 20})
        yield url


@pytest.fixture(scope="module")
def ready(stage: Stage, provider: str) -> Ready:
    owner = Visitor(stage.url).sign_up("Rita Runs")
    return ready_to_run(owner, provider, rows=ROWS, names=("sim-small",))


@pytest.fixture(scope="module")
def runs(ready: Ready) -> list[str]:
    """Three versions of a prompt, each run once; people passed no answer, then half of them, then all."""
    prompt = a_prompt(ready, "Sums", "What is two plus two? {{question}}")
    made: list[str] = []
    for turn in range(3):
        if turn:
            write(ready, prompt, f"Add the numbers. Attempt {turn}. {{{{question}}}}")
        # Without a scorer: people alone grade.
        run = ready.start(versions=[{"prompt": prompt}], scorers=[])
        finish(ready, run)
        for row in range(ROWS):
            grade = {"grade": int(row < ROWS * turn / 2)}
            ready.owner.call("PUT", f"{ready.path}/runs/{run}/cells/{row}/grade", grade)
        # The list shows what was computed last; asking for the results computes them again.
        until = time.monotonic() + SOON / 1000
        while ready.owner.call("GET", f"{ready.path}/runs/{run}/results")["stale"]:
            assert time.monotonic() < until
            time.sleep(0.3)
        made.append(run)
    return made


def tick(page: Page, *numbers: int) -> None:
    for number in numbers:
        page.get_by_role("checkbox", name=f"Select run #{number}", exact=True).click()


def numbers_of(ready: Ready, runs: list[str]) -> list[int]:
    return [ready.owner.call("GET", f"{ready.path}/runs/{run}")["number"] for run in runs]


@pytest.mark.core
def test_two_ticked_runs_open_their_comparison_and_three_a_table_of_verdicts(
    open_page: OpenPage, ready: Ready, runs: list[str]
) -> None:
    page = open_page(ready.owner)
    page.goto(f"{ready.path}/runs")
    first, second, third = numbers_of(ready, runs)
    bar = page.get_by_role("region", name="Selected runs")
    tick(page, third)
    expect(bar).to_contain_text("Select another run to compare them")
    expect(bar.get_by_role("button", name="Compare")).to_be_disabled()
    tick(page, first)
    settle(page)
    assert axe_violations(page) == []
    bar.get_by_role("link", name="Compare").click()
    expect(page).to_have_url(re.compile(f"run={runs[2]}&compare={runs[0]}"))
    expect(page.get_by_role("status", name="Verdict")).to_contain_text("Better", timeout=SOON)

    page.goto(f"{ready.path}/runs")
    tick(page, second, third, first)
    bar.get_by_role("link", name="Compare").click()
    table = page.get_by_role("table", name="Compared runs")
    rows = table.get_by_role("row")
    expect(rows).to_have_count(4, timeout=SOON)
    expect(rows.nth(1)).to_contain_text("Baseline")
    expect(rows.nth(3)).to_contain_text("Better", timeout=SOON)
    expect(rows.nth(3)).to_contain_text(re.compile(r"\+1\.00 better"))
    settle(page)
    assert axe_violations(page) == []
    rows.nth(3).get_by_role("button", name="Use as baseline").click()
    expect(rows.nth(3)).to_contain_text("Baseline")
    expect(rows.nth(1)).to_contain_text("Worse", timeout=SOON)
    rows.nth(1).get_by_role("link", name="Full comparison").click()
    expect(page.get_by_role("heading", name="Comparison")).to_be_visible(timeout=SOON)


@pytest.mark.parametrize("width", [1280, 1440, 390])
def test_numbers_do_not_wrap_and_the_score_of_a_prompt_is_a_line(
    open_page: OpenPage, ready: Ready, runs: list[str], width: int
) -> None:
    first, _, third = numbers_of(ready, runs)
    page = open_page(ready.owner)
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{ready.path}/runs")

    trend = page.get_by_role("region", name="Score by prompt").get_by_role("link")
    expect(trend).to_contain_text("1.00", timeout=SOON)
    line = trend.get_by_role("img")
    expect(line).to_have_accessible_name(
        re.compile(rf"from 0\.00 in run #{first} to 1\.00 in run #{third}$")
    )
    table = page.get_by_role("table", name="Runs of this project")
    for text in (f"#{third}", re.compile(r"^\d\.\d\d \("), re.compile(r"^\$0\.\d+$")):
        box = table.get_by_text(text, exact=isinstance(text, str)).first
        lines = box.evaluate("one => one.getClientRects().length")
        tall = box.evaluate(
            "one => one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight)"
        )
        assert (lines, round(tall)) == (1, 1), text
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    trend.click()
    expect(page).to_have_url(re.compile("prompt="))


def test_the_second_key_of_a_sequence_leaves_the_cell_alone(
    open_page: OpenPage, ready: Ready, runs: list[str]
) -> None:
    """R runs the cell again, but G R goes to the runs."""
    run = ready.owner.call("GET", f"{ready.path}/runs/{runs[2]}")
    page = open_page(ready.owner)
    page.goto(f"{ready.path}/workbench/{run['plan']['columns'][0]['prompt_id']}")
    cell = page.locator("[data-at='0:1']")
    expect(cell).to_be_visible(timeout=SOON)

    cell.focus()
    page.keyboard.press("g")
    page.keyboard.press("r")

    expect(page).to_have_url(re.compile(r"/runs$"))
    cells = f"{ready.path}/runs/{runs[2]}/cells"
    assert [ready.owner.call("GET", f"{cells}/{row}")["attempt"] for row in range(2)] == [1, 1]
