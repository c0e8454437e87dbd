"""The money of a day: what starts on it, what rests when it is spent, and what goes on at midnight UTC."""

from datetime import timedelta
from decimal import Decimal
from uuid import UUID

from edison.domain.budgets.budget import next_day
from edison.domain.ids import ExecutionId, RunId
from edison.domain.people.access import SYSTEM
from edison.domain.runs.run_states import PauseReason, RunState
from edison.domain.suites.execution import ExecutionReason, ExecutionState
from edison.engine.runs.run_transitions import move_run, pause_run_in_transaction
from edison.engine.suites.resume_paused_suites import fail_stale_executions, resume_after_midnight
from tests.support.answers import granted, refused
from tests.support.executions import (
    a_desk,
    by_schedule,
    ended,
    executions_of,
    run_now,
    spend,
)
from tests.support.nights import some_nights
from tests.support.saved_suites import change, read, save
from tests.support.sql import execute, rows, value
from tests.support.world import World

CONTAINS = {"kind": "contains", "values": ["a"]}


async def test_a_day_that_cannot_pay_for_it_starts_nothing_and_pauses_the_suite(
    world: World,
) -> None:
    """PSM-BUDGET-1, PSM-BUDGET-3"""
    desk = await a_desk(world)
    suite = await save(desk)
    assert Decimal(suite["daily_limit_usd"]) == 1
    ended(world, (await run_now(desk, suite))["id"], "cancelled")
    spend(world, "suite_day", suite["id"], 999_999)

    refused(
        await desk.browser.post(f"{desk.path}/suites/{suite['id']}/executions", json={}),
        402,
        "BUDGET_EXCEEDED",
    )
    assert (await read(desk, suite))["state"] == "active"
    scheduled = await by_schedule(world, desk.project, suite)

    assert (scheduled.state, scheduled.reason) == (ExecutionState.REFUSED, ExecutionReason.BUDGET)
    assert "today's budget of the suite" in (scheduled.problem or "")
    seen = await read(desk, suite)
    assert (seen["state"], seen["pause_reason"]) == ("paused", "budget")
    assert seen["paused_until"] == next_day(world.clock.now()).isoformat().replace("+00:00", "Z")


async def test_at_midnight_utc_the_money_is_there_again(world: World) -> None:
    """PSM-BUDGET-4"""
    desk = await a_desk(world)
    suite = await save(desk)
    ended(world, (await run_now(desk, suite))["id"], "cancelled")
    spend(world, "suite_day", suite["id"], 1_000_000)
    await by_schedule(world, desk.project, suite)
    midnight = next_day(world.clock.now())
    world.clock.move(midnight - world.clock.now() - timedelta(minutes=1))
    assert await resume_after_midnight(world.ctx.work, world.ctx.launcher, world.clock.now()) == 0
    assert (await read(desk, suite))["state"] == "paused"

    world.clock.move(timedelta(minutes=2))
    assert await resume_after_midnight(world.ctx.work, world.ctx.launcher, world.clock.now()) == 1

    seen = await read(desk, suite)
    assert (seen["state"], seen["pause_reason"], seen["paused_until"]) == ("active", None, None)
    execute(world.url, "UPDATE workers SET seen_at = now() + interval '3 days'")
    assert (await by_schedule(world, desk.project, suite)).state is ExecutionState.RUNNING
    days = rows(
        world.url, "SELECT period, settled FROM budgets WHERE scope = 'suite_day' ORDER BY 1"
    )
    assert [(day, settled) for day, settled in days] == [
        (midnight - timedelta(days=1), 1_000_000),
        (midnight, 0),
    ]


async def test_a_paused_suite_whose_day_is_over_need_not_be_woken_first(world: World) -> None:
    desk = await a_desk(world)
    suite = await save(desk)
    ended(world, (await run_now(desk, suite))["id"], "cancelled")
    spend(world, "suite_day", suite["id"], 1_000_000)
    await by_schedule(world, desk.project, suite)
    world.clock.move(timedelta(days=1))
    execute(world.url, "UPDATE workers SET seen_at = now() + interval '3 days'")

    assert (await by_schedule(world, desk.project, suite)).state is ExecutionState.RUNNING
    assert (await read(desk, suite))["state"] == "active"


