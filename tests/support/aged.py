"""Runs that finished long ago, and the retention that deletes them."""

from collections import Counter
from datetime import timedelta
from pathlib import Path
from typing import Any

from edison.engine.retention.nightly_retention import RetentionNight
from tests.support.boards import graded_run
from tests.support.finished_runs import RunDesk
from tests.support.sql import execute, rows
from tests.support.world import World

# All tables with rows of a run, with the column that contains its id.
OF_A_RUN = {
    "runs": "id",
    "run_cases": "run_id",
    "run_chunks": "run_id",
    "run_scorers": "run_id",
    "cells": "run_id",
    "cell_history": "run_id",
    "cell_marks": "run_id",
    "scores": "run_id",
    "run_columns": "run_id",
    "run_scores": "run_id",
    "run_latencies": "run_id",
    "run_statistics": "run_id",
}


async def aged_run(desk: RunDesk, days: float, *, cases: int = 3, **more: Any) -> dict[str, Any]:
    """Create a run with answers and scores that finished this many days ago."""
    run = await graded_run(desk, cases=cases, **more)
    finished(desk.world, run, days)
    return run


def finished(world: World, run: dict[str, Any], days: float) -> None:
    at = world.clock.now() - timedelta(days=days)
    execute(
        world.url,
        f"UPDATE runs SET created_at = '{at}', finished_at = '{at}' WHERE id = '{run['id']}'",
    )


def a_night(world: World, archive: Path | None = None) -> RetentionNight:
    return RetentionNight(work=world.ctx.work, clock=world.clock, archive=archive, pause_s=0)


async def pass_a_night(world: World, archive: Path | None = None) -> Counter[str]:
    return await a_night(world, archive).run()


def rows_of(world: World, run: dict[str, Any]) -> dict[str, int]:
    """Count the remaining rows of a run by table."""
    [counts] = rows(
        world.url,
        "SELECT "
        + ", ".join(
            f"(SELECT count(*) FROM {table} WHERE {column} = '{run['id']}')"
            for table, column in OF_A_RUN.items()
        ),
    )
    return dict(zip(OF_A_RUN, counts, strict=True))


def is_gone(world: World, run: dict[str, Any]) -> bool:
    """Return whether nothing is left of a run; fail if it is partly deleted."""
    left = rows_of(world, run)
    assert not any(left.values()) or left["runs"] == 1, left
    return not any(left.values())
