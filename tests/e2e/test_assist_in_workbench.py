"""Assists where the work is: improve the prompt, generate cases, suggest scorers and explain a failure."""

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
from tests.e2e.workbench_story import a_prompt, finish

SOON = 30_000
ROWS = 12
TEXT = "Write a reply to the customer's message.\n\nMessage: {{question}}"
COST = re.compile(r"Costs up to \$0\.\d+ · sim-small")
# No answer contains it, so every answer fails.
SCORERS = [{"kind": "contains", "values": ["zzz"]}]


@pytest.fixture(scope="module")
def provider() -> Generator[str]:
    with simulating() as url:
        behave(url, latency={"kind": "uniform", "low_ms": 5, "high_ms": 20})
        yield url


@pytest.fixture(scope="module")
def ready(stage: Stage, provider: str) -> Ready:
    owner = Visitor(stage.url).sign_up("Ada Assist")
    return ready_to_run(owner, provider, rows=ROWS, names=("sim-small",))


@pytest.fixture
def prompt(ready: Ready, request: pytest.FixtureRequest) -> str:
    """A prompt that ran once, and whose answers all failed."""
    prompt = a_prompt(ready, request.node.name[:100], TEXT)
    finish(ready, ready.start(versions=[{"prompt": prompt}], scorers=SCORERS))
    return prompt


def workbench(page: Page, ready: Ready, prompt: str, search: str = "") -> None:
    page.goto(f"{ready.path}/workbench/{prompt}{search}")
    expect(page.locator("[data-cell]").first).to_be_visible(timeout=SOON)


def assist(page: Page, name: str) -> Locator:
    """Open an assist by its button; return its dialog."""
    page.get_by_role("group", name="Assist").get_by_role("button", name=name).click()
    return page.get_by_role("dialog")


def draft_of(ready: Ready, prompt: str) -> str:
    found = ready.owner.call("GET", f"{ready.path}/prompts/{prompt}")
    return found["draft"]["messages"][0]["content"]


@pytest.mark.core
def test_a_prompt_is_improved_from_its_failing_answers_change_by_change(
    open_page: OpenPage, ready: Ready, prompt: str
) -> None:
    page = open_page(ready.owner)
    workbench(page, ready, prompt)

    dialog = assist(page, "Improve")
    expect(dialog.get_by_label("Instruction")).to_be_focused()
    expect(dialog.get_by_role("checkbox", name="Learn from 10 failing answers")).to_be_checked(
        timeout=SOON
    )
    expect(dialog.get_by_role("status")).to_have_text(COST, timeout=SOON)
    dialog.get_by_label("Instruction").fill("Show more empathy")
    settle(page)
    assert axe_violations(page) == []
    dialog.get_by_role("button", name="Suggest changes").click()

    changes = dialog.get_by_role("list", name="Changes").get_by_role("listitem")
    expect(changes).to_have_count(1, timeout=SOON)
    expect(dialog).to_contain_text(re.compile(r"Written by sim-small for \$0\.\d+"))
    box = dialog.get_by_role("checkbox", name="Accept change 1 of 1")
    box.uncheck()
    expect(dialog.get_by_role("button", name="Accept 0 changes")).to_be_disabled()
    box.check()
    settle(page)
    assert axe_violations(page) == []
    dialog.get_by_role("button", name="Accept 1 change").click()

    expect(dialog).to_have_count(0)
    editor = page.get_by_role("region", name="Editor")
    expect(editor).to_contain_text("how the customer feels")
    expect(editor).to_contain_text("{{question}}")


