"""Finding what a project holds by name, and going to each of its rooms by keyboard."""

import re
from collections.abc import Callable, Generator

import psycopg
import pytest
from playwright.sync_api import expect

from edison.kit.uuids import new_id
from edison.store.database import libpq_url
from tests.e2e.conftest import OpenPage
from tests.e2e.inspection import faults_of
from tests.e2e.monitors_story import Watched, watched
from tests.e2e.simulating import simulating
from tests.e2e.stage import Stage, Visitor
from tests.support.installation import Installation
from tests.support.judging import judge_body, rubric_body

ROOMS = {
    "h": "", "w": "/workbench", "o": "/prompts", "d": "/datasets", "r": "/runs", "e": "/experiments",
    "b": "/arena", "j": "/judges", "n": "/annotate", "v": "/reviews", "u": "/suites", "q": "/alerts",
    "y": "/reports", "i": "/models", "k": "/settings/credentials", "m": "/settings/members",
    "s": "/settings/general",
}  # fmt: skip


@pytest.fixture(scope="module")
def provider() -> Generator[str]:
    with simulating() as provider:
        yield provider


@pytest.mark.core
def test_every_room_is_reached_by_the_keys_that_the_help_names(
    stage: Stage, open_page: OpenPage
) -> None:
    page = open_page(stage.ada)
    at = f"/projects/{stage.slug}"
    page.goto(at)
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_be_visible()
    # G C is a key of the workbench's grid; C alone makes a project, and not in the middle of something else.
    page.keyboard.press("g")
    page.keyboard.press("c")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("?")
    help_ = page.get_by_role("dialog", name="Keyboard shortcuts")
    everywhere = help_.get_by_label("Everywhere")
    for key in ROOMS:
        named = everywhere.locator("dd").filter(has_text=re.compile(f"^G{key.upper()}$"))
        expect(named).to_have_count(1)
    assert faults_of(page, "shortcuts") == []
    page.keyboard.press("Escape")
    expect(help_).to_have_count(0)

    for key, path in ROOMS.items():
        page.keyboard.press("g")
        page.keyboard.press(key)
        expect(page).to_have_url(re.compile(rf"{re.escape(at + path)}(\?.*)?$"))
        expect(heading.or_(page.get_by_role("main")).first).to_be_visible()
        page.evaluate("document.activeElement.blur()")
    page.keyboard.press("c")
    expect(page.get_by_role("dialog", name="New project")).to_be_visible()


@pytest.fixture
def story(provider: str, installation: Installation, newcomer: Callable[[], Visitor]) -> Watched:
    """A project that holds one of everything, all called by the same rare word."""
    found = watched(newcomer(), provider, installation.database, name="Quokka nightly")
    owner, at = found.owner, found.ready.path
    owner.call("POST", f"{at}/experiments", {"name": "Quokka experiment"})
    owner.call("POST", f"{at}/datasets", {"name": "Quokka questions"})
    owner.call("POST", f"{at}/prompts", {"name": "Quokka prompt", "content": {"messages": []}})
    rubric = owner.call("POST", f"{at}/rubrics", rubric_body())["id"]
    judge = {**judge_body(found.ready.models[0], rubric), "name": "Quokka judge"}
    owner.call("POST", f"{at}/judges", judge)
    found.open_alert(found.monitor("Weekday check")["id"], title="Quokka answers got worse")
    with psycopg.connect(libpq_url(installation.database)) as connection:
        connection.execute(
            "INSERT INTO boards (id, project_id, name, dataset_id, dataset_version, panel,"
            " created_by_label, created_at)"
            " SELECT %s, project_id, 'Quokka board', id, 1, '{}', 'Test', now() FROM datasets WHERE id = %s",
            [new_id(), found.ready.dataset],
        )
    return found


@pytest.mark.core
def test_the_palette_finds_everything_that_a_project_holds(
    open_page: OpenPage, story: Watched
) -> None:
    page = open_page(story.owner)
    page.goto(story.ready.path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.keyboard.press("Control+k")
    palette = page.get_by_role("dialog", name="Search and commands")
    palette.get_by_role("combobox").fill("quokka")

    for group, name in (
        ("Prompts", "Quokka prompt"),
        ("Datasets", "Quokka questions"),
        ("Experiments", "Quokka experiment"),
        ("Suites", "Quokka nightly"),
        ("Judges", "Quokka judge"),
        ("Leaderboards", "Quokka board"),
        ("Alerts", "Quokka answers got worse"),
    ):
        found = palette.get_by_role("group", name=group).get_by_role("option")
        expect(found.filter(has_text=name)).to_have_count(1)
    assert faults_of(page, "palette-everything") == []
    palette.get_by_role("option").filter(has_text="Quokka nightly").first.click()
    expect(page).to_have_url(re.compile(f"/suites/{story.suite}"))
    page.keyboard.press("Control+k")
    palette.get_by_role("combobox").fill("answers got worse")
    palette.get_by_role("group", name="Alerts").get_by_role("option").click()
    expect(page.get_by_role("heading", name="Quokka answers got worse")).to_be_visible()
