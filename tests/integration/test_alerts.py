"""What a monitor tells people after an execution, and what people do about it."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from edison.domain.events import project_topic
from tests.support.answers import granted
from tests.support.nights import Nights, some_nights
from tests.support.saved_suites import saved_version
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
    assert "shows that the problem is over" in over["resolution"]
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


async def test_a_prompt_change_that_breaks_three_models_is_one_alert_and_one_message(
    world: World, record_property: Callable[[str, object], None]
) -> None:
    models = ("gpt-4o-mini", "gpt-4o", "gpt-4.1")
    nights = await some_nights(
        world, models=models, recipe={"thresholds": {"score": 0.7}}, baseline={"kind": "recent"}
    )
    body = {"name": "Hook", "kind": "webhook", "url": "https://hooks.example.com/in"}
    granted(await nights.desk.browser.post(f"{nights.path}/channels", json=body), 201)
    for _ in range(4):
        assert (await nights.night(GOOD)).opened == ()
    await saved_version(nights.desk, "Answer as briefly as you can: {{question}}")

    await nights.night(BAD)

    alerts = await nights.alerts(state="open")
    sent = rows(world.url, "SELECT payload FROM deliveries WHERE event = 'alert.opened'")
    record_property("alerts_per_cause", max(len(alerts), len(sent), len(told(nights, "alert.opened"))))  # fmt: skip
    [alert], [(message,)], [event] = alerts, sent, told(nights, "alert.opened")
    assert alert["title"] == "3 models got worse after a prompt change"
    assert (alert["cause"], alert["severity"]) == ("prompt", "critical")
    found = {(finding["model"], finding["rule"]) for finding in alert["findings"]}
    assert {model for model, _ in found} == set(models)
    assert {(model, "threshold") for model in models} < found
    assert len(alert["findings"]) == 6
    [change] = alert["changes"]
    assert (change["what"], change["old"], change["new"]) == ("prompt", "v1", "v2")
    assert change["entity_id"] == nights.desk.prompt
    assert (message["alert_id"], event["id"]) == (alert["id"], alert["id"])
    assert len(message["findings"]) == 6
    assert (await nights.get("/alerts/summary"))["open"] == 1

    # The next night shows the same; nobody hears of it again.
    await nights.night(BAD)
    assert [one["seen"] for one in await nights.alerts(state="open")] == [2]
    assert len(rows(world.url, "SELECT 1 FROM deliveries WHERE event = 'alert.opened'")) == 1


async def test_all_open_alerts_are_acknowledged_at_once(world: World) -> None:
    nights, alert = await a_drop(world)
    await nights.without_run()
    assert (await nights.get("/alerts/summary"))["open"] == 2
    path = f"{nights.path}/alerts/acknowledge"

    other = await nights.desk.browser.post(path, params={"suite": str(uuid4())})
    assert granted(other) == {"acknowledged": 0}
    assert granted(await nights.desk.browser.post(path)) == {"acknowledged": 2}
    assert granted(await nights.desk.browser.post(path)) == {"acknowledged": 0}

    assert {one["state"] for one in await nights.alerts()} == {"acknowledged"}
    assert alert["id"] in {event["id"] for event in told(nights, "alert.acknowledged")}
    actions = rows(world.url, "SELECT action FROM audit_log WHERE entity_type = 'alert'")
    assert actions == [("alert.acknowledged",), ("alert.acknowledged",)]
