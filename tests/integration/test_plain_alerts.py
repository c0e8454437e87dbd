"""Alerts that take no statistics: it did not run, it failed, there was no money; and limits that somebody set."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from edison.domain.ids import RunId
from edison.domain.people.access import SYSTEM
from edison.domain.runs.run_states import RunState
from edison.domain.suites.execution import ExecutionReason, ExecutionState
from edison.engine.runs.run_transitions import move_run
from tests.support.answers import granted
from tests.support.nights import Nights, some_nights
from tests.support.sql import execute, rows
from tests.support.world import World

REFUSED, MISSED = ExecutionState.REFUSED, ExecutionState.MISSED


@pytest.mark.parametrize(
    ("state", "reason", "rule"),
    [
        (MISSED, ExecutionReason.SERVER_DOWN, "missed"),
        (REFUSED, ExecutionReason.OVERLAP, "missed"),
        (REFUSED, ExecutionReason.NOT_READY, "failed"),
        (REFUSED, ExecutionReason.NO_WORKER, "failed"),
        (REFUSED, ExecutionReason.BUDGET, "budget"),
        (REFUSED, ExecutionReason.PAUSED, None),
        (REFUSED, ExecutionReason.ARCHIVED, None),
    ],
)
async def test_an_execution_that_did_not_start_is_told_unless_a_person_wanted_it(
    world: World, state: ExecutionState, reason: ExecutionReason, rule: str | None
) -> None:
    nights = await some_nights(world, cases=2)

    await nights.without_run(state, reason, "This is why")
    await nights.without_run(state, reason, "This is why, again")

    found = [(alert["rule"], alert["seen"]) for alert in await nights.alerts()]
    assert found == ([] if rule is None else [(rule, 2)])
    for alert in await nights.alerts():
        assert "This is why, again." in alert["sentence"]
        assert (alert["run_id"], alert["cause"]) == (None, None)
    # Rules that are switched off say nothing.
    await nights.change_monitor(rules={"missed": False, "failed": False, "budget": False})
    assert (await nights.without_run(state, reason)).opened == ()


async def test_they_are_over_when_an_execution_comes_to_its_end(world: World) -> None:
    nights = await some_nights(world, cases=6)
    await nights.without_run()
    await nights.without_run(REFUSED, ExecutionReason.NOT_READY, "The prompt is gone")
    assert len(await nights.alerts(state="open")) == 2

    await nights.night()

    found = await nights.alerts()
    assert [alert["state"] for alert in found] == ["resolved", "resolved"]
    assert {alert["resolution"] for alert in found} == {"Execution 3 ran and produced a result."}


async def test_a_run_that_failed_and_one_that_waits_for_money(world: World) -> None:
    nights = await some_nights(world, cases=6)
    execution = await nights.begin()
    midnight = world.clock.now() + timedelta(hours=5)
    execute(
        world.url,
        "UPDATE suites SET state = 'paused', pause_reason = 'budget', "
        f"paused_until = '{midnight.isoformat()}'",
    )

    await nights.assess(execution["id"])

    [waits] = await nights.alerts()
    assert (waits["rule"], waits["severity"]) == ("budget", "warning")
    assert f"{midnight:%H:%M} UTC" in waits["sentence"]
    execute(
        world.url,
        "UPDATE suites SET state = 'active', pause_reason = NULL, paused_until = NULL",
    )
    await _fail(nights, execution, "Every key was refused")
    await nights.assess(execution["id"])
    [failed, _] = await nights.alerts()
    assert (failed["rule"], failed["severity"]) == ("failed", "critical")
    assert "Every key was refused" in failed["sentence"]
    assert failed["run_id"] == execution["run_id"]


async def test_too_many_failed_answers_and_passed_limits_are_told(world: World) -> None:
    thresholds = {"cost_usd": 0.001, "latency_p95_ms": 500}
    nights = await some_nights(world, cases=20, recipe={"thresholds": thresholds})

    await nights.night(failed=4, cost=100, latency_ms=2000)

    found = {alert["title"]: alert for alert in await nights.alerts()}
    assert len(found) == 3
    lost = found["Answers of Support are missing"]
    assert (lost["rule"], lost["severity"]) == ("failed", "warning")
    assert "4 of 20 answers" in lost["sentence"]
    dear = found["Support cost more than its limit"]
    assert "$0.0016" in dear["sentence"]
    slow = found["gpt-4o-mini is slower than the limit of Support"]
    assert slow["target_key"] is not None

    await nights.night(failed=1, cost=10, latency_ms=200)
    assert await nights.alerts(state="unresolved") == []


async def test_what_is_asked_of_a_single_scorer_is_told_and_ends(world: World) -> None:
    thresholds = {"scorers": [{"scorer": "exact", "mean": 0.7}]}
    nights = await some_nights(
        world, cases=20, models=("gpt-4o-mini", "gpt-4o"), recipe={"thresholds": thresholds}
    )

    await nights.night([0.8, 0.5])

    [low] = await nights.alerts()
    assert (low["rule"], low["severity"], low["cause"]) == ("threshold", "critical", None)
    assert low["title"].startswith("gpt-4o: score by exact 0.5")
    assert low["facts"]["scorer"] == "exact"
    # Below, but it may be chance: this ends nothing.
    await nights.night([0.8, 0.69])
    assert [alert["id"] for alert in await nights.alerts(state="unresolved")] == [low["id"]]
    await nights.night([0.8, 0.8])
    assert await nights.alerts(state="unresolved") == []


async def test_alerts_go_to_channels_in_order_and_not_in_quiet_hours(world: World) -> None:
    nights = await some_nights(world, cases=6)
    everything = ["alert.opened", "alert.resolved", "execution.finished"]
    mine = await _channel(nights, "Mine", everything)
    await _channel(nights, "Other", everything)
    await nights.change_monitor(channels=[mine])

    await nights.without_run()
    await nights.without_run()
    await nights.night()

    assert [(event, state) for _, event, state, _ in _deliveries(nights)] == [
        ("alert.opened", "waiting"),
        ("alert.resolved", "waiting"),
        ("execution.finished", "waiting"),
    ]
    assert {str(channel) for channel, *_ in _deliveries(nights)} == {mine}
    opened, resolved, finished = (payload for *_, payload in _deliveries(nights))
    assert opened["path"] == f"/projects/{nights.desk.slug}/alerts/{opened['alert_id']}"
    assert (opened["severity"], opened["rule"], opened["state"]) == ("warning", "missed", "open")
    assert resolved["facts"]["Resolution"] == "Execution 3 ran and produced a result."
    assert finished["state"] == "completed"
    assert 0 < finished["low"] < finished["score"] < finished["high"]
    assert "with a score of 0." in finished["sentence"]

    now = world.clock.now()
    quiet = {"from": f"{now:%H:%M}", "to": f"{now + timedelta(hours=3):%H:%M}", "timezone": "UTC"}
    await nights.change_monitor(quiet=quiet)
    await nights.without_run()
    [_, _, _, (_, event, state, payload)] = _deliveries(nights)
    assert (event, state) == ("alert.opened", "held")
    # The alert itself is there at once.
    assert [alert["id"] for alert in await nights.alerts(state="open")] == [payload["alert_id"]]


async def _fail(nights: Nights, execution: dict[str, Any], problem: str) -> None:
    ctx = nights.desk.world.ctx
    for state in (RunState.EXECUTING, RunState.FAILED):
        async with ctx.change(SYSTEM, nights.desk.project) as tx:
            run = await tx.runs.get(
                nights.desk.project, RunId(UUID(execution["run_id"])), lock=True
            )
            if run.state is not state:
                await move_run(tx, run, state, problem=problem)


async def _channel(nights: Nights, name: str, events: list[str]) -> str:
    body = {
        "name": name,
        "kind": "webhook",
        "url": "http://127.0.0.1:9/hook",
        "allow_private": True,
        "events": events,
    }
    made = granted(await nights.desk.browser.post(f"{nights.path}/channels", json=body), 201)
    return made["channel"]["id"]


def _deliveries(nights: Nights) -> list[tuple[Any, ...]]:
    return rows(
        nights.desk.world.url,
        "SELECT channel_id, event, state, payload FROM deliveries ORDER BY channel_id, sequence",
    )


async def test_a_model_that_is_shut_down_raises_an_alert_while_the_rule_is_on(
    world: World,
) -> None:
    """Issue 23: the date is in the facts of the model."""
    models = ("gpt-4-turbo", "gpt-6-luna")
    nights = await some_nights(world, cases=6, models=models, rules={"retirement": True})

    await nights.night()
    [alert] = await nights.alerts()
    await nights.night()
    [still] = await nights.alerts()
    await nights.change_monitor(rules={"retirement": False})
    await nights.night()
    [over] = await nights.alerts()

    # It was shut down in October 2026.
    assert alert["title"] == "gpt-4-turbo was retired on 23 October 2026; 1 suite uses it"
    assert (alert["rule"], alert["state"], alert["severity"]) == ("retirement", "open", "critical")
    assert alert["target_key"].startswith("gpt-4-turbo#")
    assert (still["id"], still["seen"]) == (alert["id"], 2)
    assert (over["id"], over["state"]) == (alert["id"], "resolved")
    assert over["resolution"] == "The rule is switched off."
