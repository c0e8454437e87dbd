"""Runs in the browser: chosen, forecast, started, watched, stopped, gone on with, looked into."""

import re
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.inspection import complaints_of, faults_of, settle
from tests.e2e.runs_story import Ready, behave, ready_to_run
from tests.e2e.simulating import simulating
from tests.e2e.stage import Stage, Visitor

SOON = 30_000
A_WHILE = 90_000
SLOW = {"kind": "uniform", "low_ms": 150, "high_ms": 450}
FORECAST = re.compile(r"\d+ calls, about \$[\d.]+, about")


@pytest.fixture(scope="module")
def provider() -> Generator[str]:
    with simulating() as url:
        behave(url, latency=SLOW)
        yield url


@pytest.mark.core
def test_a_run_is_chosen_forecast_started_and_watched_to_its_end(
    open_page: OpenPage, newcomer: Callable[[], Visitor], provider: str
) -> None:
    ready = ready_to_run(newcomer(), provider)
    page = open_page(ready.owner)
    page.goto(f"{ready.path}/runs")
    page.get_by_role("link", name="New run").click()

    _choose(page, "Choose a prompt", "Short answers")
    _choose(page, "Dataset", "Questions")
    _choose(page, "Choose a model", "sim-small")
    _choose(page, "Add another model", "sim-large")
    _choose(page, "Add a scorer", "Contains")
    forecast = page.get_by_label("Forecast", exact=True)
    expect(forecast).to_contain_text(FORECAST, timeout=SOON)
    expect(forecast).to_contain_text("100 calls")
    expect(forecast).to_contain_text("Worst case")
    page.keyboard.press("Control+Enter")

    expect(page.get_by_role("heading", level=1)).to_contain_text("Short answers v1", timeout=SOON)
    # Cells come while others are still being asked.
    expect(_cells(page, "answered").first).to_be_visible(timeout=SOON)
    assert _cells(page, "calling").count() + _cells(page, "open").count() > 0
    expect(_state(page)).to_have_text("Completed", timeout=A_WHILE)
    summary = page.get_by_role("region", name="Summary")
    expect(summary.get_by_role("row").filter(has_text="sim-small")).to_contain_text("50 / 50")
    expect(summary.get_by_role("row").filter(has_text="sim-small")).to_contain_text("n 50")
    expect(_cells(page, "calling")).to_have_count(0, timeout=SOON)

    _cells(page, "answered").first.click()
    drawer = page.get_by_role("dialog")
    expect(drawer.get_by_label("Output", exact=True).last).not_to_be_empty()
    drawer.get_by_role("button", name="Request").click()
    expect(drawer.get_by_label("Message of user")).to_contain_text("Answer in one word. What is")
    expect(drawer.get_by_role("region", name="Scores")).to_contain_text("contains")
    drawer.get_by_role("button", name="Repeat this cell").click()
    expect(drawer.get_by_role("button", name="Earlier attempts")).to_be_visible(timeout=SOON)


def test_everything_that_is_wrong_is_told_at_once_and_in_place(
    open_page: OpenPage, newcomer: Callable[[], Visitor], provider: str
) -> None:
    ready = ready_to_run(newcomer(), provider, rows=3, names=("sim-small",))
    page = open_page(ready.owner)
    page.goto(f"{ready.path}/prompts/{ready.prompt}")
    page.get_by_role("link", name="Run", exact=True).click()

    expect(page.get_by_label("Prompt", exact=True).get_by_text("Short answers")).to_be_visible()
    page.get_by_label("Trials").fill("0")
    page.get_by_label("Trials").fill("1")
    page.get_by_role("button", name="Run", exact=True).click()

    expect(page.get_by_label("Models", exact=True).get_by_role("alert")).to_contain_text(
        "No model chosen", timeout=SOON
    )
    expect(page.get_by_label("Cases", exact=True).get_by_role("alert")).to_contain_text("question")
    page.get_by_label("Budget in dollars").fill("0.001")
    expect(page.get_by_text("An amount from $0.01 to $1,000,000").first).to_be_visible()


