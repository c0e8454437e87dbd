"""From a run to an alert, on the real clock.

Save it as a suite, let it run every minute, watch the line, break the model.
"""

import re
import time
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.inspection import PICTURES
from tests.e2e.monitors_story import asking_for_capitals
from tests.e2e.runs_story import behave
from tests.e2e.simulating import simulating
from tests.e2e.stage import Visitor

QUICK = {"kind": "uniform", "low_ms": 1, "high_ms": 5}
MODEL = "sim-large"
# Minutes pass, and each of them has a run to make and to look at.
MINUTE_MS = 60_000
A_FEW_RUNS = 3


def _await_run(owner: Visitor, at: str, run: str) -> None:
    began = time.monotonic()
    while owner.call("GET", f"{at}/runs/{run}")["state"] != "completed":
        assert time.monotonic() - began < 180
        time.sleep(0.3)


def _save_as_suite(page: Page, run: str) -> None:
    page.goto(run)
    page.get_by_role("button", name="More").first.click()
    page.get_by_role("menuitem", name="Save as suite").click()
    dialog = page.get_by_role("dialog", name="Save as suite")
    dialog.get_by_label("Name").fill("Capitals every minute")
    dialog.get_by_role("button", name="Save suite").click()
    expect(page.get_by_role("heading", name="Capitals every minute")).to_be_visible()


def test_a_model_that_gets_worse_raises_an_alert_that_ends_when_it_is_well_again(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    """PSM-SCHED-6, PSM-ALERT-1, PSM-ALERT-2, PSM-ALERT-4"""
    owner = newcomer()
    with simulating() as provider:
        behave(provider, latency=QUICK)
        ready = asking_for_capitals(owner, provider, names=(MODEL,))
        run = ready.start(scorers=[{"kind": "contains"}])
        _await_run(owner, ready.path, run)
        page = open_page(owner)
        _save_as_suite(page, f"{ready.path}/runs/{run}")
        suite = page.url.split("/suites/")[1].split("?")[0]

        page.goto(f"{ready.path}/suites/{suite}?tab=monitors")
        page.get_by_role("button", name="New monitor").click()
        dialog = page.get_by_role("dialog", name="New monitor")
        dialog.get_by_label("Name").fill("Every minute")
        dialog.get_by_role("combobox", name="How often").click()
        page.get_by_role("option", name="Every minute").click()
        expect(dialog.get_by_text("Runs every minute")).to_be_visible()
        dialog.get_by_role("button", name="Create monitor").click()
        expect(page.get_by_role("switch", name="Every minute is on")).to_be_visible()

        # The line grows by itself, without anybody reloading.
        page.goto(f"{ready.path}/suites/{suite}?tab=trend")
        page.get_by_role("button", name="Show as a table: Score over time").click(timeout=4 * MINUTE_MS)  # fmt: skip
        rows = page.get_by_role("table", name="Score over time").get_by_role("row")
        expect(rows.nth(A_FEW_RUNS)).to_be_visible(timeout=(A_FEW_RUNS + 3) * MINUTE_MS)
        expect(page.get_by_role("region", name="Alert")).to_have_count(0)

        behave(provider, latency=QUICK, worse=0.95)
        banner = page.get_by_role("region", name="Alert")
        expect(banner.get_by_text(re.compile("score fell from"))).to_be_visible(timeout=6 * MINUTE_MS)  # fmt: skip
        expect(page.get_by_role("button", name=re.compile(r"Alerts: [1-9]"))).to_be_visible()
        page.get_by_role("button", name="Show as a chart: Score over time").click()
        page.screenshot(path=PICTURES / "monitor-journey.light.wide.png")
        banner.get_by_role("link", name="View").click()
        what = page.get_by_role("region", name="What happened")
        expect(what.get_by_text("Most likely the model answers differently")).to_be_visible()
        expect(page.get_by_role("region", name="Evidence").get_by_text("The answers")).to_be_visible()  # fmt: skip

        # Nobody does anything but the model itself.
        behave(provider, latency=QUICK)
        expect(page.get_by_text("Resolved", exact=True).first).to_be_visible(timeout=8 * MINUTE_MS)  # fmt: skip
        page.goto(ready.path)
        expect(page.get_by_role("button", name="Alerts: none open")).to_be_visible()
        expect(banner).to_have_count(0)

        monitors = owner.call("GET", f"{ready.path}/monitors")["items"]
        off = {"revision": monitors[0]["revision"], "enabled": False}
        owner.call("PATCH", f"{ready.path}/monitors/{monitors[0]['id']}", off)
    runs = owner.call("GET", f"{ready.path}/suites/{suite}/executions")["items"]
    due = [each["due_at"] for each in runs if each["due_at"]]
    assert len(due) == len(set(due)) >= A_FEW_RUNS + 1
