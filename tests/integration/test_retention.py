"""Retention: what is past its project's age goes, with all of it; what is younger stays, and so does what was spent."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from edison.domain.ids import RunId
from edison.kit.uuids import new_id
from tests.support.aged import a_night, aged_run, finished, is_gone, pass_a_night, rows_of
from tests.support.answers import granted, refused
from tests.support.boards import graded_run
from tests.support.finished_runs import RunDesk, a_run_desk, answer
from tests.support.past_retention import rows_past_retention
from tests.support.sql import execute, rows, value
from tests.support.world import World


async def keep_for(desk: RunDesk, days: int) -> None:
    body = {"settings": {"retention_days": days}}
    granted(await desk.browser.patch(desk.path, json=body))


async def preview(desk: RunDesk, **query: Any) -> dict[str, Any]:
    return granted(await desk.browser.get(f"{desk.path}/retention", params=query))


async def test_the_age_is_a_boundary_to_the_moment(world: World) -> None:
    desk = await a_run_desk(world)
    moment = timedelta(minutes=5) / timedelta(days=1)
    older, younger = await aged_run(desk, 90 + moment), await aged_run(desk, 90 - moment)
    still_at_work = await desk.start()

    gone = await pass_a_night(world)

    assert gone["runs"] == 1
    logged = rows(world.url, "SELECT changes FROM audit_log WHERE action = 'runs.deleted_by_age'")
    assert [row[0]["runs"]["old"] for row in logged] == [[older["number"]]]
    assert is_gone(world, older)
    assert not is_gone(world, younger)
    assert not is_gone(world, still_at_work)
    # What is deleted is gone for everyone, and the others are whole.
    refused(await desk.browser.get(f"{desk.path}/runs/{older['id']}"), 404, "NOT_FOUND")
    assert len((await desk.page(younger))["items"]) == 3
    assert not any((await pass_a_night(world)).values())


async def test_each_project_has_its_own_age_and_0_keeps_everything(world: World) -> None:
    short, long, ever = [await a_run_desk(world) for _ in range(3)]
    await keep_for(short, 10)
    await keep_for(long, 365)
    await keep_for(ever, 0)
    runs = {desk.slug: await aged_run(desk, 100) for desk in (short, long, ever)}

    await pass_a_night(world)

    assert is_gone(world, runs[short.slug])
    assert not is_gone(world, runs[long.slug])
    assert not is_gone(world, runs[ever.slug])


async def test_a_younger_run_keeps_the_answer_that_it_shares_with_a_deleted_one(
    world: World,
) -> None:
    desk = await a_run_desk(world)
    older = await aged_run(desk, 200)
    younger = await desk.start()
    await desk.finish(younger, {n: answer(f"Answer {n}.0", reused=True) for n in range(3)})

    await pass_a_night(world)

    assert is_gone(world, older)
    shown = (await desk.page(younger))["items"]
    assert [row["cells"][0]["output"]["text"] for row in shown] == [
        f"Answer {n}.0" for n in range(3)
    ]


async def test_what_was_spent_is_the_same_before_and_after(world: World) -> None:
    desk = await a_run_desk(world)
    run = await aged_run(desk, 200)
    for settled, phase in ((700, "target"), (300, "judge")):
        execute(
            world.url,
            "INSERT INTO ledger (id, project_id, run_id, model_id, at, kind, phase, calls, held, settled, doubt, "
            f"prompt_tokens, completion_tokens) VALUES ('{new_id()}', '{desk.project}', '{run['id']}', "
            f"'{desk.models[0]}', now() - interval '200 days', 'settle', '{phase}', 3, 0, {settled}, 5, 10, 20)",
        )
    today = world.clock.now().date()
    window = {"from": str(today - timedelta(days=300)), "to": str(today)}

    async def report(group: str) -> Any:
        found = await desk.browser.get(
            f"{desk.path}/reports/spending", params={**window, "group": group}
        )
        return granted(found)

    before = {group: await report(group) for group in ("run", "model", "phase", "day")}
    ledger = rows(world.url, "SELECT * FROM ledger ORDER BY id")

    await pass_a_night(world)

    assert is_gone(world, run)
    after = {group: await report(group) for group in before}
    [line] = after["run"].pop("rows")
    [named] = before["run"].pop("rows")
    assert line.pop("label") == f"Run {run['number']} (deleted)" != named.pop("label")
    assert line == named
    assert after == before
    assert rows(world.url, "SELECT * FROM ledger ORDER BY id") == ledger


async def test_numbers_of_deleted_runs_are_not_given_again(world: World) -> None:
    desk = await a_run_desk(world)
    only = await aged_run(desk, 200)

    await pass_a_night(world)

    assert (await desk.start())["number"] == only["number"] + 1


async def test_two_workers_at_once_delete_everything_once(world: World) -> None:
    desk = await a_run_desk(world)
    runs = [await aged_run(desk, 100 + n) for n in range(6)]
    stays = await aged_run(desk, 5)

    async with asyncio.TaskGroup() as group:
        nights = [group.create_task(a_night(world).run()) for _ in range(2)]

    # One may have found all of it in the other's hands; what both left is done by the next.
    together = sum(night.result()["runs"] for night in nights) + (await pass_a_night(world))["runs"]
    assert together == 6
    assert all(is_gone(world, run) for run in runs)
    assert not is_gone(world, stays)
    assert value(world.url, "SELECT count(*) FROM deleted_runs WHERE emptied_at IS NULL") == 0


async def test_a_run_that_changes_between_choosing_and_deleting_stays(world: World) -> None:
    """Someone asks its cells anew, or wants to keep it, in that moment."""
    desk = await a_run_desk(world)
    kept, again = await aged_run(desk, 100), await aged_run(desk, 100)
    night = a_night(world)
    [age] = [age async for age in night.ages()]
    async with world.ctx.read() as tx:
        due = await tx.aged_runs.due(age.project, age.before, 10)
    assert {str(run.id) for run in due} == {kept["id"], again["id"]}

    granted(await desk.browser.put(f"{desk.path}/runs/{kept['id']}/keep", json={"keep": True}))
    execute(
        world.url,
        f"UPDATE runs SET state = 'executing', finished_at = NULL WHERE id = '{again['id']}'",
    )

    async with world.ctx.write() as tx:
        assert await tx.aged_runs.lock_due(age.project, age.before, due) == []
    assert not is_gone(world, kept)


async def test_a_locked_run_is_left_to_whoever_holds_it(world: World) -> None:
    desk = await a_run_desk(world)
    run = await aged_run(desk, 100)

    async with world.ctx.write() as tx:
        await tx.runs.get(desk.project, RunId(run["id"]), lock=True)
        gone = await pass_a_night(world)

    assert gone["runs"] == 0
    assert (await pass_a_night(world))["runs"] == 1


async def test_a_month_without_any_run_goes_as_a_whole_table(world: World) -> None:
    desk = await a_run_desk(world)
    run = await aged_run(desk, 1000)
    # A run of that time has an id of that time; its rows are in the table of its month.
    old = "018bcfe5-6800-7000-8000-000000000001"
    execute(
        world.url,
        *(
            f"CREATE TABLE {table}_p202311 PARTITION OF {table} FOR VALUES FROM (edison_first_id('2023-11-01 00:00Z')) "
            "TO (edison_first_id('2023-12-01 00:00Z'))"
            for table in ("run_cases", "cells", "cell_history", "scores")
        ),
        "SET session_replication_role = replica",
        *(
            f"UPDATE {table} SET {column} = '{old}' WHERE {column} = '{run['id']}'"
            for table, column in (
                ("runs", "id"),
                ("run_cases", "run_id"),
                ("cells", "run_id"),
                ("scores", "run_id"),
                ("run_chunks", "run_id"),
                ("run_columns", "run_id"),
                ("run_scorers", "run_id"),
                ("run_scores", "run_id"),
                ("run_latencies", "run_id"),
            )
        ),
    )
    assert value(world.url, "SELECT count(*) FROM cells_p202311") == 3

    gone = await pass_a_night(world)

    assert (gone["runs"], gone["tables"], gone["rows"]) == (1, 4, 0)
    assert value(world.url, "SELECT to_regclass('cells_p202311')") is None
    assert not any(rows_of(world, {"id": old}).values())
    assert value(world.url, "SELECT count(*) FROM deleted_runs WHERE emptied_at IS NULL") == 0
    # The month that is going on has its tables, though it may have no run.
    assert (
        value(world.url, "SELECT count(*) FROM pg_inherits WHERE inhparent = 'cells'::regclass")
        >= 4
    )


async def test_the_preview_says_what_the_night_then_deletes(world: World) -> None:
    desk = await a_run_desk(world)
    for days in (40, 100, 200):
        await aged_run(desk, days)

    at_90, at_30 = await preview(desk), await preview(desk, days=30)

    assert (at_90["days"], at_90["runs"], at_90["cells"], at_90["answers"], at_90["scores"]) == (
        90,
        2,
        6,
        6,
        6,
    )
    assert (at_30["days"], at_30["runs"], at_30["answers"]) == (30, 3, 9)
    assert 0 < at_90["bytes"] < at_30["bytes"]
    assert (await preview(desk, days=0))["runs"] == 0
    assert (await preview(desk, days=0))["finished_before"] is None
    # To ask is not to delete.
    assert value(world.url, "SELECT count(*) FROM runs") == 3

    gone = await pass_a_night(world)

    assert gone["runs"] == at_90["runs"]
    # Each cell had a score, and each case a row.
    assert gone["rows"] == at_90["cells"] + at_90["scores"] + 6
    after = await preview(desk)
    assert (after["runs"], after["cells"], after["bytes"]) == (0, 0, 0)


async def test_the_preview_looks_ahead_to_the_night(world: World) -> None:
    """A run that is not past its age now, and will be when the night begins, is counted."""
    desk = await a_run_desk(world)
    run = await graded_run(desk, cases=3)
    finished(world, run, 90 - 1 / 24 / 60)

    coming = await preview(desk)

    night = coming["next_night_at"]
    assert night.endswith("01:20:00Z")
    assert coming["runs"] == 1
    assert (await pass_a_night(world))["runs"] == 0


@pytest.mark.parametrize("days", [-1, 3651])
async def test_the_preview_refuses_an_age_that_cannot_be_set(world: World, days: int) -> None:
    desk = await a_run_desk(world)

    refused(
        await desk.browser.get(f"{desk.path}/retention", params={"days": days}), 400, "BAD_REQUEST"
    )


async def test_no_row_is_past_its_age_after_the_night(
    world: World, record_property: Callable[[str, object], None]
) -> None:
    desk = await a_run_desk(world)
    for days in (5, 100, 200):
        await aged_run(desk, days)
    before = await rows_past_retention(world.ctx.work, world.url, world.clock.now())
    assert (before["runs"], before["cells"], before["scores"]) == (2, 6, 6)

    await pass_a_night(world)

    after = await rows_past_retention(world.ctx.work, world.url, world.clock.now())
    record_property("rows_past_retention", sum(after.values()))
    assert not any(after.values()), after
