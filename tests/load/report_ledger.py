"""How fast reports answer over five million lines of the ledger, and whether they differ from it by a micro-dollar.

`python -m tests.load.report_ledger` takes the large version; a number after it, as many lines.
"""

import asyncio
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal
from math import ceil
from pathlib import Path
from time import perf_counter
from typing import Any
from uuid import UUID

import httpx
from sqlalchemy import text

from edison.domain.ids import ProjectId, UserId
from edison.kit.log_setup import configure_logging
from tests.load.time_budget import UNLIMITED, TimeBudget
from tests.support.answers import granted
from tests.support.catalog import a_credential, a_model
from tests.support.postgres import TestServer
from tests.support.sql import execute, rows, value
from tests.support.world import API, World

LINES = 5_000_000
P95_AT_MOST_MS = 500.0
REQUESTS = 20
# Whatever the time.
AT_LEAST_REQUESTS = 5
# The share of the time in which the ledger is filled.
FILLING = 0.8
CHUNK = 50_000
# Who fills the ledger at once: as many as the smallest machine has cores.
WRITERS = 2
# Of one run; half of them are promises.
LINES_OF_A_RUN = 250
DAYS = 365
MODELS = 8
# One project has most of it, the others share the rest: the hard case is the large one.
PROJECTS = 10
OF_THE_FIRST = 0.8

RUNS = """
    INSERT INTO runs (id, project_id, number, name, state, trigger, plan, cells, chunk_size, epoch, turn,
        created_by_label, created_at)
    SELECT gen_random_uuid(), :project, n, 'Load ' || n, 'completed', 'manual', '{}', 1, 1, 0, 0, 'load',
        now() - mod(n, :days) * interval '1 day' - interval '1 hour'
    FROM generate_series(1, :runs) n
"""
# Two models answer, a third one judges. One line in a thousand is in doubt, one run in fifty is an assistant's work
# outside of runs, as Edison's own questions are. Ids are in order of time, as those that Edison makes.
FILL = """
    INSERT INTO ledger (id, project_id, run_id, model_id, at, kind, phase, calls, held, settled, doubt, prompt_tokens,
        completion_tokens, cache_read_tokens, cache_write_tokens)
    SELECT CAST(lpad(to_hex(CAST(:place AS bigint) * 1000000000 + n), 32, '0') AS uuid), :project,
        CASE WHEN mod(r.number, 50) = 0 THEN NULL ELSE r.id END,
        (CAST(:models AS uuid[]))[1 + CASE WHEN judge THEN mod(r.number, 2) ELSE mod(r.number + mod(n, 3), :kinds) END],
        r.created_at + mod(n, 240) * interval '10 seconds',
        CASE WHEN promise THEN 'reserve' WHEN mod(n, 1000) = 1 THEN 'doubt' ELSE 'settle' END,
        CASE WHEN mod(r.number, 50) = 0 THEN 'assist' WHEN judge THEN 'judge' ELSE 'target' END, 10,
        CASE WHEN promise THEN 5000 ELSE -5000 END,
        CASE WHEN promise OR mod(n, 1000) = 1 THEN 0 ELSE mod(n * 7919, 4001) END,
        CASE WHEN mod(n, 1000) = 1 THEN 5000 ELSE 0 END,
        CASE WHEN promise THEN 0 ELSE 5000 END, CASE WHEN promise THEN 0 ELSE 1000 END,
        CASE WHEN promise THEN 0 ELSE 500 END, 0
    FROM generate_series(CAST(:first AS bigint), CAST(:last AS bigint)) n
    JOIN runs r ON r.project_id = :project AND r.number = 1 + n / CAST(:of_a_run AS bigint),
    LATERAL (SELECT mod(n, 2) = 0 AS promise, mod(n, 5) > 2 AS judge) x
"""
DIFFERENCE = """
    SELECT coalesce(sum(abs(coalesce(l.cost, 0) - coalesce(s.cost, 0))), 0) FROM
        (SELECT project_id, date_trunc('day', at, 'UTC') AS day, sum(settled + doubt) AS cost FROM ledger
         WHERE kind <> 'reserve' GROUP BY 1, 2) l
    FULL JOIN (SELECT project_id, day, sum(settled + doubt) AS cost FROM spend_days GROUP BY 1, 2) \
s USING (project_id, day)
"""


