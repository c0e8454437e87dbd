"""Alerts where people see them.

The bell, the banner, the list, and a page that says what is behind an alert and what to do.
"""

import re
from collections.abc import Callable, Generator

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.inspection import faults_of
from tests.e2e.monitors_story import Watched, watched
from tests.e2e.runs_story import behave
from tests.e2e.simulating import simulating
from tests.e2e.stage import Visitor
from tests.support.installation import Installation

QUICK = {"kind": "uniform", "low_ms": 1, "high_ms": 5}
FELL = "sim-small: score fell from 0.84 to 0.66"


@pytest.fixture(scope="module")
def provider() -> Generator[str]:
    with simulating() as provider:
        yield provider


@pytest.fixture
def story(provider: str, installation: Installation, newcomer: Callable[[], Visitor]) -> Watched:
    return watched(newcomer(), provider, installation.database)


def test_an_alert_stands_on_the_pages_it_concerns_until_it_is_put_aside_or_over(
    open_page: OpenPage, story: Watched
) -> None:
    """PSM-ALERT-2"""
    monitor = story.monitor("Weekday check")["id"]
    page = open_page(story.owner)
    page.goto(story.ready.path)
    expect(page.get_by_role("button", name="Alerts: none open")).to_be_visible()
    expect(page.get_by_role("region", name="Alert")).to_have_count(0)
    story.open_alert(monitor)
    story.open_alert(
        monitor, title="sim-small: answers take 3.0 times as long", rule="latency", cause=None,
        severity="warning", facts='{"now_ms": 2400, "usual_ms": 800, "ratio": 3, "runs": 6}',
    )  # fmt: skip

    banner = page.get_by_role("region", name="Alert")
    # Where it does not concern anybody, the bell is enough.
    page.goto(f"{story.ready.path}/datasets")
    expect(page.get_by_role("button", name="Alerts: 2 open")).to_be_visible()
    expect(banner).to_have_count(0)
    page.goto(story.page)
    # The worse one first.
    expect(banner.get_by_text(FELL)).to_be_visible()
    expect(banner.get_by_role("link", name="1 more")).to_be_visible()
    page.get_by_role("button", name="Alerts: 2 open").click()
    bell = page.get_by_role("dialog", name="Alerts")
    expect(bell.get_by_role("link")).to_have_count(3)
    page.keyboard.press("Escape")

    banner.get_by_role("button", name="Acknowledge").click()
    # What nobody has seen comes first now; what was seen still stands there.
    expect(banner.get_by_text("answers take 3.0 times as long")).to_be_visible()
    expect(page.get_by_role("button", name="Alerts: 1 open")).to_be_visible()
    banner.get_by_role("link", name="View").click()
    expect(page.get_by_role("heading", name="answers take 3.0 times as long")).to_be_visible()
    page.get_by_role("button", name="Snooze").click()
    page.get_by_role("menuitem", name="For a day").click()
    expect(page.get_by_text("Snoozed", exact=True).first).to_be_visible()
    page.goto(story.ready.path)
    expect(banner.get_by_text("acknowledged by")).to_be_visible()
    banner.get_by_role("link", name="View").click()
    page.get_by_role("button", name="Resolve").click()
    dialog = page.get_by_role("dialog", name="Resolve the alert?")
    dialog.get_by_label("What was the cause?").fill("The provider rolled back")
    dialog.get_by_role("button", name="Resolve").click()
    expect(page.get_by_text("resolved it: “The provider rolled back”")).to_be_visible()
    page.goto(story.ready.path)
    expect(page.get_by_role("button", name="Alerts: none open")).to_be_visible()
    expect(banner).to_have_count(0)

    states = {
        alert["rule"]: alert["state"]
        for alert in story.owner.call("GET", f"{story.ready.path}/alerts")["items"]
    }
    assert states == {"drop": "resolved", "latency": "snoozed"}


def test_an_alert_says_what_moved_and_what_is_behind_it(
    open_page: OpenPage, story: Watched
) -> None:
    """PSM-ALERT-1, PSM-ALERT-3"""
    alert = story.open_alert(story.monitor("Weekday check")["id"])
    page = open_page(story.owner)
    page.goto(f"{story.ready.path}/alerts")
    row = page.get_by_role("row", name=FELL)
    expect(row.get_by_text("Critical")).to_be_visible()
    expect(row.get_by_text("Model")).to_be_visible()
    row.get_by_role("link", name=FELL).click()
    expect(page).to_have_url(re.compile(f"/alerts/{alert}"))
    what = page.get_by_role("region", name="What happened")
    expect(what.get_by_text("the score of the last two runs together is 0.18 lower")).to_be_visible()  # fmt: skip
    expect(what.get_by_text("Most likely the model answers differently")).to_be_visible()
    evidence = page.get_by_role("region", name="Evidence")
    expect(evidence.get_by_text("0.84 before, 0.66 now, on 48 cases")).to_be_visible()
    expect(evidence.get_by_text("got 0.80 before and 0.79 now")).to_be_visible()
    evidence.get_by_role("button", name="Show as a table: The answers").click()
    expect(evidence.get_by_role("row", name="95% interval")).to_contain_text(
        re.compile("0.25 to .0.11")
    )
    expect(page.get_by_role("region", name="History").get_by_text("in 3 runs so far")).to_be_visible()  # fmt: skip

    page.goto(f"{story.ready.path}/alerts?state=resolved")
    expect(page.get_by_text("No resolved alerts")).to_be_visible()
    page.goto(f"{story.ready.path}/alerts/01900000-0000-7000-8000-000000000000")
    expect(page.get_by_text("Alert not found")).to_be_visible()


