"""Monitors and trends: set up in plain words, and a chart that says what it shows."""

import re
from collections.abc import Callable, Generator

import pytest
from playwright.sync_api import Page, expect

from edison.kit.uuids import new_id
from tests.e2e.conftest import OpenPage
from tests.e2e.inspection import faults_of, settle
from tests.e2e.monitors_story import Watched, watched, weeks_of_nights
from tests.e2e.runs_story import behave
from tests.e2e.simulating import simulating
from tests.e2e.stage import Stage, Visitor
from tests.support.installation import Installation


@pytest.fixture(scope="module")
def provider() -> Generator[str]:
    with simulating() as provider:
        behave(provider, latency={"kind": "uniform", "low_ms": 5, "high_ms": 20})
        yield provider


@pytest.fixture
def story(provider: str, installation: Installation, newcomer: Callable[[], Visitor]) -> Watched:
    return watched(newcomer(), provider, installation.database)


@pytest.fixture(scope="module")
def watched_for_weeks(stage: Stage, provider: str, installation: Installation) -> Watched:
    """Only looked at: whoever changes something takes a story of their own."""
    owner = Visitor(stage.url).sign_up(f"Weeks OfNights{new_id().hex[-6:]}")
    names = ("sim-small", "sim-large")
    story = watched(owner, provider, installation.database, names=names)
    monitor = story.monitor("Weekday check")["id"]
    story.run_once(monitor)
    story.until_point()
    weeks_of_nights(story, monitor)
    story.open_alert(monitor)
    return story


def _point_at(page: Page, share: float) -> None:
    """Where so much of the width of the chart is to the left."""
    box = page.get_by_role("button", name=re.compile("over time: read it run by run")).bounding_box()  # fmt: skip
    assert box is not None
    page.mouse.move(box["x"] + box["width"] * share - 4, box["y"] + 60)
    page.mouse.move(box["x"] + box["width"] * share, box["y"] + 60)


def _with_a_tooltip(page: Page) -> None:
    settle(page)
    _point_at(page, 0.5)
    page.get_by_role("tooltip").wait_for()


@pytest.mark.core
def test_a_monitor_is_set_up_in_plain_words(open_page: OpenPage, story: Watched) -> None:
    """PSM-SCHED-1, PSM-SCHED-3, PSM-SCHED-4"""
    page = open_page(story.owner)
    page.goto(f"{story.page}?tab=monitors")
    page.get_by_role("button", name="New monitor").click()
    dialog = page.get_by_role("dialog", name="New monitor")
    when = dialog.get_by_role("status", name="When it runs")
    expect(when.get_by_text("Runs every weekday at 09:00")).to_be_visible()
    expect(when.get_by_role("listitem")).to_have_count(5)
    dialog.get_by_role("combobox", name="How often").click()
    options = page.get_by_role("option")
    expect(options).to_have_count(8)
    page.get_by_role("option", name="Every 15 minutes").click()
    expect(when.get_by_text("Runs every 15 minutes")).to_be_visible()
    dialog.get_by_label("Cron expression").fill("61 * * * *")
    expect(dialog.get_by_text(re.compile("Invalid cron expression:"))).to_be_visible()
    dialog.get_by_label("Cron expression").fill("30 7 * * 1")
    dialog.get_by_role("combobox", name="Time zone").click()
    page.get_by_placeholder("Search time zones").fill("vienna")
    page.get_by_role("option", name="Europe/Vienna").click()
    expect(when.get_by_text("Runs every Monday at 07:30 Europe/Vienna")).to_be_visible()
    dialog.get_by_role("button", name="Create monitor").click()
    expect(dialog.get_by_text("Name is required")).to_be_visible()
    dialog.get_by_label("Name").fill("Monday check")
    dialog.get_by_role("button", name="Alert rules").click()
    dialog.get_by_label("The score falls by more than … % of the baseline").fill("95")
    dialog.get_by_role("button", name="Create monitor").click()
    expect(dialog.get_by_text("From 1 to 90")).to_be_visible()
    dialog.get_by_label("The score falls by more than … % of the baseline").fill("15")
    dialog.get_by_role("switch", name="A run was missed").click()
    dialog.get_by_role("button", name="Create monitor").click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("heading", name="Monday check")).to_be_visible()
    expect(page.get_by_text("Every Monday at 07:30 Europe/Vienna")).to_be_visible()

    [made] = story.owner.call("GET", f"{story.ready.path}/monitors")["items"]
    assert (made["cron"], made["timezone"], made["enabled"]) == ("30 7 * * 1", "Europe/Vienna", True)  # fmt: skip
    assert (made["rules"]["drop_share"], made["rules"]["missed"]) == (0.15, False)


