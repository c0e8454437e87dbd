"""An application is added in the dialog: explained when it does not work, tested, and offered as a target."""

import re
from collections.abc import Callable, Generator

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.inspection import faults_of
from tests.e2e.simulating import simulating
from tests.e2e.stage import Visitor
from tests.support.applications import TOKEN, application_url

# A test request goes through a worker.
SOON = 30_000


@pytest.fixture(scope="module")
def provider() -> Generator[str]:
    with simulating() as url:
        yield url


def test_an_application_is_corrected_saved_and_tested_in_the_dialog(
    open_page: OpenPage, newcomer: Callable[[], Visitor], provider: str
) -> None:
    owner = newcomer()
    slug = owner.call("POST", "/projects", {"name": "Apps"})["slug"]
    page = open_page(owner)
    page.goto(f"/projects/{slug}/settings/credentials")
    page.get_by_role("button", name="Add credential").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Provider").click()
    page.get_by_role("option", name="HTTP application").click()
    dialog.get_by_label("Application name").fill("helper 1.0")
    dialog.get_by_label("Address", exact=True).fill(application_url(provider))
    dialog.get_by_role("textbox", name="Headers").fill(f"Authorization: {TOKEN}")
    dialog.get_by_label("Request template").fill('{"question": {{input}}}')
    dialog.get_by_role("switch", name=re.compile("Allow private addresses")).click()
    dialog.get_by_label("Cost per call in dollars").fill("0.002")
    dialog.get_by_role("button", name="Test & save").click()
    expect(dialog.get_by_text("The request template is not valid JSON")).to_be_visible()

    dialog.get_by_label("Request template").fill('{"question": "{{input}}"}')
    dialog.get_by_label("Path of the answer").fill("/answer")
    dialog.get_by_role("button", name="Test & save").click()
    problem = dialog.get_by_role("alert")
    expect(problem).to_contain_text("has no value at /answer. Its fields are: output", timeout=SOON)
    assert faults_of(page, "application-refused") == []

    dialog.get_by_label("Path of the answer").fill("/output/text")
    dialog.get_by_role("button", name="Test & save").click()
    expect(dialog.get_by_text("helper 1.0 answered the test request")).to_be_visible(timeout=SOON)
    dialog.get_by_label("Input").fill("What is the capital of France?")
    dialog.get_by_role("button", name="Send a test request").click()
    expect(dialog.get_by_text("$0.002").first).to_be_visible(timeout=SOON)
    assert faults_of(page, "application-tested") == []
    dialog.get_by_role("button", name="Done").click()

    row = page.get_by_role("row").filter(has_text="HTTP application")
    expect(row).to_contain_text("Ready")
    expect(row).to_contain_text("Hidden")
    assert TOKEN.split()[1] not in page.content()
    page.goto(f"/projects/{slug}/models")
    entry = page.get_by_role("row").filter(has_text="helper 1.0")
    expect(entry).to_contain_text("$0.002 per call")
    entry.get_by_role("link", name="helper 1.0").click()
    expect(page.get_by_label("Price", exact=True)).to_contain_text("$0.002 per call")
    assert faults_of(page, "application-in-the-catalog") == []
