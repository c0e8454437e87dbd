"""A person takes their data along, and deletes their account, from the account page."""

import re
import zipfile
from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.stage import PASSWORD, Stage, Visitor


def test_a_person_exports_their_data_and_deletes_their_account(
    stage: Stage, open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    leaver = newcomer()
    email = leaver.call("GET", "/me")["email"]
    owned = leaver.call("POST", "/projects", {"name": "Mine alone"})["slug"]
    page = open_page(leaver)
    page.goto("/account")

    with page.expect_download() as saved:
        page.get_by_role("link", name="Export my data").click()
    with zipfile.ZipFile(saved.value.path()) as archive:
        assert "users.json" in archive.namelist()

    page.get_by_role("button", name="Delete my account").click()
    dialog = page.get_by_role("dialog")
    confirm = dialog.get_by_role("button", name="Delete my account")
    expect(confirm).to_be_disabled()
    dialog.get_by_label(re.compile("to confirm")).fill(email)
    dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    confirm.click()
    expect(dialog.get_by_text("only owner of Mine alone")).to_be_visible()

    leaver.call("POST", f"/projects/{owned}/delete", {"name": "Mine alone"})
    confirm.click()
    expect(page.get_by_text("Your account is deleted.")).to_be_visible()
    expect(page).to_have_url(re.compile("/sign-in"))
