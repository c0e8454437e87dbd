"""A provider that bills more than was reserved is seen in the browser: at once, in the run, in the report."""

import re
from collections.abc import Callable, Generator

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.runs_story import behave, ready_to_run
from tests.e2e.simulating import simulating
from tests.e2e.stage import Visitor

SOON = 30_000
A_WHILE = 90_000
# Far more output than the 60 tokens that were asked for at most.
OVERBILLED = {"kind": "overbilled", "tokens": 5_000}


@pytest.fixture(scope="module")
def provider() -> Generator[str]:
    with simulating() as url:
        yield url


def test_an_overrun_is_told_and_shown_in_the_run_and_the_report(
    open_page: OpenPage, newcomer: Callable[[], Visitor], provider: str
) -> None:
    ready = ready_to_run(newcomer(), provider, rows=4, names=("sim-small",))
    behave(provider, faults=[OVERBILLED])
    page = open_page(ready.owner)
    page.goto(f"{ready.path}/runs")
    expect(page.get_by_role("link", name="New run").first).to_be_visible(timeout=SOON)

    run = ready.start()

    # Wherever in the project somebody is.
    told = page.get_by_text(
        re.compile(r"Overrun: sim-small billed \$[\d.]+ more than was reserved")
    )
    expect(told.first).to_be_visible(timeout=A_WHILE)

    page.goto(f"{ready.path}/runs/{run}")
    shown = re.compile(r"Overrun: providers billed \$0\.[12]\d* more than was reserved")
    expect(page.get_by_text(shown)).to_be_visible(timeout=A_WHILE)

    page.goto(f"{ready.path}/reports")
    spent = page.get_by_role("region", name="Spent", exact=True)
    expect(spent).to_contain_text(
        re.compile(r"Overrun: billed beyond reservations\s*\$0\.[12]"), timeout=SOON
    )
    expect(page.get_by_role("table").first).to_contain_text("of it overrun")
