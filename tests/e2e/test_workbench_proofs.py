"""What holds for every view of the workbench: axe has nothing to say, and nothing moves for who asked for calm."""

from collections.abc import Callable, Generator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.runs_story import Ready, behave, ready_to_run
from tests.e2e.simulating import simulating
from tests.e2e.stage import Visitor
from tests.e2e.workbench_views import VIEWS, Places, violations_of
from tests.load.workbench_stage import wait_for

SOON = 30_000
# What moves for long enough to be seen.
MOVING = """() => document.getAnimations()
    .filter((each) => each.playState === 'running' && each.effect.getComputedTiming().duration > 20).length"""


@pytest.fixture(scope="module")
def provider() -> Generator[str]:
    with simulating() as url:
        behave(url)
        yield url


@pytest.fixture
def places(newcomer: Callable[[], Visitor], provider: str) -> tuple[Ready, Places]:
    ready = ready_to_run(newcomer(), provider, rows=6)
    earlier, later = (ready.start(scorers=[{"kind": "contains"}]) for _ in range(2))
    for run in (earlier, later):
        wait_for(ready, run)
    empty = ready.owner.call("POST", "/projects", {"name": "Nothing yet"})["slug"]
    return ready, Places(
        slug=ready.slug, prompt=ready.prompt, earlier=earlier, later=later, empty=empty
    )


def test_axe_has_nothing_to_say_about_any_view_in_any_theme(
    open_page: OpenPage, places: tuple[Ready, Places]
) -> None:
    ready, place = places
    page = open_page(ready.owner)

    found = [line for view in VIEWS for line in violations_of(page, view, place)]

    assert found == []


def test_panels_move_for_most_people_and_stand_still_for_those_who_asked_for_it(
    open_page: OpenPage, places: tuple[Ready, Places]
) -> None:
    ready, place = places
    page = open_page(ready.owner)

    page.emulate_media(reduced_motion="no-preference")
    assert _moving_after_the_press_for_focus(page, place) > 0
    page.emulate_media(reduced_motion="reduce")
    assert _moving_after_the_press_for_focus(page, place) == 0


def _moving_after_the_press_for_focus(page: Page, place: Places) -> int:
    page.goto(place.bench)
    page.evaluate("localStorage.clear()")
    page.goto(place.bench)
    expect(page.locator("[data-cell]").first).to_be_visible(timeout=SOON)
    editor = page.locator(".cm-content").first
    expect(editor).to_be_visible(timeout=SOON)
    # Counted from within, frame by frame: a question from outside might come when all is over.
    page.evaluate(
        f"""() => {{
            window.mostMoving = 0;
            const until = performance.now() + 5000;
            const look = () => {{
                window.mostMoving = Math.max(window.mostMoving, ({MOVING})());
                if (performance.now() < until) requestAnimationFrame(look);
            }};
            look();
        }}"""
    )
    page.get_by_role("button", name="Focus on the prompt").click()
    page.wait_for_timeout(600)
    return page.evaluate("window.mostMoving")