@pytest.mark.core
def test_generated_cases_are_chosen_and_saved_in_the_dataset_of_the_next_run(
    open_page: OpenPage, ready: Ready, prompt: str
) -> None:
    page = open_page(ready.owner)
    workbench(page, ready, prompt)

    dialog = assist(page, "Generate cases")
    dialog.get_by_label("What the cases are about").fill("Customers of a shop ask about parcels")
    dialog.get_by_role("radio", name="5 cases", exact=True).click()
    expect(dialog.get_by_role("status")).to_have_text(COST, timeout=SOON)
    dialog.get_by_role("button", name="Generate").click()
    expect(dialog.get_by_role("button", name="Save 5 cases")).to_be_visible(timeout=SOON)
    dialog.get_by_role("checkbox", name="Case 2", exact=True).click()
    settle(page)
    assert axe_violations(page) == []
    dialog.get_by_role("button", name="Save 4 cases").click()

    expect(dialog).to_have_count(0, timeout=SOON)
    expect(page.get_by_role("region", name="Editor")).to_contain_text(f"{ROWS + 4} rows")
    found = ready.owner.call("GET", f"{ready.path}/datasets/{ready.dataset}")
    assert found["cases"] == ROWS + 4


def test_suggested_scorers_come_in_groups_with_a_reason_for_each(
    open_page: OpenPage, ready: Ready, prompt: str
) -> None:
    page = open_page(ready.owner)
    workbench(page, ready, prompt)

    dialog = assist(page, "Suggest scorers")
    group = dialog.get_by_role("region", name="Compare with the expected answer")
    expect(group).to_contain_text("a number as the expected answer", timeout=SOON)
    expect(group).to_contain_text("free")
    safety = dialog.get_by_role("region", name="Check safety")
    expect(safety).to_contain_text("The prompt is about a customer")
    safety.get_by_role("checkbox").uncheck()
    settle(page)
    assert axe_violations(page) == []
    dialog.get_by_role("button", name="Add 1 scorer").click()

    expect(page.get_by_role("button", name=re.compile("Scorers"))).to_contain_text("2 scorers")
    # The list of all scorers is in groups, too.
    page.get_by_role("button", name=re.compile("Scorers")).click()
    page.get_by_role("button", name="Add a scorer").click()
    expect(page.get_by_role("group", name="Judge the content")).to_be_visible()


def test_a_failure_is_explained_in_the_drawer_of_its_cell(
    open_page: OpenPage, ready: Ready, prompt: str
) -> None:
    page = open_page(ready.owner)
    workbench(page, ready, prompt, "?cell=0")

    part = page.get_by_role("dialog").get_by_role("region", name="Explain this failure")
    expect(part.get_by_role("status")).to_have_text(COST, timeout=SOON)
    part.get_by_role("button", name="Explain this failure").click()

    expect(part).to_contain_text("Cause", timeout=SOON)
    expect(part).to_contain_text("Suggested instruction")
    expect(part).to_contain_text("The prompt does not ask for what the scorers check")
    settle(page)
    assert axe_violations(page) == []


def test_the_page_of_a_prompt_improves_it_and_leads_to_the_other_assists(
    open_page: OpenPage, ready: Ready, prompt: str
) -> None:
    page = open_page(ready.owner)
    page.goto(f"{ready.path}/prompts/{prompt}")

    dialog = assist(page, "Improve")
    expect(dialog.get_by_role("status")).to_have_text(COST, timeout=SOON)
    dialog.get_by_role("button", name="Suggest changes").click()
    dialog.get_by_role("button", name="Accept 1 change").click(timeout=SOON)
    expect(dialog).to_have_count(0)
    expect(page.get_by_text("Saved", exact=False).first).to_be_visible(timeout=SOON)
    assert draft_of(ready, prompt) != TEXT

    for name, title in (
        ("Generate cases", "Generate cases"),
        ("Suggest scorers", "Suggested scorers"),
    ):
        page.goto(f"{ready.path}/prompts/{prompt}")
        page.get_by_role("group", name="Assist").get_by_role("link", name=name).click()
        expect(page.get_by_role("dialog", name=title)).to_be_visible(timeout=SOON)
        expect(page).to_have_url(re.compile(f"/workbench/{prompt}\\?panel="))


def test_the_dialog_of_a_column_begins_with_the_model(
    open_page: OpenPage, ready: Ready, prompt: str
) -> None:
    page = open_page(ready.owner)
    workbench(page, ready, prompt)

    page.get_by_role("button", name="Add a column").click()

    expect(page.get_by_role("dialog").get_by_role("combobox", name="Model")).to_be_focused()
