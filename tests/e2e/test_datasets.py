"""Datasets: a nasty file becomes cases, cases are read, changed and taken out again, and nothing is lost."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.dataset_story import (
    BAD_ROWS,
    GOOD_ROWS,
    NASTY,
    a_dataset,
    a_project,
    add,
    cases_of,
)
from tests.e2e.stage import Stage, Visitor

SOON = 30_000


@pytest.mark.core
def test_a_nasty_file_becomes_cases_and_every_bad_row_is_named(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    owner = newcomer()
    slug = a_project(owner)
    page = open_page(owner)
    page.goto(f"/projects/{slug}/datasets")
    page.get_by_role("button", name="Import file").click()
    wizard = _choose(page, "support_tickets.csv", NASTY)

    expect(wizard.get_by_label("Separator")).to_have_text("Semicolon", timeout=SOON)
    expect(wizard.get_by_label("Encoding")).to_contain_text("Windows-1252")
    expect(wizard.get_by_label("Name of the new dataset")).to_have_value("Support tickets")
    for column, use in (("question", "Variable"), ("expected", "Expected"), ("split", "Split")):
        expect(wizard.get_by_label(f"Use of column {column}")).to_have_text(use)
    _pick(page, wizard.get_by_label("Use of column ticket id"), "Metadata")

    problems = wizard.get_by_role("list", name="Problems")
    expect(problems).to_contain_text("Difficulty must be a whole number from 1 to 5")
    expect(problems).to_contain_text("row 3, line 5 · row 7, line 9")
    expect(problems).to_contain_text("The row has 8 cells, but the header has 6")
    total = GOOD_ROWS + BAD_ROWS
    expect(wizard.get_by_text(f"{GOOD_ROWS} of {total} rows can be imported")).to_be_visible()
    wizard.get_by_role("tab", name="First rows").click()
    expect(wizard.get_by_role("region", name="First rows")).to_contain_text('He said "no"')
    wizard.get_by_role("tab", name="As cases").click()
    expect(wizard.get_by_role("region", name="First cases")).to_contain_text("Hold-out")
    bring = wizard.get_by_role("button", name=f"Import {GOOD_ROWS} cases")
    expect(bring).to_be_disabled()
    wizard.get_by_role("checkbox", name=f"Leave out the {BAD_ROWS} rows").click()
    bring.click()

    expect(wizard.get_by_text(f"{GOOD_ROWS} cases imported")).to_be_visible(timeout=SOON)
    expect(wizard).to_contain_text(f"{BAD_ROWS} rows were left out")
    expect(wizard.get_by_role("list", name="Problems")).to_contain_text("row 6, line 8")
    wizard.get_by_role("button", name="Show the cases").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Support tickets")
    expect(_row(page, "Wie ändere ich die Sprache?")).to_contain_text("Ümläute")
    stored = cases_of(owner, slug, page.url.split("/datasets/")[1].split("?")[0])
    assert [case["values"]["question"] for case in stored] == [
        "How do I reset; my password?",
        "Two lines\r\nin one cell",
        "Wie ändere ich die Sprache?",
        "=SUM(A1:A9)",
    ]
    assert stored[1]["expected"] == 'He said "no"'
    assert stored[0]["metadata"] == {"ticket id": "T-1"}


def test_a_wrong_guess_about_a_file_can_be_corrected(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    page, _, _ = _with_cases(newcomer(), open_page, 1)
    page.get_by_role("button", name="Import").click()
    wizard = _choose(page, "piped.csv", b"question|a,b,c\none|1,2,3\ntwo|4,5,6\n")
    columns = wizard.get_by_role("list", name="Columns of the file")
    expect(columns).to_be_visible(timeout=SOON)

    _pick(page, wizard.get_by_label("Separator"), "Comma")
    expect(columns.get_by_role("listitem")).to_have_count(3)
    _pick(page, wizard.get_by_label("Separator"), "Bar")
    expect(columns.get_by_role("listitem")).to_have_count(2)
    _pick(page, wizard.get_by_label("Use of column question"), "Leave out")
    _pick(page, wizard.get_by_label("Use of column a,b,c"), "Expected")
    expect(wizard).to_contain_text("Make at least one column a variable")
    expect(wizard.get_by_role("button", name="Import", exact=True)).to_be_disabled()


def test_a_file_that_is_none_says_why(open_page: OpenPage, newcomer: Callable[[], Visitor]) -> None:
    page, _, _ = _with_cases(newcomer(), open_page, 1)
    page.get_by_role("button", name="Import").click()

    wizard = _choose(page, "picture.csv", b"\x89PNG\r\n\x1a\n" + bytes(100))

    expect(wizard.get_by_role("alert")).to_contain_text("this is a picture", timeout=SOON)
    expect(wizard.get_by_role("button", name="Choose a file")).to_be_visible()


def test_a_file_that_did_not_arrive_is_sent_again_as_it_is(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    """EDGE-16.6.3"""
    page, _, _ = _with_cases(newcomer(), open_page, 1)
    page.get_by_role("button", name="Import").click()
    page.context.set_offline(True)

    wizard = _choose(page, "more.csv", b"question,expected\nHow?,So\n")

    expect(wizard.get_by_role("alert")).to_contain_text("cannot be reached", timeout=SOON)
    page.context.set_offline(False)
    wizard.get_by_role("button", name="Send more.csv again").click()
    expect(wizard.get_by_label("Use of column question")).to_have_text("Variable", timeout=SOON)
    expect(wizard.get_by_role("alert")).to_have_count(0)


def test_a_case_is_edited_and_its_history_shows_what_changed(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    page, _, _ = _with_cases(newcomer(), open_page, 3)
    page.get_by_role("button", name="Open case 2").click()
    panel = page.get_by_role("dialog")
    panel.get_by_role("button", name="Edit case").click()
    panel.get_by_label("question", exact=True).fill("Question 2, said better")
    panel.get_by_label("Tags").fill("checked")
    panel.get_by_role("button", name="Save case").click()

    expect(panel.get_by_role("heading", name="Case 2")).to_be_visible()
    panel.get_by_role("tab", name="History (2)").click()
    expect(panel).to_contain_text("Changed in version 2")
    expect(panel.locator("ins").first).to_contain_text("said better")
    panel.get_by_role("button", name="Close").click()
    expect(_row(page, "Question 2, said better")).to_contain_text("checked")
    expect(page.get_by_role("link", name="Versions 2")).to_be_visible()


@pytest.mark.core
def test_a_case_that_someone_else_changed_meanwhile_is_not_overwritten(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    owner = newcomer()
    page, slug, dataset = _with_cases(owner, open_page, 1)
    page.get_by_role("button", name="Open case 1").click()
    panel = page.get_by_role("dialog")
    panel.get_by_role("button", name="Edit case").click()
    panel.get_by_label("plan", exact=True).fill("mine")
    case = cases_of(owner, slug, dataset)[0]
    path = f"/projects/{slug}/datasets/{dataset}/cases/{case['id']}"
    owner.call("PATCH", path, {"expected": "theirs"})

    panel.get_by_role("button", name="Save case").click()

    expect(panel.get_by_role("alert")).to_contain_text("Someone else has changed this case")
    expect(panel.get_by_label("plan", exact=True)).to_have_value("mine")
    assert cases_of(owner, slug, dataset)[0]["expected"] == "theirs"


def test_the_first_case_is_written_by_hand(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    owner = newcomer()
    slug = a_project(owner)
    page = open_page(owner)
    page.goto(f"/projects/{slug}/datasets?create=true")
    page.get_by_label("Name").fill("By hand")
    page.get_by_role("button", name="Create dataset").click()
    page.get_by_role("button", name="Add case").click()
    panel = page.get_by_role("dialog")
    panel.get_by_role("button", name="Add case").click()
    expect(panel.get_by_role("alert")).to_contain_text("A case needs at least one value")

    panel.get_by_label("Name of the variable").fill("question")
    panel.get_by_label("Value", exact=True).fill("Why?")
    panel.get_by_role("button", name="Add and start another").click()
    expect(panel.get_by_label("question", exact=True)).to_have_value("")
    panel.get_by_label("question", exact=True).fill("How?")
    panel.get_by_role("button", name="Add case").click()

    expect(_row(page, "How?")).to_be_visible()
    expect(_row(page, "Why?")).to_be_visible()


def test_many_cases_change_at_once_after_a_clear_question(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    owner = newcomer()
    page, slug, dataset = _with_cases(owner, open_page, 6)
    page.get_by_role("checkbox", name="Select case 1", exact=True).click()
    page.get_by_role("checkbox", name="Select case 3", exact=True).click(modifiers=["Shift"])
    expect(page.get_by_text("3 cases selected")).to_be_visible()
    page.get_by_role("button", name="Change…").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Change 3 cases")).to_be_disabled()
    dialog.get_by_label("Add tags").fill("reviewed")
    dialog.get_by_label("Add tags").press("Enter")
    _pick(page, dialog.get_by_label("Split"), "Training")
    expect(dialog).to_contain_text("Adds “reviewed” and moves the cases to training.")
    expect(dialog).to_contain_text("This creates version 2; version 1 keeps the old values.")
    dialog.get_by_role("button", name="Change 3 cases").click()
    expect(_row(page, "Question 2")).to_contain_text("Training")
    expect(page.get_by_text("cases selected")).to_have_count(0)

    page.get_by_role("checkbox", name="Select case 6", exact=True).click()
    page.get_by_role("button", name="Delete…").click()
    expect(page.get_by_role("dialog")).to_contain_text("The case is removed from version 3 on")
    page.get_by_role("button", name="Delete 1 case").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(_row(page, "Question 6")).to_have_count(0)
    stored = cases_of(owner, slug, dataset)
    assert [case["tags"] for case in stored[:3]] == [
        ["reviewed"],
        ["reviewed"],
        ["billing", "reviewed"],
    ]
    assert [case["split"] for case in stored] == ["train"] * 3 + ["none"] * 2


def test_all_that_match_are_meant_also_those_nobody_scrolled_to(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    owner = newcomer()
    page, slug, dataset = _with_cases(owner, open_page, 450, "?tag=billing")
    expect(page.get_by_text("150 cases of 450 match")).to_be_visible()
    page.get_by_role("checkbox", name="Select all loaded cases").click()
    page.get_by_role("button", name="Select all 150").click()
    expect(page.get_by_text("150 cases selected")).to_be_visible()
    page.get_by_role("button", name="Delete…").click()
    page.get_by_role("button", name="Delete 150 cases").click()

    expect(page.get_by_text("No case matches these filters")).to_be_visible(timeout=SOON)
    left = owner.call("GET", f"/projects/{slug}/datasets/{dataset}")
    assert (left["cases"], left["version"]) == (300, 2)


def test_thousands_of_rows_scroll_while_only_those_in_sight_are_in_the_page(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    page, _, _ = _with_cases(newcomer(), open_page, 2_000)
    table = page.get_by_role("table", name="Cases")
    expect(table).to_have_attribute("aria-rowcount", "2001")

    page.get_by_role("region", name="Cases, scrollable").evaluate(
        "it => it.scrollTo(0, it.scrollHeight)"
    )

    expect(_row(page, "Question 2000")).to_be_visible(timeout=SOON)
    assert table.get_by_role("row").count() < 60
    expect(_row(page, "Question 5", exact=True)).to_have_count(0)


def test_search_and_filters_live_in_the_address(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    page, _, _ = _with_cases(newcomer(), open_page, 30)
    page.get_by_label("Search cases").fill("question 2")
    expect(page.get_by_text("11 cases of 30 match")).to_be_visible()
    page.get_by_role("button", name="Tag", exact=True).click()
    page.get_by_role("menuitem", name="billing").click()
    expect(page).to_have_url(re.compile("tag=billing"))
    expect(page.get_by_text("3 cases of 30 match")).to_be_visible()
    page.go_back()
    expect(page.get_by_text("11 cases of 30 match")).to_be_visible()
    page.get_by_role("button", name="Clear", exact=True).click()
    expect(page.get_by_text("30 cases", exact=True)).to_be_visible()


def test_what_is_exported_is_what_is_there(
    open_page: OpenPage, newcomer: Callable[[], Visitor], tmp_path: Path
) -> None:
    page, _, _ = _with_cases(newcomer(), open_page, 25)
    for name, ending in (("JSONL", "jsonl"), ("CSV every", "csv")):
        page.get_by_role("button", name="Export").click()
        with page.expect_download() as waiting:
            page.get_by_role("menuitem", name=name).click()
        waiting.value.save_as(tmp_path / ending)
        assert waiting.value.suggested_filename.endswith(f".{ending}")
    lines = [json.loads(line) for line in (tmp_path / "jsonl").read_text().splitlines()]
    assert [line["input"]["question"] for line in lines] == [f"Question {n}" for n in range(1, 26)]

    page.get_by_role("button", name="Import").click()
    wizard = _choose(page, "again.csv", (tmp_path / "csv").read_bytes())
    expect(wizard.get_by_text("All 25 rows can be imported")).to_be_visible(timeout=SOON)


def test_an_older_version_is_for_looking_and_two_can_be_compared(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    owner = newcomer()
    page, slug, dataset = _with_cases(owner, open_page, 4)
    first, second, *_ = cases_of(owner, slug, dataset)
    base = f"/projects/{slug}/datasets/{dataset}/cases"
    owner.call("PATCH", f"{base}/{first['id']}", {"expected": "Answer one"})
    owner.call("POST", f"{base}/bulk", {"ids": [second["id"]], "delete": True})
    add(owner, slug, dataset, [{"values": {"question": "The newest one"}}])

    page.get_by_role("link", name="Versions 4").click()
    compared = page.get_by_role("region", name="Compared versions")
    expect(compared).to_contain_text("1 added")
    _pick(page, compared.get_by_label("Older version"), "Version 1")
    expect(compared.get_by_role("status")).to_have_text("1 added1 removed1 changed2 the same")
    expect(compared.locator("ins").first).to_have_text("one")
    page.get_by_role("button", name="v1").click()
    expect(compared).to_contain_text("4 added")
    compared.get_by_role("link", name="View version 1").click()

    expect(page.get_by_text("You are looking at version 1.")).to_be_visible()
    expect(_row(page, "Question 2")).to_be_visible()
    expect(_row(page, "The newest one")).to_have_count(0)
    expect(page.get_by_role("checkbox")).to_have_count(0)
    page.get_by_role("button", name="Open case 1").click()
    expect(page.get_by_role("dialog")).to_contain_text("Answer 1")
    expect(page.get_by_role("button", name="Edit case")).to_have_count(0)


def test_a_locked_hold_out_cannot_be_changed(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    owner = newcomer()
    page, slug, dataset = _with_cases(owner, open_page, 20)
    page.get_by_role("button", name="More").click()
    page.get_by_role("menuitem", name="Splits").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Hold-out share").fill("25")
    expect(dialog).to_contain_text("5 hold-out")
    dialog.get_by_role("button", name="Split 20 cases").click()
    expect(dialog).to_have_count(0, timeout=SOON)
    page.get_by_role("button", name="More").click()
    page.get_by_role("menuitem", name="Lock hold-out").click()
    expect(page.get_by_text("Hold-out locked", exact=True)).to_be_visible()

    held = cases_of(owner, slug, dataset, "&split=holdout")
    assert len(held) == 5
    page.get_by_role("button", name=f"Open case {held[0]['position']}:").click()
    panel = page.get_by_role("dialog")
    expect(panel).to_contain_text("The hold-out is locked, so this case cannot be changed")
    expect(panel.get_by_role("button", name="Edit case")).to_have_count(0)


def test_what_others_do_appears_by_itself(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    owner = newcomer()
    page, slug, dataset = _with_cases(owner, open_page, 2)
    expect(page.get_by_role("status", name="Connection")).to_contain_text("Live")

    add(owner, slug, dataset, [{"values": {"question": "From elsewhere"}}])

    expect(_row(page, "From elsewhere")).to_be_visible(timeout=SOON)


def test_a_viewer_may_look_and_export_but_change_nothing(stage: Stage, open_page: OpenPage) -> None:
    dataset = a_dataset(stage.ada, stage.slug, 3, "For looking at")
    page = open_page(stage.viewer)
    page.goto(f"/projects/{stage.slug}/datasets/{dataset}")
    expect(_row(page, "Question 1")).to_be_visible()

    expect(page.get_by_role("button", name="Export")).to_be_visible()
    expect(page.get_by_role("checkbox")).to_have_count(0)
    for name in ("Import", "Add case", "More"):
        expect(page.get_by_role("button", name=name, exact=True)).to_have_count(0)


def _with_cases(
    owner: Visitor, open_page: OpenPage, cases: int, query: str = ""
) -> tuple[Page, str, str]:
    slug = a_project(owner)
    dataset = a_dataset(owner, slug, cases)
    page = open_page(owner)
    page.goto(f"/projects/{slug}/datasets/{dataset}{query}")
    expect(page.get_by_role("table", name="Cases")).to_be_visible()
    return page, slug, dataset


def _choose(page: Page, name: str, content: bytes) -> Locator:
    wizard = page.get_by_role("dialog")
    wizard.get_by_label("File to import").set_input_files(
        {"name": name, "mimeType": "application/octet-stream", "buffer": content}
    )
    return wizard


def _pick(page: Page, select: Locator, option: str) -> None:
    select.click()
    page.get_by_role("option", name=option).first.click()


def _row(page: Page, text: str, *, exact: bool = False) -> Locator:
    words = re.compile(rf": {re.escape(text)}$") if exact else text
    return page.get_by_role("row").filter(has=page.get_by_role("button", name=words))
