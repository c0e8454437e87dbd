"""Seed 5.1 from end to end: a new person signs up and, within minutes, approves a change that makes a prompt better."""

import pytest
from playwright.sync_api import Browser

from tests.e2e.browser import open_context
from tests.e2e.experiment_journey import Journey, journey
from tests.e2e.inspection import PICTURES
from tests.e2e.stage import Stage
from tests.support.slowness import SLOWNESS

MOST_CLICKS = 40
MOST_SECONDS = 180.0


@pytest.mark.core
def test_from_sign_up_to_a_second_iteration_that_scores_higher(
    browser: Browser, stage: Stage
) -> None:
    """At most 40 clicks, every field that is written in counted as one."""
    went, complaints = go(browser, stage, "grace.first.hour@example.com")

    first, second = went.scores
    assert second > first
    assert went.clicks <= MOST_CLICKS
    assert complaints == []


@pytest.mark.nightly
def test_from_sign_up_to_a_second_iteration_takes_minutes(browser: Browser, stage: Stage) -> None:
    """Under three minutes of machine time."""
    went, _ = go(browser, stage, "grace.hopper.timed@example.com")

    assert went.seconds < MOST_SECONDS * SLOWNESS


def go(browser: Browser, stage: Stage, email: str) -> tuple[Journey, list[str]]:
    context = open_context(browser, stage.url)
    context.set_default_timeout(60_000)
    complaints: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)

    went = journey(page, email=email, pictures=PICTURES)
    context.close()
    return went, complaints
