"""Labelling in the browser.

Two people by keyboard alone, blind, a disagreement, a decision, and the grade in the grid.
"""

import re
import time
from collections.abc import Generator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import axe_violations
from tests.e2e.conftest import OpenPage
from tests.e2e.inspection import faults_of
from tests.e2e.runs_story import Ready, behave, ready_to_run
from tests.e2e.simulating import simulating
from tests.e2e.stage import Stage, Visitor

WITHIN_S = 60.0
NAMES = ("sim-small", "sim-large")
CRITERIA = [
    {
        "name": "Accuracy",
        "description": "Is the answer right?",
        "weight": 0.75,
        "scale": 5,
        "levels": {"0": "Wrong", "5": "Right in every way"},
    },
    {"name": "Tone", "description": "Is it polite and short?", "weight": 0.25, "scale": 1},
    {
        "name": "Depth",
        "description": "Does it say enough, and no more?",
        "weight": 0.0,
        "scale": 100,
    },
]


class Team:
    """A finished run, its owner, and two people who label."""

    def __init__(self, stage: Stage, provider: str) -> None:
        self.owner = Visitor(stage.url).sign_up("Olga Owner")
        self.ready: Ready = ready_to_run(self.owner, provider, rows=2, names=NAMES)
        self.run = self.ready.start(scorers=[{"kind": "exact"}])
        began = time.monotonic()
        while self.ready.state(self.run) != "completed":
            assert time.monotonic() - began < WITHIN_S, "the run takes too long"
            time.sleep(0.2)
        self.ada = self._reviewer(stage, "Ada Annotator")
        self.bob = self._reviewer(stage, "Bob Annotator")

    def _reviewer(self, stage: Stage, name: str) -> Visitor:
        return Visitor(stage.url).sign_up(name).join(self.owner, self.ready.path, "REVIEWER")

    def queue(self, **body: object) -> str:
        made = {"run": self.run, "name": "Tone of answers", **body}
        return self.owner.call("POST", f"{self.ready.path}/annotation-queues", made)["id"]

    def mark(self, ordinal: int) -> dict[str, object] | None:
        return self.owner.call("GET", f"{self.ready.path}/runs/{self.run}/cells/{ordinal}")["mark"]

    def page_of(self, queue: str, rest: str = "") -> str:
        return f"{self.ready.path}/annotate/{queue}{rest}"


@pytest.fixture(scope="module")
def team(stage: Stage) -> Generator[Team]:
    with simulating() as provider:
        behave(provider, latency={"kind": "uniform", "low_ms": 1, "high_ms": 5})
        yield Team(stage, provider)


def focus_page(page: Page) -> None:
    """Where the focus is after a page was opened: on its heading."""
    page.get_by_role("heading", level=1).focus()


def label_all(page: Page, path: str, name: str) -> list[str]:
    """All four answers by keyboard; the two people agree on all but the first. Gives the answers as they came."""
    texts: list[str] = []
    page.goto(path)
    focus_page(page)
    for place in range(4):
        expect(page.get_by_text(f"{place + 1} of 4", exact=True)).to_be_visible()
        # Nothing tells which model it was.
        assert not [word for word in NAMES if word in page.locator("main").inner_text()]
        texts.append(page.get_by_role("region", name="Answer", exact=True).inner_text())
        page.keyboard.press("y" if place or name == "ada" else "n")
        expect(page.get_by_role("radio", checked=True)).to_have_count(1)
        if place == 0:
            page.keyboard.press("m")
            page.keyboard.type(f"{name} thinks so")
            page.keyboard.press("Escape")
        page.keyboard.press("Enter")
        expect(page.get_by_role("radio", checked=True)).to_have_count(0)
    expect(page.get_by_text("No answers left to label")).to_be_visible()
    return texts


@pytest.mark.core
def test_two_people_label_by_keyboard_disagree_and_a_reviewer_decides(
    open_page: OpenPage, team: Team
) -> None:
    owner = open_page(team.owner)
    owner.goto(f"{team.ready.path}/runs/{team.run}")
    owner.get_by_role("button", name="More").click()
    owner.get_by_role("menuitem", name="Annotate…").click()
    dialog = owner.get_by_role("dialog", name="New queue")
    dialog.get_by_role("button", name="Create queue").click()
    expect(dialog.get_by_text("Name is required")).to_be_visible()
    dialog.get_by_label("Name").fill("Is it right?")
    dialog.get_by_label("Instructions").fill("Right is right, however it is said.")
    dialog.get_by_role("radiogroup", name="People for each answer").get_by_text("2").click()
    dialog.get_by_role("button", name="Create queue").click()
    expect(owner.get_by_role("heading", name="Is it right?")).to_be_visible()
    queue = owner.url.rsplit("/", 1)[1]

    texts = {
        name: label_all(open_page(person), team.page_of(queue, "/label"), name)
        for name, person in (("ada", team.ada), ("bob", team.bob))
    }
    assert texts["ada"] == texts["bob"]

    owner.reload()
    expect(owner.get_by_text("3 of 4 done · 1 disagreement").first).to_be_visible()
    expect(owner.get_by_text("People agree", exact=False).first).to_be_visible()
    people = owner.get_by_role("list", name="People")
    expect(people.get_by_text("4 labels")).to_have_count(2)
    owner.get_by_role("button", name="Decide").click()
    sheet = owner.get_by_role("dialog")
    expect(sheet.get_by_text("ada thinks so")).to_be_visible()
    expect(sheet.get_by_text("bob thinks so")).to_be_visible()
    assert not [word for word in NAMES if word in sheet.inner_text()]
    assert axe_violations(owner) == []
    sheet.get_by_role("radio", name="Bad").click()
    sheet.get_by_label("Why").fill("It is not right at all")
    sheet.get_by_role("button", name="Decide").click()
    expect(sheet).to_be_hidden()
    expect(owner.get_by_text("4 of 4 done").first).to_be_visible()
    expect(owner.get_by_text("All done")).to_be_visible()

    # All four cells have a person's grade now, and one of them is bad.
    marks = [team.mark(ordinal) for ordinal in range(4)]
    assert sorted(mark["grade"] for mark in marks if mark) == [0, 1, 1, 1]  # pyright: ignore[reportArgumentType]
    bad = next(ordinal for ordinal, mark in enumerate(marks) if mark and mark["grade"] == 0)
    owner.goto(f"{team.ready.path}/runs/{team.run}?cell={bad}")
    panel = owner.get_by_role("dialog")
    expect(panel.get_by_text(re.compile(r"Labelled 0\.00 by"))).to_be_visible()
    expect(panel.get_by_label("Why this label")).to_have_value("It is not right at all")


