"""Who may what, changed by hand: roles, ownership, leaving, invites, tokens, passwords, sessions."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.stage import PASSWORD, Visitor

NEW_PASSWORD = "Even-better-horse-8!"


class Team:
    """An owner, a friend with a role, and their project."""

    def __init__(self, newcomer: Callable[[], Visitor], name: str, role: str = "EDITOR") -> None:
        self.owner, self.friend = newcomer(), newcomer()
        self.me: Any = self.owner.call("GET", "/me")
        self.other: Any = self.friend.call("GET", "/me")
        self.slug: str = self.owner.call("POST", "/projects", {"name": name})["slug"]
        self.path = f"/projects/{self.slug}"
        self.friend.join(self.owner, self.path, role)

    def role_of(self, person: Any) -> str | None:
        members = self.owner.call("GET", f"{self.path}/members")["items"]
        return {member["user_id"]: member["role"] for member in members}.get(person["id"])


def _choose_role(page: Page, who: str, role: str) -> None:
    page.get_by_role("combobox", name=f"Role of {who}").click()
    page.get_by_role("option", name=re.compile(f"^{role}")).click()


def _ask(page: Page, name: str) -> Locator:
    dialog = page.get_by_role("dialog", name=name)
    expect(dialog).to_be_visible()
    return dialog


def test_a_role_is_changed_in_the_table(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    """TEST-13.4.4"""
    team = Team(newcomer, "Roles")
    page = open_page(team.owner)
    page.goto(f"{team.path}/settings/members")

    _choose_role(page, team.other["name"], "Viewer")

    expect(page.get_by_text(f"{team.other['name']} is now Viewer")).to_be_visible()
    assert team.role_of(team.other) == "VIEWER"


def test_making_someone_owner_is_asked_first(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    """FR-PM-004.14, NFR-4.6.10, UI-6.2.13"""
    team = Team(newcomer, "Second owner")
    page = open_page(team.owner)
    page.goto(f"{team.path}/settings/members")
    question = f"Make {team.other['name']} an owner?"

    _choose_role(page, team.other["name"], "Owner")
    _ask(page, question).get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.get_by_role("combobox", name=f"Role of {team.other['name']}")).to_be_focused()
    assert team.role_of(team.other) == "EDITOR"

    _choose_role(page, team.other["name"], "Owner")
    _ask(page, question).get_by_role("button", name="Make owner").click()
    expect(page.get_by_text(f"{team.other['name']} is now Owner")).to_be_visible()
    assert team.role_of(team.other) == "OWNER"


def test_ownership_is_handed_over(open_page: OpenPage, newcomer: Callable[[], Visitor]) -> None:
    """TEST-13.4.4: the other owns it from now on; the former owner becomes admin."""
    team = Team(newcomer, "Handed over")
    page = open_page(team.owner)
    page.goto(f"{team.path}/settings")
    page.get_by_role("button", name="Transfer ownership").click()
    dialog = _ask(page, "Transfer ownership")
    confirm = dialog.get_by_role("button", name="Transfer ownership")
    expect(confirm).to_be_disabled()

    dialog.get_by_role("radio", name=team.other["name"]).click()
    confirm.click()

    expect(page.get_by_text(f"{team.other['name']} now owns Handed over")).to_be_visible()
    expect(page.get_by_role("button", name="Transfer ownership")).to_have_count(0)
    assert (team.role_of(team.other), team.role_of(team.me)) == ("OWNER", "ADMIN")


def test_removing_a_member_can_be_cancelled_and_done(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    """NFR-4.6.10, TEST-13.4.4"""
    team = Team(newcomer, "Smaller team")
    page = open_page(team.owner)
    page.goto(f"{team.path}/settings/members")
    remove = page.get_by_role("button", name=f"Remove {team.other['name']}")

    remove.click()
    question = f"Remove {team.other['name']}?"
    _ask(page, question).get_by_role("button", name="Cancel").click()
    assert team.role_of(team.other) == "EDITOR"
    remove.click()
    _ask(page, question).get_by_role("button", name="Remove member").click()

    expect(page.get_by_text(f"{team.other['name']} was removed")).to_be_visible()
    expect(page.get_by_text(team.other["email"])).to_have_count(0)
    assert team.role_of(team.other) is None


def test_a_member_leaves(open_page: OpenPage, newcomer: Callable[[], Visitor]) -> None:
    """NFR-4.6.10, TEST-13.4.4"""
    team = Team(newcomer, "Left behind")
    page = open_page(team.friend)
    page.goto(f"{team.path}/settings/members")

    page.get_by_role("button", name="Leave project").click()
    _ask(page, "Leave Left behind?").get_by_role("button", name="Leave project").click()

    expect(page.get_by_text("You left Left behind")).to_be_visible()
    expect(page).to_have_url(re.compile("/projects$"))
    expect(page.get_by_role("link", name="Left behind")).to_have_count(0)
    assert team.role_of(team.other) is None


def test_an_invite_is_revoked_and_its_link_is_dead(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    """NFR-4.6.10, TEST-13.4.4"""
    owner = newcomer()
    slug = owner.call("POST", "/projects", {"name": "Changed mind"})["slug"]
    invite = {"email": "not.after.all@example.com", "role": "VIEWER"}
    link = owner.call("POST", f"/projects/{slug}/invites", invite)["link"]
    page = open_page(owner)
    page.goto(f"/projects/{slug}/settings/members")
    revoke = page.get_by_role("button", name="Revoke invite for not.after.all@example.com")

    revoke.click()
    _ask(page, "Revoke this invite?").get_by_role("button", name="Cancel").click()
    revoke.click()
    _ask(page, "Revoke this invite?").get_by_role("button", name="Revoke invite").click()

    expect(page.get_by_text("No invite is waiting for an answer.")).to_be_visible()
    guest = open_page()
    guest.goto(link)
    expect(guest.get_by_role("heading", name="This invite is no longer valid")).to_be_visible()


def test_a_token_is_revoked_and_stops_working(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    """NFR-4.6.10, TEST-13.4.4"""
    owner = newcomer()
    slug = owner.call("POST", "/projects", {"name": "Keys"})["slug"]
    token = {"name": "Lost laptop", "role": "VIEWER", "expires_in_days": 30}
    owner.call("POST", f"/projects/{slug}/tokens", token)
    page = open_page(owner)
    page.goto(f"/projects/{slug}/settings/tokens")
    revoke = page.get_by_role("button", name="Revoke Lost laptop")

    revoke.click()
    _ask(page, "Revoke this token?").get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("cell", name="Active")).to_be_visible()
    revoke.click()
    _ask(page, "Revoke this token?").get_by_role("button", name="Revoke token").click()

    expect(page.get_by_role("cell", name="Revoked")).to_be_visible()
    expect(revoke).to_have_count(0)
    [listed] = owner.call("GET", f"/projects/{slug}/tokens")["items"]
    assert listed["status"] == "revoked"


@pytest.mark.core
def test_an_invite_is_accepted_with_an_account_that_exists(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    """TEST-13.4.4: the account was made after the invite; signing in and accepting is one step."""
    owner = newcomer()
    slug = owner.call("POST", "/projects", {"name": "Second chance"})["slug"]
    invite = {"email": "came.by.myself@example.com", "role": "EDITOR"}
    link = owner.call("POST", f"/projects/{slug}/invites", invite)["link"]
    Visitor(owner.url).sign_up("Came By Myself")
    page = open_page()
    page.goto(link)

    page.get_by_role("textbox", name="Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in and accept").click()

    expect(page.get_by_role("heading", name="Second chance", exact=True)).to_be_visible()
    expect(page.get_by_text("Welcome to Second chance")).to_be_visible()


def test_a_changed_password_is_the_one_that_counts(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    """TEST-13.4.4: a new password; the old one no longer opens the door."""
    person = newcomer()
    email = person.call("GET", "/me")["email"]
    page = open_page(person)
    page.goto("/account")
    for label, text in (
        ("Current password", PASSWORD),
        ("New password", NEW_PASSWORD),
        ("Confirm new password", NEW_PASSWORD),
    ):
        page.get_by_role("textbox", name=label, exact=True).fill(text)
    page.get_by_role("button", name="Change password").click()
    expect(page.get_by_text("Password changed")).to_be_visible()

    door = open_page()
    door.goto("/sign-in")
    door.get_by_label("Email").fill(email)
    door.get_by_role("textbox", name="Password", exact=True).fill(PASSWORD)
    door.get_by_role("button", name="Sign in").click()
    expect(door.get_by_text("Invalid email or password")).to_be_visible()
    door.get_by_role("textbox", name="Password", exact=True).fill(NEW_PASSWORD)
    door.get_by_role("button", name="Sign in").click()
    expect(door.get_by_role("heading", name="Projects", exact=True)).to_be_visible()


def test_signing_out_everywhere_ends_every_session(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    """NFR-4.6.10, TEST-13.4.4"""
    person = newcomer()
    here, there = open_page(person), open_page(person)
    there.goto("/projects")
    expect(there.get_by_role("heading", name="Projects", exact=True)).to_be_visible()
    here.goto("/account")

    here.get_by_role("button", name="Sign out everywhere").click()
    _ask(here, "Sign out everywhere?").get_by_role("button", name="Cancel").click()
    here.get_by_role("button", name="Sign out everywhere").click()
    question = _ask(here, "Sign out everywhere?")
    question.get_by_role("button", name="Sign out everywhere").click()

    expect(here.get_by_text("You are signed out on every device.")).to_be_visible()
    there.goto("/account")
    expect(there).to_have_url(re.compile("/sign-in"))
