"""The first hour of a new person, driven by mouse and keys: from an empty machine to the second iteration.

Used by the browser test and by `just show experiment`, which both tell how many clicks and how long it took.
"""

import re
import time
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.e2e.inspection import settle
from tests.e2e.stage import PASSWORD

TEMPLATE = "Customer Support"
HINTS = "Customer support inquiries about password resets, billing and technical issues"
# A model answers, a judge marks, a suggestion is written: all of it on two cores that others use, too.
WORK_MS = 150_000


@dataclass(slots=True)
class Journey:
    clicks: int = 0
    seconds: float = 0.0
    experiment: str = ""
    scores: list[float] = field(default_factory=list[float])


@dataclass(slots=True)
class Hand:
    """Counts what a person does: a press is a click, and so is a field that is gone into to write."""

    page: Page
    pictures: Path | None
    clicks: int = 0

    def press(self, target: Locator) -> None:
        self.clicks += 1
        target.click()

    def write(self, target: Locator, text: str) -> None:
        self.clicks += 1
        target.fill(text)

    def look(self, name: str) -> None:
        if self.pictures is None:
            return
        settle(self.page)
        self.pictures.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=self.pictures / f"journey.{name}.png")


def journey(page: Page, *, email: str, pictures: Path | None = None) -> Journey:
    """Walk it. The page belongs to nobody yet; the machine has the simulated provider only."""
    began = time.monotonic()
    hand = Hand(page, pictures)
    _sign_up(hand, email)
    _project_with_models(hand)
    _set_up(hand)
    went = Journey(experiment=page.url)
    _first_iteration(hand, went)
    _approve(hand)
    _second_iteration(hand, went)
    went.clicks = hand.clicks
    went.seconds = time.monotonic() - began
    return went


def _sign_up(hand: Hand, email: str) -> None:
    page = hand.page
    page.goto("/sign-up")
    hand.write(page.get_by_label("Full name"), "Ada Lovelace")
    hand.write(page.get_by_label("Email"), email)
    hand.write(page.get_by_role("textbox", name="Password", exact=True), PASSWORD)
    hand.look("01 sign-up")
    hand.press(page.get_by_role("button", name="Create account"))


def _project_with_models(hand: Hand) -> None:
    page = hand.page
    # The first person of an installation lands in the demo project.
    page.wait_for_url(re.compile("/(projects|demo)"))
    page.goto("/projects")
    hand.press(page.get_by_role("button", name="New project"))
    dialog = page.get_by_role("dialog")
    hand.write(dialog.get_by_label("Name"), "Customer Support Bot")
    hand.look("02 project")
    hand.press(dialog.get_by_role("button", name="Create project"))
    hand.press(page.get_by_role("link", name="Add a credential"))
    hand.press(page.get_by_role("button", name="Try without a key"))
    expect(page.get_by_role("cell", name="Simulated").first).to_be_visible()
    hand.look("03 credential")


def _set_up(hand: Hand) -> None:
    page = hand.page
    hand.press(page.get_by_role("navigation", name="Main").get_by_role("link", name="Experiments"))
    expect(page.get_by_role("heading", name="No experiments yet")).to_be_visible()
    hand.look("04 experiments")
    hand.press(page.get_by_role("list", name="Templates").get_by_role("button", name=TEMPLATE))
    go_on = page.get_by_role("button", name="Continue")
    titles = ("Define objective", "Define evaluation rubric", "Create seed prompt")
    for step, title in enumerate(titles, 1):
        expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()
        hand.look(f"05 step {step}")
        hand.press(go_on)
    _more_cases(hand)
    hand.press(go_on)
    hand.press(page.get_by_role("button", name="Recommend balanced set"))
    expect(page.get_by_role("checkbox", checked=True).first).to_be_visible()
    hand.look("05 step 5")
    hand.press(go_on)
    hand.press(page.get_by_role("button", name="Recommend judge set"))
    expect(page.get_by_text(re.compile(r"[1-5] pointwise"))).to_be_visible()
    hand.look("05 step 6")
    hand.press(go_on)
    hand.write(page.get_by_label("Stop after"), "5")
    hand.write(page.get_by_label("Maximum spend"), "10")
    hand.look("05 step 7")
    hand.press(page.get_by_role("button", name="Create experiment"))
    hand.look("06 confirmation")
    hand.press(page.get_by_role("dialog").get_by_role("button", name="Create & Run"))
    expect(page).to_have_url(re.compile(r"/experiments/[0-9a-f-]+/iterations/1$"))


def _more_cases(hand: Hand) -> None:
    page = hand.page
    expect(page.get_by_text("20 cases").first).to_be_visible()
    hand.write(page.get_by_label("Domain hints"), HINTS)
    hand.press(page.get_by_role("button", name="Generate synthetic cases"))
    dialog = page.get_by_role("dialog", name="Synthetic cases")
    expect(dialog).to_be_visible(timeout=WORK_MS)
    hand.look("05 step 4 generated")
    hand.press(dialog.get_by_role("button", name=re.compile(r"^Add \d+ cases")))
    expect(dialog).to_be_hidden()
    hand.look("05 step 4")


def _first_iteration(hand: Hand, went: Journey) -> None:
    page = hand.page
    hand.look("07 live iteration")
    expect(page.get_by_role("link", name="Review the suggestion").first).to_be_visible(
        timeout=WORK_MS
    )
    went.scores.append(_score(page))
    hand.look("08 iteration 1")
    hand.press(page.get_by_role("link", name="Review the suggestion").first)


def _approve(hand: Hand) -> None:
    page = hand.page
    expect(page).to_have_url(re.compile("/reviews/"))
    hand.look("09 review")
    hand.press(page.get_by_role("button", name="Approve").first)
    hand.press(page.get_by_role("dialog").get_by_role("button", name="Approve and continue"))
    hand.press(page.get_by_role("link", name=re.compile("Follow iteration")))


def _second_iteration(hand: Hand, went: Journey) -> None:
    page = hand.page
    expect(page).to_have_url(re.compile("/iterations/2$"))
    hand.look("10 iteration 2 begins")
    score = page.get_by_role("region", name="Score")
    expect(score.get_by_text("against iteration 1")).to_be_visible(timeout=WORK_MS)
    went.scores.append(_score(page))
    hand.look("11 iteration 2")


def _score(page: Page) -> float:
    found = re.search(r"\d+\.\d+", page.get_by_role("region", name="Score").inner_text())
    assert found is not None
    return float(found.group())
