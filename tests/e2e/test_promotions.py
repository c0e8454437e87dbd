"""Protected labels in the browser: evidence, request and approval, override, rollback and certificate."""

import json
import re
from collections.abc import Generator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.inspection import faults_of, settle
from tests.e2e.promotions_story import CASES, LABEL, tell_the_promotions_story
from tests.e2e.runs_story import Ready, behave, ready_to_run
from tests.e2e.simulating import simulating
from tests.e2e.stage import Stage, Visitor

REASON = "The better version leaks names, see incident 12."


@pytest.fixture(scope="module")
def provider() -> Generator[str]:
    with simulating() as url:
        behave(url, latency={"kind": "uniform", "low_ms": 1, "high_ms": 5})
        yield url


@pytest.fixture(scope="module")
def editor(stage: Stage) -> Visitor:
    return Visitor(stage.url).sign_up("Eddie Editor")


@pytest.fixture(scope="module")
def ready(stage: Stage, provider: str, editor: Visitor) -> Ready:
    owner = Visitor(stage.url).sign_up("Paula Owner")
    ready = ready_to_run(owner, provider, rows=CASES, names=("sim-small",))
    editor.join(owner, ready.path, "EDITOR")
    return ready


def region(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name)


def ask_for(page: Page, number: int) -> Locator:
    """Open the dialog from the list of versions."""
    page.get_by_role("tab", name="Versions").click()
    page.get_by_role("button", name=f"More about version {number}").click()
    page.get_by_role("menuitem", name=f"Promote to {LABEL}").click()
    return page.get_by_role("dialog", name=f"Promote v{number} to {LABEL}")


@pytest.mark.core
def test_a_better_version_is_in_production_after_two_clicks(
    open_page: OpenPage, ready: Ready, editor: Visitor
) -> None:
    story = tell_the_promotions_story(ready, editor, "Two clicks")
    runs = ready.owner.call("GET", f"{ready.path}/runs?prompt={story.prompt}")["items"]
    second = next(run["id"] for run in runs if run["plan"]["columns"][0]["version"] == 2)
    page = open_page(ready.owner)
    page.goto(f"{ready.path}/workbench/{story.prompt}?run={second}&baseline=production")

    page.get_by_role("button", name="Make v2 production").click()
    dialog = page.get_by_role("dialog", name=f"Promote v2 to {LABEL}")
    expect(dialog.get_by_text("Better", exact=True)).to_be_visible()
    expect(dialog.get_by_role("list", name="Requirements")).not_to_contain_text("Not met")
    dialog.get_by_role("button", name="Promote", exact=True).click()

    expect(page.get_by_text(f"{LABEL} is now version 2")).to_be_visible()
    assert story.production == 2


def test_an_editor_requests_and_the_owner_approves_and_downloads_the_certificate(
    open_page: OpenPage, ready: Ready, editor: Visitor, tmp_path: Path
) -> None:
    story = tell_the_promotions_story(ready, editor, "Two people")
    asking = open_page(editor)
    asking.goto(story.path)
    dialog = ask_for(asking, 2)
    expect(dialog.get_by_role("button", name="Promote", exact=True)).to_have_count(0)
    expect(dialog.get_by_role("button", name="Override the requirements")).to_have_count(0)
    dialog.get_by_label("Note for the approver").fill("All cases pass now")
    dialog.get_by_role("button", name="Request promotion").click()
    expect(region(asking, "Protected labels")).to_contain_text("v2 waits for approval")
    assert story.production == 1

    page = open_page(ready.owner)
    page.goto(ready.path)
    region(page, "Waiting for you").get_by_role("link", name=re.compile("promotion")).click()
    page.get_by_role("link", name="Two people: production from v1 to v2").click()
    expect(region(page, "People")).to_contain_text("All cases pass now")
    expect(region(page, "Evidence")).to_contain_text("Better")
    assert faults_of(page, "promotion-waiting") == []
    page.get_by_role("button", name="Approve").click()
    page.get_by_role("dialog").get_by_label("Note").fill("Thank you")
    page.get_by_role("button", name="Approve and promote").click()
    expect(region(page, "People")).to_contain_text("Thank you")
    assert story.production == 2

    # The page of the person who asked follows by itself.
    expect(region(asking, "Protected labels")).not_to_contain_text("waits for approval")
    certificate = region(page, "Certificate")
    expect(certificate).not_to_contain_text("Being signed")
    expect(certificate).to_contain_text("edison verify certificate.json")
    with page.expect_download() as download:
        certificate.get_by_role("link", name="Download certificate").click()
    saved = tmp_path / "certificate.json"
    download.value.save_as(saved)
    text = saved.read_text()
    assert json.loads(text)["signature"]
    assert "Paula Owner" in text
    assert faults_of(page, "promotion-approved") == []