async def test_the_day_of_the_project_counts_for_all_suites(world: World) -> None:
    desk = await a_desk(world)
    one, other = await save(desk, "One"), await save(desk, "Other")
    set_ = await desk.browser.put(f"{desk.path}/budget", json={"daily_limit_usd": "0.50"})
    assert Decimal(granted(set_)["daily_limit_usd"]) == Decimal("0.5")
    ended(world, (await run_now(desk, one))["id"], "cancelled")
    spend(world, "project_day", str(desk.project), 500_000)

    refusal = await by_schedule(world, desk.project, other)

    assert refusal.reason is ExecutionReason.BUDGET
    budget = granted(await desk.browser.get(f"{desk.path}/budget"))
    assert Decimal(budget["spent_today"]["settled_usd"]) == Decimal("0.5")
    # The month has no limit, and what is not said stays.
    granted(await desk.browser.put(f"{desk.path}/budget", json={"limit_usd": "9"}))
    budget = granted(await desk.browser.get(f"{desk.path}/budget"))
    assert (Decimal(budget["limit_usd"]), Decimal(budget["daily_limit_usd"])) == (9, Decimal("0.5"))


async def test_money_that_executions_at_work_are_expected_to_need_is_not_there_for_another(
    world: World,
) -> None:
    desk = await a_desk(world)
    suite = await save(desk)
    first = await run_now(desk, suite)
    execute(
        world.url,
        f"UPDATE executions SET forecast_micro = 999999 WHERE id = '{first['id']}'",
    )

    second = await by_schedule(world, desk.project, suite)

    assert (second.state, second.reason) == (ExecutionState.REFUSED, ExecutionReason.BUDGET)
    # It may be left over: the suite is not paused for it.
    assert (await read(desk, suite))["state"] == "active"
    ended(world, first["id"])
    assert (await by_schedule(world, desk.project, suite)).state is ExecutionState.RUNNING


async def test_the_forecast_says_what_the_day_has_left(world: World) -> None:
    desk = await a_desk(world)
    suite = await save(desk)
    path = f"{desk.path}/suites/{suite['id']}/forecast"
    first = granted(await desk.browser.post(path, json={}))
    assert (first["problems"], first["learned"], first["suite_day"]) == ([], False, None)
    assert Decimal(first["expected_usd"]) > 0
    made = await run_now(desk, suite)
    assert Decimal(made["expected_usd"]) == Decimal(first["expected_usd"])
    ended(world, made["id"])
    execute(
        world.url,
        f"UPDATE budgets SET settled = 30000 WHERE subject IN ('{made['run_id']}', '{suite['id']}')",
    )

    then = granted(await desk.browser.post(path, json={}))

    assert (then["learned"], Decimal(then["expected_usd"])) == (True, Decimal("0.03"))
    assert Decimal(then["suite_day"]["left_usd"]) == Decimal("0.97")
    spend(world, "suite_day", suite["id"], 980_000)
    lacking = granted(await desk.browser.post(path, json={}))
    assert [each["code"] for each in lacking["problems"]] == ["budget"]


async def test_a_limit_that_is_raised_counts_today(world: World) -> None:
    desk = await a_desk(world)
    suite = await save(desk)
    ended(world, (await run_now(desk, suite))["id"], "cancelled")
    spend(world, "suite_day", suite["id"], 1_000_000)
    await by_schedule(world, desk.project, suite)

    await change(desk, await read(desk, suite), daily_limit_usd="2")
    granted(await desk.browser.post(f"{desk.path}/suites/{suite['id']}/resume"))

    assert (await run_now(desk, suite))["state"] == "running"


async def test_a_run_that_rests_goes_on_when_the_day_begins(world: World) -> None:
    """PSM-BUDGET-4"""
    desk = await a_desk(world)
    suite = await save(desk)
    made = await run_now(desk, suite)
    run, now = RunId(UUID(made["run_id"])), world.clock.now()
    launcher = world.ctx.launcher
    async with world.ctx.change(SYSTEM, desk.project, now) as tx:
        found = await tx.runs.get(desk.project, run, lock=True)
        await move_run(tx, found, RunState.EXECUTING)
        reason = PauseReason.BUDGET
        until = next_day(now)
        await pause_run_in_transaction(tx, run, reason, "No money", resume_at=until)
    assert (await read(desk, suite))["pause_reason"] == "budget"
    assert await resume_after_midnight(world.ctx.work, launcher, now) == 0

    # The run and its suite.
    assert await resume_after_midnight(world.ctx.work, launcher, until) == 2

    assert (await read(desk, suite))["state"] == "active"
    async with world.ctx.read() as tx:
        woken = await tx.runs.get(desk.project, run)
    assert (woken.state, woken.resume_at, woken.epoch) == (RunState.EXECUTING, None, 2)
    queued = "SELECT count(*) FROM dbos.workflow_status WHERE workflow_uuid LIKE %s"
    assert value(world.url, queued, f"run-{run}-2-%") == 1
    assert await resume_after_midnight(world.ctx.work, launcher, until) == 0


