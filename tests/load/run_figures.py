"""Measure what runs claim: speed against a bare client, sharing, budgets, size.

Each figure comes from a stage of its own.
"""

import asyncio
import statistics
import time
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import psutil
from aiohttp import ClientSession

from edison.domain.ids import RunId
from edison.domain.models.parameters import Parameters
from edison.domain.money import MicroUsd
from edison.domain.runs.run_states import ENDED, RunState
from edison.services.runs.run_control import cancel_run
from tests.load.run_stage import Stage, a_stage, bare, between
from tests.load.time_budget import UNLIMITED, TimeBudget
from tests.support.answers import granted
from tests.support.runs import RunBench, a_run_bench
from tests.support.sql import rows

Say = Callable[[str], None]
BUDGET_WITHIN_S = 180.0
GRADER = "Grade the answer from 0 to 1 and say only the number: {{output}}"
PATIENCE_S = 400.0
WARM_UP_CASES = 200
# A smaller run says nothing about a large one.
AT_LEAST_CELLS = 5_000


def quiet(_: str) -> None:
    """Say nothing."""


async def speed(
    *, cases: int = 1000, latency_ms: float = 200, at_once: int = 100
) -> dict[str, Any]:
    """Two targets and a grader on every cell, from the start of the run to its end, beside a bare client."""
    calls = cases * 4
    async with a_stage(calls_at_once=at_once, latency_ms=latency_ms) as stage:
        runs = await a_run_bench(await stage.gateway.bench(), cases=cases)
        grader = await runs.a_grader(GRADER)
        floors = [await bare(stage.sim.url, calls, at_once)]
        began = time.perf_counter()
        run = await runs.start(scorers=(grader,))
        await runs.finished(run.id, PATIENCE_S)
        took = time.perf_counter() - began
        floors.append(await bare(stage.sim.url, calls, at_once))
        await runs.assert_sums_are_true(run.id)
    # The better of the bare client's two runs around ours: a machine that is busy for a moment must not flatter us.
    return {"ratio_to_bare": round(took / min(floors), 3), "run_s": took, "bare_s": min(floors)}


async def _warm_up(runs: RunBench, cases: int) -> float:
    """Run the first cases once; return how many cases were done in a second."""
    began = time.perf_counter()
    run = await runs.start(choice=_first(cases))
    await runs.finished(run.id, PATIENCE_S)
    return cases / (time.perf_counter() - began)


