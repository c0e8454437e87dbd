"""A run in the provider's batch, in the browser: chosen beside its price, waited for, and read."""

import re
from collections.abc import Callable, Generator

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.inspection import faults_of, settle
from tests.e2e.runs_story import behave, ready_to_run
from tests.e2e.simulating import simulating
from tests.e2e.stage import Visitor

SOON = 30_000
A_WHILE = 90_000


@pytest.fixture(scope="module")
def provider() -> Generator[str]:
    with simulating() as url:
        yield url


@pytest.mark.core
def test_a_run_in_a_batch_is_chosen_by_its_price_and_says_what_it_waits_for(
    open_page: OpenPage, newcomer: Callable[[], Visitor], provider: str
) -> None:
    ready = ready_to_run(newcomer(), provider, rows=40, names=("sim-small",))
    first = ready.start()
    behave(provider, batches={"seconds": 12})
    page = open_page(ready.owner)

    page.goto(f"{ready.path}/runs/new?from={first}")
    form = page.get_by_role("form", name="New run")
    choice = form.get_by_role("radiogroup", name="When to answer")
    now = choice.get_by_role("radio", name=re.compile(r"^Now, \$"))
    tomorrow = choice.get_by_role("radio", name=re.compile(r"^By tomorrow, half price, \$"))
    expect(now).to_be_checked(timeout=SOON)
    prices = [float(re.findall(r"\$([\d.]+)", each.inner_text())[0]) for each in (now, tomorrow)]
    assert prices[1] == pytest.approx(prices[0] / 2, rel=0.05)
    tomorrow.click()
    expect(
        form.get_by_role("radiogroup", name="Calls that are not answered in time")
    ).to_be_visible()
    # The forecast fades while a new one is made.
    panel = form.get_by_role("region", name="Forecast")
    expect(panel.locator(".opacity-60")).to_have_count(0)
    settle(page)
    assert faults_of(page, "choose-a-batch") == []

    form.get_by_role("button", name="Run", exact=True).click()
    expect(page).to_have_url(re.compile(r"/runs/[0-9a-f-]{36}$"))
    waits = re.compile(r"Waiting for the provider's batch \(submitted \d\d:\d\d, \d+ of 40 done\)")
    expect(page.get_by_text(waits)).to_be_visible(timeout=A_WHILE)
    assert faults_of(page, "wait-for-a-batch") == []

    expect(page.get_by_text(waits)).to_be_hidden(timeout=A_WHILE)
    expect(page.get_by_role("region", name="Progress")).to_contain_text(
        "40 / 40 cells", timeout=A_WHILE
    )
