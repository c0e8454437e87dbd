"""Monitors that are due: started once each, late ones by policy, and none of them holds up the others."""

import asyncio
from datetime import timedelta

from tests.support.answers import granted
from tests.support.executions import executions_of, spend
from tests.support.monitors import (
    HOUR,
    MINUTE,
    a_monitored_desk,
    change,
    due_at,
    end_runs,
    move_to,
    put_on_schedule,
    read,
    start_due,
    told,
)
from tests.support.sql import execute, rows
from tests.support.world import World

HOURLY = "0 * * * *"
A_SECOND = timedelta(seconds=1)


async def test_what_is_due_starts_by_itself_and_once(world: World) -> None:
    desk, suite = await a_monitored_desk(world)
    monitor = await put_on_schedule(desk, suite, cron=HOURLY)
    due = due_at(monitor)

    move_to(world, due - A_SECOND)
    assert await start_due(world) == 0
    move_to(world, due + A_SECOND)
    assert await start_due(world) == 1
    assert await start_due(world) == 0

    assert await told(desk, suite) == [("running", None, due)]
    [execution] = await executions_of(desk, suite)
    assert execution["trigger"] == "schedule"
    assert execution["run_id"] is not None
    now = await read(desk, monitor)
    assert due_at(now) == due + HOUR
    assert now["last_due_at"] == monitor["next_due_at"]
    assert now["last_started_at"] is not None


async def test_many_workers_that_come_at_once_start_each_monitor_once(world: World) -> None:
    desk, suite = await a_monitored_desk(world)
    for number in range(25):
        await put_on_schedule(desk, suite, name=f"Nightly {number}", cron=HOURLY)
    monitor = await put_on_schedule(desk, suite, cron=HOURLY)
    move_to(world, due_at(monitor) + A_SECOND)

    async with asyncio.TaskGroup() as group:
        for _ in range(4):
            group.create_task(start_due(world))
    # What one of them found taken by another is taken the next time.
    await start_due(world)

    found = rows(world.url, "SELECT monitor_id, count(*), count(run_id) FROM executions GROUP BY 1")
    assert len(found) == 26
    assert all((count, runs) == (1, 1) for _, count, runs in found)
    numbers = rows(world.url, "SELECT array_agg(number ORDER BY number) FROM executions")
    assert numbers[0][0] == list(range(1, 27))


async def test_a_start_four_minutes_late_is_made_though_late_ones_are_skipped(
    world: World,
) -> None:
    desk, suite = await a_monitored_desk(world)
    monitor = await put_on_schedule(desk, suite, cron=HOURLY, missed="skip")
    move_to(world, due_at(monitor) + 4 * MINUTE)

    assert await start_due(world) == 1
    assert await told(desk, suite) == [("running", None, due_at(monitor))]


async def test_times_that_passed_while_nobody_was_there_are_written_as_missed(
    world: World,
) -> None:
    desk, suite = await a_monitored_desk(world)
    monitor = await put_on_schedule(desk, suite, cron=HOURLY, missed="skip")
    due = due_at(monitor)
    move_to(world, due + 2 * HOUR + 30 * MINUTE)

    assert await start_due(world) == 0

    assert await told(desk, suite) == [
        ("missed", "server_down", due),
        ("missed", "server_down", due + HOUR),
        ("missed", "server_down", due + 2 * HOUR),
    ]
    assert due_at(await read(desk, monitor)) == due + 3 * HOUR


async def test_or_one_is_started_now_for_all_of_them(world: World) -> None:
    desk, suite = await a_monitored_desk(world)
    monitor = await put_on_schedule(desk, suite, cron=HOURLY, missed="run_once")
    due = due_at(monitor)
    move_to(world, due + 30 * HOUR + 30 * MINUTE)

    assert await start_due(world) == 1

    seen = await told(desk, suite)
    assert seen[-1] == ("running", None, due + 30 * HOUR)
    assert seen[:-1] == [("missed", "server_down", due + hours * HOUR) for hours in range(20, 30)]
    newest = (await executions_of(desk, suite))[1]
    assert "20 earlier times were missed too" in newest["problem"]


async def test_a_monitor_whose_last_execution_is_still_at_work_is_refused(world: World) -> None:
    desk, suite = await a_monitored_desk(world)
    monitor = await put_on_schedule(desk, suite, cron=HOURLY)
    due = due_at(monitor)
    for hours in range(3):
        move_to(world, due + hours * HOUR + A_SECOND)
        await start_due(world)
        if hours == 1:
            end_runs(world)

    assert await told(desk, suite) == [
        ("completed", None, due),
        ("refused", "overlap", due + HOUR),
        ("running", None, due + 2 * HOUR),
    ]


