"""Every dataset screen at all widths: no axe violation, no complaint in the console, nothing spills."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.browser import open_context
from tests.e2e.dataset_story import NASTY, a_project, a_rich_dataset
from tests.e2e.inspection import complaints_of, faults_of, settle
from tests.e2e.stage import Stage, Visitor

Step = Callable[[Page], None]


@pytest.fixture(scope="module")
def place(stage: Stage) -> tuple[Visitor, str, str]:
    owner = Visitor(stage.url).sign_up("Dora Datasets")
    slug = a_project(owner)
    return owner, slug, a_rich_dataset(owner, slug)


def test_every_dataset_screen_is_accessible_and_whole(
    browser: Browser, place: tuple[Visitor, str, str]
) -> None:
    owner, slug, dataset = place
    wrong: dict[str, list[str]] = {}
    context = open_context(browser, owner.url, signed_in=owner.cookies())
    for name, (path, step) in _screens(dataset).items():
        page = context.new_page()
        complaints = complaints_of(page)
        page.goto(f"/projects/{slug}/datasets{path}")
        page.get_by_role("heading", level=1).or_(page.get_by_role("dialog")).first.wait_for()
        settle(page)
        step(page)
        settle(page)
        found = faults_of(page, f"dataset-{name}") + complaints
        page.close()
        if found:
            wrong[name] = found
    context.close()

    assert wrong == {}


def _screens(dataset: str) -> dict[str, tuple[str, Step]]:
    one = f"/{dataset}"
    return {
        "list": ("", _stay),
        "list-new": ("?create=true", _stay),
        "list-nothing-found": ("?search=zzzz", _stay),
        "cases": (one, _stay),
        "cases-filtered": (f"{one}?tag=billing&difficulty=2", _stay),
        "cases-chosen": (one, _choose_two),
        "bulk-change": (one, lambda page: (_choose_two(page), _press(page, "Change…"))[0]),
        "bulk-delete": (one, lambda page: (_choose_two(page), _press(page, "Delete…"))[0]),
        "case": (one, _open_first),
        "case-history": (one, _history),
        "case-edit": (one, lambda page: (_open_first(page), _press(page, "Edit case"))[0]),
        "case-add": (one, lambda page: _press(page, "Add case")),
        "export": (one, lambda page: page.get_by_role("button", name="Export").click()),
        "splits": (one, _splits),
        "versions": (f"{one}?view=versions", _stay),
        "versions-compared": (f"{one}?view=versions&from=1&to=4", _stay),
        "old-version": (f"{one}?version=1", _stay),
        "import-file": (f"{one}?import=true", _stay),
        "import-columns": ("?import=true", _upload),
    }


def _stay(_: Page) -> None:
    """The address alone shows the screen."""


def _press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).click()
    page.get_by_role("dialog").wait_for()


def _choose_two(page: Page) -> None:
    page.get_by_role("checkbox", name="Select case 1", exact=True).click()
    page.get_by_role("checkbox", name="Select case 3", exact=True).click()
    page.get_by_text("2 cases selected").wait_for()


def _open_first(page: Page) -> None:
    page.get_by_role("button", name="Case 1", exact=True).or_(
        page.get_by_role("button", name="Open case 1:")
    ).first.click()
    page.get_by_role("dialog").wait_for()


def _history(page: Page) -> None:
    _open_first(page)
    page.get_by_role("tab", name="History").click()
    page.get_by_text("Added in version 1").wait_for()


def _splits(page: Page) -> None:
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("menuitem", name="Splits").click()
    page.get_by_role("dialog").wait_for()


def _upload(page: Page) -> None:
    page.get_by_label("File to import").set_input_files(
        {"name": "tickets.csv", "mimeType": "text/csv", "buffer": NASTY}
    )
    expect(page.get_by_text("rows can be imported")).to_be_visible(timeout=30_000)
