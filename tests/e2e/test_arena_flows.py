"""From an empty project to a leaderboard: questions are generated, run, scored, judged, ranked and paid for."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.inspection import faults_of, settle
from tests.e2e.prompts_story import content, save
from tests.e2e.stage import Visitor

Newcomer = Callable[[], Visitor]

SOON = 30_000
A_WHILE = 120_000
ANSWERING = ("Simulated small", "Simulated medium", "Simulated large")
NAMES = ("sim-small", "sim-medium", "sim-large")


def test_a_model_is_added_edited_and_deleted(open_page: OpenPage, newcomer: Newcomer) -> None:
    """ARENA-9.1"""
    who = newcomer()
    slug = _project(who)
    page = open_page(who)
    page.goto(f"/projects/{slug}/models")
    page.get_by_role("button", name="Add model").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Add model").click()
    expect(dialog.get_by_text("Name is required")).to_be_visible()
    dialog.get_by_label("Name").fill("sim-of-our-own")
    dialog.get_by_role("button", name="Add model").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("sim-of-our-own")

    price = page.get_by_role("region", name="Price", exact=True)
    price.get_by_role("button", name=re.compile("Set price|Change")).click()
    dialog.get_by_role("radio", name="Own price").click()
    dialog.get_by_label("Input").fill("3")
    dialog.get_by_label("Output").fill("15")
    dialog.get_by_role("button", name="Set price").click()
    expect(price).to_contain_text("$15.00")
    page.get_by_role("button", name="Set limits").click()
    dialog.get_by_role("spinbutton").or_(dialog.get_by_role("textbox")).first.fill("7")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_label("Limits", exact=True)).to_contain_text("7")

    page.get_by_role("button", name="More").click()
    page.get_by_role("menuitem", name="Remove from the catalog").click()
    dialog = page.get_by_role("dialog").or_(page.get_by_role("alertdialog"))
    dialog.get_by_role("button", name="Remove model").click()
    expect(page).to_have_url(re.compile(r"/models$"))
    expect(page.get_by_role("link", name="Simulated small")).to_be_visible()
    expect(page.get_by_role("link", name="sim-of-our-own")).to_have_count(0)


@pytest.mark.core
def test_from_a_topic_to_a_leaderboard_and_what_it_cost(
    open_page: OpenPage, newcomer: Newcomer
) -> None:
    """ARENA-9.2 to 9.8, as one person goes through them."""
    who = newcomer()
    slug = _project(who)
    _prompt(who, slug)
    _judge(who, slug)
    page = open_page(who)
    page.goto(f"/projects/{slug}/reports")
    expect(page.get_by_role("heading", name="No calls in these days")).to_be_visible()
    page.goto(f"/projects/{slug}/datasets")

    _generate(page)
    dataset = page.url.split("/datasets/")[1].split("?")[0]
    run = _run(page, slug)
    _see_the_results(page)
    _score_by_hand(page, slug, run)
    _score_by_judge(page, slug, run)
    _judge_the_questions(page, slug, dataset)
    _read_what_the_judges_say(page)
    _rank(page, slug)
    _vote(page)
    _see_the_costs(page, slug)


def _generate(page: Page) -> None:
    """ARENA-9.2"""
    page.get_by_role("link", name="Generate").first.click()
    _choose(page, "Model that writes", "Simulated large")
    page.get_by_label("Topic").fill("Railway timetables")
    expect(page.get_by_label("Number of questions")).to_have_value("10")
    page.get_by_role("button", name="Generate", exact=True).click()
    questions = page.get_by_role("list", name="Questions").get_by_role("listitem")
    expect(questions).to_have_count(10, timeout=A_WHILE)
    page.get_by_label("Name of the new dataset").fill("Railway questions")
    page.get_by_role("button", name="Save 10 questions").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Railway questions", timeout=SOON)
    expect(page.get_by_text("10 questions written by")).to_be_visible()


def _run(page: Page, slug: str) -> str:
    """ARENA-9.3"""
    page.goto(f"/projects/{slug}/runs/new")
    _choose(page, "Choose a prompt", "Answers")
    _choose(page, "Dataset", "Railway questions")
    _choose(page, "Choose a model", ANSWERING[0])
    for name in ANSWERING[1:]:
        _choose(page, "Add another model", name)
    _choose(page, "Add a scorer", "Contains")
    expect(page.get_by_label("Forecast", exact=True)).to_contain_text("30 calls", timeout=SOON)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Answers v1", timeout=SOON)
    expect(_state(page)).to_have_text("Completed", timeout=A_WHILE)
    return page.url.split("/runs/")[1].split("?")[0]


def _see_the_results(page: Page) -> None:
    """ARENA-9.4"""
    summary = page.get_by_role("region", name="Summary")
    for name in NAMES:
        expect(summary.get_by_role("row").filter(has_text=name)).to_contain_text("10 / 10")
    expect(page.locator("[data-cell][data-state=answered]")).to_have_count(30, timeout=SOON)


def _score_by_hand(page: Page, slug: str, run: str) -> None:
    """ARENA-9.5"""
    page.goto(f"/projects/{slug}/runs/{run}?cell=0")
    panel = page.get_by_role("dialog")
    panel.get_by_role("radio", name="4 stars").click()
    expect(panel.get_by_text(re.compile("Labelled 0.75 by"))).to_be_visible()
    panel.get_by_label("Why this label").fill("Nearly")
    panel.get_by_role("button", name="Save the reason").click()
    expect(panel.get_by_role("button", name="Save the reason")).to_be_hidden()


def _score_by_judge(page: Page, slug: str, run: str) -> None:
    page.goto(f"/projects/{slug}/runs/{run}")
    page.get_by_role("button", name="Score", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("checkbox", name="Strict judge").check()
    expect(dialog.get_by_label("Forecast")).to_contain_text("30 judge calls", timeout=SOON)
    dialog.get_by_role("button", name="Score", exact=True).click()
    expect(dialog).to_be_hidden(timeout=SOON)
    # The grade of a person stays beside that of the judge.
    last = page.locator("[data-cell][data-state=answered]").last
    expect(last.get_by_text("Strict judge")).to_be_visible(timeout=A_WHILE)


def _judge_the_questions(page: Page, slug: str, dataset: str) -> None:
    """ARENA-9.6"""
    page.goto(f"/projects/{slug}/datasets/{dataset}?view=judges")
    page.get_by_role("button", name="Judge the questions").click()
    dialog = page.get_by_role("dialog")
    _choose(page, "Choose a model", "Simulated judge", dialog)
    _choose(page, "Add another model", "Simulated large", dialog)
    expect(dialog).to_contain_text(re.compile(r"20 (judge )?calls"), timeout=SOON)
    dialog.get_by_role("button", name="Start judging").click()
    expect(dialog).to_be_hidden(timeout=SOON)


def _read_what_the_judges_say(page: Page) -> None:
    """ARENA-9.7"""
    table = page.get_by_role("table", name="Questions and the scores of the judges")
    expect(table.get_by_role("row")).to_have_count(11, timeout=A_WHILE)
    first = table.get_by_role("row").nth(1)
    expect(first).not_to_contain_text("…", timeout=A_WHILE)
    table.get_by_role("button", expanded=False).first.click()
    said = page.get_by_role("region", name="What ")
    expect(said).to_have_count(2)
    for criterion in ("Clarity", "Difficulty", "Relevance", "Originality"):
        expect(said.first).to_contain_text(criterion)


def _rank(page: Page, slug: str) -> None:
    """ARENA-9.8"""
    page.goto(f"/projects/{slug}")
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Arena").click()
    page.get_by_role("link", name="New leaderboard").first.click()
    page.get_by_label("Name").fill("Railways")
    _choose(page, "Dataset", "Railway questions")
    page.get_by_role("checkbox").first.check()
    page.get_by_role("button", name="Create leaderboard").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Railways", timeout=SOON)
    table = page.get_by_role("table", name="Leaderboard")
    for name in NAMES:
        row = table.get_by_role("row").filter(has_text=name)
        # A grade with its interval, and a price.
        expect(row).to_contain_text(re.compile(r"\d\.\d+ \(\d.* to "), timeout=SOON)
        expect(row).to_contain_text("$")
    expect(page.get_by_role("figure", name="Quality against cost")).to_be_visible()
    settle(page)
    assert faults_of(page, "arena-board") == []


def _vote(page: Page) -> None:
    page.get_by_role("link", name="Vote").click()
    bar = page.get_by_role("group", name="Your vote")
    expect(bar).to_be_visible(timeout=SOON)
    # Nothing tells whose answers they are.
    for name in NAMES:
        expect(page.get_by_role("main")).not_to_contain_text(name)
    assert faults_of(page, "arena-vote") == []
    votes = page.get_by_role("progressbar", name="Your votes")
    for count, key in enumerate(("1", "t"), 1):
        page.wait_for_timeout(500)
        page.keyboard.press(key)
        expect(votes).to_have_attribute("aria-valuenow", str(count))
    page.keyboard.press("u")
    expect(votes).to_have_attribute("aria-valuenow", "1")
    page.get_by_role("link", name="Leaderboard", exact=True).click()
    expect(page.get_by_label("Votes", exact=True)).to_contain_text("1 vote of 1 person")


def _see_the_costs(page: Page, slug: str) -> None:
    """ARENA-9.8"""
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Reports").click()
    expect(page).to_have_url(re.compile(f"/projects/{slug}/reports"))
    # Simulated money is left out until someone asks for it.
    page.get_by_role("switch", name="Include simulated models").click()
    spending = page.get_by_label("Spending", exact=True)
    for name in (*NAMES, "sim-judge"):
        expect(spending.get_by_role("row").filter(has_text=name).first).to_contain_text("$")
    expect(spending.get_by_role("img", name=re.compile("^Cost per day"))).to_be_visible()
    spending.get_by_role("radio", name="Run", exact=True).click()
    expect(spending.get_by_role("row").filter(has_text="Run 1: ").first).to_contain_text("$")
    tokens = page.get_by_label("Tokens", exact=True)
    expect(tokens.get_by_role("img", name=re.compile("^Tokens per day"))).to_be_visible()
    settle(page)
    assert faults_of(page, "reports") == []


def _project(who: Visitor) -> str:
    slug = who.call("POST", "/projects", {"name": "Railways"})["slug"]
    who.call(
        "POST",
        f"/projects/{slug}/credentials",
        {"provider": "SIMULATED", "label": "Simulated", "config": {}, "secrets": {}},
    )
    return slug


def _prompt(who: Visitor, slug: str) -> None:
    at = f"/projects/{slug}/prompts"
    body = {"name": "Answers", "content": content("Answer in one word. {{question}}")}
    save(who, at, who.call("POST", at, body)["id"], "First")


def _judge(who: Visitor, slug: str) -> None:
    at = f"/projects/{slug}"
    found = {model["name"]: model["id"] for model in who.call("GET", f"{at}/models")["items"]}
    criteria: list[dict[str, Any]] = [
        {"name": name, "description": description, "weight": 0.5, "scale": 10, "levels": {}}
        for name, description in (("Helpfulness", "Of real use"), ("Clarity", "Easy to follow"))
    ]
    rubric = who.call("POST", f"{at}/rubrics", {"name": "Answers", "criteria": criteria})["id"]
    body = {"name": "Strict judge", "mode": "pointwise", "goal": "Good answers", "rubric": rubric}
    who.call("POST", f"{at}/judges", body | {"model": found["sim-judge"]})


def _choose(page: Page, label: str, option: str, within: Locator | None = None) -> None:
    place = within or page
    picker = place.get_by_role("combobox", name=label, exact=True)
    picker.or_(place.get_by_role("button", name=label, exact=True)).click()
    page.get_by_role("option", name=re.compile(f"^{re.escape(option)}")).first.click()


def _state(page: Page) -> Locator:
    return page.locator("main h1").locator("xpath=following-sibling::span[@role='status']")
