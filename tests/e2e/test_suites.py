"""Suites in the browser: saved from a run, run now, held to their money, changed, and kept as files."""

import json
import re
from collections.abc import Callable, Generator

import psycopg
import pytest
from playwright.sync_api import Locator, Page, expect

from edison.kit.uuids import new_id
from edison.store.database import libpq_url
from tests.e2e.conftest import OpenPage
from tests.e2e.inspection import complaints_of, faults_of, settle
from tests.e2e.runs_story import behave
from tests.e2e.simulating import simulating
from tests.e2e.stage import Stage, Visitor
from tests.e2e.suites_story import Story, Suites, a_run_to_save, tell_the_suites_story
from tests.support.installation import Installation

SOON = 60_000
A_WHILE = 180_000
QUICK = {"kind": "uniform", "low_ms": 20, "high_ms": 90}
FORECAST = re.compile(r"\d+ calls, about \$[\d.]+, about")
SCORE = re.compile(r"\d\.\d\d")


@pytest.fixture(scope="module")
def provider() -> Generator[str]:
    with simulating() as url:
        behave(url, latency=QUICK)
        yield url


@pytest.fixture
def suites(newcomer: Callable[[], Visitor], provider: str) -> Suites:
    return a_run_to_save(newcomer(), provider)


@pytest.mark.core
def test_a_run_becomes_a_suite_that_runs_now_also_with_another_model(
    open_page: OpenPage, suites: Suites
) -> None:
    page = open_page(suites.ready.owner)
    page.goto(f"{suites.ready.path}/runs/{suites.run}")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("menuitem", name="Save as suite").click()
    dialog = page.get_by_role("dialog", name="Save as suite")
    expect(dialog).to_contain_text("Run #1: Short answers v1, 6 cases, sim-small, sim-large")
    expect(dialog.get_by_label("Name")).to_have_value("Short answers on Questions")
    dialog.get_by_label("Name").fill("Nightly answers")
    dialog.get_by_label("Prompt").click()
    page.get_by_role("option", name=re.compile("Follow the newest, now v1")).click()
    dialog.get_by_role("button", name="Save suite").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Nightly answers", timeout=SOON)
    recipe = page.get_by_role("region", name="Recipe")
    expect(recipe).to_contain_text("Short answers · newest (v1)")
    expect(recipe).to_contain_text("Questions v1")
    expect(page.get_by_role("region", name="Spent today")).to_contain_text("of $1.00")

    # What it will cost is told before it begins.
    page.get_by_role("button", name="Run now").first.click()
    dialog = page.get_by_role("dialog", name="Run Nightly answers now")
    expect(dialog).to_contain_text(FORECAST, timeout=SOON)
    expect(dialog).to_contain_text("Models of the recipe: sim-small and sim-large")
    expect(dialog.get_by_label("Forecast")).to_contain_text("Left today, this suite$1.00 of $1.00")
    dialog.get_by_role("button", name="Run now").click()
    expect(page.get_by_text("Suite run #1 has started")).to_be_visible(timeout=SOON)
    table = page.get_by_role("table", name="Runs of this suite")
    expect(_row(table, "#1")).to_contain_text("completed", timeout=A_WHILE)
    expect(_row(table, "#1")).to_contain_text(SCORE, timeout=A_WHILE)
    expect(page.get_by_role("region", name="Last score")).to_contain_text("suite run #1")

    # The same with one other model, this once.
    page.get_by_role("button", name="Run now").first.click()
    dialog.get_by_role("button", name="Use another model for this run").click()
    page.get_by_role("option", name=re.compile("^sim-large")).first.click()
    expect(dialog).to_contain_text("For this run instead of sim-small and sim-large")
    expect(dialog.get_by_label("Forecast")).to_contain_text(re.compile(r"^6 calls"), timeout=SOON)
    dialog.get_by_role("button", name="Run now").click()
    expect(_row(table, "#2")).to_contain_text("sim-large", timeout=SOON)
    expect(_row(table, "#2")).to_contain_text("Model", timeout=SOON)
    expect(_row(table, "#2")).to_contain_text(SCORE, timeout=A_WHILE)

    # The run of a suite is a run like any other.
    _row(table, "#2").get_by_role("link", name="#2").click()
    expect(page).to_have_url(re.compile(r"/runs/[0-9a-f-]+/results$"))