async def test_jitter_moves_the_start_by_the_seconds_that_are_shown(world: World) -> None:
    desk, suite = await a_monitored_desk(world)
    monitor = await put_on_schedule(desk, suite, cron=HOURLY, jitter_s=3600)
    delay = timedelta(seconds=monitor["delay_s"])
    assert timedelta() <= delay <= HOUR

    move_to(world, due_at(monitor) + delay - A_SECOND)
    assert await start_due(world) == 0
    move_to(world, due_at(monitor) + delay + A_SECOND)
    assert await start_due(world) == 1
    assert await told(desk, suite) == [("running", None, due_at(monitor))]


async def test_what_is_switched_off_or_removed_is_not_due(world: World) -> None:
    desk, suite = await a_monitored_desk(world)
    off = await put_on_schedule(desk, suite, name="Off", cron=HOURLY)
    gone = await put_on_schedule(desk, suite, name="Gone", cron=HOURLY)
    await change(desk, off, enabled=False)
    await desk.browser.delete(f"{desk.path}/monitors/{gone['id']}")
    move_to(world, due_at(off) + A_SECOND)

    assert await start_due(world) == 0
    assert await told(desk, suite) == []


async def test_an_archived_suite_writes_nothing_and_holds_up_nobody(world: World) -> None:
    desk, suite = await a_monitored_desk(world)
    path = f"{desk.path}/suites/{suite['id']}"
    copy = (await desk.browser.post(f"{path}/duplicate", json={})).json()
    await put_on_schedule(desk, copy, cron=HOURLY)
    monitor = await put_on_schedule(desk, suite, cron=HOURLY)
    (await desk.browser.post(f"{path}/archive")).raise_for_status()
    move_to(world, due_at(monitor) + A_SECOND)

    assert await start_due(world) == 1
    assert [state for state, _, _ in await told(desk, copy)] == ["running"]
    assert await told(desk, suite) == []
    seen = await read(desk, monitor)
    granted(await desk.browser.post(f"{path}/restore"))
    move_to(world, due_at(seen) + A_SECOND)
    # The copy is still at work.
    assert await start_due(world) == 1
    assert await told(desk, suite) == [("running", None, due_at(seen))]


async def test_a_fault_of_ours_is_written_down_and_the_others_start(world: World) -> None:
    desk, suite = await a_monitored_desk(world)
    path = f"{desk.path}/suites/{suite['id']}"
    copy = (await desk.browser.post(f"{path}/duplicate", json={})).json()
    await put_on_schedule(desk, copy, cron=HOURLY)
    monitor = await put_on_schedule(desk, suite, cron=HOURLY)
    # What no version of Edison has written.
    execute(
        world.url, f"UPDATE suites SET recipe = '{{\"prompts\": 5}}' WHERE id = '{suite['id']}'"
    )
    move_to(world, due_at(monitor) + A_SECOND)

    assert await start_due(world) == 1
    [(state, problem)] = rows(
        world.url, "SELECT state, problem FROM executions WHERE suite_id = %s", suite["id"]
    )
    assert state == "refused"
    assert "ValidationError" in problem
    assert [state for state, _, _ in await told(desk, copy)] == ["running"]


async def test_a_paused_suite_writes_nothing_for_the_times_that_pass(world: World) -> None:
    desk, suite = await a_monitored_desk(world)
    monitor = await put_on_schedule(desk, suite, cron="* * * * *", missed="skip")
    path = f"{desk.path}/suites/{suite['id']}"
    granted(await desk.browser.post(f"{path}/pause"))
    due = due_at(monitor)
    for minutes in range(10):
        move_to(world, due + minutes * MINUTE + A_SECOND)
        assert await start_due(world) == 0
    # Nobody was there for some time either.
    move_to(world, due + HOUR)
    assert await start_due(world) == 0

    assert await executions_of(desk, suite) == []
    seen = await read(desk, monitor)
    assert (seen["suite_state"], due_at(seen) > due + HOUR) == ("paused", True)
    granted(await desk.browser.post(f"{path}/resume"))
    move_to(world, due_at(seen) + A_SECOND)
    assert await start_due(world) == 1
    assert await told(desk, suite) == [("running", None, due_at(seen))]


async def test_a_suite_whose_day_is_spent_is_refused_once_and_not_every_minute(
    world: World,
) -> None:
    desk, suite = await a_monitored_desk(world)
    monitor = await put_on_schedule(desk, suite, cron="* * * * *")
    move_to(world, due_at(monitor) + A_SECOND)
    await start_due(world)
    end_runs(world)
    spend(world, "suite_day", suite["id"], 1_000_000)

    for minutes in range(1, 6):
        move_to(world, due_at(monitor) + minutes * MINUTE + A_SECOND)
        await start_due(world)

    found = [(state, reason) for state, reason, _ in await told(desk, suite)]
    assert found == [("completed", None), ("refused", "budget")]
