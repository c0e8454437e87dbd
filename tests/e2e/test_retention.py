"""Retention in the browser: what the next night deletes, before it is saved; and a run that someone keeps."""

import re
from collections.abc import Callable, Generator

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.runs_story import ready_to_run
from tests.e2e.simulating import simulating
from tests.e2e.stage import Visitor
from tests.support.installation import Installation
from tests.support.sql import execute

A_WHILE = 90_000


@pytest.fixture(scope="module")
def provider() -> Generator[str]:
    with simulating() as url:
        yield url


def test_the_settings_say_what_goes_and_a_kept_run_stays(
    open_page: OpenPage,
    newcomer: Callable[[], Visitor],
    installation: Installation,
    provider: str,
) -> None:
    ready = ready_to_run(newcomer(), provider, rows=4, names=("sim-small",))
    run = ready.start()
    page = open_page(ready.owner)
    page.goto(f"{ready.path}/runs/{run}")
    expect(page.locator("main h1 + [role=status]")).to_have_text("Completed", timeout=A_WHILE)
    execute(
        installation.database,
        "UPDATE runs SET created_at = now() - interval '60 days', finished_at = now() - interval '60 days' "
        f"WHERE id = '{run}'",
    )

    page.goto(f"{ready.path}/settings/general")
    card = page.get_by_label("Retention", exact=True)
    expect(card).to_contain_text("Runs that finished more than 90 days ago are deleted every night")
    expect(card).to_contain_text("The next night deletes nothing: no data is that old.")
    days = card.get_by_label(re.compile("Keep runs and calls for"))
    days.fill("30")
    expect(card).to_contain_text("The next night deletes 1 run with 4 cells and 4 answers (about")
    days.fill("0")
    expect(card).to_contain_text("No data is deleted because of its age.")
    days.fill("-1")
    expect(card.get_by_role("status")).to_have_count(0)
    days.fill("30")
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_text("Settings saved")).to_be_visible()

    page.goto(f"{ready.path}/runs/{run}")
    page.get_by_role("button", name="Keep", exact=True).click()
    expect(page.get_by_role("button", name="Kept", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )

    page.goto(f"{ready.path}/settings/general")
    expect(card).to_contain_text("The next night deletes nothing.")
    expect(card).to_contain_text("1 run of that age stays: 1 kept by a person.")