@pytest.mark.core
def test_a_run_is_paused_gone_on_with_and_cancelled(
    open_page: OpenPage, newcomer: Callable[[], Visitor], provider: str
) -> None:
    # More than a minute of work: it must not end before it is cancelled.
    ready = ready_to_run(newcomer(), provider, rows=1000)
    run = ready.start()
    page = open_page(ready.owner)
    page.goto(f"{ready.path}/runs/{run}")
    # The worker may be busy with chunks of another large run.
    expect(_cells(page, "answered").first).to_be_visible(timeout=A_WHILE)

    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_text("Paused by a person")).to_be_visible(timeout=SOON)
    expect(_state(page)).to_have_text("Paused")
    page.get_by_role("button", name="Resume").click()
    expect(_state(page)).to_have_text("Running", timeout=SOON)

    page.get_by_role("button", name="Cancel").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("This cannot be undone")
    expect(dialog).to_contain_text(re.compile(r"\d+ of 2,000 cells are done and \$"))
    dialog.get_by_role("button", name="Cancel the run").click()
    expect(_state(page)).to_have_text("Cancelled", timeout=SOON)
    expect(_cells(page, "answered").first).to_be_visible()


def test_a_run_that_ends_before_its_events_are_followed_shows_its_answers(
    open_page: OpenPage, newcomer: Callable[[], Visitor], provider: str
) -> None:
    ready = ready_to_run(newcomer(), provider, rows=300, names=("sim-small",))
    run = ready.start()
    page = open_page(ready.owner)
    ended: list[bool] = []

    def answer_report(route: Route) -> None:
        answer = route.fetch()
        if answer.json()["state"] == "completed":
            ended.append(True)
        route.fulfill(response=answer)

    # No event arrives, and no row can be read again while the run works.
    page.route("**/events", lambda route: route.abort())
    page.route(re.compile(r"/rows\?.*row="), lambda r: r.continue_() if ended else r.abort())
    page.route(f"**/api/v1/**/runs/{run}", answer_report)
    page.goto(f"{ready.path}/runs/{run}")
    expect(_cells(page, "open").or_(_cells(page, "calling")).first).to_be_visible(timeout=SOON)

    expect(_state(page)).to_have_text("Completed", timeout=A_WHILE)
    expect(_cells(page, "answered").first).to_be_visible(timeout=SOON)
    expect(_cells(page, "open")).to_have_count(0)


def test_runs_at_the_same_time_are_told_apart(
    open_page: OpenPage, newcomer: Callable[[], Visitor], provider: str
) -> None:
    ready = ready_to_run(newcomer(), provider, rows=200)
    both = [ready.start(), ready.start()]
    page = open_page(ready.owner)
    page.goto(f"{ready.path}/runs")

    table = page.get_by_role("table", name="Runs of this project")
    for number in (1, 2):
        row = table.get_by_role("row").filter(has_text=f"#{number}")
        # The second begins when a worker has done with the first chunks of the first.
        expect(row).to_contain_text("Running", timeout=A_WHILE)
        expect(row.get_by_role("progressbar", name=f"Progress of run {number}")).to_be_visible()
    table.get_by_role("link", name=re.compile("#1")).click()
    expect(page).to_have_url(re.compile(both[0]))
    for run in both:
        ready.owner.call("POST", f"{ready.path}/runs/{run}/cancel")


@pytest.mark.core
def test_a_budget_stops_a_run_and_a_higher_one_lets_it_go_on(
    open_page: OpenPage, newcomer: Callable[[], Visitor], provider: str
) -> None:
    ready = ready_to_run(newcomer(), provider, rows=60, names=("sim-small",))
    run = ready.start(budget_usd="0.01")
    page = open_page(ready.owner)
    page.goto(f"{ready.path}/runs/{run}")

    expect(page.get_by_text("Paused at the budget")).to_be_visible(timeout=A_WHILE)
    page.get_by_role("button", name="Change budget").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("In dollars").fill("5")
    dialog.get_by_role("button", name="Save and resume").click()

    expect(_state(page)).to_have_text("Completed", timeout=A_WHILE)
    expect(page.get_by_label("Progress", exact=True)).to_contain_text("of $5.00")


