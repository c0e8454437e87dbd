"""Monitors over the API: put a suite on a schedule, change that, switch it off, run it now."""

from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest

from tests.support.answers import granted, refused
from tests.support.finished_runs import RunDesk
from tests.support.monitors import a_monitored_desk, change, put_on_schedule
from tests.support.world import World


async def test_a_suite_is_put_on_a_schedule_and_says_when_it_is_due(world: World) -> None:
    desk, suite = await a_monitored_desk(world)

    made = await put_on_schedule(desk, suite, cron="0  9 * * 1-5", timezone="europe/vienna")

    assert made["cron"] == "0 9 * * 1-5"
    assert made["words"] == "every weekday at 09:00 Europe/Vienna"
    assert made["suite_name"] == suite["name"]
    assert len(made["next_times"]) == 5
    assert made["next_due_at"] == made["next_times"][0]
    assert datetime.fromisoformat(made["next_due_at"]) > world.clock.now()
    assert made["last_started_at"] is None
    assert (made["missed"], made["enabled"], made["revision"]) == ("run_once", True, 1)
    assert made["rules"]["drop"] is True
    listed = granted(await desk.browser.get(f"{desk.path}/monitors"))["items"]
    assert [one["id"] for one in listed] == [made["id"]]


@pytest.mark.parametrize(
    ("wrong", "field", "words"),
    [
        ({"cron": "61 * * * *"}, "cron", "Invalid cron expression: "),
        ({"cron": "* * *"}, "cron", "Invalid cron expression: "),
        ({"cron": "0 0 31 2 *"}, "cron", "Invalid cron expression: "),
        ({"timezone": "Mars/Base"}, "timezone", "Unknown time zone"),
        ({"baseline": {"kind": "run"}}, "baseline.run_id", "the run"),
        ({"quiet": {"from": "22:00", "to": "22:00"}}, "quiet.to", "different times"),
    ],
)
async def test_what_makes_no_sense_is_refused(
    world: World, wrong: dict[str, Any], field: str, words: str
) -> None:
    desk, suite = await a_monitored_desk(world)

    body = {"suite_id": suite["id"], "name": "Nightly", "cron": "0 3 * * *", **wrong}
    problem = refused(
        await desk.browser.post(f"{desk.path}/monitors", json=body), 400, "BAD_REQUEST"
    )

    assert problem["path"] == field
    assert words in problem["message"]


async def test_a_monitor_is_switched_off_and_on_again(world: World) -> None:
    desk, suite = await a_monitored_desk(world)
    made = await put_on_schedule(desk, suite)

    off = await change(desk, made, enabled=False)
    assert (off["enabled"], off["next_due_at"], off["next_times"]) == (False, None, [])
    on = await change(desk, off, enabled=True)

    assert on["next_due_at"] == made["next_due_at"]
    assert on["revision"] == 3
    filtered = await desk.browser.get(f"{desk.path}/monitors", params={"enabled": False})
    assert granted(filtered)["items"] == []


async def test_of_the_rules_too_only_what_is_sent_changes(world: World) -> None:
    desk, suite = await a_monitored_desk(world)
    made = await put_on_schedule(desk, suite, rules={"latency_ratio": 3.0})

    changed = await change(desk, made, rules={"drop": False})

    assert changed["rules"]["latency_ratio"] == 3.0
    assert changed["rules"]["drop"] is False
    assert changed["next_due_at"] == made["next_due_at"]


async def test_quiet_hours_are_set_and_taken_away(world: World) -> None:
    desk, suite = await a_monitored_desk(world)
    made = await put_on_schedule(desk, suite)

    quiet = {"from": "22:00", "to": "07:00", "timezone": "Europe/Vienna", "weekends": True}
    loud = await change(desk, made, quiet=quiet)
    assert loud["quiet"] == quiet
    named = await change(desk, loud, name="Renamed")
    assert named["quiet"] == quiet
    assert (await change(desk, named, quiet=None))["quiet"] is None


async def test_two_people_do_not_overwrite_each_other(world: World) -> None:
    desk, suite = await a_monitored_desk(world)
    made = await put_on_schedule(desk, suite)
    await change(desk, made, name="Mine")

    late = {"revision": made["revision"], "name": "Yours"}
    refused(
        await desk.browser.patch(f"{desk.path}/monitors/{made['id']}", json=late),
        409,
        "EDIT_CONFLICT",
    )


async def test_a_name_is_there_once_in_a_suite(world: World) -> None:
    desk, suite = await a_monitored_desk(world)
    await put_on_schedule(desk, suite, name="Nightly")

    body = {"suite_id": suite["id"], "name": "NIGHTLY", "cron": "0 3 * * *"}
    refused(await desk.browser.post(f"{desk.path}/monitors", json=body), 409, "DUPLICATE_NAME")


async def test_a_removed_monitor_is_gone_and_its_name_is_free(world: World) -> None:
    desk, suite = await a_monitored_desk(world)
    made = await put_on_schedule(desk, suite)

    path = f"{desk.path}/monitors/{made['id']}"
    granted(await desk.browser.delete(path), 204)

    refused(await desk.browser.get(path), 404, "NOT_FOUND")
    refused(await desk.browser.post(f"{path}/trigger"), 404, "NOT_FOUND")
    await put_on_schedule(desk, suite)


async def test_run_now_starts_the_suite_as_this_monitors(world: World) -> None:
    desk, suite = await a_monitored_desk(world)
    made = await put_on_schedule(desk, suite, enabled=False)

    started = granted(await desk.browser.post(f"{desk.path}/monitors/{made['id']}/trigger"), 202)

    [execution] = await executions(desk, suite)
    assert execution["id"] == started["execution_id"]
    assert execution["run_id"] == started["run_id"]
    assert (execution["trigger"], execution["state"]) == ("manual", "running")
    now = granted(await desk.browser.get(f"{desk.path}/monitors/{made['id']}"))
    assert now["last_started_at"] is not None
    assert now["next_due_at"] is None


async def test_a_preview_says_what_is_typed_means(world: World) -> None:
    desk, _ = await a_monitored_desk(world)

    def ask(cron: str, timezone: str = "UTC") -> Any:
        query = {"cron": cron, "timezone": timezone}
        return desk.browser.get(f"{desk.path}/schedule-preview", params=query)

    sound = granted(await ask("*/15 * * * *"))
    times = [datetime.fromisoformat(at) for at in sound["next"]]
    assert sound["words"] == "every 15 minutes"
    assert sound["problem"] is None
    assert [late - early for early, late in pairwise(times)] == [timedelta(minutes=15)] * 4
    wrong = granted(await ask("*/15 * *"))
    assert wrong["problem"].startswith("Invalid cron expression: ")
    assert wrong["next"] == []
    assert "time zone" in granted(await ask("0 9 * * *", "Nowhere"))["problem"]


async def executions(desk: RunDesk, suite: dict[str, Any]) -> list[dict[str, Any]]:
    return granted(await desk.browser.get(f"{desk.path}/suites/{suite['id']}/executions"))["items"]
