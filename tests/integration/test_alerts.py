"""What a monitor tells people after an execution, and what people do about it."""

from typing import Any

from edison.domain.events import project_topic
from tests.support.answers import granted
from tests.support.nights import Nights, some_nights
from tests.support.sql import rows
from tests.support.world import World

GOOD, BAD = 0.8, 0.5
# A night that is merely as good as others leaves one alert in six as it is; this one is clearly well.
WELL_AGAIN = 0.84


async def a_drop(world: World, **more: Any) -> tuple[Nights, dict[str, Any]]:
    """Some good nights, and one that is clearly worse."""
    nights = await some_nights(world, **more)
    for _ in range(4):
        assert (await nights.night(GOOD)).opened == ()
    await nights.night(BAD)
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


async def test_a_drop_is_one_alert_until_the_next_good_run(world: World) -> None:
    """PSM-ALERT-1, PSM-ALERT-3, PSM-ALERT-4"""
    nights, alert = await a_drop(world)

    assert alert["rule"] in ("drop", "drop_share")
    assert (alert["suite_name"], alert["monitor_name"]) == ("Support", "Nightly")
    assert (alert["seen"], alert["state"]) == (1, "open")
    assert all(alert[part] for part in ("sentence", "next_step", "facts"))
    assert await nights.get(f"/alerts/{alert['id']}") == alert
    summary = await nights.get("/alerts/summary")
    assert (summary["open"], summary["critical"] + summary["warning"]) == (1, 1)
    assert [one["id"] for one in summary["newest"]] == [alert["id"]]

    await nights.night(BAD)
    [again] = await nights.alerts(state="unresolved")
    assert (again["id"], again["seen"]) == (alert["id"], 2)
    assert again["execution_id"] != alert["execution_id"]
    assert again["last_seen_at"] > alert["last_seen_at"]

    followed = await nights.night(WELL_AGAIN)
    assert [one.id.hex for one in followed.over] == [alert["id"].replace("-", "")]
    assert await nights.alerts(state="unresolved") == []
    [over] = await nights.alerts(state="resolved", suite=nights.suite["id"])
    assert (over["id"], over["resolved_by"]) == (alert["id"], "Edison")
    assert "shows that it is over" in over["resolution"]
    assert (await nights.get("/alerts/summary"))["open"] == 0
    assert [event["id"] for event in told(nights, "alert.opened")] == [alert["id"]]
    assert [event["seen"] for event in told(nights, "alert.changed")] == [2]
    assert [event["id"] for event in told(nights, "alert.resolved")] == [alert["id"]]
    # Bad nights are no measure for later ones.
    trend = await nights.trend(range="all")
    assert trend["baseline"]["score"] > 0.75
    assert [mark["id"] for mark in trend["alerts"]] == [alert["id"]]


async def test_looking_again_at_the_same_execution_changes_nothing(world: World) -> None:
    nights, alert = await a_drop(world)
    before = (await nights.trend(range="all"))["points"]

    followed = await nights.assess(alert["execution_id"])

    assert followed.opened == ()
    [same] = await nights.alerts()
    assert (same["seen"], same["id"]) == (1, alert["id"])
    assert (await nights.trend(range="all"))["points"] == before
    # One of long ago is no news either: what came later counts.
    await nights.assess(before[0]["execution_id"])
    assert [one["state"] for one in await nights.alerts()] == ["open"]


async def test_a_level_that_someone_accepts_becomes_what_is_usual(world: World) -> None:
    nights, alert = await a_drop(world, baseline={"kind": "recent", "runs": 2})
    await nights.night(BAD)

    await act(nights, alert, "resolve", {"note": "A cheaper model, on purpose", "accept": True})
    followed = await nights.night(BAD)

    assert followed.opened == ()
    trend = await nights.trend(range="all")
    assert trend["baseline"]["score"] < 0.6
    assert trend["baseline"]["words"] == "The last 2 good executions"
