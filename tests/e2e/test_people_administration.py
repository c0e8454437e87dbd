"""An owner of the installation and the accounts of others, on the screen."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.inspection import faults_of
from tests.e2e.stage import PASSWORD, Stage, Visitor
from tests.support.installation import Installation
from tests.support.sql import execute

# Put in place, because hashing two hundred passwords takes a minute.
CROWD = """
    INSERT INTO users (id, email, name, password_hash, role, created_at, sessions_valid_from, disabled_at, last_seen_at)
    SELECT ('ffffffff-ffff-7fff-8fff-' || lpad(n::text, 12, '0'))::uuid,
        repeat('crowd', 12) || n || '@example.com',
        CASE WHEN n % 3 > 0 THEN repeat('Wolfeschlegelsteinhausenbergerdorff', n % 3 * 3) || ' ' || n END,
        'none', 'EDITOR', now(), now(), CASE WHEN n % 5 = 0 THEN now() END, CASE WHEN n % 2 = 0 THEN now() END
      FROM generate_series(1, 200) n
"""
NEW_PASSWORD = "Even-better-horse-8!"


def _row(page: Page, email: str) -> Locator:
    page.get_by_role("searchbox", name="Search people").fill(email)
    row = page.get_by_role("row").filter(has_text=email)
    expect(row).to_have_count(1)
    return row


def _choose(page: Page, row: Locator, item: str) -> Locator:
    row.get_by_role("button", name=re.compile("^Actions for")).click()
    page.get_by_role("menuitem", name=item).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    return dialog


@pytest.mark.core
def test_a_person_is_disabled_and_enabled(
    stage: Stage, open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    friend = newcomer()
    email: str = friend.call("GET", "/me")["email"]
    page, theirs = open_page(stage.ada), open_page(friend)
    theirs.goto("/account")
    page.goto("/installation/people")
    row = _row(page, email)

    dialog = _choose(page, row, "Disable account")
    expect(dialog).to_contain_text("signed out at once")
    dialog.get_by_role("button", name="Disable account").click()

    expect(row).to_contain_text("Disabled")
    theirs.goto("/projects")
    expect(theirs.get_by_role("heading", name="Sign in to Edison")).to_be_visible()
    theirs.get_by_label("Email").fill(email)
    theirs.get_by_label("Password", exact=True).fill(PASSWORD)
    theirs.get_by_role("button", name="Sign in").click()
    expect(theirs.get_by_text("This account is disabled.")).to_be_visible()

    _choose(page, row, "Enable account").get_by_role("button", name="Enable account").click()
    expect(row).not_to_contain_text("Disabled")
    theirs.get_by_role("button", name="Sign in").click()
    expect(theirs).to_have_url(re.compile("/projects"))


def test_a_required_password_is_chosen_while_signing_in(
    stage: Stage, open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    friend = newcomer()
    email: str = friend.call("GET", "/me")["email"]
    page, theirs = open_page(stage.ada), open_page()
    page.goto("/installation/people")
    row = _row(page, email)
    _choose(page, row, "Require a new password").get_by_role(
        "button", name="Require new password"
    ).click()
    expect(row).to_contain_text("Must change password")

    theirs.goto("/sign-in")
    theirs.get_by_label("Email").fill(email)
    theirs.get_by_label("Password", exact=True).fill(PASSWORD)
    theirs.get_by_role("button", name="Sign in").click()
    theirs.get_by_label("New password", exact=True).fill(NEW_PASSWORD)
    theirs.get_by_label("Confirm new password").fill(NEW_PASSWORD)
    assert faults_of(theirs, "sign-in-new-password") == []
    theirs.get_by_role("button", name="Sign in").click()

    expect(theirs).to_have_url(re.compile("/projects"))


def test_a_person_is_deleted_and_the_projects_are_handed_over(
    stage: Stage, open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    leaver, heir = newcomer(), newcomer()
    leaving, staying = leaver.call("GET", "/me"), heir.call("GET", "/me")
    slug = leaver.call("POST", "/projects", {"name": "Handed on"})["slug"]
    page = open_page(stage.ada)
    page.goto("/installation/people")

    dialog = _choose(page, _row(page, leaving["email"]), "Delete account")
    expect(dialog).to_contain_text("only owner of 1 project: Handed on.")
    confirm = dialog.get_by_role("button", name="Delete account")
    dialog.get_by_label(re.compile("^Type")).fill(leaving["email"])
    expect(confirm).to_be_disabled()
    dialog.get_by_role("combobox", name="Hand projects to").click()
    page.get_by_placeholder("Choose a person").fill(staying["email"])
    page.get_by_role("option", name=staying["name"]).click()
    assert faults_of(page, "person-delete") == []
    confirm.click()

    expect(page.get_by_text("is deleted")).to_be_visible()
    expect(page.get_by_text("No results found")).to_be_visible()
    members = heir.call("GET", f"/projects/{slug}/members")["items"]
    assert [(member["user_id"], member["role"]) for member in members] == [(staying["id"], "OWNER")]


def test_sessions_and_tokens_of_a_person_are_ended_in_the_drawer(
    stage: Stage, open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    friend = newcomer()
    me = friend.call("GET", "/me")
    slug = friend.call("POST", "/projects", {"name": "With a token"})["slug"]
    token = {"name": "Nightly job", "role": "EDITOR", "expires_in_days": 30}
    friend.call("POST", f"/projects/{slug}/tokens", token)
    page = open_page(stage.ada)
    page.goto("/installation/people")
    _row(page, me["email"]).get_by_role("button", name=me["name"], exact=True).click()
    drawer = page.get_by_role("dialog", name=me["name"])
    expect(drawer).to_contain_text("python-httpx")
    expect(drawer).to_contain_text("With a token")
    assert faults_of(page, "person") == []

    drawer.get_by_role("button", name="Revoke Nightly job").click()
    page.get_by_role("button", name="Revoke token").click()
    expect(drawer).to_contain_text("No active token.")
    drawer.get_by_role("button", name="End session on python-httpx").click()
    expect(drawer).to_contain_text("No open session.")

    assert friend.http.get("/api/v1/me").status_code == 401


def test_two_hundred_people_with_long_names(
    stage: Stage, installation: Installation, open_page: OpenPage
) -> None:
    execute(installation.database, CROWD)
    page = open_page(stage.ada)
    page.goto("/installation/people")
    expect(page.get_by_role("row")).to_have_count(21)
    assert faults_of(page, "people") == []
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_text("Page 2")).to_be_visible()

    page.get_by_role("searchbox", name="Search people").fill("nobody at all")
    expect(page.get_by_text("No results found")).to_be_visible()
    assert faults_of(page, "people-none") == []
    page.get_by_role("button", name="Clear filters").click()
    page.get_by_role("radio", name="Owners").click()
    expect(page.get_by_role("row")).to_have_count(2)
    assert spills_nothing(page)


def spills_nothing(page: Page) -> bool:
    page.set_viewport_size({"width": 390, "height": 844})
    return not page.evaluate(
        "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    )


def test_others_do_not_see_the_people(open_page: OpenPage, newcomer: Callable[[], Visitor]) -> None:
    page = open_page(newcomer())
    page.goto("/installation/people")
    expect(
        page.get_by_text("Only an owner of this installation may see its people.")
    ).to_be_visible()