def test_a_worse_version_needs_an_override_with_a_reason_and_is_rolled_back(
    open_page: OpenPage, ready: Ready, editor: Visitor
) -> None:
    story = tell_the_promotions_story(ready, editor, "Emergency")
    story.promote(2)
    page = open_page(editor)
    page.goto(story.path)
    dialog = ask_for(page, 3)
    expect(dialog.get_by_text("Worse", exact=True)).to_be_visible()
    expect(dialog.get_by_text("The verdict does not allow the promotion.")).to_be_visible()
    expect(dialog.get_by_role("button", name="Request promotion")).to_have_count(0)

    page = open_page(ready.owner)
    page.goto(story.path)
    dialog = ask_for(page, 3)
    expect(dialog.get_by_role("button", name="Promote", exact=True)).to_have_count(0)
    dialog.get_by_role("button", name="Override the requirements").click()
    dialog.get_by_role("button", name="Override and promote").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Enter a reason")
    dialog.get_by_label("Reason").fill("Too short")
    expect(dialog.get_by_role("alert")).to_contain_text("11 more")
    assert story.production == 2
    dialog.get_by_label("Reason").fill(REASON)
    assert faults_of(page, "promotion-override") == []
    dialog.get_by_role("button", name="Override and promote").click()
    held = region(page, "Protected labels")
    expect(held).to_contain_text("Override")
    assert story.production == 3
    newest = page.get_by_role("list", name="Versions").get_by_role("listitem").first
    expect(newest).to_contain_text("Override")
    assert faults_of(page, "prompt-overridden") == []

    held.get_by_role("link", name=re.compile("^Promoted")).click()
    expect(page.get_by_text(REASON)).to_be_visible()
    expect(page.get_by_text("Override by Paula Owner")).to_be_visible()
    page.go_back()

    held.get_by_role("button", name="Roll back to v2").click()
    page.get_by_role("dialog").get_by_role("button", name="Roll back").click()
    expect(page.get_by_text(f"{LABEL} is back at version 2")).to_be_visible()
    expect(held).not_to_contain_text("Override")
    assert story.production == 2
    # The next step back is the version before that one.
    expect(held.get_by_role("button", name="Roll back to v1")).to_be_visible()

    held.get_by_role("link", name="All promotions").click()
    expect(page.get_by_role("link", name=re.compile("^Emergency: "))).to_have_count(4)
    assert faults_of(page, "promotions-of-prompt") == []


def test_missing_evidence_leads_to_the_run_that_is_missing(
    open_page: OpenPage, ready: Ready, editor: Visitor
) -> None:
    story = tell_the_promotions_story(ready, editor, "No run yet")
    revision = ready.owner.call("GET", story.path)["revision"]
    changed = {"messages": [{"role": "user", "content": "Not run. {{question}}"}]}
    made = ready.owner.call("PATCH", story.path, {"content": changed, "revision": revision})
    ready.owner.call("POST", f"{story.path}/versions", {"revision": made["revision"]})
    page = open_page(editor)
    page.goto(story.path)
    dialog = ask_for(page, 4)
    expect(dialog.get_by_text("There is no completed run")).to_be_visible()
    assert faults_of(page, "promotion-no-run") == []

    dialog.get_by_role("link", name="Run this version").click()

    expect(page.get_by_role("heading", name="New run")).to_be_visible()
    form = page.get_by_role("form", name="New run")
    expect(form).to_contain_text("No run yet")
    # The dataset of the version that holds the label.
    expect(form).to_contain_text("Questions")


def test_a_promotion_is_rejected_with_a_reason_and_another_withdrawn(
    open_page: OpenPage, ready: Ready, editor: Visitor
) -> None:
    story = tell_the_promotions_story(ready, editor, "Second thoughts")
    promotion = story.request(2)
    page = open_page(ready.owner)
    page.goto(f"{ready.path}/promotions/{promotion}")
    page.get_by_role("button", name="Reject").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Reject").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Enter a reason")
    dialog.get_by_label("Reason").fill("Wait for the release")
    dialog.get_by_label("Reason").press("Control+Enter")
    expect(page.get_by_role("heading", level=1).locator("..")).to_contain_text("Rejected")
    expect(region(page, "People")).to_contain_text("Wait for the release")

    again = story.request(2)
    page = open_page(editor)
    page.goto(f"{ready.path}/promotions/{again}")
    expect(region(page, "Decision")).to_contain_text("waits for the approval of somebody else")
    page.get_by_role("button", name="Withdraw").click()
    page.get_by_role("dialog").get_by_role("button", name="Withdraw").click()
    expect(page.get_by_role("heading", level=1).locator("..")).to_contain_text("Withdrawn")
    assert story.production == 1


def test_labels_are_protected_changed_and_freed_in_the_settings(
    open_page: OpenPage, stage: Stage
) -> None:
    owner = Visitor(stage.url).sign_up("Sally Settings")
    slug = owner.call("POST", "/projects", {"name": "Protections"})["slug"]
    page = open_page(owner)
    page.goto(f"/projects/{slug}/settings/general")
    card = region(page, "Protected labels")
    expect(card).to_contain_text("not worse by more than 2 %")

    card.get_by_role("button", name="Edit the protection of production").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Accepted loss (%)").fill("101")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_role("alert")).to_contain_text("From 0 to 100")
    dialog.get_by_label("Accepted loss (%)").fill("5")
    dialog.get_by_role("combobox", name="Approver").click()
    page.get_by_role("option", name="Reviewer or higher").click()
    assert faults_of(page, "settings-protection") == []
    dialog.get_by_role("button", name="Save").click()
    expect(card).to_contain_text("not worse by more than 5 %")
    expect(card).to_contain_text("Reviewer or higher")

    # What is being typed in the form above survives a change of the labels.
    page.get_by_label("Description").fill("Not saved yet")
    card.get_by_role("button", name="Protect another label").click()
    dialog.get_by_label("Label").fill("staging")
    dialog.get_by_role("button", name="Protect label").click()
    expect(card.get_by_role("listitem")).to_have_count(2)
    expect(page.get_by_label("Description")).to_have_value("Not saved yet")
    expect(page.get_by_text("Someone else changed these settings")).to_have_count(0)

    for label in ("staging", LABEL):
        card.get_by_role("button", name=f"Remove the protection of {label}").click()
        page.get_by_role("button", name="Remove protection", exact=True).click()
        settle(page)
    expect(card.get_by_role("button", name="Protect production")).to_be_visible()
    found = owner.call("GET", f"/projects/{slug}")["settings"]["protected_labels"]
    assert found == []