def test_a_suite_is_put_together_changed_and_told_what_is_missing(
    open_page: OpenPage, suites: Suites
) -> None:
    page = open_page(suites.ready.owner)
    page.goto(f"{suites.ready.path}/suites")
    expect(page.get_by_text("No suites yet")).to_be_visible()
    page.get_by_role("link", name="New suite").click()
    page.get_by_role("button", name="Save suite").click()
    expect(page.get_by_text("A suite needs a name").first).to_be_visible()

    page.get_by_label("Name", exact=True).fill("Release gate")
    _choose(page, "Choose a prompt", "Short answers")
    _choose(page, "Dataset", "Questions")
    _choose(page, "Choose a model", "sim-small")
    _choose(page, "Add a scorer", "Contains")
    page.get_by_label("Score at least").fill("7")
    expect(page.get_by_text("From 0 to 1").first).to_be_visible()
    page.get_by_label("Score at least").fill("0.7")
    page.get_by_label("Limit per day").fill("2.50")
    forecast = page.get_by_label("Forecast", exact=True)
    expect(forecast).to_contain_text(FORECAST, timeout=SOON)
    expect(forecast).to_contain_text(re.compile(r"\$2\.50 a day is enough for about [\d,]+ runs"))
    page.get_by_role("button", name="Save suite").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Release gate", timeout=SOON)
    recipe = page.get_by_role("region", name="Recipe")
    expect(recipe).to_contain_text("Short answers · newest (v1)")
    expect(recipe).to_contain_text("Score at least 0.7")

    page.get_by_role("link", name="Edit").first.click()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Release gate")
    expect(page.get_by_label("Score at least")).to_have_value("0.7")
    page.get_by_label("Pass rate at least").fill("90")
    page.get_by_role("button", name="More", exact=True).last.click()
    _choose(page, "Choose a fallback model", "sim-large")
    page.get_by_role("button", name="Save changes").click()
    expect(recipe).to_contain_text("Pass rate at least 90%", timeout=SOON)
    expect(recipe).to_contain_text("Fallback")


def test_the_list_is_searched_and_filtered_and_suites_come_and_go(
    open_page: OpenPage, suites: Suites
) -> None:
    keep = suites.save("Kept as it is")
    suites.save("Soon gone")
    page = open_page(suites.ready.owner)
    page.goto(f"{suites.ready.path}/suites")
    table = page.get_by_role("table", name="Suites of this project")
    expect(table.get_by_role("row")).to_have_count(3)
    page.get_by_label("Search suites").fill("soon")
    expect(page).to_have_url(re.compile("search=soon"))
    expect(table.get_by_role("row")).to_have_count(2, timeout=SOON)
    page.get_by_role("combobox", name="Prompt").click()
    page.get_by_role("option", name="Short answers").click()
    expect(page).to_have_url(re.compile(f"prompt={suites.ready.prompt}"))
    table.get_by_role("link", name="Soon gone").click()

    # What never ran may go for good; what is archived comes back.
    _menu(page, "Delete…")
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page).to_have_url(re.compile("/suites$"), timeout=SOON)
    expect(table.get_by_role("row")).to_have_count(2, timeout=SOON)
    page.goto(f"{suites.ready.path}/suites/{keep}")
    _menu(page, "Archive…")
    page.get_by_role("dialog").get_by_role("button", name="Archive").click()
    expect(page.get_by_text("This suite is archived")).to_be_visible(timeout=SOON)
    expect(page.get_by_role("button", name="Run now")).to_have_count(0)
    page.get_by_role("button", name="Restore").click()
    expect(_state(page)).to_have_text("Active", timeout=SOON)
    _menu(page, "Duplicate…")
    page.get_by_role("dialog").get_by_role("button", name="Duplicate").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Kept as it is (copy)", timeout=SOON)


