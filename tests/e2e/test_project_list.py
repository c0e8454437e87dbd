"""The list of projects: what a card says, how search waits, how pages turn."""

import re
from collections.abc import Callable
from datetime import datetime

from playwright.sync_api import Locator, Page, Request, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.inspection import tip_of
from tests.e2e.stage import Visitor

PAGE_SIZE = 20


def _card(page: Page, name: str) -> Locator:
    return page.get_by_role("list", name="Projects").get_by_role("listitem").filter(has_text=name)


def test_a_card_tells_the_essentials(open_page: OpenPage, newcomer: Callable[[], Visitor]) -> None:
    """FR-PM-002.6, FR-PM-002.7, FR-PM-002.8: cut description, counts, the person's own role, when it changed."""
    owner, friend = newcomer(), newcomer()
    text = "x" * 99 + "Y" + "Z" * 50
    slug = owner.call("POST", "/projects", {"name": "Told", "description": text})["slug"]
    friend.join(owner, f"/projects/{slug}", "REVIEWER")
    owner.call("POST", f"/projects/{slug}/experiments", {"name": "First"})
    page = open_page(friend)
    page.goto("/projects")
    card = _card(page, "Told")

    said = card.locator("p").inner_text()
    assert len(said.removesuffix("…")) <= 100
    assert said.endswith("…")
    assert "Z" not in said
    expect(card.get_by_text("2 members")).to_be_visible()
    datasets = friend.call("GET", "/projects")["items"][0]["dataset_count"]
    words = f"{datasets} dataset" + ("" if datasets == 1 else "s")
    expect(card.get_by_text(words, exact=True)).to_be_visible()
    expect(card.get_by_text("1 experiment", exact=True)).to_be_visible()
    expect(card.get_by_text("Reviewer", exact=True)).to_be_visible()
    expect(card.get_by_text("just now")).to_be_visible()


def test_the_exact_time_shows_on_hover_and_on_focus(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    owner = newcomer()
    owner.call("POST", "/projects", {"name": "Timed"})
    page = open_page(owner)
    page.goto("/projects")
    when = _card(page, "Timed").locator("time")
    year = str(datetime.fromisoformat(when.get_attribute("datetime") or "").year)

    expect(tip_of(page, when)).to_contain_text(year)
    page.mouse.move(700, 5, steps=5)
    expect(page.get_by_role("tooltip")).to_have_count(0)
    page.get_by_role("link", name="Timed").focus()
    page.keyboard.press("Tab")
    expect(when).to_be_focused()
    expect(page.get_by_role("tooltip")).to_contain_text(year)


def test_search_waits_for_two_letters_and_for_a_pause(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    """FR-PM-002.11, NFR-4.1.15: nothing is asked for one letter, nor before 300 ms of rest."""
    owner = newcomer()
    for name in ("Quick fox", "Lazy dog"):
        owner.call("POST", "/projects", {"name": name})
    page = open_page(owner)
    page.clock.install()
    page.goto("/projects")
    expect(page.get_by_role("link", name="Quick fox")).to_be_visible()
    asked: list[str] = []

    def note(request: Request) -> None:
        if re.search(r"/api/v1/projects\?", request.url):
            asked.append(request.url)

    page.on("request", note)
    page.clock.pause_at(page.evaluate("Date.now()") + 1_000)
    box = page.get_by_label("Search projects")

    box.press("q")
    page.clock.run_for(1_000)
    expect(page.get_by_role("link", name="Lazy dog")).to_be_visible()
    assert asked == []

    box.press("u")
    page.clock.run_for(290)
    box.press("i")
    page.clock.run_for(290)
    assert asked == []
    page.clock.run_for(20)
    page.clock.resume()
    expect(page.get_by_role("link", name="Lazy dog")).to_have_count(0)
    assert len(asked) == 1
    assert "search=qui" in asked[0]


def test_more_projects_than_fit_are_turned_page_by_page(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    """FR-PM-002: pages of twenty, forth and back."""
    owner = newcomer()
    for number in range(PAGE_SIZE + 3):
        owner.call("POST", "/projects", {"name": f"Paged {number:02}"})
    page = open_page(owner)
    page.goto("/projects")
    pages = page.get_by_role("navigation", name="Project pages")
    cards = page.get_by_role("list", name="Projects").get_by_role("listitem")
    previous, following = (
        pages.get_by_role("button", name="Previous"),
        pages.get_by_role("button", name="Next"),
    )
    expect(cards).to_have_count(PAGE_SIZE)
    expect(previous).to_be_disabled()
    first = set(cards.get_by_role("link").all_inner_texts())

    following.click()
    expect(cards).to_have_count(3)
    expect(pages.get_by_text("Page 2")).to_be_visible()
    expect(following).to_be_disabled()
    assert first.isdisjoint(cards.get_by_role("link").all_inner_texts())
    previous.click()
    expect(cards).to_have_count(PAGE_SIZE)
    assert set(cards.get_by_role("link").all_inner_texts()) == first
