"""The reference of the API in the browser: found from the product, and every operation can be tried."""

import re

import pytest
from playwright.sync_api import ConsoleMessage, Locator, Page, Request, expect

from tests.e2e.browser import axe_violations
from tests.e2e.conftest import OpenPage
from tests.e2e.stage import Stage
from tests.support.installation import Installation


def _form(page: Page, signature: str) -> Locator:
    """Open the form of an operation."""
    details = page.locator(f"p:has(> code:text-is('{signature}')) + details")
    details.locator("summary").click()
    form = details.locator("form")
    expect(form).to_be_visible()
    return form


@pytest.mark.core
def test_the_user_menu_leads_to_the_api_and_its_operations_can_be_tried(
    open_page: OpenPage, stage: Stage, installation: Installation
) -> None:
    page = open_page(stage.ada)
    page.goto("/projects")
    page.get_by_role("button", name="Your menu").click()
    with page.expect_popup() as opened:
        page.get_by_role("menuitem", name="API reference").click()
    docs = opened.value
    asked: list[str] = []
    complaints: list[str] = []

    def note_request(request: Request) -> None:
        asked.append(request.url)

    def note_complaint(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            complaints.append(message.text)

    docs.on("request", note_request)
    docs.on("console", note_complaint)
    docs.wait_for_load_state()
    docs.get_by_role("link", name="Prompts", exact=True).first.click()
    docs.wait_for_load_state()

    reading = _form(docs, "GET /api/v1/projects/{project}/prompts")
    reading.get_by_role("button", name="Send GET request").click()
    expect(reading.get_by_role("status")).to_have_text(re.compile(r"^200 .*in \d+ ms$"))
    expect(reading.get_by_label("Response")).to_contain_text('"items"')

    writing = _form(docs, "POST /api/v1/projects/{project}/prompts")
    expect(writing.get_by_text("This changes real data.")).to_be_visible()
    body = writing.get_by_label("Request body (JSON)")
    expect(body).to_have_value(re.compile(r'"name": ""'))
    body.fill('{"name": "Tried in the reference", "content": {"system": "Hello"}}')
    writing.get_by_role("button", name="Send POST request").click()
    expect(writing.get_by_role("status")).to_have_text(re.compile("^201 "))
    expect(writing.get_by_label("Response")).to_contain_text('"Tried in the reference"')
    assert axe_violations(docs) == []

    assert [url for url in asked if not url.startswith(installation.url)] == []
    assert complaints == []


def test_a_token_is_used_instead_of_the_session_and_wrong_input_is_explained(
    open_page: OpenPage, stage: Stage
) -> None:
    page = open_page(stage.ada)
    page.goto("/docs/reference/api/prompts")

    form = _form(page, "POST /api/v1/projects/{project}/prompts")
    form.get_by_label("Request body (JSON)").fill("{")
    form.get_by_role("button", name="Send POST request").click()
    expect(form.get_by_role("status")).to_contain_text("The request body is not valid JSON")

    form.get_by_label("Request body (JSON)").fill("{}")
    form.get_by_label("API token").fill("edison_wrong")
    form.get_by_role("button", name="Send POST request").click()
    expect(form.get_by_role("status")).to_have_text(re.compile("^401 "))