def _change_prompt(story: Watched, text: str) -> None:
    at = f"{story.ready.path}/prompts/{story.ready.prompt}"
    prompt = story.owner.call("GET", at)
    content = {"messages": [{"role": "user", "content": text}]}
    story.owner.call("PATCH", at, {"content": content, "revision": prompt["revision"]})
    story.owner.call("POST", f"{at}/versions", {"changelog": "Changed"})


def _some_good_nights(story: Watched) -> str:
    """Give the monitor."""
    monitor = story.monitor("Nightly")["id"]
    for night in range(4):
        story.run_once(monitor)
        story.until_point(night + 1)
    return monitor


@pytest.mark.core
def test_a_prompt_change_is_one_alert_with_its_diff_and_the_way_back(
    open_page: OpenPage,
    provider: str,
    installation: Installation,
    newcomer: Callable[[], Visitor],
    record_property: Callable[[str, object], None],
) -> None:
    behave(provider, latency=QUICK)
    names = ("sim-medium", "sim-large")
    story = watched(newcomer(), provider, installation.database, names=names)
    owner, at = story.owner, story.ready.path
    monitor = _some_good_nights(story)
    page = open_page(owner)
    page.goto(story.page)
    expect(page.get_by_role("button", name="Alerts: none open")).to_be_visible()
    _change_prompt(story, "Say something else than {{question}}")
    behave(provider, latency=QUICK, worse=1.0)
    story.run_once(monitor)
    story.until_point(5)

    title = "sim-medium and sim-large got worse after a prompt change"
    banner = page.get_by_role("region", name="Alert", exact=True)
    expect(banner.get_by_text(title)).to_be_visible()
    expect(page.get_by_role("button", name="Alerts: 1 open")).to_be_visible()
    toasts = page.locator("[data-sonner-toast]").filter(has_text=title)
    expect(toasts).to_have_count(1)
    page.goto(f"{at}/alerts")
    rows = page.get_by_role("table", name="Alerts").get_by_role("row")
    expect(rows).to_have_count(2)
    record_property("alerts_per_cause", rows.count() - 1)
    [alert] = owner.call("GET", f"{at}/alerts")["items"]
    count = len(alert["findings"])
    assert count >= len(names)
    expect(rows.nth(1)).to_contain_text(f"{count} findings")
    rows.nth(1).get_by_role("link", name=title).click()
    findings = page.get_by_role("region", name="Findings")
    for model in names:
        expect(findings.get_by_role("heading", name=model)).to_be_visible()
    expect(findings.get_by_role("listitem")).to_have_count(count)
    findings.get_by_role("button", name="Evidence").first.click()
    expect(findings.get_by_text("on 24 cases that both runs share").first).to_be_visible()
    assert faults_of(page, "alert-of-one-cause") == []

    changed = page.get_by_role("region", name="What changed")
    expect(changed.get_by_text("Capitals: v1 became v2")).to_be_visible()
    changed.get_by_role("link", name="View diff").click()
    expect(page.get_by_text("Say something else than").first).to_be_visible()
    expect(page.get_by_text("Answer in one short sentence").first).to_be_visible()
    # The prompt that was changed is where it concerns.
    expect(banner.get_by_text(title)).to_be_visible()
    banner.get_by_role("link", name="View").click()
    changed.get_by_role("button", name="Roll back to v1").click()
    page.get_by_role("dialog").get_by_role("button", name="Roll back").click()
    expect(page.get_by_text("Rolled back to version 1.").first).to_be_visible()
    newest = owner.call("GET", f"{at}/prompts/{story.ready.prompt}/versions/3")
    assert "Answer in one short sentence" in str(newest["content"])

    page.goto(f"{at}/alerts")
    page.get_by_role("button", name="Acknowledge all").click()
    expect(page.get_by_role("button", name="Alerts: none open")).to_be_visible()
    expect(page.get_by_role("button", name="Acknowledge all")).to_have_count(0)
    expect(rows.nth(1)).to_contain_text("Acknowledged")


def test_news_of_somebody_else_arrive_without_reloading(
    open_page: OpenPage, story: Watched
) -> None:
    alert = story.open_alert(story.monitor("Weekday check")["id"])
    page = open_page(story.owner)
    page.goto(story.ready.path)
    expect(page.get_by_role("button", name="Alerts: 1 open")).to_be_visible()
    story.owner.call("POST", f"{story.ready.path}/alerts/{alert}/acknowledge")
    expect(page.get_by_role("button", name="Alerts: none open")).to_be_visible()
    expect(page.get_by_role("region", name="Alert").get_by_text("acknowledged by")).to_be_visible()


def test_the_screens_are_whole(open_page: OpenPage, story: Watched) -> None:
    monitor = story.monitor("Weekday check")["id"]
    alert = story.open_alert(monitor)
    story.open_alert(
        monitor, title="The judge got stricter", rule="judge_drift", cause="judge",
        severity="warning", state="acknowledged", acknowledged_by_label="Grace Hopper",
    )  # fmt: skip
    page = open_page(story.owner)
    page.goto(f"{story.ready.path}/alerts")
    expect(page.get_by_text(FELL).first).to_be_visible()
    found = faults_of(page, "alerts")
    page.goto(f"{story.ready.path}/alerts/{alert}")
    expect(page.get_by_role("region", name="Evidence")).to_be_visible()
    found += faults_of(page, "alert")
    page.goto(story.ready.path)
    page.get_by_role("button", name="Alerts: 1 open").click()
    page.get_by_role("dialog", name="Alerts").get_by_text(FELL).wait_for()
    found += faults_of(page, "alert-bell")
    assert found == []
