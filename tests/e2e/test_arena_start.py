"""The arena in one form: questions are generated, models chosen, and a leaderboard comes of it."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.inspection import faults_of, settle
from tests.e2e.stage import Visitor

Newcomer = Callable[[], Visitor]

SOON = 30_000
A_WHILE = 180_000


def test_from_an_empty_project_to_a_leaderboard_with_an_order(
    open_page: OpenPage, newcomer: Newcomer
) -> None:
    """Nothing is there but simulated models, and the larger model comes out above the smaller one."""
    who = newcomer()
    who.http.timeout = 60
    slug = who.call("POST", "/projects", {"name": "One form"})["slug"]
    page = open_page(who)
    page.goto(f"/projects/{slug}/arena")
    page.get_by_role("link", name="Start an arena").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Start an arena")

    models = page.get_by_role("region", name="Models", exact=True)
    models.get_by_role("button", name="Use simulated models").click()
    expect(models.get_by_role("button", name="Add a model")).to_be_visible(timeout=A_WHILE)
    page.get_by_role("button", name="Start arena").click()
    for words in (
        "Generate questions, or choose a dataset",
        "Choose at least 2 models",
        "Choose the model that judges",
    ):
        expect(page.get_by_text(words)).to_be_visible()

    questions = page.get_by_role("region", name="Questions", exact=True)
    questions.get_by_label("Topic").fill("Railway timetables")
    questions.get_by_label("Questions", exact=True).fill("30")
    _choose(page, "Model that writes", "Simulated large")
    questions.get_by_role("button", name="Generate questions").click()
    expect(questions).to_contain_text("30 questions", timeout=A_WHILE)
    expect(questions).to_contain_text("Railway timetables questions")
    expect(page.get_by_label("Text")).to_have_value(re.compile(r"\{\{question\}\}$"))

    _choose(page, "Add a model", "Simulated small")
    _choose(page, "Add a model", "Simulated large")
    _choose(page, "Model that judges", "Simulated judge")
    settle(page)
    assert faults_of(page, "arena-start") == []
    page.get_by_role("button", name="Start arena").click()
    dialog = page.get_by_role("dialog", name="Start the arena")
    expect(dialog).to_contain_text("60 answers and 60 judge calls", timeout=SOON)
    dialog.get_by_role("button", name="Start", exact=True).click()

    table = page.get_by_role("table", name="Leaderboard")
    expect(table).to_be_visible(timeout=A_WHILE)
    rows = table.get_by_role("row")
    expect(rows.nth(1)).to_contain_text("sim-large", timeout=SOON)
    expect(rows.nth(2)).to_contain_text("sim-small")
    assert _score(rows.nth(1).inner_text()) > _score(rows.nth(2).inner_text())


def test_questions_of_a_dataset_are_chosen_and_the_prompt_fits_them(
    open_page: OpenPage, newcomer: Newcomer
) -> None:
    who = newcomer()
    who.http.timeout = 60
    slug = who.call("POST", "/projects", {"name": "Chosen questions"})["slug"]
    at = f"/projects/{slug}/datasets"
    dataset = who.call("POST", at, {"name": "Riddles", "kind": "golden"})["id"]
    cases = [{"values": {"riddle": f"Riddle number {number}?"}} for number in range(3)]
    who.call("POST", f"{at}/{dataset}/cases", {"cases": cases})
    page = open_page(who)
    page.goto(f"/projects/{slug}/arena/start")
    questions = page.get_by_role("region", name="Questions", exact=True)
    questions.get_by_role("radio", name="Choose a dataset").click()
    _choose(page, "Dataset", "Riddles")
    expect(questions).to_contain_text("3 questions", timeout=SOON)
    expect(page.get_by_label("Text")).to_have_value(re.compile(r"\{\{riddle\}\}$"))
    page.get_by_label("Text").fill("Answer.")
    page.get_by_role("button", name="Start arena").click()
    expect(page.get_by_text("The prompt must contain {{riddle}}")).to_be_visible()
    page.reload()
    expect(questions).to_contain_text("Riddles", timeout=SOON)


def _score(row: str) -> float:
    found = re.search(r"(\d\.\d+)\s*(?:±|\()", row)
    assert found is not None, row
    return float(found[1])


def _choose(page: Page, label: str, option: str) -> None:
    picker = page.get_by_role("combobox", name=label, exact=True)
    picker.or_(page.get_by_role("button", name=label, exact=True)).click()
    page.get_by_role("option", name=re.compile(f"^{re.escape(option)}")).first.click()
