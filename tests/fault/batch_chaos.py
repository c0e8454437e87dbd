"""Kill a worker at a step of a batch, start it again, and count what that did."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from aiohttp import ClientSession

from edison.domain.ids import RunId
from edison.domain.runs.provider_batch import AnswerDelivery
from tests.fault.run_chaos import Workers, until_alive
from tests.load.run_stage import Stage, a_stage
from tests.support.runs import RunBench, a_run_bench
from tests.support.sql import rows, value

INPUT, OUTPUT = Decimal("2.5"), Decimal(10)
MODELS = 2
WITHIN_S = 120.0
PACE = {"upload_seconds": 0.5, "submission_seconds": 0.5, "seconds": 4}

Moment = Literal["upload", "submission", "polling", "joining"]
IsTime = Callable[[Stage, RunId, int], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchDamage:
    """What became of a run whose worker was killed; everything but `cells` and `bill` must be zero."""

    cells: int
    # In micro-dollars, computed from the usage that the provider reported, at half the price.
    bill: int
    # Cells without an answer.
    lost: int
    # Calls that the provider answered more than once.
    paid_twice: int
    # Batches at the provider that Edison does not know.
    submitted_twice: int
    # Between the bill and the ledger.
    difference: int
    held: int
    doubt: int


async def kill_during_batch(moment: Moment, *, cases: int = 1_000) -> BatchDamage:
    """Run `2 * cases` cells in batches and kill the worker at one moment."""
    async with a_stage(workers=0, latency_ms=0) as stage:
        stage.settings["batch_poll_s"] = "0.5"
        team = Workers(stage, 1, 128)
        try:
            await until_alive(stage, 1)
            runs = await a_run_bench(await stage.gateway.bench(), cases=cases, models=MODELS)
            await stage.sim.behave(batches=PACE)
            run = await runs.start(delivery=AnswerDelivery.BATCH, scorers=({"kind": "contains"},))
            await _strike(stage, team, run.id, moment)
            await runs.finished(run.id, within_s=WITHIN_S)
            await runs.assert_sums_are_true(run.id)
            return await _damage(stage, runs, run.id, cases * MODELS)
        finally:
            team.stop()


async def _strike(stage: Stage, team: Workers, run: RunId, moment: Moment) -> None:
    """Kill the worker at the wanted moment, and start it again as a supervisor does."""
    give_up = time.monotonic() + WITHIN_S
    while not MOMENTS[moment](stage, run, len(await _batches_of_provider(stage))):
        assert time.monotonic() < give_up, f"{moment} was never met"
        await asyncio.sleep(0.005)
    [name] = team.names
    team.kill(name)
    left = value(stage.url, "SELECT count(*) FROM provider_batches WHERE state <> 'ended'")
    assert left > 0, f"{moment} was over when the worker was killed"
    team.start(name)


def _uploads(stage: Stage, run: RunId, created: int) -> bool:
    """The worker waits for a response, and the provider has accepted no batch."""
    return "submitting" in _states(stage, run) and created == 0


def _submits(stage: Stage, run: RunId, created: int) -> bool:
    """The provider has accepted a batch, and the worker waits for the response."""
    known = value(
        stage.url,
        "SELECT count(*) FROM provider_batches WHERE run_id = %s AND provider_id IS NOT NULL",
        run,
    )
    return "submitting" in _states(stage, run) and created > known


def _polls(stage: Stage, run: RunId, created: int) -> bool:
    return _states(stage, run) == {"submitted"} and created > 0


def _joins(stage: Stage, run: RunId, created: int) -> bool:
    """Some answers of a batch are stored, and others are not."""
    del created
    partly = rows(
        stage.url,
        "SELECT b.number FROM provider_batches b JOIN cells c ON c.run_id = b.run_id AND c.claim = -b.number "
        "WHERE b.run_id = %s AND b.state = 'submitted' GROUP BY b.number "
        "HAVING count(*) FILTER (WHERE c.state = 'calling') > 0 AND count(*) FILTER (WHERE c.state <> 'calling') > 0",
        run,
    )
    return bool(partly)


MOMENTS: dict[Moment, IsTime] = {
    "upload": _uploads,
    "submission": _submits,
    "polling": _polls,
    "joining": _joins,
}


def _states(stage: Stage, run: RunId) -> set[str]:
    found = rows(stage.url, "SELECT DISTINCT state FROM provider_batches WHERE run_id = %s", run)
    return {state for (state,) in found}


async def _batches_of_provider(stage: Stage) -> list[dict[str, Any]]:
    async with (
        ClientSession() as session,
        session.get(f"{stage.sim.url}/v1/batches?limit=100") as response,
    ):
        return (await response.json())["data"]


async def _damage(stage: Stage, runs: RunBench, run: RunId, cells: int) -> BatchDamage:
    calls = (await stage.sim.calls())["by_key"]
    ours = value(stage.url, "SELECT count(*) FROM provider_batches WHERE run_id = %s", run)
    bill, ledger = await stage.sim.bill(INPUT, OUTPUT), runs.ledger(run)
    return BatchDamage(
        cells=cells,
        bill=bill,
        lost=cells - runs.counts(run).get("answered", 0),
        paid_twice=sum(calls.values()) - len(calls),
        submitted_twice=len(await _batches_of_provider(stage)) - ours,
        difference=max(abs(ledger["settled"] - bill), abs(runs.spent(run) - bill)),
        held=ledger["held"],
        doubt=ledger["doubt"],
    )
