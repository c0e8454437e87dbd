"""Experiments in the browser: run and watched, paused and cancelled, out of money, in trouble, and reported on."""

import re
import uuid
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.experiments_story import DOWN, Loops, many_loops
from tests.e2e.inspection import faults_of, settle
from tests.e2e.simulating import simulating
from tests.e2e.stage import Stage, Visitor
from tests.support.installation import Installation
from tests.support.sql import execute

SOON = 60_000
WITH_INTERVAL = re.compile(r"\d\.\d \(\d\.\d to \d\.\d\)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    loops: Loops
    # Two iterations; the second one waits for a review.
    waiting: str
    ended: str
    troubled: str


@pytest.fixture(scope="module")
def story(stage: Stage) -> Generator[Story]:
    with simulating() as provider:
        loops = many_loops(Visitor(stage.url).sign_up("Rita Loops"), provider)
        waiting = loops.draft("Warmer answers", models=("sim-small", "sim-large"))
        troubled = loops.draft("Nothing works", models=(DOWN,))
        for experiment in (waiting, troubled):
            loops.start(experiment)
        _one_change_later(loops, waiting)
        ended = _one_that_got_better(loops)
        loops.owner.call("POST", f"{loops.page_of(ended)}/finish")
        loops.until(ended, lambda found: bool(found["check"] and found["check"]["verdict"]))
        loops.until(troubled, lambda found: found["state"] == "paused")
        yield Story(loops=loops, waiting=waiting, ended=ended, troubled=troubled)


def _one_change_later(loops: Loops, experiment: str) -> dict[str, Any]:
    loops.until_reviewing(experiment, 1)
    loops.approve(experiment)
    return loops.until_reviewing(experiment, 2)


def _one_that_got_better(loops: Loops) -> str:
    """Only an improvement is checked at the end. Five answers per case show it; one answer often does not."""
    for _ in range(3):
        experiment = loops.draft("Clear steps", trials=5)
        loops.start(experiment)
        second, _ = _one_change_later(loops, experiment)["recent"]
        if second["gained"]:
            return experiment
    raise AssertionError("three experiments, and none got better")


@pytest.mark.core
def test_an_iteration_is_run_and_watched_and_the_next_one_starts_by_itself(
    open_page: OpenPage, story: Story
) -> None:
    """FR-EE-001, FR-EE-002, FR-IL-001"""
    loops = story.loops
    experiment = loops.draft("Watched")
    page = open_page(loops.owner)
    page.goto(loops.page_of(experiment))
    expect(_next_step(page)).to_contain_text("Ready to start")
    page.get_by_role("button", name="Run iteration").click()
    asked = page.get_by_role("dialog", name="Run iteration 1?")
    expect(asked).to_contain_text(re.compile(r"Cost\$[\d.]+( to \$[\d.]+)?"))
    expect(asked).to_contain_text(re.compile(r"Timeabout"))
    expect(asked).to_contain_text("14 answers, 14 judgements")
    asked.get_by_role("button", name="Run iteration").click()

    # Two clicks later: the live view, with its six stages.
    expect(page).to_have_url(re.compile(r"/iterations/1$"))
    stages = page.get_by_role("region", name="Stages").get_by_role("listitem")
    expect(page.get_by_role("region", name="Stages").get_by_role("heading", level=3)).to_have_count(6)  # fmt: skip
    expect(page.get_by_role("status", name="State")).to_have_text("In review", timeout=SOON)
    expect(stages.filter(has_text="2. Executing runs").first).to_contain_text(
        re.compile(r"Complete · (\d+|under 1) s")
    )
    bar = page.get_by_role("progressbar", name="Answers of sim-large")
    expect(bar).to_have_attribute("aria-valuetext", "14 of 14 done")
    expect(page.get_by_role("progressbar", name="Judgements")).to_have_attribute(
        "aria-valuetext", "14 of 14 done"
    )
    spend = page.get_by_role("region", name="Spend and time")
    expect(spend).to_contain_text(re.compile(r"Experiment budget\$0\.\d+ of \$20\.00 \(\d\.\d%\)"))
    expect(spend).to_contain_text(re.compile(r"Elapsed time\d+ s"))
    expect(page.get_by_role("region", name="Score", exact=True)).to_contain_text(WITH_INTERVAL)
    expect(page.get_by_role("region", name="Timeline")).to_contain_text("Judging outputs")
    expect(page.get_by_role("link", name="View outputs")).to_have_attribute(
        "href", re.compile(r"/runs/[0-9a-f-]+$")
    )

    # Whoever is elsewhere in the project is told, with the way to it.
    toast = page.get_by_role("listitem").filter(has_text="A suggestion waits for review")
    expect(toast).to_contain_text("Watched, iteration 1")
    toast.get_by_role("button", name="Review").click()
    expect(page).to_have_url(re.compile(r"/reviews/[0-9a-f-]+$"))

    page.goto(loops.page_of(experiment))
    expect(_next_step(page)).to_contain_text("A suggestion waits for review")
    loops.approve(experiment)
    row = (
        page.get_by_role("table", name="Iterations of this experiment")
        .get_by_role("row")
        .filter(has_text="Iteration 2")
    )
    expect(row).to_contain_text("In review", timeout=SOON)
    expect(row).to_contain_text(WITH_INTERVAL)
    expect(row).to_contain_text("against 1")
    expect(page.get_by_role("region", name="Best score")).to_contain_text(WITH_INTERVAL)
    trend = page.get_by_role("figure", name="Score by iteration")
    expect(trend.get_by_role("link", name=re.compile(r"^Iteration 2, v2: \d"))).to_be_visible()
    trend.get_by_role("button", name="Show as a table: Score by iteration").click()
    expect(trend.get_by_role("row")).to_have_count(3)

    # A person may end it at any time; the report follows, and the check on held-out cases.
    page.get_by_role("button", name="More").click()
    page.get_by_role("menuitem", name="Finish the experiment…").click()
    sure = page.get_by_role("dialog", name="Finish this experiment?")
    expect(sure).to_contain_text("This cannot be undone.")
    sure.get_by_role("button", name="Finish").click()
    expect(page).to_have_url(re.compile(r"/report$"))
    check = page.get_by_role("region", name="Check on held-out cases")
    # Ten validation cases do not show every gain; without one there is nothing to check.
    expect(check).to_contain_text(
        re.compile("6 cases that the experiment has never used|no change was accepted"),
        timeout=SOON,
    )


def test_a_running_iteration_is_paused_resumed_and_cancelled_and_the_plan_can_be_changed(
    open_page: OpenPage, story: Story
) -> None:
    """FR-EE-003, FR-EE-004, FLOW-5.2.2"""
    loops = story.loops
    experiment = loops.draft("Stopped", models=("sim-medium",))
    loops.start(experiment)
    page = open_page(loops.owner)
    page.goto(loops.page_of(experiment))
    page.get_by_role("link", name="Watch it live").click()
    state = page.get_by_role("status", name="State")
    bar = page.get_by_role("progressbar", name="Answers of sim-medium")
    expect(bar).to_have_attribute("aria-valuetext", re.compile(r"^[1-9]\d* of 14"), timeout=SOON)
    page.get_by_role("button", name="Pause").click()
    expect(state).to_have_text("Paused")
    # What has been answered can be read before the rest is.
    page.get_by_role("link", name="View live outputs").click()
    expect(page.locator("[data-state=answered]").first).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Resume").click()
    expect(state).to_have_text("Running")
    page.get_by_role("button", name="Cancel").click()
    sure = page.get_by_role("dialog", name="Cancel iteration 1?")
    expect(sure).to_contain_text(
        re.compile(r"Progress so far: \d+ of 14 answers \(\d+%\)\. Cost spent: \$0\.\d+")
    )
    expect(sure).to_contain_text("This cannot be undone.")
    sure.get_by_role("button", name="Cancel the iteration").click()
    expect(state).to_have_text("Cancelled")

    page.get_by_role("link", name="Open the experiment").click()
    expect(page.get_by_role("status", name="State")).to_have_text("Waiting for you")
    page.get_by_role("button", name="Change the models").click()
    plan = page.get_by_role("dialog", name="Models and stop rules")
    plan.get_by_role("button", name="Remove sim-medium").click()
    plan.get_by_label("Most iterations").fill("0")
    plan.get_by_role("button", name="Save").click()
    expect(plan).to_contain_text("No active model configs. Add at least one model.")
    expect(plan).to_contain_text("A whole number from 1 to 100")
    plan.get_by_role("button", name="Add a model").click()
    page.get_by_role("option", name="sim-large").click()
    plan.get_by_label("Most iterations").fill("4")
    plan.get_by_role("button", name="Save").click()
    expect(plan).to_have_count(0)
    expect(page.get_by_role("region", name="Models")).to_contain_text("sim-large")
    expect(page.get_by_role("region", name="Stop rules")).to_contain_text("Most iterations4")
    page.get_by_role("button", name="Run iteration").click()
    page.get_by_role("dialog").get_by_role("button", name="Run iteration").click()
    expect(page).to_have_url(re.compile(r"/iterations/2$"))
    expect(state).to_have_text("In review", timeout=SOON)


def test_a_budget_stops_an_experiment_and_a_higher_one_lets_it_go_on(
    open_page: OpenPage, story: Story
) -> None:
    loops = story.loops
    experiment = loops.draft("Poor", budget="0.05")
    loops.start(experiment)
    page = open_page(loops.owner)
    page.goto(loops.page_of(experiment))
    expect(_next_step(page)).to_contain_text("Budget limit reached", timeout=SOON)
    page.get_by_role("button", name="Raise the budget").click()
    dialog = page.get_by_role("dialog", name="Budget of this experiment")
    dialog.get_by_label("In dollars").fill("0")
    expect(dialog).to_contain_text("Between $0.01 and $10,000")
    dialog.get_by_label("In dollars").fill("5")
    dialog.get_by_role("button", name="Save and resume").click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("region", name="Spend against budget")).to_contain_text("of $5.00")
    expect(_next_step(page)).to_contain_text("A suggestion waits for review", timeout=SOON)


