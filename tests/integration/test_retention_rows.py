"""Calls, events and deliveries past their age go; what is young, at work or needed for sums stays."""

from datetime import timedelta
from uuid import UUID

from edison.domain.events import project_topic, run_topic, user_topic
from edison.domain.ids import UserId
from edison.kit.uuids import new_id
from edison.store.repositories.models.reusable_answers import StoredAnswer
from tests.support.aged import aged_run, pass_a_night
from tests.support.answers import granted
from tests.support.channels import put_delivery
from tests.support.drafted_experiments import draft
from tests.support.finished_runs import RunDesk, a_run_desk
from tests.support.past_retention import classified, tables
from tests.support.sql import execute, rows, value
from tests.support.world import World


def put_try(desk: RunDesk, days: float, state: str = "done") -> None:
    execute(
        desk.world.url,
        "INSERT INTO tries (id, project_id, credential_id, model_id, call, fresh, state, asked_by_label, asked_at, "
        f"finished_at) SELECT '{new_id()}', project_id, credential_id, id, '{{}}', false, '{state}', 'Ada', "
        f"now() - interval '{days} days', "
        + (f"now() - interval '{days} days'" if state == "done" else "NULL")
        + f" FROM models WHERE id = '{desk.models[0]}'",
    )


def put_ask(desk: RunDesk, days: float, experiment: str | None = None) -> str:
    id_ = str(new_id())
    whose = "NULL" if experiment is None else f"'{experiment}'"
    at = f"now() - interval '{days} days'"
    execute(
        desk.world.url,
        "INSERT INTO asks (id, project_id, experiment_id, purpose, kind, model_id, input, call, state, attempt, "
        "budgets, held, held_tokens, outcome, result, cost_micro, tokens, done, total, asked_by_label, asked_at, "
        f"finished_at) VALUES ('{id_}', '{desk.project}', {whose}, 'assist', 'objective', '{desk.models[0]}', "
        f"'{{}}', '{{}}', 'done', 1, '{{}}', 0, 0, '{{}}', '{{}}', 700, 5, 1, 1, 'Ada', {at}, {at})",
    )
    return id_


def put_event(desk: RunDesk, topic: str, number: int, days: float) -> None:
    execute(
        desk.world.url,
        "INSERT INTO events (topic, number, type, at, actor_kind, actor_label, data) VALUES "
        f"('{topic}', {number}, 'run.changed', now() - interval '{days} days', 'system', '', '{{}}')",
    )


async def a_channel(desk: RunDesk) -> str:
    body = {"name": "Hook", "kind": "webhook", "url": "http://127.0.0.1:9/", "allow_private": True}
    return granted(await desk.browser.post(f"{desk.path}/channels", json=body), 201)["channel"][
        "id"
    ]


async def test_calls_of_the_playground_go_by_their_age(world: World) -> None:
    desk = await a_run_desk(world)
    for days in (91, 89):
        put_try(desk, days)
    put_try(desk, 200, "waiting")

    assert (await pass_a_night(world))["playground_calls"] == 1
    assert value(world.url, "SELECT count(*) FROM tries") == 2


async def test_calls_for_an_experiment_keep_their_cost_and_lose_their_content(world: World) -> None:
    desk = await a_run_desk(world)
    experiment = await draft(desk)
    alone, young = put_ask(desk, 91), put_ask(desk, 89)
    of_experiment = put_ask(desk, 91, experiment["id"])
    path = f"{desk.path}/experiments/{experiment['id']}"
    before = granted(await desk.browser.get(path))

    assert (await pass_a_night(world))["assistant_calls"] == 2

    left = rows(world.url, "SELECT id::text, call IS NULL, cost_micro FROM asks ORDER BY asked_at")
    assert left == [(of_experiment, True, 700), (young, False, 700)]
    assert alone not in {row[0] for row in left}
    assert granted(await desk.browser.get(path)) == before
    assert (await pass_a_night(world))["assistant_calls"] == 0


async def test_events_of_a_project_go_by_its_age_and_those_of_a_run_with_the_run(
    world: World,
) -> None:
    desk = await a_run_desk(world)
    stays, goes = await aged_run(desk, 5), await aged_run(desk, 200)
    execute(world.url, "DELETE FROM events")
    topic, person = project_topic(desk.project), user_topic(UserId(UUID(desk.owner.id)))
    for number, days in ((1, 91), (2, 89)):
        put_event(desk, topic, number, days)
        put_event(desk, person, number, days)
    for run in (stays, goes):
        put_event(desk, run_topic(run["id"]), 1, 200)

    gone = await pass_a_night(world)

    assert (gone["events"], gone["personal_events"]) == (1, 1)
    left = {(row[0], row[1]) for row in rows(world.url, "SELECT topic, number FROM events")}
    assert left == {(topic, 2), (person, 2), (run_topic(stays["id"]), 1)}
    heads = {row[0] for row in rows(world.url, "SELECT topic FROM event_heads")}
    assert run_topic(goes["id"]) not in heads
    assert topic in heads


async def test_deliveries_that_arrived_go_by_their_age_and_open_ones_stay(world: World) -> None:
    desk = await a_run_desk(world)
    channel = await a_channel(desk)
    ids = [await put_delivery(world, desk.project, channel) for _ in range(3)]
    execute(
        world.url,
        f"UPDATE deliveries SET state = 'delivered', created_at = now() - interval '91 days' WHERE id = '{ids[0]}'",
        f"UPDATE deliveries SET state = 'delivered', created_at = now() - interval '89 days' WHERE id = '{ids[1]}'",
        f"UPDATE deliveries SET state = 'waiting', created_at = now() - interval '91 days' WHERE id = '{ids[2]}'",
    )

    assert (await pass_a_night(world))["deliveries"] == 1
    left = {str(row[0]) for row in rows(world.url, "SELECT id FROM deliveries")}
    assert left == set(ids[1:])


async def test_expired_answers_are_swept_however_many_there_are(world: World) -> None:
    """More than one batch, and the young ones stay."""
    desk = await a_run_desk(world)
    now = world.clock.now()
    execute(
        world.url,
        "INSERT INTO answers (project_id, key, model, answer, origin, answered_at, expires_at) "
        f"SELECT '{desk.project}', 'key-' || n, 'm', '{{}}', 'run', now(), now() - interval '1 minute' "
        "FROM generate_series(1, 2500) n",
    )
    young = StoredAnswer(
        key="young",
        model="m",
        answer={},
        origin="run",
        answered_at=now,
        expires_at=now + timedelta(hours=1),
    )
    async with world.ctx.write() as tx:
        await tx.answers.keep(desk.project, [young], now)
        assert [await tx.answers.sweep(now, 1000) for _ in range(4)] == [1000, 1000, 500, 0]
    assert rows(world.url, "SELECT key FROM answers") == [("young",)]


async def test_every_table_has_an_age_or_a_reason_for_none(world: World) -> None:
    """A new table belongs to one of the lists in `tests/support/past_retention.py`."""
    listed = classified()

    assert sorted(listed) == sorted(set(listed)), "a table is listed twice"
    assert set(listed) == tables(world.url)
