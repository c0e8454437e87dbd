"""What calling a model came to, by hour and by day, from sums that are kept as calls finish."""

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest

from edison.domain.ids import ModelId, ProjectId, UserId
from edison.domain.models.model_call import (
    Answered,
    CallOutcome,
    Failed,
    FailureCode,
    FinishReason,
    ReusedFrom,
)
from edison.domain.models.token_usage import Usage
from edison.domain.models.usage_tally import tally_of
from edison.domain.money import MicroUsd
from tests.support.answers import granted, refused
from tests.support.catalog import a_credential, a_model
from tests.support.sql import execute, value
from tests.support.world import API, World

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
REUSED = ReusedFrom(answered_at="2026-01-01T00:00:00+00:00", origin="try 1")


class Meter:
    """A model of a project of its own."""

    def __init__(self, world: World, project: ProjectId, model: ModelId, place: str) -> None:
        self._world, self._project, self._model = world, project, model
        self.path = f"{place}/models/{model}/usage"

    async def count(self, at: datetime, *outcomes: CallOutcome) -> None:
        for outcome in outcomes:
            async with self._world.ctx.write() as tx:
                await tx.spending.add(self._project, self._model, tally_of(outcome), at)


async def a_meter(world: World) -> tuple[Any, Meter]:
    owner = await world.person()
    made = await owner.create_project()
    project = ProjectId(UUID(made["id"]))
    async with world.ctx.write() as tx:
        credential = await a_credential(tx, project, UserId(UUID(owner.id)))
        model = await a_model(tx, project, credential)
    return owner.browser, Meter(world, project, model, f"{API}/projects/{made['slug']}")


def answered(latency_ms: float = 200, cost: int | None = 5, **more: Any) -> Answered:
    return Answered(
        text="Paris",
        finish=FinishReason.STOP,
        usage=Usage(input=10, cache_read=2, output=3, reasoning=4),
        cost=None if cost is None else MicroUsd(cost),
        latency_ms=latency_ms,
        attempts=1,
        **more,
    )


def the_hour(world: World) -> datetime:
    return world.clock.now().replace(minute=0, second=0, microsecond=0)


async def test_an_hour_sums_up_its_calls(world: World) -> None:
    """LLM-10.1.12, OBS-18.1.5"""
    browser, meter = await a_meter(world)
    hour = the_hour(world)
    await meter.count(
        hour + timedelta(minutes=59),
        answered(cost=1_500_000),
        answered(cost=None),
        answered(cost=700_000, reused=REUSED),
        Failed(code=FailureCode.PROVIDER_ERROR, message="down"),
        Failed(code=FailureCode.TIMED_OUT, message="slow", doubtful=1),
        Failed(
            code=FailureCode.REFUSED, message="no", cost=MicroUsd(250_000), usage=Usage(input=1)
        ),
    )

    usage = granted(await browser.get(meter.path, params={"days": 1}))

    [item] = usage["items"]
    assert usage["step"] == "hour"
    assert datetime.fromisoformat(item["start"]) == hour
    counts = {name: item[name] for name in ("calls", "failed", "reused", "cost_unknown")}
    # Unknown are the answer without a price and the call that may have been paid for.
    assert counts == {"calls": 6, "failed": 3, "reused": 1, "cost_unknown": 2}
    assert (Decimal(item["cost_usd"]), Decimal(item["saved_usd"])) == (
        Decimal("1.75"),
        Decimal("0.7"),
    )
    # A reused answer used no tokens now.
    assert (item["prompt_tokens"], item["completion_tokens"]) == (25, 14)


async def test_percentiles_come_from_buckets_within_five_percent(world: World) -> None:
    """PRUI-COST-2, OBS-18.1.5"""
    browser, meter = await a_meter(world)
    now = the_hour(world)
    latencies = [100.0] * 90 + [1000.0] * 5 + [5000.0] * 5
    await meter.count(now, *(answered(latency) for latency in latencies))
    # Neither a failure nor a reused answer has a latency of this model.
    await meter.count(
        now,
        *(answered(60_000, reused=REUSED) for _ in range(20)),
        *(Failed(code=FailureCode.TIMED_OUT, message="slow", latency_ms=60_000) for _ in range(20)),
    )

    [item] = granted(await browser.get(meter.path, params={"days": 1}))["items"]

    assert item["latency_p50_ms"] == pytest.approx(100, rel=0.05)
    assert item["latency_p95_ms"] == pytest.approx(1000, rel=0.05)


