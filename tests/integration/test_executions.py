"""Executions of suites: started by hand and by schedule, refused with a reason, and cheap to start."""

from uuid import UUID, uuid4

import pytest
from sqlalchemy.exc import IntegrityError

from edison.domain.suites.execution import ExecutionReason, ExecutionState
from tests.support.answers import granted, refused
from tests.support.executions import (
    a_desk,
    by_schedule,
    executions_of,
    run_now,
    statements,
)
from tests.support.saved_suites import save
from tests.support.sql import execute, value
from tests.support.world import World

CONTAINS = {"kind": "contains", "values": ["a"]}


async def test_a_start_takes_few_statements(world: World) -> None:
    """A thousand suites may be due in the same minute."""
    desk = await a_desk(world)
    suite = await save(desk, scorers=[CONTAINS])
    await by_schedule(world, desk.project, suite)

    with statements(world) as sent:
        started = await by_schedule(world, desk.project, suite)

    assert started.state is ExecutionState.RUNNING
    assert len(sent) < 30, "\n".join(f"{n:3} {line[:150]}" for n, line in enumerate(sent, 1))


async def test_run_now_starts_the_recipe_and_keeps_who_asked(world: World) -> None:
    """PSM-API-3, PSM-EXEC-11"""
    desk = await a_desk(world)
    suite = await save(desk, scorers=[CONTAINS])

    made = await run_now(desk, suite)

    assert (made["number"], made["state"], made["trigger"]) == (1, "running", "manual")
    run = granted(await desk.browser.get(f"{desk.path}/runs/{made['run_id']}"))
    assert (run["trigger"], run["number"]) == ("suite", made["run_number"])
    assert run["name"] == "Nightly #1"
    assert [column["version"] for column in run["plan"]["columns"]] == [1]
    [listed] = await executions_of(desk, suite)
    assert listed == made
    assert granted(await desk.browser.get(f"{desk.path}/executions/{made['id']}")) == made


async def test_a_scheduled_execution_says_so(world: World) -> None:
    """PSM-EXEC-11"""
    desk = await a_desk(world)
    suite = await save(desk)

    await by_schedule(world, desk.project, suite, monitor=uuid4(), due_at=world.clock.now())

    [seen] = await executions_of(desk, suite)
    assert seen["trigger"] == "schedule"
    assert value(world.url, "SELECT trigger FROM runs WHERE id = %s", UUID(seen["run_id"])) == (
        "schedule"
    )


async def test_a_due_time_of_a_monitor_has_one_execution(world: World) -> None:
    desk = await a_desk(world)
    suite = await save(desk)
    monitor, due = uuid4(), world.clock.now()
    await by_schedule(world, desk.project, suite, monitor=monitor, due_at=due)

    with pytest.raises(IntegrityError, match="uq_executions_monitor_id_due_at"):
        await by_schedule(world, desk.project, suite, monitor=monitor, due_at=due)

    assert len(await executions_of(desk, suite)) == 1
    assert value(world.url, "SELECT count(*) FROM runs") == 1


async def test_another_model_takes_the_place_of_all_targets_once(world: World) -> None:
    """PSM-EXEC-4"""
    desk = await a_desk(world, models=("gpt-4o-mini", "gpt-4o"))
    first, other = desk.models
    suite = await save(desk, targets=[{"model": first}])

    override = {"model": other, "parameters": {"temperature": 0.5}}
    made = await run_now(desk, suite, override=override)

    run = granted(await desk.browser.get(f"{desk.path}/runs/{made['run_id']}"))
    assert [column["model_id"] for column in run["plan"]["columns"]] == [other]
    assert made["override"]["model_name"] == "gpt-4o"
    assert made["override"]["parameters"] == {"temperature": 0.5}
    again = await run_now(desk, suite)
    assert again["override"] is None
    # What one execution tried out is no change of the suite.
    assert again["changes"] == []


