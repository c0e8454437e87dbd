"""Comments in the browser: two people talk about an answer, each sees the other at once."""

import re
from collections.abc import Generator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.inspection import faults_of
from tests.e2e.runs_story import Ready, behave, ready_to_run
from tests.e2e.simulating import simulating
from tests.e2e.stage import Stage, Visitor
from tests.e2e.workbench_story import finish


@pytest.fixture(scope="module")
def provider() -> Generator[str]:
    with simulating() as url:
        behave(url, latency={"kind": "uniform", "low_ms": 1, "high_ms": 5})
        yield url


@pytest.fixture(scope="module")
def reviewer(stage: Stage) -> Visitor:
    return Visitor(stage.url).sign_up("Rita Reviewer")


@pytest.fixture(scope="module")
def ready(stage: Stage, provider: str, reviewer: Visitor) -> Ready:
    owner = Visitor(stage.url).sign_up("Carla Owner")
    ready = ready_to_run(owner, provider, rows=3, names=("sim-small",))
    reviewer.join(owner, ready.path, "REVIEWER")
    return ready


def completed(ready: Ready) -> str:
    run = ready.start()
    finish(ready, run)
    return run


def comments(page: Page) -> Locator:
    return page.get_by_role("region", name="Comments")


@pytest.mark.core
def test_one_comments_on_a_cell_and_the_other_answers_and_resolves(
    open_page: OpenPage, ready: Ready, reviewer: Visitor
) -> None:
    run = completed(ready)
    hers, his = open_page(reviewer), open_page(ready.owner)
    his.goto(f"{ready.path}/runs/{run}")
    cell = his.locator('[data-cell="1"]')
    expect(cell).to_be_visible()
    hers.goto(f"{ready.path}/runs/{run}?cell=1")
    field = comments(hers).get_by_role("textbox", name="Comment", exact=True)

    field.press_sequentially("Why this, @car")
    expect(hers.get_by_role("option", name=re.compile("Carla Owner"))).to_be_visible()
    field.press("Enter")
    field.press_sequentially("? <b>See</b> https://example.com/rules.")
    # What was not sent is still there after a reload.
    hers.reload()
    expect(field).to_have_value("Why this, @Carla Owner ? <b>See</b> https://example.com/rules.")
    field.press("Control+Enter")

    expect(field).to_have_value("")
    expect(comments(hers).get_by_text("@Carla Owner")).to_be_visible()
    link = comments(hers).get_by_role("link", name="https://example.com/rules")
    expect(link).to_have_attribute("rel", re.compile("noopener"))
    expect(comments(hers).get_by_text("<b>See</b>")).to_be_visible()
    # The grid of the other person says that there is something to answer.
    expect(cell.get_by_text("1 open thread")).to_be_attached()
    cell.click()
    expect(comments(his).get_by_text("@Carla Owner")).to_be_visible()
    assert faults_of(his, "comments-of-a-cell") == []

    comments(his).get_by_role("button", name="Reply").click()
    comments(his).get_by_role("textbox", name="Reply").fill("The rubric asks for it.")
    his.keyboard.press("Control+Enter")
    expect(comments(hers).get_by_text("The rubric asks for it.")).to_be_visible()
    comments(his).get_by_role("button", name="Resolve").click()
    expect(comments(hers).get_by_role("button", name="Show 1 resolved thread")).to_be_visible()
    expect(cell.get_by_text("open thread")).to_have_count(0)
    comments(hers).get_by_role("button", name="Show 1 resolved thread").click()
    expect(comments(hers).get_by_text("by Carla Owner")).to_be_visible()
    assert faults_of(hers, "comments-resolved") == []


def test_own_comments_are_edited_and_deleted_and_escape_cancels(
    open_page: OpenPage, ready: Ready, reviewer: Visitor
) -> None:
    run = completed(ready)
    body = {"kind": "cell", "subject": run, "part": "0", "text": "First thought"}
    thread = reviewer.call("POST", f"{ready.path}/comments", body)
    reviewer.call("POST", f"{ready.path}/comments/{thread['id']}/replies", {"text": "More"})
    page = open_page(reviewer)
    page.goto(f"{ready.path}/runs/{run}?cell=0#comment-{thread['id']}")
    first = comments(page).get_by_role("listitem").filter(has_text="First thought").last
    expect(page.locator(f"#comment-{thread['id']}")).to_be_focused()

    first.get_by_role("button", name="Edit this comment").click()
    editor = comments(page).get_by_role("textbox", name="Edit the comment")
    editor.fill("Something else")
    editor.press("Escape")
    # Only the editor is closed, not the panel around it.
    expect(editor).to_have_count(0)
    expect(comments(page).get_by_text("First thought")).to_be_visible()
    first.get_by_role("button", name="Edit this comment").click()
    editor.fill("Second thought")
    editor.press("Control+Enter")
    expect(comments(page).get_by_text("edited")).to_be_visible()
    edited = page.locator(f"#comment-{thread['id']}")
    edited.get_by_role("button", name="Delete this comment").click()
    page.get_by_role("dialog", name="Delete this comment?").get_by_role(
        "button", name="Delete comment"
    ).click()
    expect(comments(page).get_by_text("This comment was deleted.")).to_be_visible()
    expect(comments(page).get_by_text("More")).to_be_visible()


def test_the_page_of_comments_leads_to_what_they_are_about(
    open_page: OpenPage, ready: Ready, reviewer: Visitor
) -> None:
    run = completed(ready)
    [case, *_] = ready.owner.call("GET", f"{ready.path}/datasets/{ready.dataset}/cases")["items"]
    me = reviewer.call("GET", "/me")["id"]
    subjects = {
        "About the run": {"kind": "run", "subject": run},
        "About the cell": {"kind": "cell", "subject": run, "part": "2"},
        "About the case": {"kind": "case", "subject": ready.dataset, "part": case["id"]},
        "About the version": {"kind": "version", "subject": ready.prompt, "part": "1"},
    }
    for text, about in subjects.items():
        body = {**about, "text": f"{text} @[{me}]"}
        ready.owner.call("POST", f"{ready.path}/comments", body)
    page = open_page(reviewer)

    for text in subjects:
        page.goto(f"{ready.path}/comments?show=mentions")
        thread = page.get_by_role("list", name="Threads").get_by_role("listitem")
        thread = thread.filter(has_text=text).first
        expect(thread.get_by_text("@Rita Reviewer")).to_be_visible()
        if text == "About the run":
            assert faults_of(page, "comments") == []
        thread.get_by_role("link").first.click()
        expect(comments(page).get_by_text(text).first).to_be_visible()
        expect(page.locator("[id^=comment-]:focus")).to_be_visible()

    comments(page).get_by_role("button", name="Resolve").first.click()
    page.goto(f"{ready.path}/comments?show=resolved")
    expect(
        page.get_by_role("list", name="Threads").get_by_text("About the version")
    ).to_be_visible()
