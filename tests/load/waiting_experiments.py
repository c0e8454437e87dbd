"""A thousand experiments that wait for a person: what they cost while nothing happens."""

import asyncio
from dataclasses import dataclass

import psutil

from tests.support.experiments import ExperimentBench
from tests.support.sql import execute, rows, value

LOOKED_AT = ("experiments", "iterations", "suggestions")
# Copies of one that really waits: all its rows but the answers, which nobody reads while it waits.
COPY = """
    WITH numbers AS (SELECT generate_series(1, %s) AS n),
    ids AS (SELECT n, gen_random_uuid() AS e, gen_random_uuid() AS i, \
gen_random_uuid() AS r, gen_random_uuid() AS s FROM numbers),
    made_runs AS (
        INSERT INTO runs SELECT (jsonb_populate_record(t, jsonb_build_object('id', ids.r, 'number', 1000000 + ids.n))).*
        FROM runs t, ids WHERE t.id = (SELECT run_id FROM iterations WHERE experiment_id = %s) RETURNING 1),
    made AS (
        INSERT INTO experiments SELECT \
(jsonb_populate_record(t, jsonb_build_object('id', ids.e, 'number', 1000000 + ids.n, 'champion_iteration', ids.i))).*
        FROM experiments t, ids WHERE t.id = %s RETURNING 1),
    made_iterations AS (
        INSERT INTO iterations SELECT \
(jsonb_populate_record(t, jsonb_build_object('id', ids.i, 'experiment_id', ids.e, 'run_id', ids.r))).*
        FROM iterations t, ids WHERE t.experiment_id = %s RETURNING 1)
    INSERT INTO suggestions SELECT \
(jsonb_populate_record(t, jsonb_build_object('id', ids.s, 'experiment_id', ids.e, 'iteration_id', ids.i))).*
    FROM suggestions t, ids WHERE t.experiment_id = %s
    RETURNING 1
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Idle:
    """What the worker holds and does while nothing happens."""

    threads: int
    connections: int
    # Workflows that are waiting, running or delayed.
    workflows: int
    # How often anybody looked into the tables of experiments in the quietest of some windows of two seconds.
    looks: int


def multiply(lab: ExperimentBench, experiment: str, count: int) -> None:
    made = rows(lab.bench.world.url, COPY, count, *[experiment] * 4)
    assert len(made) == count


async def idle(url: str, worker: int, windows: int = 3) -> Idle:
    """Over some seconds. Who polls looks in each of them; work that was still to be done looks in one."""
    process = psutil.Process(worker)
    threads, connections, looks = 0, 0, list[int]()
    for _ in range(windows):
        before = _looks(url)
        for _ in range(10):
            await asyncio.sleep(0.2)
            threads = max(threads, process.num_threads())
            connections = max(connections, _connections(url))
        looks.append(_looks(url) - before)
    return Idle(
        threads=threads,
        connections=connections,
        workflows=int(
            value(
                url,
                "SELECT count(*) FROM dbos.workflow_status WHERE status IN ('PENDING','ENQUEUED','DELAYED') "
                "AND name <> 'tick_monitors'",
            )
        ),
        looks=min(looks),
    )


def waiting(url: str) -> int:
    return int(value(url, "SELECT count(*) FROM suggestions WHERE state = 'pending'"))


def a_day_passes(url: str) -> None:
    """Everything that has a time becomes a day older."""
    for table, column in rows(
        url,
        "SELECT table_name, column_name FROM information_schema.columns WHERE data_type = 'timestamp with time zone' "
        "AND table_name = ANY (%s)",
        [*LOOKED_AT, "runs", "asks"],
    ):
        execute(url, f"UPDATE {table} SET {column} = {column} - interval '1 day'")


def _looks(url: str) -> int:
    return int(
        value(
            url,
            (
                "SELECT coalesce(sum(seq_scan + coalesce(idx_scan, 0)), 0) "
                "FROM pg_stat_user_tables WHERE relname = ANY (%s)"
            ),
            list(LOOKED_AT),
        )
    )


def _connections(url: str) -> int:
    return int(
        value(
            url,
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )
    )
