"""Reviews in the browser: read, choose, edit, decide by keys, talk, and be told what somebody else decided."""

import re
from collections.abc import Generator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import rewrite
from tests.e2e.conftest import OpenPage
from tests.e2e.inspection import faults_of, settle
from tests.e2e.reviews_story import ReviewDesk
from tests.e2e.runs_story import behave
from tests.e2e.simulating import simulating
from tests.e2e.stage import Stage
from tests.support.installation import Installation
from tests.support.reviewing import EMPATHY, PROMPT, STEPS


@pytest.fixture(scope="module")
def desk(stage: Stage, installation: Installation) -> Generator[ReviewDesk]:
    with simulating() as provider:
        behave(provider, latency={"kind": "uniform", "low_ms": 1, "high_ms": 5})
        yield ReviewDesk(stage, installation.database, provider)


def heading(page: Page) -> None:
    """Where the focus is after a page was opened."""
    page.get_by_role("heading", level=1).focus()


def to_the_end(page: Page) -> None:
    """Where the bar that follows the eye covers nothing."""
    settle(page)
    page.evaluate(
        "for (const each of document.querySelectorAll('*')) each.scrollTop = each.scrollHeight"
    )


@pytest.mark.core
def test_some_changes_are_chosen_and_approved_by_key(open_page: OpenPage, desk: ReviewDesk) -> None:
    """FR-PR-002.1, FR-PR-002.2, FR-PR-002.3, FR-PR-002.8"""
    waiting = desk.suggestion("Chosen by key")
    page = open_page(desk.ada)
    page.goto(desk.ready.path)
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Reviews").click()
    expect(page.get_by_role("link", name=re.compile(r"Reviews\s*\d+ waiting"))).to_be_visible()
    page.get_by_role("link", name="Chosen by key · iteration 1").click()
    # The list, which stays until the page is there, says the same of each that waits.
    expect(page.get_by_role("region", name="Changes")).to_be_visible()
    expect(page.get_by_text("names what troubles the customer before it answers")).to_be_visible()
    expect(page.get_by_label("Meant to improve").get_by_text("1.9 of 5")).to_be_visible()
    expect(page.get_by_label("Evidence so far").get_by_text("2.4 (2.2 to 2.7)")).to_be_visible()
    refused = page.get_by_role("region", name="Refused attempts")
    refused.get_by_role("button", name="Attempt 1").click()
    expect(refused.get_by_text("Variables unchanged")).to_be_visible()
    cases = page.get_by_role("region", name="Failing cases")
    expect(cases.get_by_text("1 of 3")).to_be_visible()
    cases.get_by_role("button", name="The next case").click()
    expect(cases.get_by_text("It is the third time that I ask")).to_be_visible()
    expect(cases.get_by_text("Names no next step")).to_be_visible()
    expect(cases.get_by_role("link", name="Open the cell")).to_have_attribute(
        "href", re.compile(r"/runs/.*cell=1")
    )

    page.get_by_role("checkbox", name="Change 2 of 2").click()
    decision = page.get_by_role("toolbar", name="Decision")
    expect(decision.get_by_text("1 of 2 changes chosen. All 10 guardrails pass.")).to_be_visible()
    page.get_by_role("checkbox", name="Change 1 of 2").click()
    expect(decision.get_by_text("No change is chosen")).to_be_visible()
    heading(page)
    page.keyboard.press(".")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("checkbox", name="Change 1 of 2").click()
    expect(decision.get_by_text("All 10 guardrails pass")).to_be_visible()
    # What is typed is text and no decision.
    page.get_by_label("Comment", exact=True).fill("")
    page.get_by_label("Comment", exact=True).press_sequentially("Yes, e.g. this.")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Comment", exact=True).click()
    expect(
        page.get_by_role("region", name="Conversation").get_by_text("Yes, e.g. this.")
    ).to_be_visible()
    heading(page)
    page.keyboard.press(".")
    dialog = page.get_by_role("dialog", name="Approve the chosen changes?")
    dialog.get_by_label("Note").fill("Only the first")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("The change is version 2 of the prompt")).to_be_visible()
    page.get_by_role("link", name="Follow iteration 2").click()
    expect(page).to_have_url(re.compile(rf"{waiting.experiment}/iterations/2"))

    found = desk.read(waiting)
    assert (found["state"], found["reviews"][0]["notes"]) == ("applied", "Only the first")
    queue = desk.owner.call("GET", f"{desk.ready.path}/suggestions?state=pending")["items"]
    assert waiting.suggestion not in [item["id"] for item in queue]


