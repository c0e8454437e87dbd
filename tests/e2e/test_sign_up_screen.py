"""How the sign-up screen looks and behaves before anything is sent, and while it is on its way."""

import re
import time

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.browser import axe_violations
from tests.e2e.conftest import OpenPage
from tests.e2e.stage import PASSWORD, Stage

WIDEST_CARD_PX = 400


@pytest.fixture
def page(stage: Stage, open_page: OpenPage) -> Page:
    page = open_page()
    page.goto("/sign-up")
    expect(page.get_by_role("heading", name="Create your account", level=1)).to_be_visible()
    return page


def test_the_card_is_narrow_and_centred_with_the_logo_on_top(page: Page) -> None:
    """FR-UM-001.18"""
    card = page.locator("main > div").bounding_box()
    assert card is not None
    assert card["width"] <= WIDEST_CARD_PX
    assert abs(card["x"] + card["width"] / 2 - 1440 / 2) < 1
    logo = page.locator("main header svg").bounding_box()
    title = page.get_by_role("heading", level=1).bounding_box()
    assert logo is not None
    assert title is not None
    assert logo["y"] + logo["height"] <= title["y"]
    assert abs(logo["x"] + logo["width"] / 2 - 1440 / 2) < 1


def test_every_field_has_its_type_and_says_whether_it_is_needed(
    stage: Stage, open_page: OpenPage
) -> None:
    """FR-UM-001.19, FR-UM-001.24: all fields, on an address that others reach, too."""
    page = open_page()
    served_at(page, "https://edison.example", stage.url)
    page.goto("https://edison.example/sign-up")
    name, email = page.get_by_label("Full name"), page.get_by_label("Email")
    password = page.get_by_role("textbox", name="Password", exact=True)
    confirm = page.get_by_role("textbox", name="Confirm password")

    assert name.evaluate("field => [field.tagName, field.type]") == ["INPUT", "text"]
    expect(email).to_have_attribute("type", "email")
    expect(password).to_have_attribute("type", "password")
    expect(confirm).to_have_attribute("type", "password")
    expect(name).not_to_have_attribute("aria-required", "true")
    for field in (email, password, confirm):
        expect(field).to_have_attribute("aria-required", "true")
    password.fill(PASSWORD)
    confirm.fill("Another-horse-8!")
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_text("Passwords don't match")).to_be_visible()
    expect(page.get_by_text("Accept the terms to continue")).to_be_visible()


@pytest.mark.core
def test_on_this_machine_three_fields_and_a_picture_are_enough(page: Page) -> None:
    expect(
        page.get_by_text("whether a change to a prompt makes its answers better")
    ).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("^Example: .* verdict better"))).to_be_visible()
    expect(page.get_by_role("textbox")).to_have_count(3)
    expect(page.get_by_role("checkbox")).to_have_count(0)
    expect(page.get_by_text("you agree to the Terms of Service")).to_be_visible()
    assert axe_violations(page) == []

    page.get_by_label("Email").fill(f"short-{time.time_ns()}@example.com")
    page.get_by_role("textbox", name="Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    # Only the first person of an installation starts in the demo.
    expect(page.get_by_role("heading", name="Welcome to Edison")).to_be_visible()


def served_at(page: Page, address: str, installation: str) -> None:
    """Let the browser reach the installation at another address."""

    def forward(route: Route) -> None:
        url = route.request.url.replace(address, installation)
        route.fulfill(response=route.fetch(url=url))

    page.route(f"{address}/**", forward)


def test_a_password_can_be_shown_and_hidden(page: Page) -> None:
    """FR-UM-001.20"""
    password = page.get_by_role("textbox", name="Password", exact=True)
    password.fill(PASSWORD)

    page.get_by_role("button", name="Show characters").first.click()
    expect(password).to_have_attribute("type", "text")
    expect(password).to_have_value(PASSWORD)
    page.get_by_role("button", name="Hide characters").click()
    expect(password).to_have_attribute("type", "password")


@pytest.mark.parametrize(
    ("password", "word"),
    [
        ("abc", "weak"),
        ("Abcdefgh12", "fair"),
        ("Abcdefgh12!x", "good"),
        ("Abcdefgh12!xyz-Long", "strong"),
    ],
)
def test_the_strength_of_a_password_is_a_word(page: Page, password: str, word: str) -> None:
    """FR-UM-001.21"""
    page.get_by_role("textbox", name="Password", exact=True).fill(password)

    expect(page.get_by_role("status", name="Password strength")).to_have_text(word)


def test_the_button_is_primary_and_as_wide_as_the_form(page: Page) -> None:
    """FR-UM-001.22"""
    button = page.get_by_role("button", name="Create account")
    box, form = button.bounding_box(), page.locator("form").bounding_box()

    assert box is not None
    assert form is not None
    assert abs(box["width"] - form["width"]) < 1
    assert button.evaluate("b => getComputedStyle(b).backgroundColor") == "rgb(15, 118, 110)"
    assert button.evaluate("b => getComputedStyle(b).color") == "rgb(255, 255, 255)"


def test_who_has_an_account_finds_the_way_to_sign_in(page: Page) -> None:
    """FR-UM-001.23"""
    expect(page.get_by_text("Already have an account? Sign in")).to_be_visible()
    page.get_by_role("link", name="Sign in").click()

    expect(page).to_have_url(re.compile("/sign-in"))
    expect(page.get_by_role("heading", name="Sign in to Edison")).to_be_visible()


def test_the_button_is_busy_while_the_account_is_being_made(page: Page) -> None:
    """UI-6.2.4: aria-busy while loading; a second press sends nothing."""
    held: list[Route] = []
    page.route("**/api/v1/accounts", lambda route: held.append(route))
    page.get_by_label("Email").fill("patient@example.com")
    page.get_by_role("textbox", name="Password", exact=True).fill(PASSWORD)
    button = page.get_by_role("button", name="Create account")
    button.click()

    expect(button).to_have_attribute("aria-busy", "true")
    expect(button).to_have_attribute("aria-disabled", "true")
    button.click(force=True)
    assert len(held) == 1
    held[0].continue_()
    expect(page).to_have_url(re.compile("/projects"))
