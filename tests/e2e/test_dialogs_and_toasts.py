"""What opens over the page: dialogs hold the focus and give it back, toasts come, wait and go."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.stage import PASSWORD, Stage, Visitor

NARROWEST_MARGIN = 40


def _open_new_project(page: Page) -> tuple[Locator, Locator]:
    page.goto("/projects")
    trigger = page.get_by_role("button", name="New project")
    trigger.click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    return trigger, dialog


def _toasts(page: Page) -> Locator:
    return page.locator("[data-sonner-toast]")


def _holds_focus(dialog: Locator) -> bool:
    return dialog.evaluate("dialog => dialog.contains(document.activeElement)")


def _save_name(page: Page, name: str) -> None:
    page.get_by_label("Full name").fill(name)
    page.get_by_role("button", name="Save name").click()


def test_escape_closes_a_dialog_and_the_focus_returns(stage: Stage, open_page: OpenPage) -> None:
    """UI-6.2.11, UI-6.2.13"""
    page = open_page(stage.ada)
    trigger, dialog = _open_new_project(page)

    page.keyboard.press("Escape")

    expect(dialog).to_be_hidden()
    expect(trigger).to_be_focused()


def test_a_click_outside_closes_a_dialog_and_the_focus_returns(
    stage: Stage, open_page: OpenPage
) -> None:
    """UI-6.2.10, UI-6.2.13"""
    page = open_page(stage.ada)
    trigger, dialog = _open_new_project(page)

    page.mouse.click(10, 700)

    expect(dialog).to_be_hidden()
    expect(trigger).to_be_focused()


def test_a_click_outside_does_not_lose_a_secret_that_is_shown_once(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    """UI-6.2.10: closing by a click outside is configurable."""
    owner = newcomer()
    slug = owner.call("POST", "/projects", {"name": "Secrets"})["slug"]
    page = open_page(owner)
    page.goto(f"/projects/{slug}/settings/tokens")
    page.get_by_role("button", name="New token").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("Once")
    dialog.get_by_role("button", name="Create token").click()
    expect(dialog.get_by_label("Token")).to_be_visible()

    page.mouse.click(10, 700)

    expect(dialog.get_by_label("Token")).to_be_visible()


@pytest.mark.parametrize("key", ["Tab", "Shift+Tab"])
def test_the_focus_cycles_inside_a_dialog(stage: Stage, open_page: OpenPage, key: str) -> None:
    """UI-6.2.12, A11Y-15.1.6"""
    page = open_page(stage.ada)
    _, dialog = _open_new_project(page)
    assert _holds_focus(dialog)
    controls = dialog.locator("button, input, textarea")
    controls.evaluate_all("all => all.forEach((one, number) => { one.dataset.stop = number })")
    seen: list[str] = []
    for _ in range(2 * controls.count()):
        page.keyboard.press(key)
        assert _holds_focus(dialog)
        seen.append(page.evaluate("document.activeElement.dataset.stop"))

    assert len(set(seen)) == controls.count()
    assert seen[: controls.count()] == seen[controls.count() :]


def test_the_focus_returns_to_the_button_of_a_row(open_page: OpenPage, stage: Stage) -> None:
    """UI-6.2.13: also for dialogs that exist only while a question is asked."""
    page = open_page(stage.ada)
    page.goto(f"/projects/{stage.slug}/settings/members")
    trigger = page.get_by_role("button", name="Remove Grace Hopper")
    trigger.click()
    expect(page.get_by_role("dialog")).to_be_visible()

    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()

    expect(trigger).to_be_focused()
    page.keyboard.press("Control+k")
    expect(page.get_by_role("dialog", name="Search and commands")).to_be_visible()
    page.keyboard.press("Escape")
    expect(trigger).to_be_focused()


def test_a_new_project_is_confirmed(open_page: OpenPage, newcomer: Callable[[], Visitor]) -> None:
    """FR-PM-001.18, A11Y-15.4.5, UI-6.2.14"""
    page = open_page(newcomer())
    _, dialog = _open_new_project(page)
    dialog.get_by_label("Name").fill("Confirmed")
    dialog.get_by_role("button", name="Create project").click()

    toast = _toasts(page).filter(has_text="Project “Confirmed” created")
    expect(toast).to_be_visible()
    expect(toast).to_have_attribute("data-type", "success")
    expect(toast.locator("svg").first).to_be_visible()
    assert toast.evaluate("toast => getComputedStyle(toast).borderLeftWidth") == "2px"
    expect(page.locator("section[aria-live=polite]").filter(has=toast)).to_be_attached()


def test_a_new_account_is_confirmed(stage: Stage, open_page: OpenPage) -> None:
    """FR-UM-001.12, A11Y-15.4.5"""
    page = open_page()
    page.goto("/sign-up")
    page.get_by_label("Email").fill("confirmed@example.com")
    page.get_by_role("textbox", name="Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()

    expect(_toasts(page).filter(has_text="Your account is ready")).to_be_visible()


def test_toasts_stand_top_right_three_at_a_time_and_the_others_wait(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    """UI-6.2.15, UI-6.2.17"""
    page = open_page(newcomer())
    page.clock.install()
    page.goto("/account")
    for number in range(1, 6):
        with page.expect_response("**/api/v1/me"):
            _save_name(page, f"Name {number}")
        expect(_toasts(page)).to_have_count(min(number, 3))

    newest = _toasts(page).first.bounding_box()
    assert newest is not None
    assert newest["y"] < NARROWEST_MARGIN
    assert 1440 - (newest["x"] + newest["width"]) < NARROWEST_MARGIN
    page.clock.fast_forward(5_000)
    expect(_toasts(page)).to_have_count(2)
    page.clock.fast_forward(5_000)
    expect(_toasts(page)).to_have_count(0)


def test_good_news_leaves_sooner_than_bad_news(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    """UI-6.2.14, UI-6.2.16: success 4 seconds, errors 8 seconds or until dismissed."""
    page = open_page(newcomer())
    page.clock.install()
    page.goto("/account")
    _save_name(page, "Good news")
    good = _toasts(page).filter(has_text="Name saved")
    expect(good).to_be_visible()
    page.clock.fast_forward(2_000)
    expect(good).to_be_visible()

    page.route("**/api/v1/me", lambda route: route.abort())
    _save_name(page, "Bad news")
    bad = _toasts(page).filter(has_text="The server cannot be reached")
    expect(bad).to_be_visible()
    expect(bad).to_have_attribute("data-type", "error")
    page.clock.fast_forward(4_000)
    expect(good).to_have_count(0)
    expect(bad).to_be_visible()
    page.clock.fast_forward(5_000)
    expect(bad).to_have_count(0)

    page.get_by_role("button", name="Save name").click()
    expect(bad).to_be_visible()
    bad.get_by_role("button", name="Close toast").click()
    expect(bad).to_have_count(0)


def test_a_dialog_takes_what_is_typed_at_once(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    """The first field has the focus, not the button that closes, which a space would press."""
    page = open_page(newcomer())
    page.goto("/projects")
    page.get_by_role("button", name="New project").click()
    expect(page.get_by_role("dialog").get_by_label("Name")).to_be_focused()

    page.keyboard.type("Customer Support Bot")

    expect(page.get_by_role("dialog").get_by_label("Name")).to_have_value("Customer Support Bot")


def test_escape_does_not_lose_a_secret_that_is_shown_once(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    owner = newcomer()
    slug = owner.call("POST", "/projects", {"name": "One look"})["slug"]
    page = open_page(owner)
    page.goto(f"/projects/{slug}/settings/tokens")
    page.get_by_role("button", name="New token").first.click()
    page.get_by_role("dialog").get_by_label("Name").fill("Nightly")
    page.get_by_role("dialog").get_by_role("button", name="Create token").click()
    expect(page.get_by_label("Token", exact=True)).to_be_visible()

    page.keyboard.press("Escape")

    expect(page.get_by_label("Token", exact=True)).to_be_visible()
    page.get_by_role("button", name="I have copied it").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.core
def test_a_double_click_asks_once(open_page: OpenPage, newcomer: Callable[[], Visitor]) -> None:
    owner, friend = newcomer(), newcomer()
    slug = owner.call("POST", "/projects", {"name": "Twice"})["slug"]
    friend.join(owner, f"/projects/{slug}", "EDITOR")
    page = open_page(friend)
    asked: list[str] = []
    page.on(
        "request",
        lambda request: asked.append(request.method) if request.method == "DELETE" else None,
    )
    page.goto(f"/projects/{slug}/settings/members")
    page.get_by_role("button", name="Leave project").click()

    page.get_by_role("dialog").get_by_role("button", name="Leave project").dblclick()

    expect(page.get_by_role("dialog")).to_have_count(0)
    assert asked == ["DELETE"]
