"""People see to alerts: they say that they know, put them off, and say that they are over."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

from edison.domain.events import project_topic
from edison.engine.alerts.update_alerts import wake_snoozed_alerts
from tests.support.answers import granted, refused
from tests.support.nights import Nights, some_nights
from tests.support.people import machine, make_token
from tests.support.sql import rows
from tests.support.world import World


async def a_missed_one(world: World) -> tuple[Nights, dict[str, Any]]:
    nights = await some_nights(world, cases=2)
    await nights.without_run()
    [alert] = await nights.alerts(state="open")
    return nights, alert


async def act(nights: Nights, alert: dict[str, Any], verb: str, body: Any = None) -> dict[str, Any]:
    path = f"{nights.path}/alerts/{alert['id']}/{verb}"
    return granted(await nights.desk.browser.post(path, json=body))


def told(nights: Nights, kind: str) -> list[dict[str, Any]]:
    found = rows(
        nights.desk.world.url,
        "SELECT data FROM events WHERE topic = %s AND type = %s ORDER BY number",
        project_topic(nights.desk.project),
        kind,
    )
    return [row[0] for row in found]


async def test_people_acknowledge_snooze_and_resolve(world: World) -> None:
    nights, alert = await a_missed_one(world)

    known = await act(nights, alert, "acknowledge")
    assert (known["state"], known["acknowledged_by"]) == ("acknowledged", "person1")
    summary = await nights.get("/alerts/summary")
    assert (summary["open"], summary["acknowledged"]) == (0, 1)

    asleep = await act(nights, alert, "snooze", {"minutes": 30})
    assert asleep["state"] == "snoozed"
    assert (await nights.get("/alerts/summary"))["snoozed"] == 1
    ctx = nights.desk.world.ctx
    assert await wake_snoozed_alerts(ctx.work, ctx.launcher, ctx.clock.now()) == 0
    await nights.pass_time(timedelta(minutes=31))
    assert await wake_snoozed_alerts(ctx.work, ctx.launcher, ctx.clock.now()) == 1
    assert await wake_snoozed_alerts(ctx.work, ctx.launcher, ctx.clock.now()) == 0
    awake = await nights.get(f"/alerts/{alert['id']}")
    assert (awake["state"], awake["snoozed_until"]) == ("open", None)
    assert [event.get("woke") for event in told(nights, "alert.changed")] == [True]

    ended = await act(nights, alert, "resolve", {"note": "The provider mended it"})
    assert (ended["state"], ended["resolution"]) == ("resolved", "The provider mended it")
    for verb, body in (("acknowledge", None), ("snooze", {"minutes": 5}), ("resolve", {})):
        path = f"{nights.path}/alerts/{alert['id']}/{verb}"
        refused(await nights.desk.browser.post(path, json=body), 409, "WRONG_STATE")
    actions = rows(
        world.url, "SELECT action FROM audit_log WHERE entity_type = 'alert' ORDER BY number"
    )
    assert [action for (action,) in actions] == [
        "alert.acknowledged",
        "alert.snoozed",
        "alert.resolved",
    ]


async def test_a_snooze_ends_after_now_and_within_a_month(world: World) -> None:
    nights, alert = await a_missed_one(world)
    path = f"{nights.path}/alerts/{alert['id']}/snooze"
    now = world.clock.now()

    for body in (
        {"until": (now - timedelta(minutes=1)).isoformat()},
        {"until": (now + timedelta(days=31)).isoformat()},
        {"minutes": 0},
        {},
        {"minutes": 5, "until": (now + timedelta(days=1)).isoformat()},
    ):
        refused(await nights.desk.browser.post(path, json=body), 400, "BAD_REQUEST")

    refused(
        await nights.desk.browser.post(f"{nights.path}/alerts/{uuid4()}/acknowledge"),
        404,
        "NOT_FOUND",
    )
    viewer = await make_token(nights.desk.owner, nights.desk.slug, "VIEWER")
    client = machine(world, viewer["secret"])
    refused(await client.post(path, json={"minutes": 5}), 403, "FORBIDDEN")


async def test_an_acknowledged_alert_stays_and_is_over_by_itself(world: World) -> None:
    nights, alert = await a_missed_one(world)
    await act(nights, alert, "acknowledge")

    await nights.without_run()
    assert [one["state"] for one in await nights.alerts()] == ["acknowledged"]
    await nights.night()

    assert [one["state"] for one in await nights.alerts()] == ["resolved"]
