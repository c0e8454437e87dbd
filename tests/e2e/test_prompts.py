"""Prompts on the screen: written, kept, versioned, compared, labelled, and never overwritten unseen."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser import rewrite
from tests.e2e.conftest import OpenPage
from tests.e2e.prompts_story import Prompts, content, save, tell_the_prompt_story, write
from tests.e2e.stage import Stage, Visitor


@pytest.fixture(scope="module")
def prompts(stage: Stage) -> Prompts:
    return tell_the_prompt_story(stage)


def test_what_is_written_is_kept_when_the_field_is_left(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    page = _begin(newcomer(), open_page)
    _write(page, "Translate {{text}} into {{language}}. Answer in JSON, please, and nothing else.")
    _leave(page)
    expect(page.get_by_role("status").filter(has_text="Draft saved")).to_be_visible()

    page.reload()

    expect(_text(page)).to_contain_text("Translate {{text}}")
    chips = page.get_by_role("list", name="Variables").get_by_role("listitem")
    expect(chips).to_have_text([re.compile("text"), re.compile("language")])
    expect(page.get_by_label("Length")).to_have_text(re.compile(r"79 characters · ≈ \d+ tokens"))
    expect(page.get_by_role("tab", name=re.compile("Output.*JSON"))).to_be_visible()


def test_the_preview_is_what_the_server_would_send(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    page = _begin(newcomer(), open_page)
    _write(page, "Say {{greeting}} to {{name}}.")
    page.get_by_role("button", name=re.compile("name.*no sample")).click()
    expect(page.get_by_label("name", exact=True)).to_be_focused()

    page.get_by_label("name", exact=True).fill("{{greeting}} & <b>")

    sent = page.get_by_label("User, message 1")
    expect(sent).to_have_text("Say {{greeting}} to {{greeting}} & <b>.")
    expect(page.get_by_text("1 of 2 missing")).to_be_visible()


def test_single_braces_are_offered_to_be_converted(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    page = _begin(newcomer(), open_page)
    _write(
        page, "Summarise {document} for {audience}, in the words that they would use themselves."
    )

    page.get_by_role("button", name="Convert").click()

    expect(_text(page)).to_contain_text("Summarise {{document}} for {{audience}}")
    expect(page.get_by_role("list", name="Variables").get_by_role("listitem")).to_have_count(2)


@pytest.mark.core
def test_a_version_is_saved_with_its_changelog_and_only_if_something_changed(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    page = _begin(newcomer(), open_page)
    _write(page, "Answer {{question}} in the voice of a librarian who has read everything.")

    _save_version(page, "The librarian")

    versions = _open_versions(page)
    expect(versions).to_have_count(1)
    expect(versions.first).to_contain_text("The librarian")
    expect(versions.first).to_contain_text("saved just now")
    expect(page.get_by_role("button", name="Save version")).to_have_attribute(
        "aria-disabled", "true"
    )


def test_an_empty_prompt_is_no_version_and_the_dialog_says_why(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    page = _begin(newcomer(), open_page)

    page.get_by_role("button", name="Save version").click()
    page.get_by_role("dialog").get_by_role("button", name="Save version").click()

    expect(page.get_by_role("alert")).to_contain_text("Write the text of the prompt first")


@pytest.mark.core
@pytest.mark.parametrize("choice", ["Overwrite with mine", "Reload theirs"])
def test_nobody_is_overwritten_unseen(
    stage: Stage, open_page: OpenPage, prompts: Prompts, choice: str
) -> None:
    at = f"/projects/{prompts.slug}/prompts"
    made = stage.ada.call(
        "POST", at, {"name": f"Contested: {choice}", "content": content("The first words.")}
    )
    page = open_page(stage.ada)
    page.goto(f"{at}/{made['id']}")
    _write(page, "What Ada wrote.")

    write(stage.viewer, at, made["id"], content("What Mary wrote."))

    conflict = page.get_by_role("alert")
    expect(conflict).to_contain_text("Mary Jackson changed this prompt while you were editing")
    expect(_text(page)).to_have_text("What Ada wrote.")
    _leave(page)
    assert _stored(stage.ada, at, made["id"]) == "What Mary wrote."
    conflict.get_by_role("button", name=choice).click()
    expect(conflict).to_have_count(0)
    won = "What Ada wrote." if choice == "Overwrite with mine" else "What Mary wrote."
    expect(_text(page)).to_have_text(won)
    expect(page.get_by_role("status").filter(has_text="Draft saved")).to_be_visible()
    assert _stored(stage.ada, at, made["id"]) == won


def test_a_change_by_someone_else_appears_while_nobody_writes(
    stage: Stage, open_page: OpenPage, prompts: Prompts
) -> None:
    at = f"/projects/{prompts.slug}/prompts"
    made = stage.ada.call("POST", at, {"name": "Watched", "content": content("Before.")})["id"]
    page = open_page(stage.ada)
    page.goto(f"{at}/{made}")
    expect(_text(page)).to_have_text("Before.")

    write(stage.viewer, at, made, content("After."))
    stage.viewer.call("PATCH", f"{at}/{made}", {"name": "Watched closely"})

    expect(_text(page)).to_have_text("After.")
    expect(page.get_by_role("heading", level=1)).to_have_text("Watched closely")


def test_json_that_is_not_finished_is_not_saved_and_says_so(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    page = _begin(newcomer(), open_page)
    page.get_by_role("tab", name="Output").click()
    page.get_by_label("What the answer must look like").click()
    page.get_by_role("option", name="JSON schema").click()
    schema = page.get_by_label("JSON schema of the answer")
    expect(schema).to_contain_text("additionalProperties")

    rewrite(schema, '{"type": ')
    expect(page.get_by_role("alert")).to_contain_text("not yet a JSON object")
    expect(page.get_by_text("Not saved: fix the marked fields")).to_be_visible()
    rewrite(schema, '{"type": "object"}')
    _leave(page)

    expect(page.get_by_role("status").filter(has_text="Draft saved")).to_be_visible()
    expect(page.get_by_text("Set by hand")).to_be_visible()


def test_a_name_is_changed_in_its_place(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    page = _begin(newcomer(), open_page)
    heading = page.get_by_role("heading", level=1)

    page.get_by_role("button", name="Rename").click()
    page.get_by_label("Name of the prompt").fill("Nothing of this")
    page.keyboard.press("Escape")
    expect(heading).to_have_text("Draft of mine")
    page.get_by_role("button", name="Rename").click()
    page.get_by_label("Name of the prompt").fill("A better name")
    page.keyboard.press("Enter")

    expect(heading).to_have_text("A better name")
    expect(page.get_by_role("navigation", name="Breadcrumb")).to_contain_text("A better name")


@pytest.mark.core
def test_production_moves_only_after_a_second_yes(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    page = _two_versions(newcomer(), open_page)
    versions = _open_versions(page)

    _ask_about(page, 2, "Set label")
    page.get_by_role("button", name="production").click()
    page.get_by_role("button", name="Set label").click()
    expect(page.get_by_role("alert")).to_contain_text("production uses version 2")
    # By its place on the page: roles are hidden behind an open dialog.
    newest = page.locator("[aria-label=Versions] > li").first
    expect(newest).not_to_contain_text("production")
    page.get_by_role("button", name="Move production").click()
    expect(versions.first).to_contain_text("production")

    _ask_about(page, 2, "Remove label production")
    page.get_by_role("button", name="Remove label").click()
    expect(versions.first).not_to_contain_text("production")


def test_two_versions_are_compared_and_the_address_remembers_which(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    page = _two_versions(newcomer(), open_page)
    _open_versions(page)
    _ask_about(page, 1, "Compare with the latest")
    part = page.get_by_role("region", name="Prompt messages")

    for layout in ("Unified", "Side by side"):
        page.get_by_role("radio", name=layout).click()
        expect(part).to_contain_text("added: The second words of {{it}}.")
        expect(part).to_contain_text("removed: The first words of {{it}}.")
    page.get_by_role("button", name="Swap").click()
    expect(page).to_have_url(re.compile("a=2&b=1"))
    expect(part).to_contain_text("removed: The second words of {{it}}.")
    page.go_back()
    page.go_back()
    expect(_text(page)).to_have_text("The second words of {{it}}.")


def test_an_old_version_is_looked_at_and_restored(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    page = _two_versions(newcomer(), open_page)
    versions = _open_versions(page)
    versions.last.get_by_role("button", name="Version 1", exact=True).click()
    expect(_text(page)).to_have_text("The first words of {{it}}.")
    expect(_text(page)).to_have_attribute("aria-readonly", "true")

    page.get_by_role("button", name="Restore").click()
    page.get_by_role("dialog").get_by_role("button", name="Restore").click()

    expect(versions).to_have_count(3)
    expect(versions.first).to_contain_text("restored just now")
    expect(_text(page)).to_have_text("The first words of {{it}}.")
    expect(_text(page)).to_have_attribute("contenteditable", "true")


def test_a_prompt_is_forked_duplicated_and_deleted(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    page = _two_versions(newcomer(), open_page)
    heading = page.get_by_role("heading", level=1)
    _open_versions(page)
    _ask_about(page, 1, "Fork")
    page.get_by_role("textbox", name="Name").fill("Another branch")
    page.get_by_role("button", name="Fork", exact=True).click()
    expect(heading).to_have_text("Another branch")
    expect(_text(page)).to_have_text("The first words of {{it}}.")

    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("menuitem", name="Duplicate").click()
    expect(heading).to_have_text("Another branch (copy)")

    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("menuitem", name="Delete").click()
    page.get_by_role("button", name="Delete prompt").click()
    expect(heading).to_have_text("Prompts")
    expect(page.get_by_role("link", name="Another branch", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Another branch (copy)")).to_have_count(0)


def test_the_list_is_filtered_by_the_address_and_found_from_anywhere(
    stage: Stage, open_page: OpenPage, prompts: Prompts
) -> None:
    page = open_page(stage.ada)
    page.goto(f"/projects/{prompts.slug}/prompts")
    page.get_by_role("radio", name="Graders").click()
    expect(page).to_have_url(re.compile("kind=grader"))
    expect(page.get_by_role("link", name="Helpfulness judge")).to_be_visible()
    expect(page.get_by_role("link", name="Ticket triage")).to_have_count(0)
    page.get_by_label("Search prompts").fill("zzzz")
    expect(page.get_by_text("No results found")).to_be_visible()
    page.get_by_role("button", name="Clear filters").click()
    expect(page.get_by_role("link", name="Ticket triage")).to_be_visible()

    page.keyboard.press("Control+k")
    page.keyboard.type("helpfuln")
    page.get_by_role("option", name=re.compile("Helpfulness judge")).wait_for()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Helpfulness judge")


def test_a_list_that_cannot_be_read_can_be_asked_for_again(
    stage: Stage, open_page: OpenPage, prompts: Prompts
) -> None:
    page = open_page(stage.ada)
    page.route("**/prompts?*", lambda route: route.fulfill(status=400, json=REFUSED))
    page.goto(f"/projects/{prompts.slug}/prompts")
    expect(page.get_by_role("alert")).to_contain_text("Not today")

    page.unroute("**/prompts?*")
    page.get_by_role("button", name="Try again").click()

    expect(page.get_by_role("link", name="Support answer")).to_be_visible()


def test_a_viewer_may_look_but_change_nothing(stage: Stage, open_page: OpenPage) -> None:
    at = f"/projects/{stage.slug}/prompts"
    made = stage.ada.call("POST", at, {"name": "To be read", "content": content("Read {{me}}.")})
    save(stage.ada, at, made["id"], "Readable")
    page = open_page(stage.viewer)
    page.goto(at)
    page.get_by_role("link", name="To be read").click()
    expect(_text(page)).to_have_attribute("aria-readonly", "true")
    page.get_by_label("me", exact=True).fill("this")
    expect(page.get_by_label("User, message 1")).to_have_text("Read this.")

    for name in ("Save version", "Rename", "More", "Add message", "Remove message"):
        expect(page.get_by_role("button", name=name, exact=True)).to_have_count(0)
    _open_versions(page)
    page.get_by_role("button", name="More about version 1").click()
    expect(page.get_by_role("menuitem")).to_have_text(["View version"])


REFUSED = {"error": {"code": "BAD_REQUEST", "message": "Not today", "retryable": False}}


def _begin(owner: Visitor, open_page: OpenPage) -> Page:
    """A prompt made by hand, with nothing in it."""
    slug = owner.call("POST", "/projects", {"name": "Prompts"})["slug"]
    page = open_page(owner)
    page.goto(f"/projects/{slug}/prompts")
    page.get_by_role("button", name="New prompt").first.click()
    page.get_by_label("Name").fill("Draft of mine")
    page.get_by_role("button", name="Create prompt").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Draft of mine")
    return page


def _two_versions(owner: Visitor, open_page: OpenPage) -> Page:
    """Without protected labels: promotions have tests of their own."""
    slug = owner.call(
        "POST", "/projects", {"name": "Prompts", "settings": {"protected_labels": []}}
    )["slug"]
    at = f"/projects/{slug}/prompts"
    words = content("The first words of {{it}}.")
    made = owner.call("POST", at, {"name": "Twice", "content": words})["id"]
    save(owner, at, made, "First")
    write(owner, at, made, content("The second words of {{it}}."))
    save(owner, at, made, "Second")
    page = open_page(owner)
    page.goto(f"{at}/{made}")
    return page


def _text(page: Page) -> Locator:
    return page.get_by_label("Prompt text")


def _write(page: Page, text: str) -> None:
    rewrite(_text(page), text)


def _leave(page: Page) -> None:
    page.get_by_role("tab", name="Preview").click()


def _save_version(page: Page, changelog: str) -> None:
    page.get_by_role("button", name="Save version").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("What changed").fill(changelog)
    dialog.get_by_role("button", name="Save version").click()
    expect(dialog).to_have_count(0)


def _open_versions(page: Page) -> Locator:
    page.get_by_role("tab", name="Versions").click()
    versions = page.get_by_role("list", name="Versions").get_by_role("listitem")
    expect(versions.first).to_be_visible()
    return versions


def _ask_about(page: Page, number: int, item: str) -> None:
    page.get_by_role("button", name=f"More about version {number}").click()
    page.get_by_role("menuitem", name=item).click()


def _stored(who: Visitor, at: str, prompt: str) -> str:
    return who.call("GET", f"{at}/{prompt}")["draft"]["messages"][0]["content"]
