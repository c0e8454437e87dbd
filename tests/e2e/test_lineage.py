"""The lineage of a prompt on the screen, and editing a version by hand."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.inspection import NOTHING_WRONG, look_at_all
from tests.e2e.lineage_story import Lineage, tell_the_lineage_story
from tests.e2e.screens import Screen
from tests.e2e.stage import Stage
from tests.support.installation import Installation


@pytest.fixture(scope="module")
def story(stage: Stage, installation: Installation) -> Lineage:
    return tell_the_lineage_story(stage, installation.database)


@pytest.fixture
def own_story(stage: Stage, installation: Installation) -> Lineage:
    """For a test that saves versions: the others count them."""
    return tell_the_lineage_story(stage, installation.database)


def graph(page: Page) -> Locator:
    return page.get_by_role("list", name="Versions and where they came from")


def version(page: Page, number: int) -> Locator:
    button = page.get_by_role("button", name=f"Version {number}", exact=True)
    return graph(page).get_by_role("listitem").filter(has=button)


@pytest.mark.core
def test_every_version_shows_its_score_and_how_it_did_against_another(
    open_page: OpenPage, story: Lineage
) -> None:
    page = open_page(story.owner)
    page.goto(story.path)
    page.get_by_role("button", name="Lineage", exact=True).click()

    expect(graph(page).get_by_role("listitem")).to_have_count(5)
    told = "5 versions · 1 better · 1 worse · 1 better on these cases · 1 cannot tell"
    expect(page.get_by_text(told)).to_be_visible()
    expect(version(page, 2)).to_contain_text("Better on these casesagainst version 1")
    third = version(page, 3)
    expect(third).to_contain_text(re.compile(r"3\.9 \(3\.6 to 4\.2\)"))
    expect(third).to_contain_text("production")
    expect(third).to_contain_text("Betterthan version 2 · +0.6 (+0.3 to +0.9)")
    expect(version(page, 4)).to_contain_text("Cannot tellagainst version 3")
    fifth = version(page, 5)
    expect(fifth).to_contain_text("Worsethan version 3")
    expect(fifth).to_contain_text("from version 2")
    expect(
        third.get_by_role("link", name=re.compile("Iteration 3 of Warmer answers"))
    ).to_have_attribute("href", re.compile(r"/experiments/.+/iterations/3$"))


def test_the_graph_needs_no_mouse(open_page: OpenPage, story: Lineage) -> None:
    page = open_page(story.owner)
    page.goto(f"{story.path}?view=lineage")
    first = page.get_by_role("button", name="Version 5", exact=True)
    first.focus()

    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("button", name="Version 3", exact=True)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")

    expect(page.get_by_text("Version 4, read only")).to_be_visible()


def test_a_version_is_edited_with_a_preview_of_the_changes_and_says_what_changed(
    open_page: OpenPage, own_story: Lineage
) -> None:
    """FR-PR-003.1 to FR-PR-003.5, FLOW-5.2.1"""
    page = open_page(own_story.owner)
    page.goto(f"{own_story.path}?view=lineage")
    page.get_by_role("button", name="More about version 2").click()
    page.get_by_role("menuitem", name="Edit").click()
    editing = page.get_by_role("status").filter(has_text="Editing version 2")

    expect(editing).to_contain_text("Saving creates version 6, based on version 2")
    text = page.get_by_label("Prompt text")
    expect(text).to_contain_text("Be kind.")
    text.click()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("\nAnswer in {{language}}.")
    chips = page.get_by_role("list", name="Variables").get_by_role("listitem")
    expect(chips).to_have_text([re.compile(n) for n in ("company", "question", "language")])
    expect(page.get_by_label("Length")).to_contain_text("characters")
    page.get_by_role("button", name="Save version").click()
    dialog = page.get_by_role("dialog")

    expect(dialog.get_by_role("heading", name="Changes since version 2")).to_be_visible()
    changes = dialog.get_by_role("table")
    expect(changes).to_contain_text("Answer in {{language}}.")
    dialog.get_by_label("What changed").fill("Too short")
    dialog.get_by_role("button", name="Save version").click()
    expect(dialog.get_by_role("alert")).to_have_text(
        "Describe what changed, in 10 to 500 characters"
    )
    dialog.get_by_label("What changed").fill("Answers in the customer's language")
    dialog.get_by_role("button", name="Save version").click()

    expect(dialog).to_have_count(0)
    expect(page.get_by_text("Editing version 2")).to_have_count(0)
    page.get_by_role("button", name="Lineage", exact=True).click()
    expect(version(page, 6)).to_contain_text("Answers in the customer's language")
    expect(version(page, 6)).to_contain_text("from version 2")


def test_a_draft_in_no_version_is_not_lost_by_editing_another(
    open_page: OpenPage, story: Lineage
) -> None:
    page = open_page(story.owner)
    page.goto(story.long_path)
    page.get_by_label("Prompt text").click()
    page.keyboard.insert_text("Words in no version. ")
    page.get_by_role("tab", name=re.compile("Versions")).click()
    page.get_by_role("button", name="More about version 106").click()
    page.get_by_role("menuitem", name="Edit").click()

    question = page.get_by_role("dialog", name="Edit version 106?")
    expect(question).to_contain_text("changes that are not in any version")
    question.get_by_role("button", name="Cancel").click()
    expect(page.get_by_label("Prompt text")).to_contain_text("Words in no version.")


def test_a_hundred_versions_fold_into_tens_and_open_at_once(
    open_page: OpenPage, story: Lineage
) -> None:
    """EDGE-16.3.3"""
    page = open_page(story.owner)
    page.goto(f"{story.long_path}?view=lineage")

    expect(graph(page).get_by_role("listitem")).to_have_count(7 + 10)
    expect(version(page, 107)).to_be_visible()
    old = page.get_by_role("button", name="Versions 21 to 30")
    expect(old).to_have_attribute("aria-expanded", "false")
    old.click()
    expect(version(page, 25)).to_contain_text("Change number 25")
    expect(old).to_have_attribute("aria-expanded", "true")
    page.get_by_role("button", name="Expand all").click()
    expect(graph(page).get_by_role("listitem")).to_have_count(107)
    page.get_by_role("button", name="Collapse all").click()
    expect(graph(page).get_by_role("listitem")).to_have_count(11)


def _save_dialog(page: Page) -> None:
    page.get_by_role("button", name="More about version 2").click()
    page.get_by_role("menuitem", name="Edit").click()
    replace = page.get_by_role("dialog").get_by_role("button", name="Edit version 2")
    editing = page.get_by_text("Editing version 2")
    expect(replace.or_(editing).first).to_be_visible()
    if replace.is_visible():
        replace.click()
    expect(editing).to_be_visible()
    page.get_by_label("Prompt text").click()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("\nNever guess.")
    page.get_by_role("button", name="Save version").click()
    expect(page.get_by_role("dialog").get_by_role("table")).to_contain_text("Never guess.")


def test_the_screens_are_sound(browser: Browser, stage: Stage, story: Lineage) -> None:
    screens = [
        Screen(name="prompt-lineage", path=f"{story.path}?view=lineage", shows="Support answer"),
        Screen(
            name="prompt-lineage-long", path=f"{story.long_path}?view=lineage", shows="Many words"
        ),
        Screen(
            name="prompt-edit-save",
            path=f"{story.path}?view=lineage",
            shows="Support answer",
            then=_save_dialog,
        ),
    ]

    assert look_at_all(browser, stage, screens) == NOTHING_WRONG
