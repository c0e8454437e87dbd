"""The home of a project: every number is that of the page it leads to, however many prompts and runs there are."""

from datetime import timedelta
from time import perf_counter
from typing import Any
from uuid import UUID

import pytest

from edison.domain.ids import RunId
from tests.integration.test_alerts import a_drop
from tests.integration.test_annotations import Annotator, a_queue
from tests.support.answers import granted, refused
from tests.support.boards import completed, graded_run
from tests.support.datasets import question
from tests.support.executions import statements
from tests.support.finished_runs import RunDesk, a_run_desk
from tests.support.results import computed, results
from tests.support.reviewing import PROMPT, put_suggestion
from tests.support.slowness import allowed
from tests.support.sql import execute, value
from tests.support.world import API, World

MODELS = ("gpt-4o-mini", "gpt-4o")
CASES = 30
PROMPTS, RUNS = 200, 5_000

COPIED = """
    INSERT INTO {0} SELECT (jsonb_populate_record(o, jsonb_build_object('run_id', m.id))).*
    FROM made m, {0} o JOIN runs t ON t.id = o.run_id WHERE t.number = 2
"""
# More prompts, with copies of the second run under other numbers, and of what belongs to it.
MANY = f"""
    WITH prompts_made AS (
        INSERT INTO prompts SELECT (jsonb_populate_record(p, jsonb_build_object(
            'id', gen_random_uuid(), 'name', 'Prompt ' || n))).*
        FROM prompts p, generate_series(1, {PROMPTS - 1}) n RETURNING id
    ), numbered AS (
        SELECT id, row_number() OVER () AS place FROM prompts_made
    ), made AS (
        INSERT INTO runs SELECT (jsonb_populate_record(t, jsonb_build_object(
            'id', gen_random_uuid(), 'number', 1000 + n, 'prompt_id', o.id, 'series', NULL))).*
        FROM runs t, generate_series(1, {RUNS}) n JOIN numbered o ON o.place = 1 + n % {PROMPTS - 1}
        WHERE t.number = 2 RETURNING id
    ), columns AS ({COPIED.format("run_columns")}), scorers AS ({COPIED.format("run_scorers")}),
    scores AS ({COPIED.format("run_scores")})
    {COPIED.format("run_statistics")}
"""


async def a_desk(world: World) -> RunDesk:
    cases = (question(f"Case {n}") for n in range(CASES))
    return await a_run_desk(world, *cases, models=MODELS, content=PROMPT)


async def home(desk: RunDesk) -> dict[str, Any]:
    return granted(await desk.browser.get(f"{desk.path}/home"))


async def waiting(desk: RunDesk) -> dict[str, Any]:
    return granted(await desk.browser.get(f"{desk.path}/waiting"))


async def ended(desk: RunDesk, share: float) -> dict[str, Any]:
    """Complete a run in which this share of the cases passes."""
    number = len((await desk.browser.get(f"{desk.path}/runs")).json()["items"])
    run = await graded_run(
        desk,
        lambda case, column: 0.9 if case < share * CASES else 0.1,
        cases=CASES,
        text=lambda case, column: f"{number} {case} {column}",
    )
    completed(desk, run)
    await computed(desk, run)
    return run


async def baseline(desk: RunDesk, run: dict[str, Any]) -> dict[str, Any]:
    return granted(await desk.browser.get(f"{desk.path}/runs/{run['id']}/baseline"))


async def test_a_prompt_has_the_score_trend_and_verdict_of_its_last_run(world: World) -> None:
    desk = await a_desk(world)
    runs = [await ended(desk, share) for share in (0.2, 0.3, 0.9)]
    production = f"{desk.path}/prompts/{desk.prompt}/labels/production"
    granted(await desk.browser.put(production, json={"number": 1}))

    found = await home(desk)

    [prompt] = found["prompts"]
    assert (prompt["id"], prompt["production"], found["prompt_count"]) == (desk.prompt, 1, 1)
    last, page = prompt["last_run"], await results(desk, runs[-1])
    assert (last["id"], last["number"], last["targets"]) == (runs[-1]["id"], 3, 2)
    assert (last["metric"], last["stale"]) == (page["measure"], page["stale"])
    assert last["figure"]["figure"] == page["columns"][0]["composite"]
    assert (last["figure"]["figure"]["low"], last["figure"]["figure"]["high"]) != (None, None)
    assert last["trend"] == page["trend"]
    assert [point["run"] for point in last["trend"]] == [run["id"] for run in runs]
    assert last["verdict"] == await baseline(desk, runs[-1])
    assert last["verdict"]["columns"][0]["comparison"]["verdict"] == "better"