async def test_every_reason_against_it_is_told_and_nothing_is_written(world: World) -> None:
    desk = await a_desk(world)
    suite = await save(desk)
    execute(world.url, "UPDATE credentials SET status = 'invalid'")

    error = refused(
        await desk.browser.post(f"{desk.path}/suites/{suite['id']}/executions", json={}),
        422,
        "RUN_NOT_READY",
    )

    assert [each["code"] for each in error["details"]["problems"]] == ["credential_not_ready"]
    assert await executions_of(desk, suite) == []


async def test_a_schedule_writes_down_why_nothing_started(world: World) -> None:
    desk = await a_desk(world)
    suite = await save(desk)
    execute(world.url, "UPDATE credentials SET status = 'invalid'")
    not_ready = await by_schedule(world, desk.project, suite)
    execute(world.url, "DELETE FROM workers")
    no_worker = await by_schedule(world, desk.project, suite)
    granted(await desk.browser.post(f"{desk.path}/suites/{suite['id']}/pause"))
    paused = await by_schedule(world, desk.project, suite)
    granted(await desk.browser.post(f"{desk.path}/suites/{suite['id']}/archive"))
    archived = await by_schedule(world, desk.project, suite)

    found = [not_ready, no_worker, paused, archived]
    assert {each.state for each in found} == {ExecutionState.REFUSED}
    assert [each.reason for each in found] == [
        ExecutionReason.NOT_READY,
        ExecutionReason.NO_WORKER,
        ExecutionReason.PAUSED,
        ExecutionReason.ARCHIVED,
    ]
    seen = await executions_of(desk, suite)
    assert [each["number"] for each in seen] == [4, 3, 2, 1]
    assert "credential" in seen[3]["problem"]
    # Who looks for alerts hears of each.
    told = "SELECT count(*) FROM dbos.workflow_status WHERE name = 'assess_execution'"
    assert value(world.url, told) == 4


async def test_what_changed_since_the_last_execution_is_told(world: World) -> None:
    desk = await a_desk(world)
    suite = await save(desk, scorers=[CONTAINS])
    await run_now(desk, suite)
    content = {"messages": [{"role": "user", "content": "Say briefly: {{question}}"}]}
    granted(
        await desk.browser.patch(
            f"{desk.path}/prompts/{desk.prompt}", json={"content": content, "revision": 1}
        )
    )
    granted(await desk.browser.post(f"{desk.path}/prompts/{desk.prompt}/versions", json={}), 201)
    await desk.dataset.add({"values": {"question": "Four"}})

    made = await run_now(desk, suite)

    found = {each["what"]: (each["old"], each["new"]) for each in made["changes"]}
    assert found == {"prompt": ("v1", "v2"), "dataset": ("v1", "v2")}


async def test_executions_are_listed_page_by_page(world: World) -> None:
    """PSM-DATA-3"""
    desk = await a_desk(world)
    suite = await save(desk)
    for _ in range(3):
        await run_now(desk, suite)
    path = f"{desk.path}/suites/{suite['id']}/executions"

    first = granted(await desk.browser.get(path, params={"limit": 2}))
    rest = granted(
        await desk.browser.get(path, params={"limit": 2, "cursor": first["next_cursor"]})
    )

    assert [each["number"] for each in first["items"]] == [3, 2]
    assert ([each["number"] for each in rest["items"]], rest["next_cursor"]) == ([1], None)


async def test_a_person_pauses_and_resumes_a_suite(world: World) -> None:
    desk = await a_desk(world)
    suite = await save(desk)
    path = f"{desk.path}/suites/{suite['id']}"

    paused = granted(await desk.browser.post(f"{path}/pause"))

    assert (paused["state"], paused["pause_reason"]) == ("paused", "person")
    refused(await desk.browser.post(f"{path}/executions", json={}), 409, "WRONG_STATE")
    assert granted(await desk.browser.post(f"{path}/resume"))["state"] == "active"
    refused(await desk.browser.post(f"{path}/resume"), 409, "WRONG_STATE")
    entries = granted(await desk.browser.get(f"{desk.path}/audit?action=suite.changed"))["items"]
    assert [entry["changes"]["state"]["new"] for entry in entries] == ["active", "paused"]