def test_a_suite_that_is_paused_says_why_and_goes_on(open_page: OpenPage, suites: Suites) -> None:
    suite = suites.save("Watched", daily_limit_usd="0.01")
    page = open_page(suites.ready.owner)
    page.goto(f"{suites.ready.path}/suites/{suite}")
    _menu(page, "Pause")
    expect(page.get_by_text("Paused by a person")).to_be_visible(timeout=SOON)
    expect(page.get_by_role("button", name="Run now")).to_have_count(0)
    page.get_by_role("button", name="Resume").click()
    expect(_state(page)).to_have_text("Active", timeout=SOON)

    # The first one fits into a cent; what is left does not pay for a second.
    suites.execute(suite)
    suites.finish(suite)
    page.get_by_role("button", name="Run now").first.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Forecast")).to_contain_text("of $0.0100", timeout=SOON)
    dialog.get_by_role("button", name="Run now").click()
    expect(dialog.get_by_role("alert")).to_be_visible(timeout=SOON)
    page.keyboard.press("Escape")

    _menu(page, "Limit per day…")
    page.get_by_role("dialog").get_by_label("In dollars").fill("3")
    page.get_by_role("dialog").get_by_role(
        "button", name=re.compile("^Save( and resume)?$")
    ).click()
    expect(page.get_by_role("region", name="Spent today")).to_contain_text("of $3.00", timeout=SOON)
    page.get_by_role("button", name="Run now").first.click()
    page.get_by_role("dialog").get_by_role("button", name="Run now").click()
    expect(page.get_by_text("Suite run #2 has started")).to_be_visible(timeout=SOON)


def test_the_overview_keeps_the_last_score_and_says_when_the_day_is_used_up(
    open_page: OpenPage, suites: Suites, installation: Installation
) -> None:
    owner, at = suites.ready.owner, suites.ready.path
    suite = suites.save("Nightly answers")
    path = f"{at}/suites/{suite}"
    suites.execute(suite)
    suites.finish(suite)
    monitor = {"suite_id": suite, "name": "Every hour", "cron": "0 * * * *"}
    owner.call("POST", f"{at}/monitors", monitor)
    page = open_page(owner)
    page.goto(path)
    score = page.get_by_role("region", name="Last score")
    expect(score).to_contain_text(SCORE, timeout=A_WHILE)
    expect(score).to_contain_text("suite run #1")

    # A limit below what the day has cost is said before it is saved, when it is saved and in the forecast.
    with psycopg.connect(libpq_url(installation.database)) as connection:
        connection.execute(
            "UPDATE budgets SET settled = 400000 WHERE scope = 'suite_day' AND subject = %s",
            [suite],
        )
        refused = {
            "id": str(new_id()),
            "number": 2,
            "state": "refused",
            "reason": "not_ready",
            "run_id": None,
        }
        connection.execute(
            "INSERT INTO executions SELECT (jsonb_populate_record(executions, %s::jsonb)).* FROM executions"
            " WHERE suite_id = %s",
            [json.dumps(refused), suite],
        )
    page.reload()
    # The refused execution does not take the score away.
    expect(page.get_by_role("region", name="Runs", exact=True)).to_contain_text("not started")
    expect(score).to_contain_text("suite run #1")
    _menu(page, "Limit per day…")
    dialog = page.get_by_role("dialog", name="Limit per day")
    dialog.get_by_label("In dollars").fill("0.25")
    expect(
        dialog.get_by_text("With this limit the suite does not run before midnight UTC")
    ).to_be_visible()
    dialog.get_by_role("button", name="Save").click()
    said = "The suite has spent $0.40 today and its daily limit is $0.25"
    expect(page.get_by_role("status").get_by_text(said)).to_be_visible()
    expect(page.get_by_role("region", name="Spent today")).to_contain_text("More than the limit.")
    page.get_by_role("button", name="Run now").first.click()
    run = page.get_by_role("dialog", name="Run Nightly answers now")
    expect(run.get_by_label("Forecast")).to_contain_text(said, timeout=SOON)
    page.keyboard.press("Escape")

    owner.call("POST", f"{path}/pause")
    page.reload()
    following = page.get_by_role("region", name="Next on schedule")
    expect(following).to_contain_text("Paused")
    expect(following).to_contain_text("until someone resumes the suite")
    page.goto(f"{path}?tab=monitors")
    expect(page.get_by_text("none while the suite is paused")).to_be_visible()


