"""What a person does first, on an empty installation: sign up, look around, make a project."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.browser import open_context
from tests.e2e.stage import PASSWORD
from tests.support.installation import running


@pytest.mark.core
def test_from_an_empty_machine_to_a_project(browser: Browser, tmp_path: Path) -> None:
    """Seed 5.1, steps 1 and 2: `edison up`, sign up, demo project, create a project."""
    with running(tmp_path / "home") as installation:
        page = open_context(browser, installation.url).new_page()
        page.goto("/")

        expect(page.get_by_role("heading", name="Create your account")).to_be_visible()
        expect(page.get_by_text("owner of this installation")).to_be_visible()
        _sign_up(page, "Ada Lovelace", "ada@example.com")

        expect(page).to_have_url(re.compile("/projects/demo-support-replies$"), timeout=60_000)
        page.get_by_role("link", name="Projects").first.click()
        page.get_by_role("button", name="New project").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Name").fill("Customer Support Bot")
        expect(dialog.get_by_text("customer-support-bot")).to_be_visible()
        dialog.get_by_role("button", name="Create project").click()

        expect(page).to_have_url(re.compile("/projects/customer-support-bot$"))
        expect(page.get_by_role("heading", name="Customer Support Bot")).to_be_visible()
        page.get_by_role("button", name="Activity").click()
        expect(page.get_by_text("created the project")).to_be_visible()
        expect(page.get_by_text("Live", exact=True)).to_be_visible()
        page.get_by_role("link", name="Projects").first.click()
        expect(page.get_by_role("link", name="Customer Support Bot")).to_be_visible()
        page.context.close()


def _sign_up(page: Page, name: str, email: str) -> None:
    page.get_by_label("Full name").fill(name)
    page.get_by_label("Email").fill(email)
    page.get_by_role("textbox", name="Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
