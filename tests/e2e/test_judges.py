"""Judges in the browser: a rubric, a judge, scores with reasons on a finished run, and how far to trust the judge."""

import re
import time
from collections.abc import Callable, Generator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.browser import open_context
from tests.e2e.conftest import OpenPage
from tests.e2e.inspection import faults_of, settle
from tests.e2e.runs_story import Ready, ready_to_run
from tests.e2e.simulating import simulating
from tests.e2e.stage import Visitor

SOON = 30_000
A_WHILE = 90_000
# The simulator answers and judges at once; a run of this size is over in seconds.
ROWS = 6


@pytest.fixture(scope="module")
def provider() -> Generator[str]:
    with simulating() as url:
        yield url


@pytest.mark.core
def test_a_person_makes_a_rubric_and_a_judge_scores_a_run_and_reads_the_passport(
    open_page: OpenPage, newcomer: Callable[[], Visitor], provider: str, browser: Browser
) -> None:
    ready = ready_to_run(newcomer(), provider, rows=ROWS, names=("sim-small", "sim-judge"))
    run = ready.start(targets=[{"model": ready.models[0], "parameters": {"max_tokens": 60}}])
    page = open_page(ready.owner)
    page.goto(f"{ready.path}/judges")

    # The empty page leads on: first the rubric, then the judge.
    page.get_by_role("link", name="Create a rubric").click()
    _write_a_rubric(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Answer quality", timeout=SOON)
    page.get_by_role("link", name="Create a judge").click()
    _make_a_judge(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Strict judge", timeout=SOON)
    expect(page.get_by_text("Unvalidated", exact=True)).to_be_visible()
    expect(page.get_by_label("What to do next")).to_contain_text(
        "This judge has not scored any answer yet"
    )
    judge_page = page.url

    # Scores with reasons come to a run that is over, and no target is asked again.
    _wait_until_completed(ready, run)
    page.goto(f"{ready.path}/runs/{run}")
    page.get_by_role("button", name="Score", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("checkbox", name="Strict judge").check()
    expect(dialog.get_by_label("Forecast")).to_contain_text(
        re.compile(rf"{ROWS} judge calls.*about \$[\d.]+"), timeout=SOON
    )
    dialog.get_by_role("button", name="Score", exact=True).click()
    expect(dialog).to_be_hidden(timeout=SOON)
    expect(_cell(page).get_by_text("Strict judge")).to_be_visible(timeout=A_WHILE)
    summary = page.get_by_role("region", name="Summary").get_by_role("row")
    expect(summary.filter(has_text="sim-small")).to_contain_text(f"n {ROWS}", timeout=A_WHILE)
    _cell(page).click()
    scores = page.get_by_role("dialog").get_by_role("region", name="Scores")
    marks = scores.get_by_role("list", name="Scores by criterion").get_by_role("listitem")
    expect(marks).to_have_count(2, timeout=SOON)
    expect(marks.filter(has_text="Accuracy")).to_contain_text(re.compile(r"[0-5]\D+\w{3,}"))
    assert ready.owner.call("GET", f"{ready.path}/runs/{run}/cells/0")["attempt"] == 1

    # The passport stands on these verdicts, and an exam asks about them again.
    page.goto(judge_page)
    figures = page.get_by_role("list", name="Figures")
    expect(figures.locator("[data-figure=errors]")).to_contain_text(f"{ROWS} questions")
    expect(figures.locator("[data-figure=cost]")).to_contain_text("$")
    expect(figures.locator("[data-figure=agreement]")).to_contain_text("Not measured")
    expect(page.get_by_label("What to do next").get_by_role("link")).to_have_text(
        "Label in Annotate"
    )
    page.get_by_role("button", name="Examine").first.click()
    sizes = dialog.get_by_role("radiogroup", name="Passport size").get_by_role("radio")
    expect(sizes).to_have_count(3, timeout=SOON)
    dialog.get_by_role("checkbox", name="Longer answers").uncheck()
    expect(sizes.first).to_contain_text(
        re.compile(rf"Standard.*{ROWS} answers, {2 * ROWS} calls, about \$"), timeout=SOON
    )
    dialog.get_by_role("button", name="Examine").click()
    expect(dialog).to_be_hidden(timeout=SOON)
    expect(figures.locator("[data-figure=consistency]")).to_contain_text(
        f"{ROWS} answers", timeout=A_WHILE
    )
    expect(figures.locator("[data-figure=consistency]")).to_contain_text("Not enough trials")
    expect(figures.locator("[data-figure=length]")).to_contain_text("is not examined")

    rubric = ready.owner.call("GET", f"{ready.path}/rubrics")["items"][0]["id"]
    _look_at(
        browser,
        ready,
        {
            "judges": "judges",
            "rubrics": "judges?tab=rubrics",
            "rubric": f"judges/rubrics/{rubric}",
            "rubric-new": "judges/rubrics/new?start=support",
            "judge-new": "judges/new",
            "judge": judge_page.split(f"{ready.path}/")[1],
        },
    )


def test_the_rubric_editor_needs_no_mouse(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    owner = newcomer()
    slug = owner.call("POST", "/projects", {"name": "Keys only"})["slug"]
    page = open_page(owner)
    page.goto(f"/projects/{slug}/judges/rubrics/new")
    keys = page.keyboard

    _focus(page.get_by_role("button", name="Customer support"))
    keys.press("Enter")
    expect(page.get_by_label("Name of criterion 1")).to_have_value("Helpfulness")
    # A row moves by the arrow keys, keeps the focus and says where it is.
    _focus(page.get_by_role("button", name="Move Helpfulness"))
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    expect(page.get_by_label("Name of criterion 3")).to_have_value("Helpfulness")
    expect(page.get_by_role("button", name="Move Helpfulness")).to_be_focused()
    expect(page.get_by_text("Helpfulness is now number 3 of 4")).to_be_attached()

    total = page.get_by_label("Total weight")
    _focus(page.get_by_label("Weight of Helpfulness"))
    keys.press("Control+a")
    keys.type("0.5")
    expect(total).to_contain_text("0.15 too much: weights must sum to 1.0")
    _focus(page.get_by_role("button", name="Save rubric"))
    keys.press("Enter")
    expect(page.get_by_text("Weights must sum to 1.0: 0.15 too much")).to_be_visible()
    _focus(page.get_by_role("button", name="Normalise"))
    keys.press("Enter")
    expect(total).to_contain_text("1.00")

    _focus(page.get_by_role("button", name="More about Conciseness"))
    keys.press("Enter")
    expect(page.get_by_role("menuitem", name="Move up")).to_be_focused()
    keys.press("End")
    expect(page.get_by_role("menuitem", name="Delete")).to_be_focused()
    keys.press("Enter")
    expect(page.get_by_label("Name of criterion 4")).to_be_hidden()
    _focus(page.get_by_role("button", name="Even weights"))
    keys.press("Enter")
    _focus(page.get_by_role("button", name="Save rubric"))
    keys.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Support quality", timeout=SOON)
    saved = owner.call("GET", f"/projects/{slug}/rubrics")["items"][0]
    assert [one["name"] for one in saved["criteria"]] == ["Empathy", "Accuracy", "Helpfulness"]
    assert sum(one["weight"] for one in saved["criteria"]) == pytest.approx(1)

    _drag_into_a_second_version(page)


def _drag_into_a_second_version(page: Page) -> None:
    """Dragging does the same; what is saved is the next version, and the first stays as it was."""
    handle = page.get_by_role("button", name="Move Helpfulness")
    handle.hover()
    page.mouse.down()
    page.get_by_label("Name of criterion 1").hover(position={"x": 10, "y": 1}, force=True)
    page.mouse.up()
    expect(page.get_by_label("Name of criterion 1")).to_have_value("Helpfulness")
    page.get_by_role("button", name="Save as version 2").click()
    versions = page.get_by_role("list", name="Versions").get_by_role("listitem")
    expect(versions).to_have_count(2, timeout=SOON)
    versions.last.get_by_role("button").click()
    expect(page.get_by_text("This is version 1; the latest is 2.")).to_be_visible(timeout=SOON)
    expect(page.get_by_label("Name of criterion 1")).to_have_value("Empathy")


def _write_a_rubric(page: Page) -> None:
    page.get_by_label("Name", exact=True).fill("Answer quality")
    for place, (name, about) in enumerate(
        (("Accuracy", "The answer is what is expected"), ("Brevity", "One word and not one more"))
    ):
        page.get_by_label(f"Name of criterion {place + 1}").fill(name)
        page.get_by_label(f"Description of {name}").fill(about)
    page.get_by_label("Weight of Accuracy").fill("0.7")
    expect(page.get_by_label("Total weight")).to_contain_text("0.2 too much")
    page.get_by_label("Weight of Brevity").fill("0.3")
    expect(page.get_by_label("Total weight")).to_contain_text("1.00")
    page.get_by_role("button", name="Save rubric").click()


def _make_a_judge(page: Page) -> None:
    # The page before has a field of this name too.
    expect(page.get_by_role("heading", level=1)).to_have_text("New judge", timeout=SOON)
    page.get_by_label("Name", exact=True).fill("Strict judge")
    page.get_by_role("combobox", name="Model").click()
    page.get_by_placeholder("Search models…").fill("sim-judge")
    page.get_by_role("option", name=re.compile("sim-judge")).first.click()
    page.get_by_label("Goal").fill("Answer the question in one word")
    asked = page.get_by_label("Prompt of the judge")
    expect(asked).to_contain_text(
        re.compile(r"Accuracy \(weight 0\.7, 0.5\): The answer is what is expected")
    )
    page.get_by_role("button", name="Save judge").click()


def _look_at(browser: Browser, ready: Ready, places: dict[str, str]) -> None:
    """Every screen as axe sees it, and at every width."""
    found: list[str] = []
    context = open_context(browser, ready.owner.url, signed_in=ready.owner.cookies())
    context.set_default_timeout(SOON)
    page = context.new_page()
    for name, place in places.items():
        page.goto(f"{ready.path}/{place}")
        page.get_by_role("heading", level=1).wait_for()
        settle(page)
        found += faults_of(page, name)
    context.close()
    assert found == []


def _wait_until_completed(ready: Ready, run: str) -> None:
    until = time.monotonic() + A_WHILE / 1000
    while ready.state(run) != "completed":
        assert time.monotonic() < until, ready.state(run)
        time.sleep(0.2)


def test_a_second_rubric_on_a_judged_run_is_a_score_set_of_its_own(
    open_page: OpenPage, newcomer: Callable[[], Visitor], provider: str
) -> None:
    ready = ready_to_run(newcomer(), provider, rows=ROWS, names=("sim-small", "sim-judge"))
    first, second = (_judge_of_a_rubric(ready, name) for name in ("Accuracy", "Tone"))
    run = ready.start(
        targets=[{"model": ready.models[0], "parameters": {"max_tokens": 60}}],
        scorers=[{"kind": "judge", "judge": first}],
    )
    _wait_until_completed(ready, run)
    grades = ready.owner.call("GET", f"{ready.path}/runs/{run}")["grades"]
    page = open_page(ready.owner)
    page.goto(f"{ready.path}/runs/{run}")

    page.get_by_role("button", name="Score", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("checkbox", name="Tone judge").check()
    expect(dialog).to_contain_text("Tone judge uses Tone v1: its scores are shown separately.")
    expect(dialog).to_contain_text("The composite uses Accuracy v1.")
    expect(dialog.get_by_label("Forecast")).to_contain_text(f"{ROWS} judge calls", timeout=SOON)
    dialog.get_by_role("button", name="Score", exact=True).click()
    expect(dialog).to_be_hidden(timeout=SOON)
    expect(_cell(page).get_by_text("Tone judge")).to_be_visible(timeout=A_WHILE)
    _wait_until_completed(ready, run)

    after = ready.owner.call("GET", f"{ready.path}/runs/{run}")
    assert [scorer["spec"]["judge"] for scorer in after["scorers"]] == [first, second]
    assert (after["grades"], after["grade_scorers"]) == (grades, [0])


def _judge_of_a_rubric(ready: Ready, name: str) -> str:
    criteria: list[dict[str, Any]] = [
        {"name": part, "description": f"How good: {part}", "weight": 0.5, "scale": 5, "levels": {}}
        for part in (name, f"{name} in detail")
    ]
    body = {"name": name, "criteria": criteria, "normalise": False}
    rubric = ready.owner.call("POST", f"{ready.path}/rubrics", body)["id"]
    judge = {
        "name": f"{name} judge",
        "mode": "pointwise",
        "model": ready.models[1],
        "goal": "Good answers",
        "rubric": rubric,
    }
    return ready.owner.call("POST", f"{ready.path}/judges", judge)["id"]


def _cell(page: Page) -> Locator:
    return page.locator("[data-cell][data-state=answered]").first


def _focus(control: Locator) -> None:
    control.focus()
    expect(control).to_be_focused()
