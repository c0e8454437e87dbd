"""What something relies on stays whatever its age, whole; when nothing relies on it any more, it goes."""

from typing import Any

from edison.kit.uuids import new_id
from tests.support.aged import aged_run, is_gone, pass_a_night, rows_of
from tests.support.answers import granted, refused
from tests.support.boards import Voter, a_board
from tests.support.drafted_experiments import a_desk, draft, start
from tests.support.finished_runs import RunDesk, a_run_desk
from tests.support.nights import some_nights
from tests.support.sql import execute, rows, value
from tests.support.world import API, World

POINTS = "SELECT count(*) FROM points WHERE target = -1"
FIGURE = '{"value": 0.5, "low": 0.4, "high": 0.6, "n": 3, "clusters": 3, "method": "t"}'


async def kept(desk: RunDesk) -> dict[str, int]:
    found = granted(await desk.browser.get(f"{desk.path}/retention"))
    return {line["because"]: line["runs"] for line in found["kept"]}


async def keep(desk: RunDesk, run: dict[str, Any], wanted: bool) -> Any:
    path = f"{desk.path}/runs/{run['id']}/keep"
    return granted(await desk.browser.put(path, json={"keep": wanted}))


async def test_a_run_that_someone_keeps_stays_with_all_that_its_page_shows(world: World) -> None:
    desk = await a_run_desk(world)
    run, other = await aged_run(desk, 300), await aged_run(desk, 300)
    assert (await desk.read(run))["kept_by"] is None

    me = granted(await desk.browser.get(f"{API}/me"))
    assert (await keep(desk, run, True))["kept_by"] == me["name"]
    before = rows_of(world, run), await desk.read(run), await desk.page(run)
    assert await kept(desk) == {"person": 1}
    await pass_a_night(world)

    assert (rows_of(world, run), await desk.read(run), await desk.page(run)) == before
    assert is_gone(world, other)
    logged = rows(world.url, "SELECT action FROM audit_log WHERE entity_id = %s", run["id"])
    assert ("run.kept",) in logged

    assert (await keep(desk, run, False))["kept_by"] is None
    await pass_a_night(world)
    assert is_gone(world, run)


async def test_a_kept_run_that_is_gone_cannot_be_kept(world: World) -> None:
    desk = await a_run_desk(world)
    run = await aged_run(desk, 300)
    await pass_a_night(world)

    refused(
        await desk.browser.put(f"{desk.path}/runs/{run['id']}/keep", json={"keep": True}),
        404,
        "NOT_FOUND",
    )


async def test_runs_of_a_leaderboard_stay_until_it_is_removed_and_votes_go_with_them(
    world: World,
) -> None:
    desk = await a_run_desk(world, models=("gpt-4o-mini", "gpt-4o"))
    run = await aged_run(desk, 300)
    board = await a_board(desk, run)
    voter = Voter(desk, board, desk.owner)
    await voter.vote((await voter.next())["pair"])
    shown = granted(await desk.browser.get(f"{desk.path}/boards/{board['id']}"))

    assert await kept(desk) == {"leaderboard": 1}
    await pass_a_night(world)

    assert (
        granted(await desk.browser.get(f"{desk.path}/boards/{board['id']}"))["rows"]
        == shown["rows"]
    )

    granted(await desk.browser.delete(f"{desk.path}/boards/{board['id']}"), 204)
    await pass_a_night(world)
    assert is_gone(world, run)
    assert value(world.url, "SELECT count(*) FROM votes") == 0


async def test_runs_with_peoples_labels_stay_for_the_judges_that_are_measured_by_them(
    world: World,
) -> None:
    desk = await a_run_desk(world)
    graded, flagged = await aged_run(desk, 300), await aged_run(desk, 300)
    for run, what, body in ((graded, "grade", {"grade": 1}), (flagged, "flag", {"flagged": True})):
        path = f"{desk.path}/runs/{run['id']}/cells/0/{what}"
        granted(await desk.browser.put(path, json=body))

    assert await kept(desk) == {"labels": 1}
    await pass_a_night(world)

    assert not is_gone(world, graded)
    assert is_gone(world, flagged)


async def test_a_run_with_an_open_queue_stays_and_one_with_a_closed_empty_queue_goes(
    world: World,
) -> None:
    desk = await a_run_desk(world)
    runs = [await aged_run(desk, 300) for _ in range(2)]
    queues: list[Any] = []
    for run in runs:
        body = {"run": run["id"], "name": f"Queue of {run['number']}", "ask": "thumbs"}
        made = await desk.browser.post(f"{desk.path}/annotation-queues", json=body)
        queues.append(granted(made, 201))
    execute(
        world.url,
        f"UPDATE annotation_queues SET state = 'closed', closed_at = now() WHERE id = '{queues[1]['id']}'",
    )

    await pass_a_night(world)

    assert not is_gone(world, runs[0])
    assert is_gone(world, runs[1])