async def test_a_verdict_changes_with_the_scores_behind_it(world: World) -> None:
    desk = await a_desk(world)
    before, run = await ended(desk, 0.2), await ended(desk, 0.9)
    assert (await home(desk))["prompts"][0]["last_run"]["verdict"] == await baseline(desk, run)

    # Scores of the earlier run that come late; labels of people would change no figure of a scorer.
    for table, total in (("scores", "value = 1"), ("run_scores", "total = scored")):
        execute(world.url, f"UPDATE {table} SET {total} WHERE run_id = '{before['id']}'")

    last = (await home(desk))["prompts"][0]["last_run"]
    verdict = last["verdict"]
    assert last["stale"] is False, "only the baseline has changed"
    assert verdict["columns"][0]["comparison"]["verdict"] == "worse"
    now = await baseline(desk, run)
    assert verdict["columns"] == now["columns"]


async def test_late_labels_make_a_score_outdated_and_it_is_computed_again(world: World) -> None:
    desk = await a_desk(world)
    run = await ended(desk, 0.2)
    asked = f"SELECT asked FROM run_statistics WHERE run_id = '{run['id']}'"
    before = value(world.url, asked)
    path = f"{desk.path}/runs/{run['id']}/cells/58/grade"
    granted(await desk.browser.put(path, json={"grade": 1, "attempt": 1}))
    world.clock.move(timedelta(minutes=5))

    [prompt] = (await home(desk))["prompts"]

    assert prompt["last_run"]["stale"] is True
    assert value(world.url, asked) == before + 1
    await computed(desk, run)
    [prompt] = (await home(desk))["prompts"]
    assert prompt["last_run"]["stale"] is False
    page = await results(desk, run)
    assert prompt["last_run"]["figure"]["figure"] == page["columns"][0]["composite"]


async def test_the_main_metric_of_the_project_is_shown(world: World) -> None:
    desk = await a_desk(world)
    scorers = [{"kind": "exact", "name": "Same"}, {"kind": "length", "at_least": 1}]
    run = await graded_run(desk, cases=CASES, scorers=scorers)
    await computed(desk, run)
    names = [one["metric"]["key"] for one in (await results(desk, run))["metrics"]]
    project = granted(await desk.browser.get(desk.path))
    settings = {**project["settings"], "main_metric": names[-1]}
    body = {"revision": project["revision"], "settings": settings}
    granted(await desk.browser.patch(desk.path, json=body))

    [prompt] = (await home(desk))["prompts"]

    assert prompt["last_run"]["metric"]["key"] == names[-1] != names[0]
    assert prompt["last_run"]["metric"] == (await results(desk, run))["measure"]


async def test_runs_in_progress_are_those_of_the_list(world: World) -> None:
    desk = await a_desk(world)
    await ended(desk, 0.5)
    started = await desk.start()

    found = await home(desk)

    listed = granted(await desk.browser.get(f"{desk.path}/runs"))["items"]
    assert found["runs"] == [one for one in listed if one["id"] == started["id"]]
    assert found["waiting"] == await waiting(desk)
    assert found["waiting"]["runs"] == 1


async def test_reviews_wait_as_on_their_page(world: World) -> None:
    desk = await a_desk(world)
    run = await ended(desk, 0.5)
    id_ = RunId(UUID(run["id"]))
    put = await put_suggestion(world.ctx.work, desk.project, id_, world.clock.now())

    found = await home(desk)

    page = granted(await desk.browser.get(f"{desk.path}/suggestions", params={"state": "pending"}))
    assert found["waiting"]["reviews"] == page["total"] == 1
    assert [one["id"] for one in found["reviews"]] == [put.suggestion]
    [card] = page["items"]
    assert found["reviews"][0]["experiment_name"] == card["experiment"]["name"]