def test_when_nothing_has_worked_the_page_says_where_to_look(
    open_page: OpenPage, story: Story
) -> None:
    """EDGE-16.1.7, ERR-12.3.1"""
    page = open_page(story.loops.owner)
    page.goto(story.loops.page_of(story.troubled))
    expect(_next_step(page)).to_contain_text("Iteration partially completed")
    guide = page.get_by_role("region", name="Troubleshooting")
    expect(guide).to_contain_text("Most answers failed")
    for name in ("Test the credentials", "Open the models", "View the last run", "Check the cases"):  # fmt: skip
        expect(guide.get_by_role("link", name=name)).to_be_visible()
    settle(page)
    page.get_by_role("link", name="Iteration 1").first.click()
    expect(page).to_have_url(re.compile(r"/iterations/1$"))
    expect(page.get_by_text("Iteration partially completed")).to_be_visible()
    expect(page.get_by_role("progressbar", name=f"Answers of {DOWN}")).to_have_attribute(
        "aria-valuetext", "14 of 14 done, 14 failed"
    )
    page.get_by_role("link", name="Read the answers").click()
    expect(page).to_have_url(re.compile(r"/runs/[0-9a-f-]+$"))


@pytest.mark.core
def test_the_report_has_everything_and_can_be_taken_along(
    open_page: OpenPage, story: Story
) -> None:
    """FR-IL-002"""
    page = open_page(story.loops.owner)
    page.goto(f"{story.loops.page_of(story.ended)}")
    expect(_next_step(page)).to_contain_text("Finished by a person")
    splits = page.get_by_role("region", name="Case splits")
    expect(splits).to_contain_text("Validation used1 time")
    splits.get_by_role("button", name="Show cases").click()
    drawn = page.get_by_role("dialog", name="Case splits")
    expect(drawn.get_by_role("row")).to_have_count(21)
    drawn.get_by_role("radio", name="Validation").click()
    expect(drawn.get_by_role("row")).to_have_count(11)
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Open the report").click()
    for name, words in {
        "Iterations": "2of at most 10",
        "Total cost": "tokens",
        "Total time": "waiting included",
        "Best version": "95% interval",
        "Gain over iteration 1": "→ iteration 2, the best: ",
        "Check on held-out cases": "6 cases that the experiment has never used.",
        "Case splits": "4 training cases",
        "Cost by phase": "Refiner",
        "Tokens by model": "sim-judge",
        "Model for production": "recommended",
        "Remaining weaknesses": "of 5",
        "Suggested next steps": "",
    }.items():
        expect(page.get_by_role("region", name=name, exact=True).first).to_contain_text(words)
    page.get_by_role("button", name="Version 2").click()
    expect(page.get_by_role("region", name="Best prompt").last).to_contain_text("{{message}}")
    page.get_by_role("button", name="Download").click()
    kinds = {
        "Report as PDF": "application/pdf",
        "Report as Markdown": "text/markdown",
        "Results as CSV": "text/csv",
        "Full bundle": "application/zip",
        "Best prompt as .md": "text/markdown",
    }
    for name, kind in kinds.items():
        link = page.get_by_role("menuitem", name=name).get_attribute("href")
        assert link
        answer = page.request.get(link)
        assert answer.status == 200, name
        assert answer.headers["content-type"].startswith(kind), name
    with page.expect_download() as saved:
        page.get_by_role("menuitem", name="Best prompt as .txt").click()
    assert saved.value.suggested_filename.endswith("-v2.txt")
    assert "{{message}}" in saved.value.path().read_text()
    # On paper there is nothing to press.
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Download")).to_be_hidden()
    expect(page.get_by_role("navigation", name="Main")).to_be_hidden()
    expect(page.get_by_role("region", name="Gain over iteration 1")).to_be_visible()


