"""Several people on one project: each sees what the others do, without reloading."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.stage import PASSWORD, Visitor


@pytest.mark.core
def test_two_browsers_see_each_others_changes(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    owner, friend = newcomer(), newcomer()
    slug = owner.call("POST", "/projects", {"name": "Shared work"})["slug"]
    friend.join(owner, f"/projects/{slug}", "ADMIN")
    hers, his = open_page(owner), open_page(friend)
    hers.goto(f"/projects/{slug}/settings")
    his.goto(f"/projects/{slug}")
    expect(his.get_by_text("Live", exact=True)).to_be_visible()
    his.get_by_role("button", name="Activity").click()

    hers.get_by_label("Name").fill("Shared success")
    hers.get_by_role("button", name="Save changes").click()

    expect(his.get_by_role("heading", name="Shared success")).to_be_visible()
    expect(his.get_by_text(re.compile("changed the name"))).to_be_visible()

    his.goto(f"/projects/{slug}/settings/members")
    expect(his.get_by_role("heading", name="Members", exact=True)).to_be_visible()
    third = newcomer()
    third_email = third.call("GET", "/me")["email"]
    third.join(owner, f"/projects/{slug}", "VIEWER")
    expect(his.get_by_text(third_email)).to_be_visible()


@pytest.mark.parametrize("hears_of_it", [True, False])
def test_an_edit_over_someone_elses_is_a_warning_not_a_loss(
    open_page: OpenPage, newcomer: Callable[[], Visitor], hears_of_it: bool
) -> None:
    """EDGE-16.2: the warning comes with the live event or, without a stream, with the refused save."""
    owner = newcomer()
    slug = owner.call("POST", "/projects", {"name": "Contested"})["slug"]
    page = open_page(owner)
    if not hears_of_it:
        page.route("**/api/**/events*", lambda route: route.abort())
    page.goto(f"/projects/{slug}/settings")
    page.get_by_label("Description").fill("Mine")

    owner.call("PATCH", f"/projects/{slug}", {"description": "Theirs"})
    if not hears_of_it:
        page.get_by_role("button", name="Save changes").click()

    overwrite = page.get_by_role("button", name="Overwrite with mine")
    expect(overwrite).to_be_visible()
    assert owner.call("GET", f"/projects/{slug}")["description"] == "Theirs"
    overwrite.click()
    expect(page.get_by_role("button", name="Save changes")).to_be_hidden()
    assert owner.call("GET", f"/projects/{slug}")["description"] == "Mine"


def test_an_invite_link_brings_a_new_person_into_the_project(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    owner = newcomer()
    slug = owner.call("POST", "/projects", {"name": "Open house"})["slug"]
    page = open_page(owner)
    page.goto(f"/projects/{slug}/settings/members")
    page.get_by_role("button", name="Invite member").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Email").fill("guest.of.honour@example.com")
    dialog.get_by_role("button", name=re.compile("invite", re.IGNORECASE)).last.click()
    link = dialog.get_by_label("Invite link").input_value()

    guest = open_page()
    guest.goto(link)
    expect(guest.get_by_role("heading", name="Join Open house")).to_be_visible()
    guest.get_by_role("textbox", name="Password", exact=True).fill(PASSWORD)
    guest.get_by_role("button", name="Create account and join").click()

    expect(guest.get_by_role("heading", name="Open house", exact=True)).to_be_visible()
    members = owner.call("GET", f"/projects/{slug}/members")["items"]
    assert "guest.of.honour@example.com" in [member["email"] for member in members]


def test_who_is_removed_is_told_and_sees_no_more(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    owner, friend = newcomer(), newcomer()
    slug = owner.call("POST", "/projects", {"name": "Short visit"})["slug"]
    me = friend.call("GET", "/me")
    friend.join(owner, f"/projects/{slug}", "EDITOR")
    page = open_page(friend)
    page.goto("/projects")
    expect(page.get_by_role("link", name="Short visit")).to_be_visible()

    owner.call("DELETE", f"/projects/{slug}/members/{me['id']}")

    expect(
        page.get_by_text(re.compile("You no longer have access to Short visit")).first
    ).to_be_visible()
    page.goto(f"/projects/{slug}")
    expect(page.get_by_role("heading", name="Project not found")).to_be_visible()
