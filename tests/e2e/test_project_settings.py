"""Roles, tokens, the audit log and the way around by keyboard, as people use them."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.stage import API, Stage, Visitor


@pytest.mark.core
def test_a_token_is_shown_once_and_works(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    owner = newcomer()
    slug = owner.call("POST", "/projects", {"name": "Machines"})["slug"]
    page = open_page(owner)
    page.goto(f"/projects/{slug}/settings/tokens")
    page.get_by_role("button", name="New token").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("Nightly")
    dialog.get_by_role("button", name=re.compile("create", re.IGNORECASE)).click()
    secret = dialog.get_by_label("Token").input_value()

    answer = owner.http.get(
        f"{API}/projects/{slug}", headers={"authorization": f"Bearer {secret}"}, cookies=None
    )
    assert answer.status_code == 200
    page.keyboard.press("Escape")
    page.reload()
    expect(page.get_by_text("Nightly")).to_be_visible()
    assert secret not in page.content()


def test_a_viewer_is_not_offered_what_only_admins_may(stage: Stage, open_page: OpenPage) -> None:
    page = open_page(stage.viewer)
    page.goto(f"/projects/{stage.slug}/settings/members")
    expect(page.get_by_role("heading", name="Members", exact=True)).to_be_visible()

    expect(page.get_by_role("button", name="Invite member")).to_have_count(0)
    expect(page.get_by_role("link", name="Audit log")).to_have_count(0)


def test_the_audit_log_filters_and_shows_old_and_new(stage: Stage, open_page: OpenPage) -> None:
    page = open_page(stage.ada)
    page.goto(f"/projects/{stage.slug}/settings/audit")
    page.get_by_label("Action").fill("member.role_changed")

    expect(page.get_by_text("token.created")).to_have_count(0)
    page.get_by_role("button", name=re.compile("member.role_changed")).click()
    expect(page.get_by_text("EDITOR").first).to_be_visible()
    expect(page.get_by_text("REVIEWER").first).to_be_visible()


def test_archiving_asks_for_the_name_and_can_be_undone(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    owner = newcomer()
    slug = owner.call("POST", "/projects", {"name": "Old work"})["slug"]
    page = open_page(owner)
    page.goto(f"/projects/{slug}/settings")
    page.get_by_role("button", name="Archive project").click()
    dialog = page.get_by_role("dialog").or_(page.get_by_role("alertdialog"))
    confirm = dialog.get_by_role("button", name=re.compile("archive", re.IGNORECASE))
    expect(confirm).to_be_disabled()
    dialog.get_by_role("textbox").fill("Old work")
    confirm.click()

    expect(page.get_by_role("button", name="Restore project")).to_be_visible()
    assert owner.call("GET", f"/projects/{slug}")["archived_at"] is not None
    page.get_by_role("button", name="Restore project").click()
    expect(page.get_by_role("button", name="Archive project")).to_be_visible()


@pytest.mark.core
def test_deleting_a_project_asks_for_its_name_and_leads_back_to_the_list(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    owner = newcomer()
    slug = owner.call("POST", "/projects", {"name": "Done with"})["slug"]
    owner.call("POST", "/projects", {"name": "Still needed"})
    page = open_page(owner)
    page.goto(f"/projects/{slug}/settings")
    page.get_by_role("button", name="Delete project").click()
    dialog = page.get_by_role("dialog")
    confirm = dialog.get_by_role("button", name="Delete project")
    expect(confirm).to_be_disabled()
    dialog.get_by_role("textbox").fill("Done with")
    confirm.click()

    expect(page.get_by_role("heading", name="Projects", exact=True)).to_be_visible()
    expect(page.get_by_text("Still needed")).to_be_visible()
    expect(page.get_by_text("Done with")).to_have_count(0)


def test_the_palette_finds_a_project_by_keyboard_alone(stage: Stage, open_page: OpenPage) -> None:
    page = open_page(stage.ada)
    page.goto("/projects")
    expect(page.get_by_role("heading", name="Projects", exact=True)).to_be_visible()

    page.keyboard.press("Control+k")
    page.keyboard.type("Invoice")
    expect(page.get_by_role("option", name=re.compile("Invoice extraction"))).to_be_visible()
    page.keyboard.press("Enter")

    expect(page).to_have_url(re.compile("/projects/invoice-extraction"))


def test_search_keeps_to_two_characters_and_offers_a_way_back(
    stage: Stage, open_page: OpenPage
) -> None:
    page = open_page(stage.ada)
    page.goto("/projects")
    page.get_by_label("Search projects").fill("sql")
    expect(page.get_by_role("link", name="SQL assistant")).to_be_visible()
    expect(page.get_by_role("link", name="Tone of voice")).to_have_count(0)

    page.get_by_label("Search projects").fill("no such thing")
    expect(page.get_by_text("No results found")).to_be_visible()
    page.get_by_role("button", name=re.compile("clear", re.IGNORECASE)).first.click()
    expect(page.get_by_role("link", name="Tone of voice")).to_be_visible()


def test_the_theme_is_remembered(stage: Stage, open_page: OpenPage) -> None:
    page = open_page(stage.ada)
    page.goto("/projects")
    page.get_by_role("button", name=re.compile("theme", re.IGNORECASE)).click()
    page.get_by_role("menuitemradio", name="Dark").click()
    page.reload()

    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert background not in {"rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"}


@pytest.mark.core
def test_what_people_write_is_text_and_never_markup(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    owner = newcomer()
    nasty = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>"
    owner.call("PATCH", "/me", {"name": nasty})
    slug = owner.call("POST", "/projects", {"name": "Markup", "description": nasty})["slug"]
    page = open_page(owner)
    for path in ("", "/settings", "/settings/members", "/settings/audit"):
        page.goto(f"/projects/{slug}{path}")
        expect(page.get_by_role("heading").first).to_be_visible()
        assert page.locator("main img").count() == 0
        assert "owned" not in page.title()
