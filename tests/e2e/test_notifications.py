"""The bell, the list of notifications and the settings, in the browser."""

import itertools

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.inspection import faults_of, settle
from tests.e2e.stage import Stage, Visitor

_numbers = itertools.count(1)


@pytest.fixture
def team(stage: Stage) -> tuple[Visitor, Visitor, str]:
    """An owner, an admin, and the path of their project, whose label production is protected."""
    number = next(_numbers)
    owner = Visitor(stage.url).sign_up(f"Nora {number}")
    admin = Visitor(stage.url).sign_up(f"Adam {number}")
    project = owner.call("POST", "/projects", {"name": "Support bot"})
    path = f"/projects/{project['slug']}"
    admin.join(owner, path, "ADMIN")
    return owner, admin, path


def override(admin: Visitor, path: str, name: str) -> str:
    """Move a protected label without evidence, of which the other admins are told."""
    content = {"messages": [{"role": "user", "content": "Answer {{question}}"}]}
    prompt = admin.call("POST", f"{path}/prompts", {"name": name, "content": content})["id"]
    admin.call("POST", f"{path}/prompts/{prompt}/versions", {})
    body = {"label": "production", "number": 1, "reason": "There is no run of it yet."}
    return admin.call("POST", f"{path}/prompts/{prompt}/promotions/override", body)["id"]


@pytest.mark.core
def test_a_notification_arrives_live_leads_to_its_page_and_is_muted(
    open_page: OpenPage, team: tuple[Visitor, Visitor, str]
) -> None:
    owner, admin, path = team
    page = open_page(owner)
    page.goto("/projects")
    expect(page.get_by_role("button", name="Notifications: none unread")).to_be_visible()

    promotion = override(admin, path, "Greeting")

    page.get_by_role("button", name="Notifications: 1 unread").click()
    menu = page.get_by_role("dialog", name="Notifications")
    title = "Greeting: the label production was moved without evidence"
    expect(menu.get_by_text(title)).to_be_visible()
    settle(page)
    assert faults_of(page, "notifications-menu") == []
    menu.get_by_role("link", name=title).click()
    page.wait_for_url(f"**{path}/promotions/{promotion}")
    expect(page.get_by_role("button", name="Notifications: none unread")).to_be_visible()

    page.get_by_role("button", name="Notifications: none unread").click()
    menu.get_by_role("button", name="Mute this kind in this project").click()
    expect(page.get_by_text("“Promotion decided” is muted in Support bot")).to_be_visible()
    override(admin, path, "Farewell")
    page.goto("/notifications")
    expect(page.get_by_role("heading", name="Today")).to_be_visible()
    expect(page.get_by_text("Greeting: the label")).to_be_visible()
    expect(page.get_by_text("Farewell: the label")).to_have_count(0)


def test_the_page_filters_and_the_settings_are_saved(
    open_page: OpenPage, team: tuple[Visitor, Visitor, str]
) -> None:
    owner, admin, path = team
    for name in ("Greeting", "Farewell", "Apology"):
        override(admin, path, name)
    page = open_page(owner)
    page.goto("/notifications")
    first = page.get_by_role("listitem").filter(has_text="Apology: the label")
    first.get_by_role("button", name="Mark as read").click()
    expect(first.get_by_role("button", name="Mark as unread")).to_be_visible()
    assert faults_of(page, "notifications") == []
    page.get_by_role("radio", name="Unread").click()
    expect(page.get_by_text("Greeting: the label")).to_be_visible()
    expect(page.get_by_text("Apology: the label")).to_have_count(0)
    page.get_by_role("button", name="Mark all as read").click()
    expect(page.get_by_text("Nothing is unread")).to_be_visible()

    page.get_by_role("link", name="Settings").click()
    bell = page.get_by_role("switch", name="List: Promotion decided")
    expect(bell).to_be_checked()
    bell.press("Space")
    expect(bell).not_to_be_checked()
    page.get_by_role("checkbox", name="Hold mail in quiet hours").press("Space")
    page.get_by_role("button", name="Save times").click()
    expect(page.get_by_text("Times saved")).to_be_visible()
    assert faults_of(page, "notification-settings") == []
    page.reload()
    expect(page.get_by_role("switch", name="List: Promotion decided")).not_to_be_checked()
    expect(page.get_by_role("checkbox", name="Hold mail in quiet hours")).to_be_checked()
    page.get_by_role("switch", name="Mute Support bot").click()
    expect(page.get_by_role("switch", name="Mute Support bot")).to_be_checked()
    chosen = owner.call("GET", "/me/notification-preferences")
    assert chosen["projects"][0]["muted"]
    assert chosen["quiet"]["from"] == "22:00"
