"""Seed 5.1 from end to end: a new person signs up and, within minutes, approves a change that makes a prompt better."""

import pytest
from playwright.sync_api import Browser

from tests.e2e.browser import open_context
from tests.e2e.experiment_journey import journey
from tests.e2e.inspection import PICTURES
from tests.e2e.stage import Stage
from tests.support.slowness import slowness

MOST_CLICKS = 40
MOST_SECONDS = 180.0


@pytest.mark.core
def test_from_sign_up_to_a_second_iteration_that_scores_higher(
    browser: Browser, stage: Stage
) -> None:
    """At most 40 clicks, every field that is written in counted as one, and under three minutes of machine time."""
    context = open_context(browser, stage.url)
    context.set_default_timeout(60_000)
    complaints: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)

    went = journey(page, email="grace.first.hour@example.com", pictures=PICTURES)

    first, second = went.scores
    assert second > first
    assert went.clicks <= MOST_CLICKS
    assert went.seconds < MOST_SECONDS * slowness()
    assert complaints == []
    context.close()