async def test_alerts_wait_as_on_their_page(world: World) -> None:
    nights, alert = await a_drop(world)

    found = await home(nights.desk)

    summary = await nights.get("/alerts/summary")
    assert found["waiting"]["alerts"] == summary["open"] == 1
    assert found["waiting"]["critical_alerts"] == summary["critical"]
    [shown] = found["alerts"]
    assert shown == {part: alert[part] for part in shown}


async def test_answers_to_label_are_those_left_for_the_reader(world: World) -> None:
    desk = await a_desk(world)
    run = await ended(desk, 0.5)
    queue = await a_queue(desk, run, people_per_item=2)
    other = await world.member(desk.owner, desk.slug, "EDITOR")
    me = Annotator(desk, queue, desk.owner)
    await me.label(await me.item(), good=True)
    helper = Annotator(desk, queue, other)
    for good in (True, False):
        await helper.label(await helper.item(), good=good)
    # Reserved for the other person.
    await helper.item()

    found = await waiting(desk)

    page = granted(await desk.browser.get(f"{desk.path}/annotation-queues"))["items"]
    assert found["answers"] == page[0]["progress"]["left_for_me"] > 0
    theirs = granted(await other.browser.get(f"{desk.path}/waiting"))
    listed = granted(await other.browser.get(f"{desk.path}/annotation-queues"))["items"]
    assert theirs["answers"] == listed[0]["progress"]["left_for_me"] != found["answers"]
    granted(await desk.browser.delete(f"{desk.path}/annotation-queues/{queue['id']}"), 204)
    assert (await waiting(desk))["answers"] == 0


async def test_an_empty_project_has_an_empty_home(world: World) -> None:
    owner = await world.person()
    project = await owner.create_project()

    found = granted(await owner.browser.get(f"{API}/projects/{project['slug']}/home"))

    assert (found["prompts"], found["runs"], found["reviews"], found["alerts"]) == ([], [], [], [])
    assert set(found["waiting"].values()) == {0}
    assert found["spending"]["spent_usd"] == "0"


async def test_a_stranger_finds_no_home(world: World) -> None:
    desk = await a_desk(world)
    stranger = await world.person()

    for part in ("home", "waiting"):
        refused(await stranger.browser.get(f"{desk.path}/{part}"), 404, "NOT_FOUND")


async def test_more_prompts_and_runs_need_no_more_statements(world: World) -> None:
    desk = await a_desk(world)
    await ended(desk, 0.2)
    await ended(desk, 0.9)
    await home(desk)
    with statements(world) as few:
        await home(desk)
    with statements(world) as counts:
        await waiting(desk)

    execute(world.url, MANY)
    with statements(world) as first:
        found = await home(desk)
    with statements(world) as later:
        again = await home(desk)

    assert (len(found["prompts"]), found["prompt_count"]) == (8, PROMPTS)
    assert value(world.url, "SELECT count(*) FROM runs") == RUNS + 2
    assert again == found
    assert len(later) == len(few) <= 40, later
    # A verdict is computed once, for each of the prompts that are shown.
    assert len(first) <= len(few) + 8 * 40, len(first)
    assert len([one for one in counts if "annotation_queues" in one]) == 1
    assert len(counts) <= 8, counts


@pytest.mark.nightly
async def test_the_home_of_a_large_project_is_there_at_once(world: World) -> None:
    desk = await a_desk(world)
    await ended(desk, 0.2)
    await ended(desk, 0.9)
    execute(world.url, MANY, "ANALYZE runs", "ANALYZE run_columns", "ANALYZE run_statistics")
    took: list[float] = []
    for _ in range(5):
        began = perf_counter()
        await home(desk)
        took.append((perf_counter() - began) * 1000)

    print({"first_ms": round(took[0]), "later_ms": round(min(took[1:]))})
    assert took[0] <= allowed(1_500), took
    assert min(took[1:]) <= allowed(250), took
