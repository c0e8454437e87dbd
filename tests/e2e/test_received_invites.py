"""Invites that wait for the person they are addressed to, and addresses that nobody has confirmed."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.stage import Stage, Visitor


def confirmed(stage: Stage, person: Visitor) -> Any:
    """The owner of the installation vouches for the address."""
    me = person.call("GET", "/me")
    return stage.ada.call("POST", f"/accounts/{me['id']}/email/confirm")


def test_an_invite_is_accepted_in_the_list(
    open_page: OpenPage, stage: Stage, newcomer: Callable[[], Visitor]
) -> None:
    owner, friend = newcomer(), newcomer()
    me = confirmed(stage, friend)
    slug = owner.call("POST", "/projects", {"name": "Waiting room"})["slug"]
    page = open_page(friend)
    page.goto("/projects")
    expect(page.get_by_role("heading", name="Projects", exact=True)).to_be_visible()
    expect(page.get_by_role("region", name="Invites to you")).to_have_count(0)

    body = {"email": me["email"], "role": "REVIEWER", "message": "Please have a look"}
    owner.call("POST", f"/projects/{slug}/invites", body)

    # It comes by itself, and nobody is a member before the answer.
    invites = page.get_by_role("region", name="Invites to you")
    expect(invites).to_contain_text("Waiting room")
    expect(invites).to_contain_text("Please have a look")
    assert len(owner.call("GET", f"/projects/{slug}/members")["items"]) == 1
    invites.get_by_role("button", name="Accept invite to Waiting room").click()
    expect(page.get_by_role("heading", name="Waiting room", exact=True)).to_be_visible()
    roles = {
        member["email"]: member["role"]
        for member in owner.call("GET", f"/projects/{slug}/members")["items"]
    }
    assert roles[me["email"]] == "REVIEWER"


def test_an_invite_is_declined_in_the_list(
    open_page: OpenPage, stage: Stage, newcomer: Callable[[], Visitor]
) -> None:
    owner, friend = newcomer(), newcomer()
    me = confirmed(stage, friend)
    slug = owner.call("POST", "/projects", {"name": "No thanks"})["slug"]
    owner.call("POST", f"/projects/{slug}/invites", {"email": me["email"], "role": "VIEWER"})
    page = open_page(friend)
    page.goto("/projects")

    page.get_by_role("button", name="Decline invite to No thanks").click()
    dialog = page.get_by_role("dialog", name="Decline this invite?")
    dialog.get_by_role("button", name="Decline invite").click()

    expect(page.get_by_text("Invite declined")).to_be_visible()
    expect(page.get_by_role("region", name="Invites to you")).to_have_count(0)
    assert owner.call("GET", f"/projects/{slug}/invites")["items"] == []
    assert len(owner.call("GET", f"/projects/{slug}/members")["items"]) == 1


def test_the_owner_of_the_installation_confirms_an_address_in_the_list(
    open_page: OpenPage, stage: Stage, newcomer: Callable[[], Visitor]
) -> None:
    friend, other = newcomer(), newcomer()
    me = friend.call("GET", "/me")
    slug = stage.ada.call("POST", "/projects", {"name": "Vouching"})["slug"]
    friend.join(stage.ada, f"/projects/{slug}", "VIEWER")
    other.join(stage.ada, f"/projects/{slug}", "ADMIN")
    page = open_page(stage.ada)
    page.goto(f"/projects/{slug}/settings/members")
    row = page.get_by_role("row").filter(has_text=me["email"])
    expect(row.get_by_text("Address not confirmed")).to_be_visible()

    row.get_by_role("button", name=f"Confirm address of {me['name']}").click()
    dialog = page.get_by_role("dialog", name=f"Confirm {me['email']}?")
    dialog.get_by_role("button", name="Confirm address").click()

    expect(page.get_by_text(f"{me['email']} is confirmed")).to_be_visible()
    expect(row).to_be_visible()
    expect(row.get_by_text("Address not confirmed")).to_have_count(0)
    assert friend.call("GET", "/me")["email_confirmed"]
    # An admin of the project sees the state, and cannot change it.
    admins = open_page(other)
    admins.goto(f"/projects/{slug}/settings/members")
    expect(admins.get_by_text("Address not confirmed")).to_be_visible()
    expect(admins.get_by_role("button", name="Confirm address")).to_have_count(0)


def test_an_unconfirmed_address_is_said_on_the_account_page(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    page = open_page(newcomer())
    page.goto("/account")

    expect(page.get_by_text("Address not confirmed")).to_be_visible()
    expect(page.get_by_text("Ask the owner of this installation to confirm it.")).to_be_visible()