def test_a_suite_is_a_file_and_a_file_is_a_suite(open_page: OpenPage, suites: Suites) -> None:
    suite = suites.save("In git")
    page = open_page(suites.ready.owner)
    page.goto(f"{suites.ready.path}/suites/{suite}?tab=recipe")
    yaml = page.get_by_label("YAML of the suite")
    expect(yaml).to_contain_text("name: In git", timeout=SOON)
    text = yaml.inner_text()

    page.goto(f"{suites.ready.path}/suites")
    page.get_by_role("button", name="Import file").click()
    dialog = page.get_by_role("dialog", name="Suite from a file")
    dialog.get_by_label("YAML").fill(text.replace("Questions", "No such cases"))
    dialog.get_by_role("button", name="Check").click()
    expect(dialog.get_by_role("alert")).to_contain_text("No such cases", timeout=SOON)
    dialog.get_by_label("YAML").fill(text.replace("name: In git", "name: From git"))
    dialog.get_by_role("button", name="Check").click()
    expect(dialog.get_by_role("status")).to_contain_text(
        "Creates a new suite “From git”", timeout=SOON
    )
    dialog.get_by_role("button", name="Create suite").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("From git", timeout=SOON)
    expect(page.get_by_role("region", name="Recipe")).to_contain_text("Questions v1")


def test_the_project_has_a_limit_of_the_day(open_page: OpenPage, suites: Suites) -> None:
    page = open_page(suites.ready.owner)
    page.goto(f"{suites.ready.path}/settings/general")
    limits = page.get_by_role("region", name="Spending limits")
    expect(limits).to_contain_text(re.compile(r"\$0\.\d+ spent today"))
    limits.get_by_label("Per day (USD)").fill("0.001")
    expect(limits.get_by_text("From $0.01")).to_be_visible()
    limits.get_by_label("Per day (USD)").fill("5")
    limits.get_by_role("button", name="Save limits").click()
    expect(page.get_by_text("Limits saved")).to_be_visible(timeout=SOON)
    assert suites.call("GET", f"{suites.ready.path}/budget")["daily_limit_usd"] == "5"

    suite = suites.save("Within the project")
    page.goto(f"{suites.ready.path}/suites/{suite}")
    page.get_by_role("button", name="Run now").first.click()
    forecast = page.get_by_role("dialog").get_by_label("Forecast")
    expect(forecast).to_contain_text(
        re.compile(r"Left today, the project\$4\.\d+ of \$5\.00"), timeout=SOON
    )


