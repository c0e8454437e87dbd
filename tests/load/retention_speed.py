"""How fast retention deletes: cells and scores in batches, a month as a whole, and stored answers."""

import asyncio
import time
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from edison.engine.retention.nightly_retention import RetentionNight
from edison.engine.steps.delete_expired_rows import ANSWERS_AT_ONCE
from tests.support.aged import aged_run
from tests.support.finished_runs import RunDesk, a_run_desk
from tests.support.sql import execute
from tests.support.world import World

# What a second of 500 calls leaves: a cell, a score and an answer each, and some work of the engine.
CALLS_A_SECOND = 500
TEXT = "An answer of some length, so that a row is not only numbers. " * 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Speed:
    cells: int
    rows_a_second: float
    answers_a_second: float
    months_a_second: float


async def fill(desk: RunDesk, cells: int) -> None:
    """A run of so many cells with a score each, past its age."""
    run = await aged_run(desk, 100)
    execute(
        desk.world.url,
        f"UPDATE runs SET cells = {cells} WHERE id = '{run['id']}'",
        "INSERT INTO cells (run_id, ordinal, state, claim, attempt, held, held_tokens, holds, doubt, output) "
        f"SELECT '{run['id']}', n, 'answered', 0, 1, 0, 0, 0, 0, n || '{TEXT}' FROM generate_series(3, {cells - 1}) n",
        "INSERT INTO scores (run_id, ordinal, scorer, state, claim, held, held_tokens, holds, doubt, value, reason) "
        f"SELECT '{run['id']}', n, 0, 'scored', 0, 0, 0, 0, 0, 1, 'Because of ' || n "
        f"FROM generate_series(3, {cells - 1}) n",
    )


def fill_answers(world: World, project: UUID, many: int) -> None:
    execute(
        world.url,
        "INSERT INTO answers (project_id, key, model, answer, origin, answered_at, expires_at) "
        f"SELECT '{project}', md5(n::text), 'm', jsonb_build_object('text', n || '{TEXT}'), 'run', now(), "
        f"now() - interval '1 minute' FROM generate_series(1, {many}) n",
    )


async def sweep_answers(world: World) -> int:
    gone = 0
    while True:
        async with world.ctx.write() as tx:
            some = await tx.answers.sweep(world.clock.now(), ANSWERS_AT_ONCE)
        gone += some
        if some < ANSWERS_AT_ONCE:
            return gone


def empty_months(world: World, months: int) -> None:
    """Tables of months in which no run is left."""
    for table in ("run_cases", "cells", "cell_history", "scores"):
        execute(
            world.url,
            *(
                f"CREATE TABLE {table}_p2020{month:02} PARTITION OF {table} FOR VALUES "
                f"FROM (edison_first_id('2020-{month:02}-01 00:00Z')) "
                f"TO (edison_first_id('2020-{month + 1:02}-01 00:00Z'))"
                for month in range(1, months + 1)
            ),
        )


async def measure(world: World, cells: int) -> Speed:
    desk = await a_run_desk(world)
    await fill(desk, cells)
    night = RetentionNight(work=world.ctx.work, clock=world.clock)
    began = time.perf_counter()
    gone = await night.run()
    rows = gone["rows"] / (time.perf_counter() - began)

    fill_answers(world, desk.project, cells)
    began = time.perf_counter()
    answers = await sweep_answers(world) / (time.perf_counter() - began)

    empty_months(world, 11)
    began = time.perf_counter()
    months = (await night.empty_deleted_runs())["tables"] / (time.perf_counter() - began)
    return Speed(cells=cells, rows_a_second=rows, answers_a_second=answers, months_a_second=months)


def say(speed: Speed) -> str:
    day = timedelta(seconds=86_400 * CALLS_A_SECOND * 2 / speed.rows_a_second)
    return (
        f"{speed.cells:,} cells with a score each: {speed.rows_a_second:,.0f} rows a second; "
        f"{speed.answers_a_second:,.0f} stored answers a second; {speed.months_a_second:,.0f} empty tables a second. "
        f"A day of {CALLS_A_SECOND} calls a second is deleted in {day}."
    )


async def _main() -> None:
    import tempfile

    from tests.support.postgres import TestServer

    with TestServer.for_run(tempfile.mkdtemp(), "master").database() as url:
        world = World(url)
        try:
            print(say(await measure(world, 1_000_000)))
        finally:
            await world.close()


if __name__ == "__main__":
    asyncio.run(_main())