def test_an_edit_is_checked_while_it_is_written(open_page: OpenPage, desk: ReviewDesk) -> None:
    """FR-PR-002.7"""
    waiting = desk.suggestion("Edited in place")
    page = open_page(desk.ada)
    page.goto(desk.page_of(waiting))
    expect(page.get_by_role("region", name="Changes")).to_be_visible()
    heading(page)
    page.keyboard.press("e")
    editor = page.get_by_role("textbox", name="Text of the prompt")
    decision = page.get_by_role("toolbar", name="Decision")
    rewrite(editor, PROMPT.replace("{{question}}", "the question"))
    guardrails = page.get_by_role("region", name="Guardrails")
    expect(guardrails.get_by_text("must not change: {{question}} is missing")).to_be_visible()
    expect(decision.get_by_role("button", name="Approve my edit")).to_have_attribute(
        "aria-disabled", "true"
    )
    # A key in the editor is a letter.
    editor.press("End")
    editor.press_sequentially(".,e")
    expect(page.get_by_role("dialog")).to_have_count(0)
    long = PROMPT.replace("- Use plain words", "- Be kind. " * 40 + "\n- Use plain words")
    rewrite(editor, long)
    expect(decision.get_by_text("larger than a suggestion may be")).to_be_visible()
    decision.get_by_role("button", name="Approve anyway").click()
    dialog = page.get_by_role("dialog", name="Approve your edit?")
    expect(dialog.get_by_role("button", name="Approve and continue")).to_have_attribute(
        "aria-disabled", "true"
    )
    page.keyboard.press("Escape")
    mended = PROMPT.replace(*EMPATHY).replace(
        STEPS[0], "- Do not mention these rules; say who does what."
    )
    rewrite(editor, mended)
    expect(decision.get_by_text("Your edit. All 10 guardrails pass.")).to_be_visible()
    decision.get_by_role("button", name="Approve my edit").click()
    dialog.get_by_role("button", name="Approve and continue").click()
    expect(page.get_by_text("Ada Reviewer edited and approved it").first).to_be_visible()

    assert desk.read(waiting)["reviews"][0]["decision"] == "edit"


@pytest.mark.core
def test_who_is_slower_is_told_at_once_and_keeps_what_they_wrote(
    open_page: OpenPage, desk: ReviewDesk
) -> None:
    waiting = desk.suggestion("Two at once")
    slow, quick = open_page(desk.ada), open_page(desk.owner)
    slow.goto(desk.page_of(waiting))
    expect(slow.get_by_role("region", name="Changes")).to_be_visible()
    heading(slow)
    slow.keyboard.press("e")
    rewrite(slow.get_by_role("textbox", name="Text of the prompt"), "My own words {{question}}")

    quick.goto(desk.page_of(waiting))
    expect(quick.get_by_role("region", name="Changes")).to_be_visible()
    heading(quick)
    quick.keyboard.press(",")
    dialog = quick.get_by_role("dialog", name="Reject the suggestion?")
    dialog.get_by_role("button", name="Reject").click()
    expect(dialog.get_by_text("Enter a reason")).to_be_visible()
    dialog.get_by_label("Reason").fill("Too vague to help")
    quick.keyboard.press("Control+Enter")
    expect(quick.get_by_text("Olga Review rejected it").first).to_be_visible()

    told = slow.get_by_role("alert").filter(has_text="Olga Review rejected it")
    expect(told.get_by_text("Too vague to help")).to_be_visible()
    expect(slow.get_by_role("region", name="Your edit", exact=True)).to_contain_text("My own words")
    expect(slow.get_by_role("toolbar", name="Decision")).to_have_count(0)


def test_a_counterexample_begins_as_the_case_that_failed(
    open_page: OpenPage, desk: ReviewDesk
) -> None:
    """FR-PR-002.9"""
    waiting = desk.suggestion("Counterexamples")
    cases = f"{desk.ready.path}/datasets/{desk.ready.dataset}/cases"
    before = desk.owner.call("GET", cases)["items"]
    page = open_page(desk.owner)
    page.goto(desk.page_of(waiting))
    page.get_by_role("button", name="Add a counterexample").click()
    sheet = page.get_by_role("dialog", name="Add a counterexample")
    expect(sheet.get_by_label("question")).to_have_value("What is 0 plus one?")
    sheet.get_by_label("question").fill("What is zero plus one, in words?")
    sheet.get_by_label("Expected").fill("One")
    sheet.get_by_role("button", name="Add case").click()
    expect(sheet).to_be_hidden()

    [added] = [case for case in desk.owner.call("GET", cases)["items"] if case not in before]
    assert (added["expected"], added["tags"][-1]) == ("One", "counterexample")
    # Who may only review sees no such button.
    other = open_page(desk.ada)
    other.goto(desk.page_of(waiting))
    expect(other.get_by_role("region", name="Failing cases")).to_be_visible()
    expect(other.get_by_role("button", name="Add a counterexample")).to_have_count(0)


def test_the_screens_are_open_to_everybody_also_narrow(
    open_page: OpenPage, desk: ReviewDesk
) -> None:
    waiting = desk.suggestion("Warmer support answers", number=3)
    page = open_page(desk.ada)
    page.goto(f"{desk.ready.path}/reviews")
    expect(page.get_by_role("link", name="Warmer support answers").first).to_be_visible()
    found = faults_of(page, "reviews")
    page.goto(desk.page_of(waiting))
    expect(page.get_by_role("region", name="Changes")).to_be_visible()
    found += faults_of(page, "review", to_the_end)
    heading(page)
    page.keyboard.press("e")
    page.get_by_role("textbox", name="Text of the prompt").press("Control+End")
    page.keyboard.type("See {{more}}.")
    expect(page.get_by_text("{{more}} is new").first).to_be_visible()
    found += faults_of(page, "review-edit", to_the_end)
    assert found == []
