"""Runs over the API, without a worker: what is started, listed, stopped and told."""

from datetime import timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from edison.domain.events import RUN_PROGRESSED, event, run_topic
from edison.domain.ids import RunId, UserId
from edison.domain.judging.score import ScoreProblem
from edison.domain.people.access import SYSTEM, Actor, Role
from edison.services.runs.run_queries import run_since
from tests.support.answers import all_items, granted, refused
from tests.support.datasets import question
from tests.support.finished_runs import RunDesk, a_run_desk, answer, failure, not_scored, scored
from tests.support.world import World

EXACT = {"kind": "exact"}


async def test_a_started_run_shows_its_frozen_plan_and_all_cells_open(world: World) -> None:
    desk = await a_run_desk(world, models=("gpt-4o-mini", "gpt-4o"))

    run = await desk.start(trials=2, budget_usd="1.50", budget_tokens=9000, name=" Mine ")
    seen = await desk.read(run)

    assert (seen["number"], seen["name"], seen["state"]) == (1, "Mine", "pending")
    plan = seen["plan"]
    assert (plan["cases"], plan["trials"], plan["cells"], plan["dataset_version"]) == (3, 2, 12, 1)
    assert [column["model_name"] for column in plan["columns"]] == ["gpt-4o-mini", "gpt-4o"]
    assert [(each["total"], each["open"]) for each in seen["progress"]] == [(6, 6), (6, 6)]
    assert Decimal(seen["budget"]["limit_usd"]) == Decimal("1.5")
    assert seen["budget"]["limit_tokens"] == 9000
    assert (seen["eta_s"], seen["waiting_for_worker"]) == (None, False)


async def test_a_grid_of_parameters_becomes_one_column_for_each_combination(world: World) -> None:
    desk = await a_run_desk(world)
    grid = {"temperature": [0, 0.7, 0.7], "max_tokens": [100, 200]}

    run = await desk.start(
        targets=[{"model": desk.models[0], "parameters": {"seed": 7}, "grid": grid}]
    )

    found = [column["parameters"] for column in run["plan"]["columns"]]
    assert found == [
        {"temperature": temperature, "max_tokens": most, "seed": 7}
        for most in (100, 200)
        for temperature in (0, 0.7)
    ]


async def test_a_grid_too_large_is_refused_before_anything_is_looked_up(world: World) -> None:
    desk = await a_run_desk(world)
    many = {"temperature": [n / 20 for n in range(20)], "seed": list(range(20))}

    error = refused(
        await desk.browser.post(
            f"{desk.path}/runs", json=desk.order(targets=[{"model": desk.models[0], "grid": many}])
        ),
        400,
        "BAD_REQUEST",
    )

    assert error["path"] == "targets"


async def test_every_reason_against_a_run_is_told_at_once(world: World) -> None:
    desk = await a_run_desk(world, content="Answer {{question}} for {{country}}")

    error = refused(
        await desk.browser.post(
            f"{desk.path}/runs",
            json=desk.order(targets=[], trials=99, budget_usd=0, scorers=[{"kind": "none such"}]),
        ),
        422,
        "RUN_NOT_READY",
    )

    codes = {problem["code"] for problem in error["details"]["problems"]}
    assert codes == {"no_model", "bad_trials", "bad_budget", "bad_scorer", "missing_variable"}
    assert granted(await desk.browser.get(f"{desk.path}/runs"))["items"] == []


async def test_without_a_worker_no_run_is_started(world: World) -> None:
    desk = await a_run_desk(world)
    world.clock.move(timedelta(hours=2))

    refused(await desk.browser.post(f"{desk.path}/runs", json=desk.order()), 503, "NO_WORKER")


async def test_a_run_says_that_it_waits_for_a_worker(world: World) -> None:
    desk = await a_run_desk(world)
    run = await desk.start()

    world.clock.move(timedelta(hours=2))

    assert (await desk.read(run))["waiting_for_worker"] is True


