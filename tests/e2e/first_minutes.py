"""The first minutes of a new person: sign up, read a verdict of the demo, change the prompt, read the own verdict.

Counts clicks as a person makes them: a press is a click, and so is going into a field to write.
"""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.e2e.experiment_journey import Hand
from tests.e2e.stage import PASSWORD

# Models answer and judges score on two cores that others use, too.
WORK_MS = 240_000
# The last line of the instructions, above the message of the customer.
LAST_LINE = "Keep the reply under 120 words."
TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial" / "first-verdict.md"

Look = Callable[[str], None]


@dataclass(slots=True)
class FirstMinutes:
    """Clicks and seconds after sign-up."""

    clicks_to_better: int = 0
    seconds_to_better: float = 0.0
    demo_ready_s: float = 0.0
    clicks_to_own_verdict: int = 0
    clicks_after_run: int = 0
    seconds_to_own_verdict: float = 0.0


def walk_first_minutes(page: Page, look: Look | None = None) -> FirstMinutes:
    """Walk on an empty installation; `look` is called with the name of each screen worth a picture."""
    look = look or (lambda _name: None)
    page.set_default_timeout(WORK_MS)
    sign_up(page)
    began = time.monotonic()
    hand, went = Hand(page, None), FirstMinutes()
    # The page can be used while the demo is created.
    expect(page.get_by_role("heading", name="Demo support replies")).to_be_visible(timeout=WORK_MS)
    expect(guide(page)).to_contain_text("Creating the demo", timeout=WORK_MS)
    hand.press(guide(page).get_by_role("link", name="Read the verdict"))
    expect(verdict(page).get_by_role("status")).to_contain_text(
        re.compile("^Better"), timeout=WORK_MS
    )
    went.clicks_to_better, went.seconds_to_better = hand.clicks, time.monotonic() - began
    expect(guide(page)).not_to_contain_text("Creating the demo", timeout=WORK_MS)
    went.demo_ready_s = time.monotonic() - began
    look("workbench")
    hand.press(guide(page).get_by_role("link", name="See the alert"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("got worse", timeout=WORK_MS)
    look("alert")
    hand.press(guide(page).get_by_role("link", name="Check the judge"))
    expect(page.get_by_role("heading", name="Support judge")).to_be_visible(timeout=WORK_MS)
    look("judge")
    hand.press(guide(page).get_by_role("link", name="Review the suggestion"))
    expect(page).to_have_url(re.compile("/reviews/"), timeout=WORK_MS)
    look("review")
    hand.press(guide(page).get_by_role("link", name="Change the prompt"))
    expect(page).to_have_url(re.compile("baseline=production"), timeout=WORK_MS)
    add_line(hand, line_of_tutorial())
    hand.press(page.get_by_role("button", name="Run", exact=True).last)
    before = hand.clicks
    own = guide(page).get_by_role("status")
    expect(own).to_contain_text("Your change compared with production: Better", timeout=WORK_MS)
    expect(page).to_have_url(re.compile("baseline=production"), timeout=WORK_MS)
    expect(verdict(page).get_by_role("status")).to_contain_text(
        re.compile("^Better"), timeout=WORK_MS
    )
    went.clicks_after_run = hand.clicks - before
    went.clicks_to_own_verdict, went.seconds_to_own_verdict = hand.clicks, time.monotonic() - began
    look("own-change")
    return went


def guide(page: Page) -> Locator:
    return page.get_by_role("region", name="Demo guide")


def verdict(page: Page) -> Locator:
    return page.get_by_role("region", name="Verdict against the baseline")


def sign_up(page: Page) -> None:
    page.goto("/")
    page.get_by_label("Full name").fill("Ada Lovelace")
    page.get_by_label("Email").fill("ada@example.com")
    page.get_by_role("textbox", name="Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()


def add_line(hand: Hand, line: str) -> None:
    last = hand.page.locator(".cm-line").filter(has_text=LAST_LINE)
    hand.press(last)
    hand.page.keyboard.press("End")
    hand.page.keyboard.insert_text(f"\n{line}")


def line_of_tutorial() -> str:
    """Return the line that the tutorial tells people to add."""
    [line] = re.findall(r"```text\n(.*?)\n```", TUTORIAL.read_text(), re.DOTALL)
    return line