async def test_an_execution_whose_run_waits_for_a_person_for_too_long_is_given_up(
    world: World,
) -> None:
    desk = await a_desk(world)
    suite = await save(desk)
    made = await run_now(desk, suite)
    run, now = RunId(UUID(made["run_id"])), world.clock.now()
    launcher = world.ctx.launcher
    async with world.ctx.change(SYSTEM, desk.project, now) as tx:
        found = await tx.runs.get(desk.project, run, lock=True)
        await move_run(tx, found, RunState.EXECUTING)
        await pause_run_in_transaction(tx, run, PauseReason.CREDENTIAL, "Key refused")
    assert await fail_stale_executions(world.ctx.work, launcher, now + timedelta(hours=23)) == 0

    assert await fail_stale_executions(world.ctx.work, launcher, now + timedelta(hours=25)) == 1

    [seen] = await executions_of(desk, suite)
    assert (seen["state"], seen["reason"]) == ("failed", "stopped_for_long")
    assert "Key refused" in seen["problem"]
    # Mended after all, it goes on.
    granted(await desk.browser.post(f"{desk.path}/runs/{run}/resume"))
    [seen] = await executions_of(desk, suite)
    assert (seen["state"], seen["reason"]) == ("running", None)


async def test_an_execution_does_not_wait_for_ever_for_its_frozen_answers(world: World) -> None:
    """Else its monitor would find it at work, and never start another."""
    desk = await a_desk(world)
    suite = await save(desk)
    made, other = await run_now(desk, suite), await run_now(desk, await save(desk, name="Other"))
    main, canary, now = RunId(UUID(made["run_id"])), RunId(UUID(other["run_id"])), world.clock.now()
    execute(
        world.url,
        f"DELETE FROM executions WHERE id = '{other['id']}'",
        f"UPDATE executions SET canary_run_id = '{canary}' WHERE id = '{made['id']}'",
    )
    launcher, later = world.ctx.launcher, now + timedelta(hours=25)
    async with world.ctx.change(SYSTEM, desk.project, now) as tx:
        for run, states in (
            (canary, (RunState.EXECUTING,)),
            (main, (RunState.EXECUTING, RunState.JUDGING)),
        ):
            for state in states:
                found = await tx.runs.get(desk.project, run, lock=True)
                await move_run(tx, found, state)
        await pause_run_in_transaction(tx, canary, PauseReason.CREDENTIAL, "Key refused")
    await fail_stale_executions(world.ctx.work, launcher, later)
    async with world.ctx.read() as tx:
        still = await tx.executions.get(desk.project, ExecutionId(UUID(made["id"])))
    assert still.state is ExecutionState.RUNNING

    async with world.ctx.change(SYSTEM, desk.project, now) as tx:
        for state in (RunState.AGGREGATING, RunState.COMPLETED):
            found = await tx.runs.get(desk.project, main, lock=True)
            await move_run(tx, found, state)
    await fail_stale_executions(world.ctx.work, launcher, later)

    [seen] = await executions_of(desk, suite)
    assert (seen["state"], seen["reason"]) == ("completed", None)


async def test_a_daily_limit_below_what_was_spent_is_said_when_it_is_saved_and_in_the_forecast(
    world: World,
) -> None:
    desk = await a_desk(world)
    suite = await save(desk)
    ended(world, (await run_now(desk, suite))["id"], "cancelled")
    spend(world, "suite_day", suite["id"], 400_000)

    enough = await change(desk, await read(desk, suite), daily_limit_usd="0.50")
    assert enough["problems"] == []
    saved = await change(desk, enough, daily_limit_usd="0.25")

    said = (
        "The suite has spent $0.40 today and its daily limit is $0.25: nothing runs before midnight UTC "
        "unless the limit is raised"
    )
    [problem] = saved["problems"]
    assert (problem["code"], problem["field"], problem["message"]) == ("budget", "daily_limit_usd", said)  # fmt: skip
    path = f"{desk.path}/suites/{suite['id']}/forecast"
    forecast = granted(await desk.browser.post(path, json={}))
    assert [one["message"] for one in forecast["problems"]] == [said]


async def test_a_refused_execution_does_not_hide_the_last_score(world: World) -> None:
    nights = await some_nights(world, cases=6)
    await nights.night(0.8)
    before = await nights.get(f"/suites/{nights.suite['id']}")

    await nights.without_run(
        ExecutionState.REFUSED, ExecutionReason.NOT_READY, "The key was refused"
    )

    seen = await nights.get(f"/suites/{nights.suite['id']}")
    assert (seen["last"]["state"], seen["last"]["score"]) == ("refused", None)
    assert seen["scored"] == before["scored"]
    assert (seen["scored"]["number"], seen["scored"]["score"]) == (1, before["last"]["score"])