def test_the_results_say_which_model_to_use_and_why(open_page: OpenPage, suites: Suites) -> None:
    page = open_page(suites.ready.owner)
    page.goto(f"{suites.ready.path}/runs/{suites.run}/results")
    views = page.get_by_role("navigation", name="Views of the results")
    views.get_by_role("link", name="Which model to use").click()
    expect(page).to_have_url(re.compile("view=models"))
    picks = page.get_by_role("list", name="Recommendations")
    for name in ("Most accurate", "Fastest"):
        expect(picks.get_by_role("listitem", name=name)).to_contain_text("sim-", timeout=SOON)
    table = page.get_by_role("table", name="Models of this run")
    for head in ("Mean score", "Mean latency", "Cost per case", "Total cost", "Success rate"):
        expect(table.get_by_role("columnheader", name=head)).to_be_visible()
    # The advice to another model may name it too.
    small = table.get_by_role("row").filter(has_text=re.compile("^sim-small"))
    expect(small).to_contain_text("100%")

    page.get_by_label("At most, $ per case").fill("0.5")
    page.get_by_role("button", name="Find a model").click()
    expect(page).to_have_url(re.compile(r"price=0\.5"))
    expect(page.get_by_role("list", name="What meets it").get_by_role("listitem")).to_have_count(
        2, timeout=SOON
    )


@pytest.fixture(scope="module")
def story(stage: Stage, provider: str) -> Story:
    return tell_the_suites_story(Visitor(stage.url).sign_up("Susan Suite"), provider)


def test_the_screens_are_clean_at_every_width(open_page: OpenPage, story: Story) -> None:
    ready = story.suites.ready
    page = open_page(ready.owner)
    complaints = complaints_of(page)
    found: list[str] = []
    nightly = f"/suites/{story.nightly}"
    for name, path, then in (
        ("suites", "/suites", None),
        ("suite", nightly, None),
        ("suite-executions", f"{nightly}?tab=executions", None),
        ("suite-recipe", f"{nightly}?tab=recipe", None),
        ("suite-paused", f"/suites/{story.paused}", None),
        ("suite-new", f"/suites/{story.broke}", None),
        ("suite-edit", f"{nightly}/edit", None),
        ("suite-run-now", nightly, "Run now"),
        ("suite-save", f"/suites?from={story.suites.run}", None),
        ("which-model", f"/runs/{story.suites.run}/results?view=models", None),
    ):
        page.goto(f"{ready.path}{path}")
        page.locator("h1").first.wait_for()
        settle(page)
        if then:
            page.get_by_role("button", name=then).first.click()
            expect(page.get_by_role("dialog")).to_contain_text(FORECAST, timeout=SOON)
        if name == "suite-save":
            page.get_by_role("dialog").wait_for()
        if name == "suite-edit":
            expect(page.get_by_text(FORECAST).first).to_be_visible(timeout=SOON)
        found += faults_of(page, name)

    assert found == []
    assert complaints == []


def test_who_may_only_look_sees_everything_and_starts_nothing(
    open_page: OpenPage, suites: Suites, newcomer: Callable[[], Visitor]
) -> None:
    suite = suites.save("Read only")
    viewer = newcomer().join(suites.ready.owner, suites.ready.path, "VIEWER")
    page = open_page(viewer)
    page.goto(f"{suites.ready.path}/suites/{suite}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Read only", timeout=SOON)
    expect(page.get_by_role("region", name="Recipe")).to_contain_text("sim-small")
    expect(page.get_by_role("button", name="Run now")).to_have_count(0)
    expect(page.get_by_role("link", name="Edit")).to_have_count(0)
    page.get_by_role("button", name="More").click()
    expect(page.get_by_role("menuitem")).to_have_text(["Download as YAML"])


def _row(table: Locator, number: str) -> Locator:
    return table.get_by_role("row").filter(has=table.page.get_by_text(number, exact=True))


def _menu(page: Page, item: str) -> None:
    page.locator("main").get_by_role("button", name="More", exact=True).click()
    page.get_by_role("menuitem", name=item, exact=True).click()


def _choose(page: Page, label: str, option: str) -> None:
    picker = page.get_by_role("combobox", name=label, exact=True)
    picker.or_(page.get_by_role("button", name=label, exact=True)).click()
    page.get_by_role("option", name=re.compile(f"^{re.escape(option)}")).first.click()


def _state(page: Page) -> Locator:
    return page.get_by_role("status", name="State")