async def test_accepted_iterations_keep_their_runs_and_costs_of_the_others_stay(
    world: World,
) -> None:
    desk = await a_desk(world)
    experiment = await draft(desk)
    first = granted(await start(desk, experiment), 201)
    runs = [await aged_run(desk, 300) for _ in range(4)]
    ids = [new_id() for _ in runs]
    execute(
        world.url,
        "UPDATE runs SET state = 'cancelled', finished_at = created_at, kept_at = now(), kept_by_label = 'x' "
        f"WHERE id = '{first['run']}'",
        f"UPDATE iterations SET state = 'cancelled' WHERE id = '{first['id']}'",
        *(
            "INSERT INTO iterations (id, project_id, experiment_id, number, state, run_id, version_id, version_number, "
            "composite, partial, notes, stages, created_at) "
            f"SELECT '{id_}', project_id, experiment_id, {place + 2}, 'completed', '{run['id']}', version_id, "
            f"version_number, '{FIGURE}', false, '[]', '[]', now() FROM iterations WHERE id = '{first['id']}'"
            for place, (id_, run) in enumerate(zip(ids, runs, strict=True))
        ),
        *(
            "INSERT INTO ledger (id, project_id, run_id, model_id, at, kind, phase, calls, held, settled, doubt, "
            f"prompt_tokens, completion_tokens) VALUES ('{new_id()}', '{desk.project}', '{run['id']}', "
            f"'{desk.models[0]}', now(), 'settle', 'target', 3, 0, 300, 0, 30, 15)"
            for run in runs
        ),
        f"UPDATE experiments SET state = 'completed', ended_at = now(), champion_iteration = '{ids[1]}'",
    )
    path = f"{desk.path}/experiments/{experiment['id']}"
    before = granted(await desk.browser.get(path))

    # It ended just now: all of it may still be looked at.
    await pass_a_night(world)
    assert not any(is_gone(world, run) for run in runs)

    execute(world.url, "UPDATE experiments SET ended_at = now() - interval '91 days'")
    before = {**before, **granted(await desk.browser.get(path))}
    await pass_a_night(world)

    # The first and the last one are what the report compares, the second is the champion.
    assert [is_gone(world, run) for run in runs] == [False, False, True, False]
    after = granted(await desk.browser.get(path))
    # Cards of iterations name their run; all else is the same, and so is what they cost.
    cards, were = after.pop("recent"), before.pop("recent")
    assert [card["cost_usd"] for card in cards] == [card["cost_usd"] for card in were]
    assert after == before
    gone = granted(await desk.browser.get(f"{desk.path}/iterations/{ids[2]}"))
    assert gone["run"] is None
    assert float(gone["cost_usd"]) == 0.0003


def make_older(world: World, days: int) -> None:
    """Everything that was executed so far was executed so much earlier."""
    earlier = f"- interval '{days} days'"
    execute(
        world.url,
        f"UPDATE runs SET created_at = created_at {earlier}, finished_at = finished_at {earlier}",
        f"UPDATE executions SET created_at = created_at {earlier}, finished_at = finished_at {earlier}",
        f"UPDATE points SET at = at {earlier}",
    )


async def test_the_past_of_a_monitor_stays_as_long_as_there_is_a_monitor(world: World) -> None:
    nights = await some_nights(world, cases=6)
    for _ in range(4):
        await nights.night()
    make_older(world, 200)
    desk = nights.desk

    await pass_a_night(world)

    assert value(world.url, "SELECT count(*) FROM executions") == 4
    assert await kept(desk) == {"monitor": 4}
    assert value(world.url, POINTS) == 4
    # The next night is measured by them.
    assert await nights.night() is not None

    make_older(world, 200)
    path = f"{desk.path}/monitors/{nights.monitor['id']}"
    granted(await desk.browser.delete(path), 204)
    await pass_a_night(world)

    # The latest of a suite stays: the next one is compared with it and numbered after it.
    assert rows(world.url, "SELECT number FROM executions") == [(5,)]
    assert value(world.url, "SELECT count(*) FROM runs") == 1
    assert value(world.url, POINTS) == 1


async def test_the_baseline_of_a_monitor_stays(world: World) -> None:
    nights = await some_nights(world, cases=6)
    run, other = [await aged_run(nights.desk, 300, cases=6) for _ in range(2)]
    await nights.change_monitor(baseline={"kind": "run", "run_id": run["id"]})

    assert await kept(nights.desk) == {"baseline": 1}
    await pass_a_night(world)

    assert not is_gone(world, run)
    assert is_gone(world, other)


async def test_the_latest_run_of_the_main_branch_stays(world: World) -> None:
    desk = await a_run_desk(world)
    earlier, latest = await aged_run(desk, 300), await aged_run(desk, 300)
    for run in (earlier, latest):
        granted(await desk.browser.post(f"{desk.path}/runs/{run['id']}/mark-main"))

    assert await kept(desk) == {"baseline": 1}
    await pass_a_night(world)

    assert is_gone(world, earlier)
    assert not is_gone(world, latest)
