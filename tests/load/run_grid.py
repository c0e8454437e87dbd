"""How fast the grid of a large run answers: 100,000 cells with outputs of 5 KB, put in place by SQL."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from resource import RUSAGE_SELF, getrusage
from statistics import median
from time import perf_counter
from typing import Any
from uuid import UUID

from sqlalchemy import text

from edison.domain.ids import RunId, UserId
from edison.domain.people.access import Actor, Role
from edison.services.runs.run_export import ExportRun, export_run
from tests.support.answers import granted
from tests.support.finished_runs import RunDesk, a_run_desk
from tests.support.world import World

CASES = 25_000
COLUMNS = ("gpt-4o-mini", "gpt-4o", "gpt-4.1", "gpt-4.1-mini")
FIRST_PAGE_AT_MOST_MS = 300.0
A_FILTER_AT_MOST_MS = 1_000.0
A_SEARCH_AT_MOST_MS = 3_000.0
EXPORT_MEMORY_AT_MOST_MB = 100.0
ROUNDS = 3

# Words of random letters and hex: neither all alike, which would be stored in nothing, nor beyond compressing.
WORDS = """
    SELECT t AS text, string_agg(md5(t::text || '-' || w::text) || ' the answer is ', '') AS words
    FROM generate_series(0, 499) t, generate_series(1, 106) w GROUP BY t
"""
MORE_CASES = """
    INSERT INTO cases (id, case_id, project_id, dataset_id, position, since, values, expected, \
tags, metadata, split, search)
    SELECT gen_random_uuid(), gen_random_uuid(), :project, :dataset, 1000 + n, 2,
        jsonb_build_object('question', repeat('What is ' || n || '? ', 20)), n::text,
        ARRAY[CASE WHEN mod(n, 100) = 0 THEN 'rare' ELSE 'usual' END], '{}', 'none', 'what is ' || n || '?'
    FROM generate_series(1, :cases) n
"""
PIN = """
    INSERT INTO run_cases (run_id, position, revision)
    SELECT :run, row_number() OVER (ORDER BY position) - 1, id FROM cases WHERE dataset_id = :dataset AND since = 2
"""
CELLS = f"""
    WITH texts AS MATERIALIZED ({WORDS})
    INSERT INTO cells (run_id, ordinal, state, claim, attempt, held, held_tokens, holds, finished_at, cost, doubt,
        prompt_tokens, completion_tokens, latency_ms, attempts, finish, error_code, error, output, more)
    SELECT :run, n, CASE WHEN mod(n, 997) = 0 THEN 'failed' ELSE 'answered' END, 0, 1, 0, 0, 0, now(), mod(n, 1000), 0,
        100, 1000, 100 + mod(n * 7919, 5000), 1, 'stop', CASE WHEN mod(n, 997) = 0 THEN 'too_long' END,
        CASE WHEN mod(n, 997) = 0 THEN 'Too long' END, CASE WHEN mod(n, 997) <> 0 THEN words END, '{{}}'
    FROM generate_series(CAST(:first AS int), CAST(:last AS int)) n JOIN texts ON text = mod(n, 500)
"""
SCORES = """
    INSERT INTO scores (run_id, ordinal, scorer, state, claim, held, held_tokens, holds, finished_at, value, passed,
        reason, doubt)
    SELECT :run, n, 0, 'scored', 0, 0, 0, 0, now(), mod(n, 101) / 100.0, mod(n, 101) >= 50, 'It differs', 0
    FROM generate_series(0, CAST(:last AS int)) n
"""
# More than people will ever say of one run.
MARKS = """
    INSERT INTO cell_marks (run_id, ordinal, project_id, attempt, grade, graded_by_label, graded_at, flagged, note,
        flagged_at)
    SELECT :run, n, :project, 1, mod(n, 2), 'test', now(), mod(n, 600) = 0, '', CASE WHEN mod(n, 600) = 0 THEN now() END
    FROM generate_series(0, CAST(:last AS int), 50) n
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Took:
    what: str
    ms: float
    # Of all rounds: what it takes when nobody else is at work on this machine.
    best_ms: float
    rows: int
    bytes: int

    def __str__(self) -> str:
        return f"{self.what}: {self.ms:.0f} ms (best {self.best_ms:.0f}), {self.rows} rows, {self.bytes / 1000:.0f} KB"


