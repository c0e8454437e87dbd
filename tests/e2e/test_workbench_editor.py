"""The editor of the workbench: written, kept, versioned by running, compared, and the bytes that would be sent."""

import json
import re
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser import axe_violations, rewrite
from tests.e2e.conftest import OpenPage
from tests.e2e.inspection import tip_of
from tests.e2e.prompts_story import content, save, write
from tests.e2e.stage import Stage, Visitor
from tests.e2e.triage_story import make_triage

SOON = 60_000

TICKET = """You sort tickets of {{company}}.

<ticket>
{{question}}
</ticket>

Rules:
  - one word
  - lower case

Answer in JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    owner: Visitor
    slug: str
    # Two versions; fills from a dataset of sixty rows.
    ticket: str
    # No variables, one version.
    greeting: str
    # Never ran; a dataset has its variable.
    triage: str
    fresh: str

    @property
    def prompts(self) -> str:
        return f"/projects/{self.slug}/prompts"

    def at(self, prompt: str) -> str:
        return f"/projects/{self.slug}/workbench/{prompt}"

    def stored(self, prompt: str) -> str:
        return self.read(prompt)["draft"]["messages"][0]["content"]

    def read(self, prompt: str) -> Any:
        return self.owner.call("GET", f"{self.prompts}/{prompt}")


@pytest.fixture(scope="module")
def bench(stage: Stage) -> Bench:
    owner = Visitor(stage.url).sign_up("Workbench Editor")
    slug = owner.call("POST", "/projects", {"name": "Tickets"})["slug"]
    fresh = owner.call("POST", "/projects", {"name": "Nothing yet"})["slug"]
    stage.viewer.join(owner, f"/projects/{fresh}", "VIEWER")
    owner.http.timeout = 60
    triage = make_triage(owner, f"/projects/{slug}")["prompt"]
    at = f"/projects/{slug}/prompts"
    greeting = owner.call("POST", at, {"name": "Greeting", "content": content("Say hello.")})["id"]
    save(owner, at, greeting, "")
    first = content("Sort {{question}} of {{company}}.")
    ticket = owner.call("POST", at, {"name": "Ticket sorter", "content": first})["id"]
    save(owner, at, ticket, "")
    write(owner, at, ticket, content(TICKET))
    save(owner, at, ticket, "")
    dataset = owner.call("POST", f"/projects/{slug}/datasets", {"name": "Spring tickets"})["id"]
    owner.call(
        "POST",
        f"/projects/{slug}/datasets/{dataset}/cases",
        {
            "cases": [
                {"values": {"company": "Acme", "question": f"Question {row}", "extra": "unused"}}
                for row in range(1, 61)
            ]
        },
    )
    return Bench(
        owner=owner, slug=slug, ticket=ticket, greeting=greeting, triage=triage, fresh=fresh
    )


@pytest.mark.core
def test_text_is_kept_on_blur_on_switching_and_before_a_run_and_only_a_run_of_new_text_makes_a_version(
    bench: Bench, open_page: OpenPage
) -> None:
    page = open_page(bench.owner)
    page.goto(bench.at(bench.greeting))
    version = page.get_by_label("Version", exact=True)
    expect(version).to_have_text("v1")

    _write(page, "Say hello to {name}, warmly.")
    expect(page.get_by_text("Unsaved")).to_be_visible()
    page.get_by_label("Length").focus()
    expect(_saved(page)).to_be_visible()
    assert bench.stored(bench.greeting) == "Say hello to {name}, warmly."
    expect(version).to_have_text("v1, draft differs")
    expect(page.get_by_label("Length")).to_have_text(re.compile(r"28 chars · ≈ \d+ tokens"))

    _write(page, "Say hello, warmly.")
    page.get_by_role("button", name="Switch prompt").click()
    page.get_by_placeholder("Find a prompt…").fill("sorter")
    page.get_by_role("option", name="Ticket sorter v2", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ticket sorter")
    expect(_text(page)).to_have_count(1)
    expect(_text(page)).to_contain_text("You sort tickets")
    assert bench.stored(bench.greeting) == "Say hello, warmly."

    page.goto(bench.at(bench.greeting))
    _write(page, "Say hello, warmly and briefly.")
    page.keyboard.press("Control+Enter")
    expect(version).to_have_text("v2", timeout=SOON)
    assert bench.stored(bench.greeting) == "Say hello, warmly and briefly."
    expect(page.locator("[data-cell][data-state=answered]")).to_have_count(1, timeout=SOON)
    # The same words once more are the same version.
    with page.expect_response(lambda answer: answer.url.endswith("/runs")) as started:
        _run(page)
    assert started.value.status == 202
    assert bench.read(bench.greeting)["latest"] == 2
    expect(version).to_have_text("v2")


def test_the_text_has_numbers_marks_folds_and_lines_that_wrap_or_not(
    bench: Bench, open_page: OpenPage
) -> None:
    page = open_page(bench.owner)
    page.goto(bench.at(bench.ticket))
    text = _text(page)
    expect(page.locator(".cm-lineNumbers .cm-gutterElement").last).to_have_text("11")
    expect(page.locator(".cm-variable-mark")).to_have_text(["{{company}}", "{{question}}"])
    expect(page.locator(".cm-tag-mark")).to_have_text(["<ticket>", "</ticket>"])
    expect(page.locator(".cm-json-mark")).to_have_text(["JSON"])
    expect(page.get_by_label("Output contract")).to_have_text("JSON")

    page.locator(".cm-gutters").hover()
    page.get_by_title("Fold", exact=True).first.click()
    expect(text).not_to_contain_text("{{question}}")
    expect(text).to_contain_text("</ticket>")
    page.get_by_title("Fold", exact=True).last.click()
    expect(text).not_to_contain_text("lower case")
    page.locator(".cm-foldPlaceholder").first.click()
    expect(text).to_contain_text("{{question}}")
    assert bench.stored(bench.ticket) == TICKET

    wrap = page.get_by_role("button", name="Wrap long lines")
    expect(wrap).to_have_attribute("aria-pressed", "true")
    text.click()
    page.keyboard.press("Control+Shift+Z")
    expect(wrap).to_have_attribute("aria-pressed", "false")
    expect(text).not_to_have_class(re.compile("cm-lineWrapping"))
    wrap.click()
    expect(text).to_have_class(re.compile("cm-lineWrapping"))


def test_a_prompt_is_made_renamed_copied_and_deleted_without_leaving(
    bench: Bench, open_page: OpenPage
) -> None:
    page = open_page(bench.owner)
    page.goto(bench.at(bench.greeting))
    heading = page.get_by_role("heading", level=1)

    page.get_by_role("button", name="New prompt").click()
    expect(heading).to_have_text("Untitled prompt")
    expect(_text(page)).to_be_focused()
    page.keyboard.insert_text("Name three rivers.")
    expect(_text(page)).to_have_text("Name three rivers.")

    heading.get_by_role("button").click()
    page.get_by_label("Name of the prompt").fill("Nothing of this")
    page.keyboard.press("Escape")
    expect(heading).to_have_text("Untitled prompt")
    heading.get_by_role("button").click()
    page.get_by_label("Name of the prompt").fill("Rivers")
    page.keyboard.press("Enter")
    expect(heading).to_have_text("Rivers")

    _write(page, "Name four rivers.")
    page.get_by_role("button", name="More about this prompt").click()
    page.get_by_role("menuitem", name="Duplicate").click()
    expect(heading).to_have_text("Rivers (copy)")
    expect(_text(page)).to_have_text("Name four rivers.")

    page.get_by_role("button", name="More about this prompt").click()
    page.get_by_role("menuitem", name="Delete").click()
    page.get_by_role("button", name="Delete prompt").click()
    expect(heading).not_to_have_text("Rivers (copy)")
    names = [card["name"] for card in bench.owner.call("GET", bench.prompts)["items"]]
    assert "Rivers" in names
    assert "Rivers (copy)" not in names


def test_a_rename_keeps_the_number_of_the_version(bench: Bench, open_page: OpenPage) -> None:
    page = open_page(bench.owner)
    made = bench.owner.call("POST", f"{bench.prompts}/{bench.ticket}/duplicate", {})["id"]
    save(bench.owner, bench.prompts, made, "")
    page.goto(bench.at(made))
    expect(page.get_by_label("Version", exact=True)).to_have_text("v1")
    write(bench.owner, bench.prompts, made, content("Other words."))
    save(bench.owner, bench.prompts, made, "")
    expect(page.get_by_label("Version", exact=True)).to_have_text("v2")

    page.get_by_role("heading", level=1).get_by_role("button").click()
    page.get_by_label("Name of the prompt").fill("Renamed")
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", level=1)).to_have_text("Renamed")
    expect(page.get_by_label("Version", exact=True)).to_have_text("v2")


def test_a_variable_that_the_dataset_lacks_is_named_and_stops_the_run(
    bench: Bench, open_page: OpenPage
) -> None:
    page = open_page(bench.owner)
    page.goto(bench.at(bench.ticket))
    chips = page.get_by_role("list", name="Variables").get_by_role("listitem")
    # Columns that the prompt does not use are no matter.
    expect(chips).to_have_text(["{{company}}", "{{question}}"])
    expect(page.get_by_text("Spring tickets", exact=True).first).to_be_visible()

    page.get_by_role("button", name="Preview the dataset").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("row")).to_have_count(51)
    expect(dialog).to_contain_text("The first 50 of 60 rows")
    expect(dialog.get_by_role("columnheader")).to_have_text(
        ["#", "{{company}}", "{{question}}", "extra"]
    )
    assert axe_violations(page) == []
    page.keyboard.press("Escape")

    _write(page, TICKET + "\n\nThe plan is {{plan}}.")
    expect(chips).to_have_text(["{{company}}", "{{question}}", "{{plan}}, not in the dataset"])
    reason = page.get_by_text("“Spring tickets” has no column plan.")
    expect(reason).to_be_visible()
    page.keyboard.press("Control+Enter")
    stopped = page.get_by_role("dialog")
    expect(stopped).to_contain_text("The run cannot start yet")
    expect(stopped).to_contain_text("{{plan}}")
    page.keyboard.press("Escape")
    assert bench.read(bench.ticket)["latest"] == 2

    _write(page, TICKET)
    expect(reason).to_have_count(0)
    expect(chips).to_have_count(2)
    # The column that nobody asked for does not stop it.
    with page.expect_response(lambda answer: answer.url.endswith("/runs")) as started:
        page.keyboard.press("Control+Enter")
    assert started.value.status == 202
    bench.owner.call("POST", f"/projects/{bench.slug}/runs/{started.value.json()['id']}/cancel")


def test_the_draft_is_held_against_any_version_and_taken_back(
    bench: Bench, open_page: OpenPage
) -> None:
    made = bench.owner.call("POST", f"{bench.prompts}/{bench.ticket}/duplicate", {})["id"]
    for words in ("The first words of {{it}}.", "The second words of {{it}}."):
        write(bench.owner, bench.prompts, made, content(words))
        save(bench.owner, bench.prompts, made, "")
    page = open_page(bench.owner)
    page.goto(bench.at(made))
    _write(page, "The third words of {{it}}.")

    page.get_by_role("button", name="Compare with a version").click()
    dialog = page.get_by_role("dialog")
    part = dialog.get_by_role("region", name="Prompt messages")
    for layout in ("Unified", "Side by side"):
        dialog.get_by_role("radio", name=layout).click()
        expect(part).to_contain_text("removed: The second words of {{it}}.")
        expect(part).to_contain_text("added: The third words of {{it}}.")
    assert axe_violations(page) == []
    dialog.get_by_label("From version").click()
    page.get_by_role("option", name="Version 1").click()
    expect(part).to_contain_text("removed: The first words of {{it}}.")
    dialog.get_by_role("button", name="Use the text of version 1").click()

    expect(_text(page)).to_have_text("The first words of {{it}}.")
    page.get_by_role("button", name="Undo").click()
    expect(_text(page)).to_have_text("The third words of {{it}}.")


def test_the_exact_request_shows_the_bytes_of_a_chosen_case(
    bench: Bench, open_page: OpenPage
) -> None:
    page = open_page(bench.owner)
    page.goto(bench.at(bench.ticket))
    expect(page.get_by_text("60 rows")).to_be_visible()

    page.get_by_role("button", name="Exact request").click()
    dialog = page.get_by_role("dialog")
    body = dialog.get_by_label("Body of the request")
    expect(body).to_contain_text("Question 1\\n")
    expect(dialog).to_contain_text("POST")
    dialog.get_by_label("Row of the dataset").fill("42")
    expect(body).to_contain_text("Question 42")
    assert axe_violations(page) == []

    dialog.get_by_role("radio", name="As sent").click()
    sent = body.text_content() or ""
    expect(dialog.get_by_text(f"{len(sent.encode()):,} bytes")).to_be_visible()
    assert "You sort tickets of Acme." in json.loads(sent)["messages"][-1]["content"]
    dialog.get_by_role("button", name="Copy the body").click()
    expect(dialog.get_by_role("status").filter(has_text="Copied")).to_have_count(1)
    assert page.evaluate("navigator.clipboard.readText()") == sent


def test_two_people_who_write_at_once_overwrite_nobody_unseen(
    bench: Bench, open_page: OpenPage
) -> None:
    made = bench.owner.call("POST", f"{bench.prompts}/{bench.greeting}/duplicate", {})["id"]
    page = open_page(bench.owner)
    page.goto(bench.at(made))
    _write(page, "What this window wrote.")

    write(bench.owner, bench.prompts, made, content("What the other one wrote."))

    conflict = page.get_by_role("alert")
    expect(conflict).to_contain_text("changed this prompt while you were editing")
    page.get_by_label("Length").focus()
    assert bench.stored(made) == "What the other one wrote."
    conflict.get_by_role("button", name="Overwrite with mine").click()
    expect(conflict).to_have_count(0)
    expect(_saved(page)).to_be_visible()
    assert bench.stored(made) == "What this window wrote."


def test_an_empty_workbench_leads_to_a_prompt_a_key_or_the_demo(
    bench: Bench, stage: Stage, open_page: OpenPage
) -> None:
    looking = open_page(stage.viewer)
    looking.goto(f"/projects/{bench.fresh}/workbench")
    expect(looking.get_by_role("heading", level=1)).to_contain_text("Write a prompt")
    expect(looking.get_by_text("An editor of this project writes the first prompt")).to_be_visible()
    for name in ("Open the demo project", "New prompt", "Add a key"):
        expect(looking.get_by_text(name, exact=True)).to_have_count(0)

    page = open_page(bench.owner)
    page.goto(f"/projects/{bench.fresh}/workbench")
    expect(page.get_by_role("link", name="Add a key")).to_be_visible()
    expect(page.get_by_role("link", name="Open the demo project")).to_have_attribute(
        "href", "/demo"
    )
    page.get_by_role("button", name="New prompt").click()
    expect(_text(page)).to_be_visible(timeout=SOON)


@pytest.mark.core
def test_a_prompt_that_never_ran_has_a_dataset_and_a_model_and_runs_once_at_a_time(
    bench: Bench, open_page: OpenPage
) -> None:
    page = open_page(bench.owner)
    page.goto(f"/projects/{bench.slug}/workbench/{bench.triage}")
    expect(page.get_by_role("columnheader").filter(has_text="Simulated")).to_have_count(1)
    _run(page)

    # One run at a time.
    expect(page.get_by_role("status", name="Progress")).to_be_visible(timeout=SOON)
    expect(_run_button(page)).to_have_count(0)
    expect(page.locator("[data-cell][data-state=answered]").first).to_be_visible(timeout=SOON)
    expect(_run_button(page)).to_be_enabled(timeout=SOON)


def test_without_a_model_there_is_nothing_to_press(bench: Bench, open_page: OpenPage) -> None:
    bare = bench.owner.call("POST", "/projects", {"name": "No models"})["slug"]
    at = f"/projects/{bare}"
    made = bench.owner.call("POST", f"{at}/prompts", {"name": "A", "content": content("Say A.")})
    page = open_page(bench.owner)

    page.goto(f"{at}/workbench/{made['id']}")

    expect(_run_button(page)).to_have_attribute("aria-disabled", "true")
    expect(tip_of(page, _run_button(page))).to_have_text("Choose a model first")


def _text(page: Page) -> Locator:
    return page.get_by_label("Prompt text")


def _write(page: Page, text: str) -> None:
    rewrite(_text(page), text)


def _saved(page: Page) -> Locator:
    return page.get_by_role("status").filter(has_text=re.compile("^ ?Saved$"))


def _run_button(page: Page) -> Locator:
    return page.get_by_role("button", name="Run", exact=True)


def _run(page: Page) -> None:
    _run_button(page).click()