@pytest.mark.core
def test_failures_are_found_by_the_filter_and_retried(
    open_page: OpenPage, newcomer: Callable[[], Visitor], provider: str
) -> None:
    ready = ready_to_run(newcomer(), provider, rows=6, names=("sim-small", "sim-too-long"))
    run = ready.start()
    page = open_page(ready.owner)
    page.goto(f"{ready.path}/runs/{run}")
    expect(_state(page)).to_have_text("Completed", timeout=A_WHILE)

    page.get_by_role("link", name="Errors 6").click()
    expect(page).to_have_url(re.compile("show=errors"))
    expect(_cells(page, "failed")).to_have_count(6, timeout=SOON)
    page.get_by_role("link", name="Flagged 0").click()
    expect(page.get_by_text("No row matches these filters.")).to_be_visible(timeout=SOON)
    page.go_back()
    _cells(page, "failed").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("What went wrong")
    page.keyboard.press("Escape")

    page.get_by_role("button", name="Retry 6 failed").click()
    expect(page.get_by_text("Running 6 cells again")).to_be_visible(timeout=SOON)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    ready: Ready
    # Finished, with scores, failures and a budget.
    done: str
    # Paused half-way.
    half: str


@pytest.fixture(scope="module")
def shown(stage: Stage, provider: str) -> Shown:
    owner = Visitor(stage.url).sign_up("Rosalind Franklin")
    ready = ready_to_run(owner, provider, names=("sim-small", "sim-large", "sim-too-long"))
    scorers = [{"kind": "contains"}, {"kind": "latency", "max_ms": 300, "name": "Quick"}]
    done = ready.start(scorers=scorers, budget_usd="1.00")
    _until(ready, done, "completed")
    half = ready.start(trials=5)
    _until(ready, half, "executing")
    owner.call("POST", f"{ready.path}/runs/{half}/pause")
    return Shown(ready=ready, done=done, half=half)


def test_the_screens_are_clean_at_every_width(open_page: OpenPage, shown: Shown) -> None:
    ready = shown.ready
    page = open_page(ready.owner)
    complaints = complaints_of(page)
    found: list[str] = []
    for name, path in (
        ("runs", "/runs"),
        ("new-run", f"/runs/new?from={shown.done}"),
        ("run", f"/runs/{shown.done}"),
        ("run-paused", f"/runs/{shown.half}"),
        ("run-cell", f"/runs/{shown.done}?cell=4"),
    ):
        page.goto(f"{ready.path}{path}")
        # An open panel hides the page behind it from screen readers, not from the eye.
        page.locator("h1").first.wait_for()
        settle(page)
        if name == "new-run":
            expect(page.get_by_text(FORECAST).first).to_be_visible(timeout=SOON)
        found += faults_of(page, name)

    assert found == []
    assert complaints == []


def _until(ready: Ready, run: str, state: str) -> None:
    for _ in range(600):
        if ready.state(run) == state:
            return
        time.sleep(0.1)
    raise AssertionError(f"the run is {ready.state(run)}")


def _choose(page: Page, label: str, option: str) -> None:
    picker = page.get_by_role("combobox", name=label, exact=True)
    picker.or_(page.get_by_role("button", name=label, exact=True)).click()
    page.get_by_role("option", name=re.compile(f"^{re.escape(option)}")).first.click()


def _cells(page: Page, state: str) -> Locator:
    return page.locator(f"[data-cell][data-state={state}]")


def _state(page: Page) -> Locator:
    return page.locator("main h1").locator("xpath=following-sibling::span[@role='status']")