def test_skipped_undone_and_scored_criterion_by_criterion(open_page: OpenPage, team: Team) -> None:
    rubric = team.owner.call(
        "POST", f"{team.ready.path}/rubrics", {"name": "Quality", "criteria": CRITERIA}
    )["id"]
    queue = team.queue(ask="rubric", rubric=rubric, cells={"columns": [0]})
    page = open_page(team.ada)
    page.goto(f"{team.ready.path}/annotate")
    page.get_by_role("link", name="Label 2").click()
    expect(page).to_have_url(re.compile(f"{queue}/label"))
    focus_page(page)
    expect(page.get_by_text("1 of 2", exact=True)).to_be_visible()

    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys for labelling")
    expect(keys.get_by_text("Move to another criterion")).to_be_visible()
    page.keyboard.press("Escape")
    focus_page(page)
    page.keyboard.press("Enter")
    expect(page.get_by_text("1 of 2", exact=True)).to_be_visible()
    # A value of five goes on to the next criterion, a number of three digits waits for Enter.
    for key in ("4", "1", "8", "0"):
        page.keyboard.press(key)
    expect(page.get_by_role("radio", name="Accuracy: 4")).to_be_checked()
    expect(page.get_by_label("Depth, 0 to 100")).to_have_value("80")
    page.keyboard.press("Enter")
    expect(page.get_by_text("2 of 2", exact=True)).to_be_visible()
    page.keyboard.press("u")
    expect(page.get_by_text("Once more")).to_be_visible()
    expect(page.get_by_role("radio", name="Accuracy: 4")).to_be_checked()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("5")
    page.keyboard.press("Enter")
    expect(page.get_by_text("2 of 2", exact=True)).to_be_visible()
    page.keyboard.press("s")
    expect(page.get_by_text("You labelled 1 and skipped 1")).to_be_visible()

    scores = [mark["criteria"] for ordinal in (0, 2) if (mark := team.mark(ordinal))]
    assert {"Accuracy": 1.0, "Tone": 1.0, "Depth": 0.8} in scores


def test_enter_saves_the_label_after_the_help_was_closed(open_page: OpenPage, team: Team) -> None:
    queue = team.queue(ask="thumbs", name="Keys")
    page = open_page(team.bob)
    page.goto(team.page_of(queue, "/label"))
    expect(page.get_by_text("1 of 4", exact=True)).to_be_visible()
    page.get_by_role("button", name="Keys").click()
    keys = page.get_by_role("dialog", name="Keys for labelling")
    expect(keys).to_be_visible()
    page.keyboard.press("Escape")
    expect(keys).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_focused()

    page.keyboard.press("y")
    expect(page.get_by_role("radio", checked=True)).to_have_count(1)
    page.keyboard.press("Enter")

    expect(page.get_by_text("2 of 4", exact=True)).to_be_visible()
    expect(keys).to_have_count(0)


def test_a_cell_is_graded_by_stars_where_its_answer_is_read(
    open_page: OpenPage, team: Team
) -> None:
    """ARENA-3.5.1"""
    page = open_page(team.owner)
    page.goto(f"{team.ready.path}/runs/{team.run}?cell=1")
    panel = page.get_by_role("dialog")
    panel.get_by_role("radio", name="4 stars").click()
    expect(panel.get_by_text("Labelled 0.75 by Olga Owner")).to_be_visible()
    panel.get_by_label("Why this label").fill("Nearly")
    panel.get_by_role("button", name="Save the reason").click()
    expect(panel.get_by_role("button", name="Save the reason")).to_be_hidden()
    mark = team.mark(1)
    assert mark is not None
    assert (mark["grade"], mark["stars"], mark["comment"]) == (0.75, 4, "Nearly")


def test_the_screens_are_accessible(open_page: OpenPage, team: Team) -> None:
    queue = team.queue(ask="stars", people_per_item=2, instructions="Is it polite?")
    page = open_page(team.bob)
    for name, path, shows in (
        ("annotate", f"{team.ready.path}/annotate", "Tone of answers"),
        ("annotate-queue", team.page_of(queue), "No labels yet."),
        ("annotate-label", team.page_of(queue, "/label"), "1 of 4"),
    ):
        page.goto(path)
        expect(page.get_by_text(shows).first).to_be_visible()
        assert faults_of(page, name) == []