@dataclass(slots=True)
class Answered:
    """Milliseconds of each kind of request."""

    lines: int = 0
    days: int = 0
    filled_s: float = 0.0
    # Between reports and the ledger, in micro-dollars.
    difference: int = 0
    ms: dict[str, list[float]] = field(default_factory=dict[str, list[float]])

    @property
    def by_kind(self) -> dict[str, float]:
        """The p95 of each kind, slowest first; its first request counts."""
        found = {kind: round(_p95(times), 1) for kind, times in self.ms.items()}
        return dict(sorted(found.items(), key=lambda item: -item[1]))

    @property
    def slowest(self) -> tuple[str, float]:
        return next(iter(self.by_kind.items()))

    @property
    def p95_ms(self) -> float:
        """Of the slowest kind: whoever asks for it is not helped by the others."""
        return self.slowest[1]

    @property
    def first(self) -> tuple[str, float]:
        """The slowest first request of a kind, with nothing cached."""
        kind = max(self.ms, key=lambda each: self.ms[each][0])
        return kind, self.ms[kind][0]

    def __str__(self) -> str:
        kind, slowest = self.slowest
        cold, first_ms = self.first
        return (
            f"reports: of {len(self.ms)} kinds the slowest is {kind} with a p95 of {slowest:.0f} ms;"
            f" the slowest first request is {cold} with {first_ms:.0f} ms;"
            f" {self.lines:,} lines of the ledger in {self.days:,} rows, filled in {self.filled_s:.0f} s;"
            f" differs by {self.difference} micro-dollars"
        )


def _p95(times: list[float]) -> float:
    return sorted(times)[ceil(len(times) * 0.95) - 1]


async def reports(
    world: World,
    *,
    lines: int = LINES,
    requests: int = REQUESTS,
    say: Callable[[str], None] = print,
    budget: TimeBudget = UNLIMITED,
) -> Answered:
    """Fill the ledger with the trigger at work, then ask for every report over a month and over a year.

    If time is short the ledger gets fewer lines, and each report is asked for less often.
    """
    filling = budget.split(FILLING)
    found = Answered()
    began = perf_counter()
    owner = await world.person()
    slugs: list[str] = []
    others: list[UUID] = []
    share = round(lines * OF_THE_FIRST)
    for number in range(PROJECTS):
        project = await owner.create_project(f"Load {number}")
        slugs.append(project["slug"])
        models = await _models(world, project["id"], owner.id)
        some = share if number == 0 else ceil((lines - share) / (PROJECTS - 1))
        filled = await _fill(world, project["id"], number, models, some, filling)
        say(f"project {number}: {filled:,} of {some:,} lines after {perf_counter() - began:.0f} s")
        others.append(models[0])
    # As PostgreSQL does by itself; after inserts alone it comes late.
    execute(world.url, "ANALYZE ledger", "ANALYZE spend_days", "ANALYZE runs")
    found.filled_s = perf_counter() - began
    [(found.lines, found.days)] = rows(
        world.url, "SELECT (SELECT count(*) FROM ledger), (SELECT count(*) FROM spend_days)"
    )
    found.difference = int(value(world.url, DIFFERENCE))
    path = f"{API}/projects/{slugs[0]}/reports"
    in_time = budget.take(range(requests), at_least=AT_LEAST_REQUESTS, what="requests", say=say)
    await _ask(world, owner.browser, path, others[0], in_time, found)
    found.difference += await _told_apart(world, owner.browser)
    say(str(found))
    return found


async def _models(world: World, project: str, owner: str) -> list[UUID]:
    place = ProjectId(UUID(project))
    async with world.ctx.write() as tx:
        credential = await a_credential(tx, place, UserId(UUID(owner)))
        names = ["gpt-4o", *(f"model-{number}" for number in range(1, MODELS))]
        return [await a_model(tx, place, credential, name) for name in names]


