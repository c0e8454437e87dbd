"""When the wire fails: the screen says so, comes back by itself and shows what was missed."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.stage import Visitor

# Only ends the wait: openStream.test.ts proves that it comes back after five seconds.
COMES_BACK_WITHIN_MS = 30_000
GIVES_UP_AFTER_MS = 30_000


@pytest.mark.core
def test_a_lost_stream_comes_back_with_what_was_missed(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    """EDGE-16.6.1: "Reconnecting…", a new try every 5 seconds, nothing lost."""
    owner = newcomer()
    slug = owner.call("POST", "/projects", {"name": "Thin wire"})["slug"]
    page = open_page(owner)
    page.route("**/api/**/events*", lambda route: route.abort())
    page.goto(f"/projects/{slug}")
    connection = page.get_by_role("status", name="Connection")
    expect(connection).to_have_text("Reconnecting…")
    page.get_by_role("button", name="Activity").click()
    expect(page.get_by_text("created the project")).to_be_visible()
    owner.call("PATCH", f"/projects/{slug}", {"name": "Thick wire"})
    expect(page.get_by_role("heading", name="Thin wire")).to_be_visible()

    page.unroute("**/api/**/events*")

    expect(connection).to_have_text("Live", timeout=COMES_BACK_WITHIN_MS)
    expect(page.get_by_role("heading", name="Thick wire")).to_be_visible()
    expect(page.get_by_text(re.compile("changed the name"))).to_be_visible()


def test_a_stream_that_breaks_off_is_taken_up_again(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    """EDGE-16.6.1: from Live to Reconnecting… and back."""
    owner = newcomer()
    slug = owner.call("POST", "/projects", {"name": "Tunnel"})["slug"]
    page = open_page(owner)
    page.goto(f"/projects/{slug}")
    connection = page.get_by_role("status", name="Connection")
    expect(connection).to_have_text("Live")

    page.context.set_offline(True)
    expect(connection).to_have_text("Reconnecting…")
    owner.call("PATCH", f"/projects/{slug}", {"name": "Daylight"})
    page.context.set_offline(False)

    expect(connection).to_have_text("Live", timeout=COMES_BACK_WITHIN_MS)
    expect(page.get_by_role("heading", name="Daylight")).to_be_visible()


def test_a_request_without_answer_is_given_up_and_can_be_tried_again(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    """EDGE-16.6.4: after 30 seconds an error, and a toast whose Retry works."""
    owner = newcomer()
    owner.call("POST", "/projects", {"name": "Patience"})
    page = open_page(owner)
    page.clock.install()
    unanswered: list[Route] = []
    page.route("**/api/v1/projects?*", lambda route: unanswered.append(route))
    page.goto("/projects")
    expect(page.get_by_role("heading", name="Projects", exact=True)).to_be_visible()
    expect(page.get_by_text("did not answer")).to_have_count(0)

    page.clock.fast_forward(GIVES_UP_AFTER_MS)

    toast = page.locator("[data-sonner-toast]").filter(has_text="did not answer within 30 seconds")
    expect(toast).to_have_attribute("data-type", "error")
    expect(page.get_by_role("alert").get_by_role("button", name="Try again")).to_be_visible()
    assert len(unanswered) == 1
    page.unroute("**/api/v1/projects?*")
    toast.get_by_role("button", name="Retry").click()
    expect(page.get_by_role("link", name="Patience")).to_be_visible()
    expect(toast).to_have_count(0)
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)


@pytest.mark.core
def test_a_write_without_answer_says_so_and_can_be_sent_again(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    """EDGE-16.6.4: what was typed stays, the button sends it again."""
    page = open_page(newcomer())
    page.clock.install()
    unanswered: list[Route] = []
    page.goto("/projects")
    page.get_by_role("button", name="New project").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("Sent twice")
    page.route("**/api/v1/projects", lambda route: unanswered.append(route))
    create = dialog.get_by_role("button", name="Create project")
    create.click()
    expect(create).to_have_attribute("aria-busy", "true")

    page.clock.fast_forward(GIVES_UP_AFTER_MS)

    expect(dialog.get_by_role("alert")).to_contain_text("did not answer within 30 seconds")
    expect(dialog.get_by_label("Name")).to_have_value("Sent twice")
    page.unroute("**/api/v1/projects")
    create.click()
    expect(page).to_have_url(re.compile("/projects/sent-twice"))
