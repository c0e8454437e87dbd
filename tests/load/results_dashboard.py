"""How fast the results of a large run answer while scores still come and another run is executed.

100,000 cells, five judges, five criteria each, on a PostgreSQL that waits for the disk as it does in production.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from math import ceil
from time import perf_counter
from typing import Any

import httpx
from sqlalchemy import text

from edison.domain.runs.run_states import ENDED
from edison.services.runs.run_control import cancel_run
from tests.load.run_stage import Stage, a_stage
from tests.support.answers import granted
from tests.support.finished_runs import RunDesk, a_run_desk
from tests.support.gateway import a_worker
from tests.support.judging import a_criterion, a_judge_in, a_rubric, as_scorer
from tests.support.runs import RunBench, a_run_bench
from tests.support.sql import value
from tests.support.world import World

CASES = 25_000
COLUMNS = ("gpt-4o-mini", "gpt-4o", "gpt-4.1", "gpt-4.1-mini")
JUDGES = 5
CRITERIA = ("Accuracy", "Brevity", "Tone", "Safety", "Form")
P95_AT_MOST_MS = 500.0
REQUESTS = 60
PATIENCE_S = 120.0
# Of a hundred rows so many are judged before anyone looks; the rest while someone does.
JUDGED_BEFORE = 90
BATCH = 250
PAUSE_S = 0.1
# Of the run that a worker executes meanwhile; it is started anew when it ends.
REAL_CASES = 2_000
REAL_CALLS_AT_ONCE = 20
REAL_LATENCY_MS = 200

MORE_CASES = """
    INSERT INTO cases (id, case_id, project_id, dataset_id, position, since, values, expected, tags, difficulty,
        metadata, split, search)
    SELECT gen_random_uuid(), gen_random_uuid(), :project, :dataset, 1000 + n, 2,
        jsonb_build_object('question', repeat('What is ' || n || '? ', 1 + mod(n, 300))), n::text,
        ARRAY['tag ' || mod(n, 12), CASE WHEN mod(n, 100) = 0 THEN 'rare' ELSE 'usual' END], 1 + mod(n, 5), '{}',
        CASE WHEN mod(n, 5) = 0 THEN 'holdout' ELSE 'train' END, 'what is ' || n || '?'
    FROM generate_series(1, :cases) n
"""
CELLS = """
    INSERT INTO cells (run_id, ordinal, state, claim, attempt, held, held_tokens, holds, finished_at, cost, doubt,
        prompt_tokens, completion_tokens, latency_ms, attempts, finish, error_code, error, output, more)
    SELECT :run, n, CASE WHEN mod(n, 997) = 0 THEN 'failed' ELSE 'answered' END, 0, 1, 0, 0, 0, now(), mod(n, 1000), 0,
        100, 100, 100 + mod(n * 7919, 5000), 1, 'stop', CASE WHEN mod(n, 997) = 0 THEN 'too_long' END,
        CASE WHEN mod(n, 997) = 0 THEN 'Too long' END,
        CASE WHEN mod(n, 997) <> 0 THEN repeat('The answer is ' || n || '. ', 12) END, '{}'
    FROM generate_series(0, CAST(:last AS int)) n
"""
# As a worker writes them: one in fifty could not be judged.
SCORES = """
    INSERT INTO scores (run_id, ordinal, scorer, state, claim, held, held_tokens, holds, finished_at, value, passed,
        problem, reason, cost, doubt, criteria, more)
    SELECT :run, n, s, CASE WHEN bad THEN 'not_scored' ELSE 'scored' END, 0, 0, 0, 0, now(),
        CASE WHEN NOT bad THEN v END, CASE WHEN NOT bad THEN v >= 0.5 END, CASE WHEN bad THEN 'judge_error' END,
        'Accuracy 4/5. Nearly right.', 50, 0, CASE WHEN NOT bad THEN ARRAY[v, v * 0.9, v * 0.8, 1 - v, v]::real[] END,
        '{"criteria": {"Accuracy": {"score": 4, "value": 0.8, "why": "Nearly right."}}}'
    FROM generate_series(CAST(:first AS int), CAST(:last AS int)) n, generate_series(0, :judges - 1) s,
        LATERAL (SELECT mod(n * 31 + s * 7, 101) / 100.0 AS v, mod(n + s, 50) = 0 AS bad) x
    WHERE mod(n, 997) <> 0
"""
SUM_CELLS = """
    UPDATE run_columns c SET answered = x.answered, failed = x.failed, prompt_tokens = 100 * x.answered, cost = x.cost
    FROM (
        SELECT mod(ordinal, :columns) AS number, count(*) FILTER (WHERE state = 'answered') AS answered,
            count(*) FILTER (WHERE state = 'failed') AS failed, sum(cost) AS cost
        FROM cells WHERE run_id = :run GROUP BY 1
    ) x WHERE c.run_id = :run AND c.number = x.number