async def test_progress_and_scores_are_summed_by_column(world: World) -> None:
    desk = await a_run_desk(world, models=("gpt-4o-mini", "gpt-4o"))
    run = await desk.start(scorers=[EXACT])

    await desk.finish(
        run,
        {
            0: answer("a", cost=100, latency_ms=10),
            2: answer("b", cost=300, latency_ms=100),
            4: answer("c", cost=700, reused=True),
            1: failure(),
            3: answer("d", cost=50),
        },
        malformed=[3],
    )
    await desk.score(
        run,
        {
            (0, 0): scored(1.0),
            (2, 0): scored(0.0),
            (4, 0): not_scored(ScoreProblem.NOT_APPLICABLE),
            (3, 0): not_scored(ScoreProblem.SCORER_ERROR),
        },
    )
    seen = await desk.read(run)

    first, second = seen["progress"]
    assert (first["answered"], first["reused"], first["open"]) == (3, 1, 0)
    assert Decimal(first["cost_usd"]) == Decimal("0.0004")
    assert Decimal(first["saved_usd"]) == Decimal("0.0007")
    # The reused answer counts with its recorded tokens.
    assert first["prompt_tokens"] == 30
    assert 9 < first["p50_latency_ms"] < 60 < first["p95_latency_ms"] < 110
    assert (second["malformed"], second["failed"], second["open"]) == (1, 1, 1)
    [scorer] = seen["scorers"]
    mini, large = scorer["columns"]
    assert (scorer["name"], scorer["kind"]) == ("exact", "exact")
    assert (mini["scored"], mini["mean"], mini["pass_share"]) == (2, 0.5, 0.5)
    assert mini["not_applicable"] == 1
    assert (large["scored"], large["mean"], large["errors"]) == (0, None, 1)
    assert large["pass_share"] is None


async def test_runs_are_listed_newest_first_with_their_sums_and_by_filter(world: World) -> None:
    desk = await a_run_desk(world)
    older = await desk.start(name="Older", scorers=[EXACT])
    await desk.finish(older, {0: answer("a", cost=100), 1: failure()})
    await desk.score(older, {(0, 0): scored(0.25)})
    newer = await desk.start(name="Newer")
    granted(await desk.browser.post(f"{desk.path}/runs/{newer['id']}/cancel"))

    async def names(**query: Any) -> list[str]:
        found = await all_items(desk.browser, f"{desk.path}/runs", limit=1, **query)
        return [item["name"] for item in found]

    assert await names() == ["Newer", "Older"]
    assert await names(state="cancelled") == ["Newer"]
    assert await names(state=["pending", "cancelled"]) == ["Newer", "Older"]
    assert await names(prompt=desk.prompt) == ["Newer", "Older"]
    assert await names(dataset=newer["id"]) == []
    [card] = granted(await desk.browser.get(f"{desk.path}/runs?state=pending"))["items"]
    assert (card["done"], card["answered"], card["failed"]) == (2, 1, 1)
    assert Decimal(card["cost_usd"]) == Decimal("0.0001")
    assert (card["metric"], card["figures"]) == (None, [])


async def test_a_run_is_cancelled_once_and_a_pending_one_cannot_pause(world: World) -> None:
    desk = await a_run_desk(world)
    run = await desk.start()
    at = f"{desk.path}/runs/{run['id']}"

    refused(await desk.browser.post(f"{at}/pause"), 409, "WRONG_STATE")
    assert granted(await desk.browser.post(f"{at}/cancel"))["state"] == "cancelled"
    refused(await desk.browser.post(f"{at}/cancel"), 409, "WRONG_STATE")
    refused(await desk.browser.post(f"{at}/resume"), 409, "WRONG_STATE")


async def test_repeating_opens_failed_cells_and_says_how_many(world: World) -> None:
    desk = await a_run_desk(world)
    run = await desk.start()
    at = f"{desk.path}/runs/{run['id']}"
    await desk.finish(run, {0: answer("a"), 1: failure(), 2: failure()})

    done = granted(await desk.browser.post(f"{at}/repeat", json={"failed": True}))
    seen = await desk.read(run)

    assert done["repeated"] == 2
    assert (seen["progress"][0]["failed"], seen["progress"][0]["open"]) == (0, 2)
    refused(await desk.browser.post(f"{at}/repeat", json={}), 400, "BAD_REQUEST")
    refused(await desk.browser.post(f"{at}/repeat", json={"cells": [3]}), 400, "BAD_REQUEST")