async def short_calls(
    *, cells: int = 20_000, latency_ms: float = 20, budget: TimeBudget = UNLIMITED
) -> dict[str, Any]:
    """Measure calls so short that the worker is what takes time; fewer of them if time is short."""
    async with a_stage(calls_at_once=100, latency_ms=latency_ms) as stage:
        runs = await a_run_bench(await stage.gateway.bench(), cases=cells // 2)
        # The start of a run is most of a short one.
        per_second = await _warm_up(runs, min(cells // 2, 3 * WARM_UP_CASES))
        # The bare client, which comes after the run, has its time too.
        cases = budget.split(0.6).fit(per_second, at_most=cells // 2, at_least=AT_LEAST_CELLS // 2)
        cells = cases * 2
        before = stage.costs()
        run = await runs.start(choice=_first(cases))
        await runs.finished(run.id, PATIENCE_S)
        took = between(before, stage.costs())
        floor = await bare(stage.sim.url, cells, 100)
        bill = await stage.sim.bill(Decimal("2.5"), Decimal(10))
        # The bare client's answers are on the bill too.
        ours = runs.budget(run.id)["settled"]
        charged_to_us = runs.spent(run.id)
    return {
        "cells_at_20ms": cells,
        "cells_per_s_at_20ms": round(cells / took.wall_s, 1),
        "ratio_to_bare_at_20ms": round(took.wall_s / floor, 2),
        "worker_cpu_s_per_1k": round(took.worker_cpu_s / cells * 1000, 3),
        "postgres_cpu_s_per_1k": round(took.postgres_cpu_s / cells * 1000, 3),
        "wal_bytes_per_cell": round(took.wal_bytes / cells),
        "bill_seen": bill >= ours == charged_to_us,
    }


async def ledger_difference(*, cells: int = 2000) -> int:
    """What the ledger says beside what the simulator charged, in micro-dollars; nobody is killed."""
    async with a_stage(calls_at_once=100, latency_ms=20) as stage:
        runs = await a_run_bench(await stage.gateway.bench(), cases=cells // 2)
        run = await runs.start(scorers=(await runs.a_grader(GRADER),))
        await runs.finished(run.id, PATIENCE_S)
        bill = await stage.sim.bill(Decimal("2.5"), Decimal(10))
        return abs(bill - runs.ledger(run.id)["settled"]) + runs.budget(run.id)["held"]


async def two_workers(*, cells: int = 3000, at_once: int = 20, latency_ms: float = 200) -> float:
    """One worker against two, the whole run from start to end.

    With calls of 200 ms, 20 at once, the calls that a worker makes at once are the limit. With calls of 20 ms,
    100 at once, the processors are, which the workers share with PostgreSQL, the simulator and the web process.
    """
    took: list[float] = []
    for workers in (1, 2):
        async with a_stage(workers=workers, calls_at_once=at_once, latency_ms=latency_ms) as stage:
            runs = await a_run_bench(await stage.gateway.bench(), cases=cells // 2)
            began = time.perf_counter()
            run = await runs.start()
            await runs.finished(run.id, PATIENCE_S)
            took.append(time.perf_counter() - began)
    return round(took[0] / took[1], 2)


async def fairness(*, together: int = 10, cells: int = 400) -> float:
    """The last of several equal runs against their mean."""
    async with a_stage(calls_at_once=100, latency_ms=100) as stage:
        runs = await a_run_bench(await stage.gateway.bench(), cases=cells // 2)
        began = time.perf_counter()
        started = [await runs.start() for _ in range(together)]
        ends: dict[RunId, float] = {}
        while len(ends) < together:
            for run in started:
                if run.id not in ends and (await runs.read(run.id)).state in ENDED:
                    ends[run.id] = time.perf_counter() - began
            await asyncio.sleep(0.05)
    return round(max(ends.values()) / statistics.mean(ends.values()), 3)


async def small_run_delay(
    *, small: int = 40, large: int = 8_000, rounds: int = 3
) -> dict[str, Any]:
    """How much longer a small run takes behind a large one than alone: medians of the rounds of each."""
    async with a_stage(calls_at_once=100, latency_ms=100) as stage:
        runs = await a_run_bench(await stage.gateway.bench(), cases=large // 2)
        choice = _first(small // 2)

        async def small_run_s() -> float:
            began = time.perf_counter()
            run = await runs.start(choice=choice)
            await runs.finished(run.id, PATIENCE_S)
            return time.perf_counter() - began

        alone = [await small_run_s() for _ in range(rounds)]
        behind: list[float] = []
        for _ in range(rounds):
            ahead = await runs.start()
            # It has all the calls that the worker makes at once.
            while runs.counts(ahead.id).get("answered", 0) < 100:  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.02)
            behind.append(await small_run_s())
            still = (await runs.read(ahead.id)).state not in ENDED
            assert still, "the large run ended before the small one: make it larger"
            await cancel_run(stage.gateway.world.ctx, runs.who, runs.project, ahead.id)
    return {
        "small_run_delay_ratio": round(statistics.median(behind) / statistics.median(alone), 2),
        "small_alone_s": [round(each, 2) for each in alone],
        "small_behind_s": [round(each, 2) for each in behind],
    }


def overshoot_of(limit: int, highest: int, bill: int) -> int:
    """How far a run went beyond its budget, by its own highest balance or by the provider's bill."""
    return max(0, highest - limit, bill - limit)


async def budget(
    *, workers: int = 4, at_once: int = 64, limit: int = 1_000_000, kills: int = 0
) -> dict[str, Any]:
    """A budget of a dollar for work of about five, watched all the time."""
    from tests.fault.run_chaos import Workers, in_flight

    async with a_stage(workers=0, latency_ms=50) as stage:
        team = Workers(stage, workers, at_once)
        try:
            # The workers are other processes:
            while int(rows(stage.url, "SELECT count(*) FROM workers")[0][0]) < workers:  # noqa: ASYNC110
                await asyncio.sleep(0.1)
            bench = await stage.gateway.bench()
            runs = await a_run_bench(bench, cases=1000, input="120", output="120")
            run = await runs.start(budget=MicroUsd(limit), parameters=Parameters(max_tokens=20))
            highest = 0
            left = kills
            next_kill = time.monotonic() + 1.0
            give_up = time.monotonic() + BUDGET_WITHIN_S
            while True:
                assert time.monotonic() < give_up, (await runs.read(run.id), runs.budget(run.id))
                spent = runs.budget(run.id)
                highest = max(highest, runs.used(run.id))
                if (await runs.read(run.id)).state is RunState.PAUSED and not spent["held"]:
                    break
                if left and time.monotonic() > next_kill:
                    busy = [name for name in team.names if in_flight(stage.url, name)]
                    if busy:
                        team.kill(busy[0])
                        team.start(busy[0])
                        left -= 1
                        next_kill = time.monotonic() + 2.0
                await asyncio.sleep(0.02)
            bill = await stage.sim.bill(Decimal(120), Decimal(120))
        finally:
            team.stop()
    return {
        "highest": highest,
        "bill": bill,
        "overshoot": overshoot_of(limit, highest, bill),
        "used_share": round(highest / limit, 3),
    }


async def size(
    *,
    cells: int = 100_000,
    characters: int = 5000,
    say: Say = quiet,
    budget: TimeBudget = UNLIMITED,
) -> dict[str, Any]:
    """Measure a large run with large answers: the worker's memory, the grid's first page, an export.

    If time is short the run has as many cells as fit.
    """
    async with a_stage(calls_at_once=100, latency_ms=0) as stage:
        runs = await a_run_bench(await stage.gateway.bench(), cases=cells // 10, models=10)
        assert len(runs.models) * (cells // 10) >= cells * 0.3, "too few simulated models"
        columns = len(runs.models)
        await stage.sim.behave(answer_characters=characters)
        per_second = await _warm_up(runs, WARM_UP_CASES)
        # The export, which comes after the run, has its time too.
        cases = budget.split(0.7).fit(
            per_second, at_most=cells // columns, at_least=AT_LEAST_CELLS // columns
        )
        if cases < cells // columns:
            say(f"size: {cases * columns:,} of {cells:,} cells; the others are left out for time")
        worker = psutil.Process(stage.workers[0].pid)
        at_first = worker.memory_info().rss
        run = await runs.start(choice=_first(cases))
        highest = at_first
        while (await runs.read(run.id)).state not in ENDED:
            highest = max(highest, worker.memory_info().rss)
            await asyncio.sleep(0.5)
        done = await runs.finished(run.id)
        say(f"{done.plan.cells} cells of {characters} characters are in")
        pages = [await _first_page(stage, runs, run.id) for _ in range(5)]
        exported, grown = await _export(stage, runs, run.id)
        assert exported == done.plan.cells
    return {
        "cells": done.plan.cells,
        "rss_growth_mb": round((highest - at_first) / 2**20, 1),
        "first_page_ms": round(statistics.median(pages) * 1000, 1),
        "export_growth_mb": round(grown / 2**20, 1),
    }


def _first(cases: int) -> Any:
    from edison.domain.runs.run_plan import CaseChoice

    return CaseChoice(first=cases)


async def _first_page(stage: Stage, runs: RunBench, run: RunId) -> float:
    began = time.perf_counter()
    page = granted(await runs.bench.browser.get(f"{runs.bench.path}/runs/{run}/rows?limit=50"))
    assert len(page["items"]) == 50
    del stage
    return time.perf_counter() - began


async def _export(stage: Stage, runs: RunBench, run: RunId) -> tuple[int, int]:
    """Take the whole export over real HTTP; lines, and how much this process, which serves it, grew."""
    process = psutil.Process()
    lines, highest = 0, 0
    async with stage.gateway.world.served() as address:
        cookies = {c.name: c.value or "" for c in runs.bench.browser.cookies.jar}
        path = f"{address}{runs.bench.path}/runs/{run}/export?format=jsonl"
        at_first = process.memory_info().rss
        async with ClientSession(cookies=cookies) as session, session.get(path) as answer:
            assert answer.status == 200, await answer.text()
            async for block in answer.content.iter_chunked(1 << 16):
                lines += block.count(b"\n")
                highest = max(highest, process.memory_info().rss)
    return lines, max(0, highest - at_first)
