"""Many schedules due in the same minute, on two workers that are processes of their own and on a real clock."""

import asyncio
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

import psutil

from edison.domain.ids import DatasetId, ModelId, PromptId, SuiteId
from edison.domain.models.parameters import Parameters
from edison.domain.suites.recipe import DatasetRef, PromptRef, Recipe, SuiteTarget
from edison.services.monitoring.monitor_commands import (
    CreateMonitor,
    MonitorSettings,
    create_monitor,
)
from edison.services.suites.suite_creation import CreateSuite, create_suite
from tests.fault.run_chaos import Workers, until_alive
from tests.load.run_stage import Stage, a_stage
from tests.support.answers import granted
from tests.support.runs import RunBench, a_run_bench
from tests.support.sql import execute, rows, value

CASES = 3
# Time to put everything in its place before the minute comes.
AHEAD_S = 12
# Ticks that come when all is started: what would start twice has had its chance.
TICKS_AFTER_S = 15.0
PATIENCE_S = 240.0


@dataclass(slots=True, kw_only=True)
class Storm:
    """What became of the schedules."""

    due: int
    # With one execution that has a run.
    run_once: int
    more_than_once: int
    refused: dict[str, int]
    # From the full minute until the last start was there to be seen.
    spread_s: float
    first_s: float
    kills: int
    # Seconds of processor time from the minute to the last start.
    worker_cpu_s: float
    postgres_cpu_s: float
    # Runs that had come to their end when the test stopped looking.
    runs_completed: int


async def storm(
    count: int, *, kill: bool = False, cases: int = CASES, finish_within_s: float = 0.0
) -> Storm:
    """Each of `count` suites of one project has a monitor that is due at the next full minute."""
    async with a_stage(workers=0, latency_ms=50) as stage:
        team = Workers(stage, 2, calls_at_once=64)
        try:
            await until_alive(stage, 2)
            bench = await a_run_bench(await stage.gateway.bench(), cases=cases, models=1)
            await _one_monitor(bench)
            due = _all_due(stage, count)
            return await _watch(stage, team, due, count, kill=kill, finish=finish_within_s)
        finally:
            team.stop()


async def _one_monitor(bench: RunBench) -> None:
    path = f"{bench.bench.path}/prompts/{bench.prompt}/versions"
    saved = await bench.bench.browser.post(path, json={"changelog": "First"})
    granted(saved, saved.status_code)
    recipe = Recipe(
        prompts=(PromptRef(prompt=PromptId(UUID(bench.prompt))),),
        dataset=DatasetRef(id=DatasetId(UUID(bench.dataset))),
        targets=(
            SuiteTarget(
                model=ModelId(UUID(bench.models[0])), parameters=Parameters(max_tokens=100)
            ),
        ),
        scorers=({"kind": "length", "at_least": 1},),
    )
    ctx = bench.bench.world.ctx
    made = await create_suite(
        ctx, bench.who, CreateSuite(project=bench.project, name="Storm", recipe=recipe)
    )
    settings = MonitorSettings(name="Storm", cron="0 0 1 1 *")
    await create_monitor(
        ctx,
        bench.who,
        CreateMonitor(project=bench.project, suite=SuiteId(made.card.suite.id), settings=settings),
    )


def _all_due(stage: Stage, count: int) -> datetime:
    """Copies of the suite and its monitor, all due at the same minute of the real clock."""
    at = datetime.now(UTC) + timedelta(seconds=AHEAD_S)
    due = at.replace(second=0, microsecond=0) + timedelta(minutes=1)
    cron = f"{due.minute} {due.hour} * * *"
    for table, name in (("suites", "name || ' ' || n"), ("monitors", "name || ' ' || n")):
        columns = [
            str(found[0])
            for found in rows(
                stage.url,
                "SELECT column_name FROM information_schema.columns WHERE table_name = %s "
                "AND table_schema = 'public'",
                table,
            )
        ]
        chosen = {column: column for column in columns} | {"id": _id(table), "name": name}
        if table == "monitors":
            chosen["suite_id"] = _id("suites")
        execute(
            stage.url,
            f"INSERT INTO {table} ({', '.join(chosen)}) "
            f"SELECT {', '.join(chosen.values())} FROM {table}, generate_series(2, {count}) n",
        )
    execute(
        stage.url,
        f"UPDATE monitors SET cron = '{cron}', next_due_at = '{due.isoformat()}', starts_at = '{due.isoformat()}'",
    )
    return due


def _id(table: str) -> str:
    return f"md5('{table}' || n)::uuid"


async def _watch(
    stage: Stage, team: Workers, due: datetime, count: int, *, kill: bool, finish: float
) -> Storm:
    await asyncio.sleep(max(0.0, (due - datetime.now(UTC)).total_seconds()))
    before, databases = _cpu(team), stage.costs().postgres_cpu_s
    began = time.monotonic()
    spread, first, kills = 0.0, 0.0, 0
    while time.monotonic() - began < PATIENCE_S:
        seen = int(value(stage.url, "SELECT count(*) FROM executions"))
        passed = (datetime.now(UTC) - due).total_seconds()
        first = first or (passed if seen else 0.0)
        if seen >= count:
            spread = passed
            break
        if kill and not kills and seen >= count // 5:
            team.kill(team.names[0])
            kills += 1
        await asyncio.sleep(0.2)
    cpu, postgres = _cpu(team) - before, stage.costs().postgres_cpu_s - databases
    await asyncio.sleep(TICKS_AFTER_S)
    await _let_them_finish(stage, count, finish)
    per_monitor = rows(
        stage.url,
        "SELECT m.id, count(e.id), count(r.id) FROM monitors m LEFT JOIN executions e "
        "ON e.monitor_id = m.id LEFT JOIN runs r ON r.id = e.run_id GROUP BY m.id",
    )
    return Storm(
        due=count,
        run_once=sum(1 for _, executions, runs in per_monitor if (executions, runs) == (1, 1)),
        more_than_once=sum(1 for _, executions, _runs in per_monitor if executions > 1),
        refused={
            str(reason): int(number)
            for reason, number in rows(
                stage.url,
                "SELECT coalesce(reason, state) || ': ' || coalesce(problem, ''), count(*) "
                "FROM executions WHERE run_id IS NULL GROUP BY 1",
            )
        },
        spread_s=round(spread, 1),
        first_s=round(first, 1),
        kills=kills,
        worker_cpu_s=round(cpu, 1),
        postgres_cpu_s=round(postgres, 1),
        runs_completed=_completed(stage),
    )


async def _let_them_finish(stage: Stage, count: int, within_s: float) -> None:
    end = time.monotonic() + within_s
    while time.monotonic() < end and _completed(stage) < count:  # noqa: ASYNC110
        await asyncio.sleep(1.0)


def _completed(stage: Stage) -> int:
    return int(value(stage.url, "SELECT count(*) FROM runs WHERE state = 'completed'"))


def _cpu(team: Workers) -> float:
    total = 0.0
    for process in team.processes:
        if process.process.poll() is None:
            times = psutil.Process(process.process.pid).cpu_times()
            total += times.user + times.system
    return total