async def test_a_scorer_can_be_added_and_gets_a_name_of_its_own(world: World) -> None:
    desk = await a_run_desk(world)
    run = await desk.start(scorers=[EXACT])

    granted(
        await desk.browser.post(f"{desk.path}/runs/{run['id']}/scorers", json={"scorers": [EXACT]})
    )

    assert [each["name"] for each in (await desk.read(run))["scorers"]] == ["exact", "exact 2"]


async def test_the_budget_of_a_run_can_be_changed_and_taken_away(world: World) -> None:
    desk = await a_run_desk(world)
    run = await desk.start(budget_usd=1)
    at = f"{desk.path}/runs/{run['id']}/budget"

    granted(await desk.browser.put(at, json={"limit_usd": "2.5"}))
    assert Decimal((await desk.read(run))["budget"]["limit_usd"]) == Decimal("2.5")
    granted(await desk.browser.put(at, json={}))
    assert (await desk.read(run))["budget"]["limit_usd"] is None


async def test_what_belongs_to_another_project_cannot_take_part_in_a_run(world: World) -> None:
    theirs = await a_run_desk(world)
    ours = await a_run_desk(world)

    for part, code in (
        ({"versions": [{"prompt": theirs.prompt}]}, "no_version"),
        ({"targets": [{"model": theirs.models[0]}]}, "no_such_model"),
        ({"dataset": theirs.dataset.id}, "no_dataset"),
    ):
        answered = await ours.browser.post(f"{ours.path}/runs", json=ours.order(**part))
        error = refused(answered, 422, "RUN_NOT_READY")
        assert code in {problem["code"] for problem in error["details"]["problems"]}
        assert "Greeter" not in answered.text


async def test_time_left_is_told_by_the_pace_of_the_last_minute(world: World) -> None:
    desk = await a_run_desk(world, *(question(f"{n}") for n in range(10)))
    run = await desk.start()
    topic = run_topic(UUID(run["id"]))

    async def progressed(cells: int) -> None:
        async with world.ctx.write() as tx:
            tx.emit(event(SYSTEM, topic, RUN_PROGRESSED, world.clock.now(), count=cells))

    # Long ago it went slowly; that does not count any more.
    await progressed(1)
    world.clock.move(timedelta(minutes=5))
    await desk.finish(run, {n: answer("a") for n in range(4)})
    began = world.clock.now()
    await progressed(2)
    world.clock.move(timedelta(seconds=4))
    await progressed(2)

    eta = (await desk.read(run))["eta_s"]
    # 4 cells took 4 seconds and what a slow machine adds to them; 6 cells are left.
    took = (world.clock.now() - began).total_seconds()
    assert 5.5 <= eta <= 6 * took / 4 + 0.5


async def test_the_events_of_a_run_are_replayed_from_the_last_one_seen(world: World) -> None:
    desk = await a_run_desk(world)
    run = await desk.start()
    granted(await desk.browser.put(f"{desk.path}/runs/{run['id']}/budget", json={"limit_usd": 3}))
    granted(await desk.browser.post(f"{desk.path}/runs/{run['id']}/cancel"))
    who, id_ = _actor(desk), RunId(UUID(run["id"]))

    everything, newest = await run_since(world.ctx, who, desk.project, id_, 0)
    later, _ = await run_since(world.ctx, who, desk.project, id_, everything[0].number)
    nothing, number = await run_since(world.ctx, who, desk.project, id_, None)

    assert [each.type for each in everything] == ["run.changed", "run.state_changed"]
    assert [each.type for each in later] == ["run.state_changed"]
    assert (nothing, number) == ([], newest)


def _actor(desk: RunDesk) -> Actor:
    user = UserId(UUID(desk.owner.id))
    return Actor(kind="user", id=user, user=user, roles={desk.project: Role.OWNER})