async def test_a_few_days_are_hours_and_more_are_days(world: World) -> None:
    browser, meter = await a_meter(world)
    now = the_hour(world)
    midnight = now.replace(hour=0)
    await meter.count(midnight - HOUR, answered(100, cost=1))
    await meter.count(midnight - 2 * HOUR, answered(100, cost=2), answered(3000, cost=3))
    await meter.count(now - 6 * DAY, answered(cost=4))
    await meter.count(now - 8 * DAY, answered(cost=5))

    def seen(usage: dict[str, Any]) -> list[tuple[datetime, int]]:
        return [(datetime.fromisoformat(item["start"]), item["calls"]) for item in usage["items"]]

    hours = granted(await browser.get(meter.path, params={"days": 3}))
    days = granted(await browser.get(meter.path, params={"days": 7}))
    most = granted(await browser.get(meter.path, params={"days": 90}))

    assert (hours["step"], days["step"]) == ("hour", "day")
    assert seen(hours) == [(midnight - 2 * HOUR, 2), (midnight - HOUR, 1)]
    assert seen(days) == [(midnight - 6 * DAY, 1), (midnight - DAY, 3)]
    assert [Decimal(item["cost_usd"]) for item in days["items"]] == [
        Decimal("0.000004"),
        Decimal("0.000006"),
    ]
    # Percentiles are of all calls of the day, no mean of those of its hours.
    assert days["items"][1]["latency_p50_ms"] == pytest.approx(100, rel=0.05)
    assert days["items"][1]["latency_p95_ms"] == pytest.approx(3000, rel=0.05)
    assert len(most["items"]) == 3
    for wrong in (0, 91, "x"):
        refused(await browser.get(meter.path, params={"days": wrong}), 400, "BAD_REQUEST")


async def test_days_begin_at_midnight_utc_wherever_the_database_lives(world: World) -> None:
    browser, meter = await a_meter(world)
    midnight = the_hour(world).replace(hour=0)
    await meter.count(midnight - HOUR, answered())
    await meter.count(midnight - DAY, answered())
    name = value(world.url, "SELECT current_database()")
    execute(world.url, f"ALTER DATABASE {name} SET timezone = 'Asia/Tokyo'")
    await world.database.engine.dispose()
    assert value(world.url, "SHOW timezone") == "Asia/Tokyo"

    usage = granted(await browser.get(meter.path, params={"days": 30}))

    [item] = usage["items"]
    assert (datetime.fromisoformat(item["start"]), item["calls"]) == (midnight - DAY, 2)


async def test_projects_are_counted_apart(world: World) -> None:
    (ours, one), (theirs, other) = await a_meter(world), await a_meter(world)
    await one.count(the_hour(world), answered())

    assert len(granted(await ours.get(one.path))["items"]) == 1
    assert granted(await theirs.get(other.path))["items"] == []
    refused(await theirs.get(one.path), 404, "NOT_FOUND")


async def test_monitoring_sees_calls_tokens_cost_and_latency_by_model(world: World) -> None:
    """NFR-4.5.8, OBS-18.1.5"""
    _, meter = await a_meter(world)
    now = the_hour(world)
    await meter.count(now, answered(), answered(latency_ms=900), answered(reused=REUSED))
    await meter.count(now, Failed(code=FailureCode.TIMED_OUT, message="Late"))

    metrics = (await world.client().get("/metrics")).text

    place = 'model="gpt-4o-mini",provider="OPENAI"'
    for line in (
        f'edison_model_calls_total{{{place},result="answered"}} 2.0',
        f'edison_model_calls_total{{{place},result="failed"}} 1.0',
        f'edison_model_calls_total{{{place},result="reused"}} 1.0',
        f'edison_model_tokens_total{{direction="prompt",{place}}} 24.0',
        f'edison_model_tokens_total{{direction="completion",{place}}} 14.0',
        f"edison_model_cost_usd_total{{{place}}} 1e-05",
        f'edison_model_latency_seconds_bucket{{le="0.5",{place}}} 1.0',
        f'edison_model_latency_seconds_bucket{{le="1.0",{place}}} 2.0',
        f"edison_model_latency_seconds_count{{{place}}} 2.0",
    ):
        assert line in metrics, metrics