def test_a_monitor_is_switched_off_run_by_hand_changed_and_removed(
    open_page: OpenPage, story: Watched
) -> None:
    """PSM-SCHED-5, PSM-SCHED-7, PSM-SCHED-10"""
    story.monitor("Monday check", cron="30 7 * * 1", enabled=True)
    page = open_page(story.owner)
    page.goto(f"{story.page}?tab=monitors")
    expect(page.get_by_text("not yet")).to_be_visible()
    page.get_by_role("switch", name="Monday check is on").click()
    expect(page.get_by_text("switched off", exact=True)).to_be_visible()
    page.get_by_role("button", name="Run now Monday check").click()
    expect(page.get_by_text("Run 1 of Support answers, nightly has started")).to_be_visible()
    expect(page.get_by_text("not yet")).to_have_count(0)
    page.get_by_role("button", name="Actions for Monday check").click()
    page.get_by_role("menuitem", name="Change").click()
    change = page.get_by_role("dialog", name="Change the monitor")
    expect(change.get_by_label("Name")).to_have_value("Monday check")
    change.get_by_label("Name").fill("Weekly check")
    change.get_by_role("button", name="Save").click()
    page.goto(f"{story.ready.path}/monitors")
    expect(page.get_by_role("heading", name="Weekly check")).to_be_visible()
    expect(page.get_by_role("link", name="Support answers, nightly")).to_be_visible()
    page.get_by_role("button", name="Actions for Weekly check").click()
    page.get_by_role("menuitem", name="Remove").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove monitor").click()
    expect(page.get_by_text("No monitors yet")).to_be_visible()
    assert story.owner.call("GET", f"{story.ready.path}/monitors")["items"] == []


def test_the_trend_tells_score_cost_and_model_of_each_run(
    open_page: OpenPage, watched_for_weeks: Watched
) -> None:
    """PSM-TREND-1, PSM-TREND-2, PSM-TREND-5"""
    page = open_page(watched_for_weeks.owner)
    page.goto(f"{watched_for_weeks.page}?tab=trend")
    trend = page.get_by_role("region", name="Trend")
    expect(
        trend.get_by_text(
            "The latest run scored 0.66 (0.57 to 0.75): below the usual range of 0.80 to 0.88. An alert is open."
        )
    ).to_be_visible()
    settle(page)
    tip = page.get_by_role("tooltip")
    _point_at(page, 0.5)
    expect(tip.get_by_role("definition").first).to_have_text(
        re.compile(r"^0\.8\d \(0\.\d\d to 0\.\d\d\)$")
    )
    expect(tip.get_by_text(re.compile(r"^\$0\.01\d\d$"))).to_be_visible()
    expect(tip.get_by_text("sim-small, sim-large")).to_be_visible()
    _point_at(page, 0.99)
    expect(tip.get_by_text("0.66 (0.57 to 0.75)")).to_be_visible()
    page.mouse.move(5, 5)
    expect(tip).to_have_count(0)

    # The same without a mouse.
    page.get_by_role("button", name="Score over time: read it").focus()
    page.keyboard.press("End")
    expect(tip.get_by_text("run 29")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(tip.get_by_text("run 28")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/runs/[^/]+/results"))


def test_the_trend_shows_other_figures_ranges_and_models(
    open_page: OpenPage, watched_for_weeks: Watched
) -> None:
    """PSM-TREND-4"""
    page = open_page(watched_for_weeks.owner)
    page.goto(f"{watched_for_weeks.page}?tab=trend")
    trend = page.get_by_role("region", name="Trend")
    expect(trend.get_by_text("usual: the last 7 good runs")).to_be_visible()
    expect(trend.get_by_text("alert, and how long it was open")).to_be_visible()
    changes = page.get_by_role("region", name="Changes")
    expect(changes.get_by_text("Prompt “Capitals” went from version 1 to 2")).to_be_visible()
    trend.get_by_role("radio", name="Cost").click()
    expect(
        trend.get_by_text(
            re.compile(
                r"The latest run cost \$0\.0\d+; \$0\.01\d\d on average in the 28 runs before"
            )
        )
    ).to_be_visible()
    # An alert about scores is no mark on the line of costs.
    expect(trend.get_by_text("alert, and how long it was open")).to_have_count(0)
    trend.get_by_role("radio", name="7 days").click()
    expect(trend.get_by_text(re.compile(r"on average in the [67] runs before"))).to_be_visible()
    expect(changes).to_have_count(0)
    trend.get_by_role("radio", name="Latency").click()
    expect(trend.get_by_text("95 of 100 answers came within this time")).to_be_visible()
    trend.get_by_role("radio", name="Score").click()
    trend.get_by_role("radio", name="All").click()
    trend.get_by_role("combobox", name="Of which model").click()
    page.get_by_role("option", name="Each model on its own").click()
    expect(
        trend.get_by_text(
            "In the latest run: sim-small 0.66 (0.57 to 0.75), sim-large 0.66 (0.57 to 0.75)."
        )
    ).to_be_visible()
    trend.get_by_role("button", name="Show as a table: Score over time").click()
    table = trend.get_by_role("table", name="Score over time")
    expect(table.get_by_role("row")).to_have_count(1 + 2 * 29)
    expect(table.get_by_role("row", name="29").first).to_contain_text("sim-")


def test_the_screens_are_whole(open_page: OpenPage, watched_for_weeks: Watched) -> None:
    story = watched_for_weeks
    page = open_page(story.owner)
    page.goto(f"{story.page}?tab=trend")
    expect(page.get_by_text("The latest run scored")).to_be_visible()
    found = faults_of(page, "trend", _with_a_tooltip)
    page.goto(f"{story.page}?tab=monitors")
    expect(page.get_by_role("heading", name="Weekday check")).to_be_visible()
    found += faults_of(page, "monitors")
    page.get_by_role("button", name="New monitor").click()
    page.get_by_text("The next five:").wait_for()
    page.get_by_role("button", name="Alert rules").click()
    page.get_by_role("button", name="More").click()
    found += faults_of(page, "monitor-new")
    assert found == []