async def a_large_run(world: World) -> tuple[RunDesk, dict[str, Any]]:
    desk = await a_run_desk(world, models=COLUMNS)
    cells = CASES * len(COLUMNS)
    async with world.database.engine.begin() as connection:
        place: dict[str, Any] = {"project": desk.project, "dataset": desk.dataset.id}
        await connection.execute(text(MORE_CASES), {**place, "cases": CASES})
        await connection.execute(
            text("UPDATE cases SET until = 2 WHERE dataset_id = :dataset AND since = 1"), place
        )
        await connection.execute(
            text(
                "INSERT INTO dataset_versions (dataset_id, project_id, number, cases, note, author_label, created_at) "
                "SELECT :dataset, :project, 2, :cases, 'Many', 'test', now()"
            ),
            {**place, "cases": CASES},
        )
        await connection.execute(
            text("UPDATE datasets SET version = 2, cases = :cases WHERE id = :dataset"),
            {**place, "cases": CASES},
        )
    run = await desk.start(scorers=[{"kind": "exact"}])
    assert run["plan"]["cells"] == cells
    for first in range(0, cells, 10_000):
        async with world.database.engine.begin() as connection:
            await connection.execute(
                text(CELLS), {"run": run["id"], "first": first, "last": first + 9_999}
            )
    async with world.database.engine.begin() as connection:
        await connection.execute(text(SCORES), {"run": run["id"], "last": cells - 1})
        await connection.execute(
            text(MARKS), {"run": run["id"], "project": desk.project, "last": cells - 1}
        )
        # As PostgreSQL does by itself within a minute.
        await connection.execute(text("ANALYZE"))
    return desk, run


ASKED: dict[str, dict[str, Any]] = {
    "first page": {},
    "first page of 100": {"limit": 100},
    "failed cells": {"state": "failed"},
    "open cells, of which there are none": {"state": "open"},
    "not passed": {"scorer": 0, "passed": False},
    "low scores": {"scorer": 0, "below": 0.01},
    "a rare tag": {"tag": "rare"},
    "slowest first": {"sort": "latency", "order": "desc"},
    "dearest first": {"sort": "cost", "order": "desc", "sort_column": 2},
    "worst score first": {"sort": "score", "sort_column": 1},
    "low grades": {"low": 0.01},
    "worst grade first": {"sort": "grade", "sort_column": 1},
    "low grades, best first": {"low": 0.5, "sort": "grade", "order": "desc"},
    "flagged": {"flagged": True},
    "a page far down": {"start": CASES - 100, "limit": 100},
    "search with hits": {"search": "THE ANSWER"},
    "search for one case": {"search": "what is 20123?"},
    "search without a hit": {"search": "nowhere to be found"},
}
COMPARED: dict[str, dict[str, Any]] = {
    "two columns compared": {},
    "what was fixed": {"kind": "fixed"},
}


async def measure(
    desk: RunDesk, run: dict[str, Any], say: Callable[[str], None]
) -> dict[str, Took]:
    found: dict[str, Took] = {}
    for what, query in ASKED.items():
        found[what] = await _timed(
            what, lambda query=query: desk.page(run, **{"limit": 50, **query})
        )
        say(str(found[what]))
    for what, query in COMPARED.items():
        path = f"{desk.path}/runs/{run['id']}/comparison"
        query = {"with": run["id"], "other_column": 1, "limit": 50, **query}

        async def compare(path: str = path, query: dict[str, Any] = query) -> dict[str, Any]:
            return granted(await desk.browser.get(path, params=query))

        found[what] = await _timed(what, compare)
        say(str(found[what]))
    found["the run itself"] = await _timed("the run itself", lambda: desk.read(run))
    say(str(found["the run itself"]))
    return found


async def _timed(what: str, ask: Callable[[], Awaitable[dict[str, Any]]]) -> Took:
    times: list[float] = []
    body: dict[str, Any] = {}
    for _ in range(ROUNDS):
        began = perf_counter()
        body = await ask()
        times.append((perf_counter() - began) * 1000)
    return Took(
        what=what,
        ms=median(times),
        best_ms=min(times),
        rows=len(body.get("items", [])),
        bytes=len(str(body)),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    lines: int
    megabytes: float
    seconds: float
    # How much more memory this process ever had.
    grown_mb: float

    def __str__(self) -> str:
        return (
            f"export: {self.lines} lines, {self.megabytes:.0f} MB in {self.seconds:.1f} s,"
            f" {self.grown_mb:.0f} MB more memory"
        )


async def export_all(desk: RunDesk, run: dict[str, Any]) -> Exported:
    """Write all results, and keep none of them."""
    user = UserId(UUID(desk.owner.id))
    who = Actor(kind="user", id=user, user=user, roles={desk.project: Role.OWNER})
    began, before = perf_counter(), _peak_mb()
    cmd = ExportRun(project=desk.project, run=RunId(UUID(run["id"])))
    lines = characters = 0
    async for line in (await export_run(desk.world.ctx, who, cmd)).chunks:
        lines += 1
        characters += len(line)
    return Exported(
        lines=lines,
        megabytes=characters / 1e6,
        seconds=perf_counter() - began,
        grown_mb=_peak_mb() - before,
    )


def _peak_mb() -> float:
    return getrusage(RUSAGE_SELF).ru_maxrss / 1024