async def _fill(
    world: World, project: str, place: int, models: list[UUID], lines: int, budget: TimeBudget
) -> int:
    """Write so many lines, or those that fit; return how many."""
    whose: dict[str, Any] = {"project": UUID(project), "place": place, "models": models}
    runs = {"project": UUID(project), "runs": 1 + lines // LINES_OF_A_RUN, "days": DAYS}
    async with world.database.engine.begin() as connection:
        await connection.execute(text(RUNS), runs)
        await connection.execute(text("ANALYZE runs"))
    at_once = asyncio.Semaphore(WRITERS)
    written: list[int] = []

    async def write(first: int) -> None:
        last = min(first + CHUNK, lines) - 1
        part = {"first": first, "last": last, "of_a_run": LINES_OF_A_RUN, "kinds": len(models)}
        async with at_once:
            if budget.is_spent:
                return
            async with world.database.engine.begin() as connection:
                await connection.execute(text(FILL), {**whose, **part})
            written.append(last + 1 - first)

    async with asyncio.TaskGroup() as tasks:
        for first in range(0, lines, CHUNK):
            tasks.create_task(write(first))
    return sum(written)


async def _ask(
    world: World,
    browser: httpx.AsyncClient,
    path: str,
    model: UUID,
    rounds: Iterator[int],
    found: Answered,
) -> None:
    """Ask for each kind of report once in each round."""
    kinds: dict[str, tuple[str, dict[str, Any]]] = {"burn-down": (f"{path}/burn-down", {})}
    for span, period in (("month", dict[str, str]()), ("year", _year(world))):
        for group in ("model", "phase", "day", "run", "experiment"):
            query = {"group": group, "stack": "phase" if group == "day" else "model", **period}
            kinds[f"spending by {group}, {span}"] = (f"{path}/spending", query)
        kinds[f"one model, {span}"] = (f"{path}/spending", {"model": str(model), **period})
        kinds[f"tokens, {span}"] = (f"{path}/tokens", period)
        kinds[f"savings, {span}"] = (f"{path}/savings", period)
        kinds[f"repricing, {span}"] = (f"{path}/repricing", {"model": str(model), **period})
        for group in ("project", "model", "day"):
            query = {"group": group, **period}
            kinds[f"installation by {group}, {span}"] = (
                f"{API}/installation/reports/spending",
                query,
            )
    for _ in rounds:
        for kind, (address, query) in kinds.items():
            found.ms.setdefault(kind, []).append(await _time(browser, address, query))


async def _time(browser: httpx.AsyncClient, address: str, query: dict[str, Any]) -> float:
    began = perf_counter()
    granted(await browser.get(address, params=query))
    return (perf_counter() - began) * 1000


async def _told_apart(world: World, browser: httpx.AsyncClient) -> int:
    """What the API says of all projects together, against the ledger."""
    address = f"{API}/installation/reports/spending"
    said = granted(await browser.get(address, params=_year(world)))["total"]["cost_usd"]
    counted = value(world.url, "SELECT sum(settled) FROM ledger WHERE kind <> 'reserve'")
    return abs(int(Decimal(said) * 1_000_000) - int(counted))


def _year(world: World) -> dict[str, str]:
    """All days of the ledger, and one or two more."""
    today = world.clock.now().date()
    return {"from": (today - timedelta(days=DAYS + 1)).isoformat(), "to": today.isoformat()}


async def measured(
    lines: int = LINES, say: Callable[[str], None] = print, budget: TimeBudget = UNLIMITED
) -> Answered:
    with tempfile.TemporaryDirectory(prefix="edison-reports-") as folder:
        server = TestServer(Path(folder) / "server", "reports")
        with server.database() as url:
            world = World(url)
            try:
                return await reports(world, lines=lines, say=say, budget=budget)
            finally:
                await world.close()


def main() -> None:
    """Progress on stderr, the figures last on stdout as one JSON line."""
    configure_logging(level="error", service="test")

    def say(line: str) -> None:
        print(line, file=sys.stderr, flush=True)

    lines = int(sys.argv[1]) if sys.argv[1:] else LINES
    found = asyncio.run(measured(lines, say))
    for kind, p95_ms in found.by_kind.items():
        say(f"{p95_ms:7.1f} ms  {kind}")
    figures = {
        "report_lines": found.lines,
        "report_p95_ms": round(found.p95_ms, 1),
        "report_slowest_kind": found.slowest[0],
        "report_first_ms": round(found.first[1], 1),
        "report_difference_micro_usd": found.difference,
    }
    print(json.dumps(figures), flush=True)
    sys.exit(1 if found.p95_ms > P95_AT_MOST_MS or found.difference else 0)


if __name__ == "__main__":
    main()
