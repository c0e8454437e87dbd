"""Signing up, in and out in the browser, with the words people see when it does not work."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.stage import PASSWORD, Stage, Visitor, email_of


def test_the_password_rules_tell_what_is_missing(stage: Stage, open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/sign-up")
    rules = page.get_by_role("list", name="Password rules that are not met")
    expect(rules).to_have_count(0)

    page.get_by_role("textbox", name="Password", exact=True).fill("lowercase")
    expect(rules.get_by_text("One uppercase letter")).to_be_visible()
    expect(rules.get_by_text("One lowercase letter")).to_have_count(0)

    page.get_by_label("Email").fill("someone@example.com")
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_text("Password must be at least 12 characters")).to_be_visible()
    expect(page).to_have_url(re.compile("/sign-up"))
    page.get_by_role("textbox", name="Password", exact=True).fill(PASSWORD)
    expect(rules).to_have_count(0)


def test_a_taken_email_is_said_at_its_field(stage: Stage, open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/sign-up")

    page.get_by_label("Email").fill(email_of("Ada Lovelace"))
    page.get_by_role("textbox", name="Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()

    expect(page.get_by_text("Email already in use")).to_be_visible()
    expect(page.get_by_label("Email")).to_have_attribute("aria-invalid", "true")


@pytest.mark.core
def test_wrong_passwords_lock_the_account_and_say_for_how_long(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    person = newcomer()
    email = person.call("GET", "/me")["email"]
    page = open_page()
    page.goto("/sign-in")
    for _ in range(5):
        page.get_by_label("Email").fill(email)
        page.get_by_role("textbox", name="Password", exact=True).fill("Wrong-password-1!")
        with page.expect_response("**/api/v1/session"):
            page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_text("Invalid email or password")).to_be_visible()

    page.get_by_role("textbox", name="Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()

    expect(
        page.get_by_text(re.compile(r"Account temporarily locked\. Try again in 1[45] minutes"))
    ).to_be_visible()


def test_signing_in_leads_to_the_page_that_was_wanted_and_out_again(
    stage: Stage, open_page: OpenPage
) -> None:
    page = open_page()
    page.goto(f"/projects/{stage.slug}/settings/members")
    expect(page).to_have_url(re.compile("/sign-in"))

    page.get_by_label("Email").fill(email_of("Ada Lovelace"))
    page.get_by_role("textbox", name="Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Members", exact=True)).to_be_visible()

    page.get_by_role("button", name="Ada Lovelace").click()
    page.get_by_role("menuitem", name="Sign out").click()
    expect(page).to_have_url(re.compile("/sign-in"))
    page.goto("/projects")
    expect(page).to_have_url(re.compile("/sign-in"))


def test_a_link_to_another_site_is_not_followed_after_sign_in(
    stage: Stage, open_page: OpenPage
) -> None:
    page = open_page()
    page.goto("/sign-in?next=//evil.example/steal")

    page.get_by_label("Email").fill(email_of("Grace Hopper"))
    page.get_by_role("textbox", name="Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()

    expect(page).to_have_url(f"{stage.url}/projects")


@pytest.mark.core
def test_a_session_that_ended_elsewhere_asks_to_sign_in_again(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    person = newcomer()
    page = open_page(person)
    page.goto("/projects")
    expect(page.get_by_role("heading", name="Welcome to Edison")).to_be_visible()

    person.call("DELETE", "/me/sessions")
    page.get_by_role("button", name="Create project").click()
    page.get_by_role("dialog").get_by_label("Name").fill("Too late")
    page.get_by_role("dialog").get_by_role("button", name="Create project").click()

    expect(page).to_have_url(re.compile("/sign-in"))