"""
SUM_SCORES = """
    UPDATE run_scores r SET scored = r.scored + x.scored, errors = r.errors + x.errors, total = r.total + x.total,
        passed = r.passed + x.passed, not_passed = r.not_passed + x.scored - x.passed, cost = r.cost + x.cost
    FROM (
        SELECT mod(ordinal, :columns) AS number, scorer, count(value) AS scored,
            count(*) FILTER (WHERE problem IS NOT NULL) AS errors, coalesce(sum(value), 0) AS total,
            count(*) FILTER (WHERE passed) AS passed, sum(cost) AS cost
        FROM scores WHERE run_id = :run AND ordinal BETWEEN :first AND :last GROUP BY 1, 2
    ) x WHERE r.run_id = :run AND r.number = x.number AND r.scorer = x.scorer
"""
# The worker shall compute, and not ask anyone: nobody answers here.
STATES = ("executing", "judging", "aggregating", "completed")


@dataclass(slots=True)
class Answered:
    """Milliseconds of each request, and how many of them found results that were computed meanwhile."""

    ms: list[float] = field(default_factory=list[float])
    computed: set[str] = field(default_factory=set[str])
    written: int = 0
    # Cells of the run that was executed at the same time.
    executed: int = 0
    fsync: str = ""
    first_s: float = 0.0
    comparing_ms: list[float] = field(default_factory=list[float])
    took_s: float = 0.0

    @property
    def p95_ms(self) -> float:
        return sorted(self.ms)[ceil(len(self.ms) * 0.95) - 1]

    def __str__(self) -> str:
        return (
            f"dashboard: p50 {sorted(self.ms)[len(self.ms) // 2]:.0f} ms, p95 {self.p95_ms:.0f} ms of {len(self.ms)}"
            f" (the first counts) while {self.written:,} scores were written and {self.executed:,} cells of"
            f" another run executed, fsync {self.fsync}; computed {len(self.computed)} times,"
            f" at first in {self.first_s:.1f} s, last in {self.took_s:.1f} s; "
            f"verdict at most {max(self.comparing_ms, default=0):.0f} ms"
        )


async def a_judged_run(world: World, cases: int = CASES) -> tuple[RunDesk, dict[str, Any]]:
    """All answers are there, most are judged; sums and all."""
    desk = await a_run_desk(world, models=COLUMNS)
    cells = cases * len(COLUMNS)
    place: dict[str, Any] = {"project": desk.project, "dataset": desk.dataset.id, "cases": cases}
    async with world.database.engine.begin() as connection:
        await connection.execute(text(MORE_CASES), place)
        await connection.execute(
            text("UPDATE cases SET until = 2 WHERE dataset_id = :dataset AND since = 1"), place
        )
        await connection.execute(
            text(
                "INSERT INTO dataset_versions (dataset_id, project_id, number, cases, note, author_label, created_at) "
                "SELECT :dataset, :project, 2, :cases, 'Many', 'test', now()"
            ),
            place,
        )
        await connection.execute(
            text("UPDATE datasets SET version = 2, cases = :cases WHERE id = :dataset"), place
        )
    criteria = [a_criterion(name, weight=1 / len(CRITERIA)) for name in CRITERIA]
    rubric = await a_rubric(desk.browser, desk.path, criteria=criteria)
    judges = [
        await a_judge_in(
            desk.browser, desk.path, desk.models[0], rubric["id"], name=f"Judge {number}"
        )
        for number in range(JUDGES)
    ]
    run = await desk.start(scorers=[as_scorer(judge) for judge in judges])
    async with world.database.engine.begin() as connection:
        of_run: dict[str, Any] = {"run": run["id"], "columns": len(COLUMNS), "judges": JUDGES}
        before = cells * JUDGED_BEFORE // 100
        await connection.execute(text(CELLS), {**of_run, "last": cells - 1})
        await connection.execute(text(SUM_CELLS), of_run)
        for first in range(0, before, 10_000):
            part = {**of_run, "first": first, "last": min(first + 10_000, before) - 1}
            await connection.execute(text(SCORES), part)
        await connection.execute(text(SUM_SCORES), {**of_run, "first": 0, "last": before - 1})
        for state in STATES:
            await connection.execute(
                text("UPDATE runs SET state = :state WHERE id = :run"), {**of_run, "state": state}
            )
    async with world.database.engine.connect() as connection:
        # As PostgreSQL does by itself within a minute.
        await (await connection.execution_options(isolation_level="AUTOCOMMIT")).execute(
            text("ANALYZE")
        )
    return desk, run


async def dashboard(
    stage: Stage,
    *,
    cases: int = CASES,
    requests: int = REQUESTS,
    say: Callable[[str], None] = print,
) -> Answered:
    """A worker executes a run, scores of another are written all the time, and somebody looks at the results."""
    world = stage.gateway.world
    began = perf_counter()
    desk, run = await a_judged_run(world, cases)
    say(f"seeded {cases * len(COLUMNS):,} cells in {perf_counter() - began:.0f} s")
    home = stage.folder / "home"
    home.mkdir()
    found = Answered(fsync=str(value(world.url, "SHOW fsync")))
    stopped = asyncio.Event()
    async with (
        # Not before: it would execute what was put in place.
        a_worker(stage.gateway, home, EDISON_CALLS_AT_ONCE=str(REAL_CALLS_AT_ONCE)),
        world.served() as address,
        _reader(desk, address) as reader,
    ):
        runs = await a_run_bench(await stage.gateway.bench(), cases=min(REAL_CASES, cases))
        path = f"{desk.path}/runs/{run['id']}/results"
        began = perf_counter()
        async with asyncio.timeout(PATIENCE_S):
            while granted(await reader.get(path))["as_of"] is None:  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.2)
        found.first_s = perf_counter() - began
        say(f"first results after {found.first_s:.1f} s")
        async with asyncio.TaskGroup() as beside:
            beside.create_task(_write(world, run["id"], cases, stopped, found))
            beside.create_task(_execute(world, runs, stopped, found))
            try:
                await _look(reader, path, requests, found)
            finally:
                stopped.set()
        await _compare(reader, path.removesuffix("/results"), run["id"], found)
    found.took_s = value(
        world.url, "SELECT took_s FROM run_statistics WHERE run_id = %s", run["id"]
    )
    say(str(found))
    return found


async def _look(reader: httpx.AsyncClient, path: str, requests: int, found: Answered) -> None:
    """So often, and until results have been computed anew in the meantime."""
    until = perf_counter() + PATIENCE_S
    for number in count():
        if number >= requests and (len(found.computed) > 1 or perf_counter() > until):
            return
        # Most look at it as it is, some ask their own question.
        query = {"base": number % 4, "minimum_effect": 0.01} if number % 5 == 4 else {}
        began = perf_counter()
        answer = await reader.get(path, params=query)
        found.ms.append((perf_counter() - began) * 1000)
        body = granted(answer)
        found.computed.add(body["as_of"])
        assert len(body["columns"]) == len(COLUMNS)
        assert [len(column["criteria"]) for column in body["columns"]] == [5] * len(COLUMNS)
        assert len(body["comparisons"]) == len(COLUMNS) - 1
        await asyncio.sleep(PAUSE_S)


async def _compare(reader: httpx.AsyncClient, path: str, run: str, found: Answered) -> None:
    for other in range(1, len(COLUMNS)):
        began = perf_counter()
        query = {"with": run, "column": other, "other_column": 0}
        granted(await reader.get(f"{path}/verdict", params=query))
        found.comparing_ms.append((perf_counter() - began) * 1000)


async def _write(
    world: World, run: str, cases: int, stopped: asyncio.Event, found: Answered
) -> None:
    """Batches of verdicts with their sums, as workers write them, until nobody looks any more."""
    cells = cases * len(COLUMNS)
    for place in count():
        first = cells * JUDGED_BEFORE // 100 + place * BATCH // JUDGES
        last = min(first + BATCH // JUDGES, cells) - 1
        if stopped.is_set() or first > last:
            return
        values = {"run": run, "first": first, "last": last, "judges": JUDGES}
        async with world.database.engine.begin() as connection:
            written = await connection.execute(text(SCORES), values)
            await connection.execute(text(SUM_SCORES), {**values, "columns": len(COLUMNS)})
        found.written += written.rowcount
        await asyncio.sleep(0.05)


async def _execute(world: World, runs: RunBench, stopped: asyncio.Event, found: Answered) -> None:
    """Keep the worker busy with a run of real calls, and with the next one, until nobody looks any more."""
    while not stopped.is_set():
        run = await runs.start()
        while not stopped.is_set() and (await runs.read(run.id)).state not in ENDED:  # noqa: ASYNC110 - a worker
            await asyncio.sleep(0.2)
        found.executed += runs.counts(run.id).get("answered", 0)
        if (await runs.read(run.id)).state not in ENDED:
            await cancel_run(world.ctx, runs.who, runs.project, run.id)


@asynccontextmanager
async def _reader(desk: RunDesk, address: str) -> AsyncGenerator[httpx.AsyncClient]:
    """A machine with a token, over a socket."""
    body = {"name": "dashboard", "role": "VIEWER", "expires_in_days": 1}
    made = granted(await desk.browser.post(f"{desk.path}/tokens", json=body), 201)
    headers = {"authorization": f"Bearer {made['secret']}"}
    async with httpx.AsyncClient(base_url=address, headers=headers, timeout=60) as client:
        yield client


async def _measured(cases: int, say: Callable[[str], None]) -> Answered:
    async with a_dashboard_stage() as stage:
        return await dashboard(stage, cases=cases, say=say)


@asynccontextmanager
async def a_dashboard_stage() -> AsyncGenerator[Stage]:
    """A durable PostgreSQL and a simulator; the worker comes later."""
    async with a_stage(workers=0, latency_ms=REAL_LATENCY_MS) as stage:
        yield stage


def dashboard_p95_ms(say: Callable[[str], None] = print) -> float:
    """Measure the figure of the README anew."""
    return asyncio.run(_measured(CASES, say)).p95_ms