def test_sixty_iterations_come_page_by_page(
    open_page: OpenPage, story: Story, installation: Installation
) -> None:
    """EDGE-16.3.2"""
    many = _many_iterations(installation.database, story.ended, 60)
    page = open_page(story.loops.owner)
    page.goto(story.loops.page_of(many))
    rows = page.get_by_role("table", name="Iterations of this experiment").get_by_role("row")
    expect(rows).to_have_count(21)
    expect(rows.nth(1)).to_contain_text("Iteration 60")
    expect(page.get_by_text("20 of 60")).to_be_visible()
    page.get_by_role("button", name="Show older").click()
    expect(rows).to_have_count(41)
    expect(page.get_by_role("figure", name="Score by iteration").get_by_role("link")).to_have_count(60)  # fmt: skip
    # One that is no longer among the newest has an address too.
    page.goto(f"{story.loops.page_of(many)}/iterations/7")
    expect(page.get_by_role("heading", name="Iteration 7")).to_be_visible()


def test_the_screens_have_no_fault_that_axe_finds_and_nothing_spills(
    open_page: OpenPage, story: Story
) -> None:
    loops = story.loops
    screens = {
        "experiment": loops.page_of(story.waiting),
        "experiment-ended": loops.page_of(story.ended),
        "experiment-trouble": loops.page_of(story.troubled),
        "experiment-iteration": f"{loops.page_of(story.waiting)}/iterations/2",
        "experiment-report": f"{loops.page_of(story.ended)}/report",
    }
    found: list[str] = []
    page = open_page(loops.owner)
    for name, path in screens.items():
        page.goto(path)
        page.get_by_role("heading", level=1).wait_for()
        settle(page)
        found += faults_of(page, name)
    assert found == []


def _next_step(page: Page) -> Locator:
    return page.get_by_role("region", name="Next step")


def _many_iterations(database: str, like: str, count: int) -> str:
    """An experiment as if it had gone on for long: a copy of one, with its first iteration so many times."""
    made = str(uuid.uuid4())
    execute(
        database,
        f"""INSERT INTO experiments SELECT (jsonb_populate_record(e, jsonb_build_object(
            'id', '{made}', 'number', 900, 'name', 'Long', 'check_run', NULL, 'check_verdict', NULL))).*
            FROM experiments e WHERE id = '{like}'""",
        f"""INSERT INTO iterations SELECT (jsonb_populate_record(i, jsonb_build_object(
            'id', gen_random_uuid(), 'number', n, 'experiment_id', '{made}', 'run_id', NULL))).*
            FROM iterations i, generate_series(1, {count}) n WHERE experiment_id = '{like}' AND i.number = 1""",
    )  # fmt: skip
    return made
