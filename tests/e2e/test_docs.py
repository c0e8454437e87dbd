"""The documentation in the browser: found from the product, searched, readable in both themes and on a phone."""

import re

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Request, ViewportSize, expect

from tests.e2e.browser import THEMES, Theme, axe_violations, open_context
from tests.e2e.conftest import OpenPage
from tests.e2e.inspection import SPILLS
from tests.e2e.stage import Stage
from tests.support.installation import Installation

PHONE: ViewportSize = {"width": 390, "height": 844}
# A page of each kind, with tables, code, pictures and long words.
ADDRESSES = (
    "/docs/",
    "/docs/tutorial/first-verdict",
    "/docs/how-to/operations",
    "/docs/reference/api/runs",
    "/docs/reference/cli",
    "/docs/reference/scorers",
    "/docs/explanation/statistics",
)


@pytest.mark.core
def test_the_user_menu_leads_to_the_documentation_and_its_search_to_a_page(
    open_page: OpenPage, stage: Stage
) -> None:
    page = open_page(stage.ada)
    page.goto("/projects")
    page.get_by_role("button", name="Your menu").click()
    with page.expect_popup() as opened:
        page.get_by_role("menuitem", name="Documentation").click()
    docs = opened.value
    # The key works as soon as the script has run.
    docs.wait_for_load_state()
    expect(docs.get_by_role("heading", name="Edison documentation", level=1)).to_be_visible()

    docs.keyboard.press("/")
    docs.keyboard.type("restore backup")
    results = docs.get_by_role("listbox", name="Search results")
    expect(results.get_by_role("option").first).to_contain_text("Back up and restore")
    expect(docs.locator("#found")).to_have_text(re.compile(r"^\d+ results$"))
    assert axe_violations(docs) == []
    docs.keyboard.press("Enter")

    expect(docs).to_have_url(re.compile("/docs/how-to/back-up-and-restore"))
    current = docs.get_by_role("navigation", name="Documentation").locator("[aria-current=page]")
    expect(current).to_have_text("Back up and restore")


def test_the_help_dialog_and_the_page_that_is_not_there_lead_to_the_documentation(
    open_page: OpenPage, stage: Stage
) -> None:
    page = open_page(stage.ada)
    page.goto("/projects")
    page.get_by_role("button", name="Keyboard shortcuts").click()
    link = page.get_by_role("dialog").get_by_role("link", name="documentation")
    expect(link).to_have_attribute("href", "/docs/")

    page.goto("/no/such/page")
    page.get_by_role("link", name="Documentation").click()
    expect(page.get_by_role("heading", name="Edison documentation", level=1)).to_be_visible()


@pytest.mark.parametrize("theme", THEMES)
def test_pages_are_accessible_fit_a_phone_and_load_nothing_from_elsewhere(
    browser: Browser, installation: Installation, theme: Theme
) -> None:
    context = open_context(browser, installation.url, theme=theme)
    page = context.new_page()
    asked: list[str] = []
    complaints: list[str] = []

    def note_request(request: Request) -> None:
        asked.append(request.url)

    def note_complaint(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            complaints.append(message.text)

    page.on("request", note_request)
    page.on("console", note_complaint)
    for address in ADDRESSES:
        page.set_viewport_size({"width": 1440, "height": 900})
        answer = page.goto(address)
        assert answer is not None
        assert answer.status == 200
        page.evaluate("document.fonts.ready.then(() => true)")
        assert page.evaluate("document.documentElement.dataset.theme") == theme
        assert axe_violations(page) == [], address
        page.set_viewport_size(PHONE)
        assert not page.evaluate(SPILLS), address
        assert axe_violations(page) == [], address
    context.close()

    assert [url for url in asked if not url.startswith(installation.url)] == []
    assert complaints == []


def test_a_phone_has_a_menu_and_the_theme_is_that_of_the_product(
    open_page: OpenPage, stage: Stage
) -> None:
    page = open_page(stage.ada, size="phone")
    page.goto("/docs/")
    sidebar = page.get_by_role("navigation", name="Documentation")
    expect(sidebar).to_be_hidden()

    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("button", name="Menu")).to_have_attribute("aria-expanded", "true")
    sidebar.get_by_role("link", name="Set a budget").click()
    expect(page.get_by_role("heading", name="Set a budget", level=1)).to_be_visible()
    expect(sidebar).to_be_hidden()

    page.get_by_role("button", name="Theme: System").click()
    page.get_by_role("button", name="Theme: Light").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.goto("/projects")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_what_is_not_found_says_so(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/docs/no-such-page")
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()

    page.get_by_role("combobox", name="Search the documentation").fill("zzzqqq")
    expect(page.get_by_text("Nothing found. Try another word.").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox")).to_be_hidden()
