"""A stage on which the workbench is measured: `edison up`, a simulator, and a finished run made large by SQL."""

import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil
import psycopg
from playwright.sync_api import Browser

from edison.store.local_server import LocalServer
from tests.e2e.browser import chromium
from tests.e2e.runs_story import Ready, ready_to_run
from tests.e2e.simulating import simulating
from tests.e2e.stage import Visitor
from tests.support.installation import Installation, running
from tests.support.sql import value

MODELS = ("sim-small", "sim-medium", "sim-large", "sim-judge")
FINISHED_WITHIN_S = 60.0

# Real words in lengths from a line to a page: what is drawn has to be broken into lines as answers are.
TEXTS = """
    CREATE TEMP TABLE texts AS
    SELECT t AS number, string_agg((string_to_array(%(words)s, ' '))[1 + floor(random() * 24)], ' ') AS text
    FROM generate_series(0, 996) t, generate_series(1, 12 + mod(t * 37, 260)) w GROUP BY t
"""
WORDS = (
    "the refund was sent to your card on Monday and should appear within five working days"
    " unless a bank holiday falls between please"
)
CASES = """
    INSERT INTO cases (id, case_id, project_id, dataset_id, position, since, values, expected, \
tags, metadata, split, search)
    SELECT gen_random_uuid(), gen_random_uuid(), d.project_id, d.id, 1000 + n, d.version + 1,
        jsonb_build_object('question', 'Ticket ' || n || ': where is my refund, and when will it arrive?'), \
'Within five days',
        ARRAY[CASE WHEN mod(n, 100) = 0 THEN 'rare' ELSE 'usual' END], '{}', 'none',
        'ticket ' || n || ': where is my refund, and when will it arrive?'
    FROM datasets d, generate_series(1, %(rows)s) n WHERE d.id = %(dataset)s
"""
VERSION = """
    INSERT INTO dataset_versions (dataset_id, project_id, number, cases, note, author_label, created_at)
    SELECT id, project_id, version + 1, %(rows)s, 'Many', 'test', now() FROM datasets WHERE id = %(dataset)s
"""
END_OLD = (
    "UPDATE cases SET until = (SELECT version + 1 FROM datasets WHERE id = %(dataset)s)"
    " WHERE dataset_id = %(dataset)s AND until IS NULL AND position < 1000"
)
MOVE_ON = (
    "UPDATE datasets SET version = version + 1, cases = %(rows)s WHERE id = %(dataset)s",
    "DELETE FROM run_cases WHERE run_id = %(run)s",
    "DELETE FROM cells WHERE run_id = %(run)s",
    "DELETE FROM scores WHERE run_id = %(run)s",
)
PIN = """
    INSERT INTO run_cases (run_id, position, revision)
    SELECT %(run)s, row_number() OVER (ORDER BY position) - 1, id FROM cases
    WHERE dataset_id = %(dataset)s AND until IS NULL
"""
# Triggers hold plans to what they were when the run began; this one has to look as if it had begun large.
UNGUARDED = "SET LOCAL session_replication_role = replica"
PLAN = """
    UPDATE runs SET cells = %(cells)s, plan = plan || jsonb_build_object('cases', %(rows)s,
        'dataset_version', (SELECT version FROM datasets WHERE id = %(dataset)s)) WHERE id = %(run)s
"""
CELLS = """
    INSERT INTO cells (run_id, ordinal, state, claim, attempt, held, held_tokens, holds, finished_at, cost, doubt,
        prompt_tokens, completion_tokens, latency_ms, attempts, finish, \
error_code, error, malformed, parsed, output, more)
    SELECT %(run)s, n, s.state, 0, 1, 0, 0, 0, now(), 20 + mod(n, 1000), 0, 80 + mod(n, 40), 12 + mod(n, 260),
        100 + mod(n * 7919, 5000), 1, 'stop', CASE WHEN s.state = 'failed' THEN 'too_long' END,
        CASE WHEN s.state = 'failed' THEN 'The prompt is longer than the model takes' END,
        CASE WHEN s.state = 'malformed' THEN 'No <response> found' END,
        CASE WHEN s.state = 'answered' THEN 'Ticket ' || n || ': ' || t.text END,
        CASE WHEN s.state <> 'failed' THEN 'Ticket ' || n || ': ' || t.text END, '{}'
    FROM generate_series(0, %(cells)s - 1) n JOIN texts t ON t.number = mod(n, 997),
        LATERAL (SELECT CASE WHEN mod(n, 997) = 400 THEN 'failed' \
WHEN mod(n, 501) = 100 THEN 'malformed' ELSE 'answered' END AS state) s
"""
SCORES = """
    INSERT INTO scores (run_id, ordinal, scorer, state, claim, held, held_tokens, holds, \
finished_at, value, passed, reason, doubt)
    SELECT %(run)s, ordinal, 0, 'scored', 0, 0, 0, 0, now(), mod(ordinal, 101) / 100.0, \
mod(ordinal, 101) >= 50, 'It differs', 0
    FROM cells WHERE run_id = %(run)s AND state = 'answered'
"""
# The sums that the summary shows, as recounting would give them.
SUMS = """
    UPDATE run_columns c SET answered = x.answered, malformed = x.malformed, failed = x.failed, \
prompt_tokens = x.prompt,
        completion_tokens = x.completion, cost = x.cost, latency_ms = x.latency, latencies = x.answered + x.malformed
    FROM (SELECT mod(ordinal, %(columns)s) AS number, count(*) FILTER (WHERE state = 'answered') AS answered,
            count(*) FILTER (WHERE state = 'malformed') AS malformed, \
count(*) FILTER (WHERE state = 'failed') AS failed,
            sum(prompt_tokens) AS prompt, sum(completion_tokens) AS completion, sum(cost) AS cost,
            coalesce(sum(latency_ms::float8) FILTER (WHERE state <> 'failed'), 0) AS latency
        FROM cells WHERE run_id = %(run)s GROUP BY 1) x
    WHERE c.run_id = %(run)s AND c.number = x.number
"""
SCORE_SUMS = """
    UPDATE run_scores s SET scored = x.scored, passed = x.passed, not_passed = x.scored - x.passed, \
total = x.total, squares = x.squares
    FROM (SELECT mod(ordinal, %(columns)s) AS number, count(*) AS scored, count(*) FILTER (WHERE passed) AS passed,
            sum(value) AS total, sum(value * value) AS squares FROM scores WHERE run_id = %(run)s GROUP BY 1) x
    WHERE s.run_id = %(run)s AND s.number = x.number AND s.scorer = 0
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """Everything that the measurements need, started once."""

    installation: Installation
    browser: Browser
    # The address of a provider that is not real, whose pace a measurement may set.
    provider: str
    owner: Visitor

    @property
    def url(self) -> str:
        return self.installation.url

    def project(self, *, rows: int = 3, models: tuple[str, ...] = MODELS) -> Ready:
        """A project of its own with a prompt, cases and models, ready to run."""
        return ready_to_run(self.owner, self.provider, rows=rows, names=models)


@contextmanager
def a_bench(*, commit_times: bool = False) -> Generator[Bench]:
    """Start it all; `commit_times` lets PostgreSQL note when each transaction was committed."""
    with TemporaryDirectory(prefix="edison-bench-") as folder, simulating() as provider:
        home = Path(folder) / "home"
        if commit_times:
            _note_commit_times(home / "postgres")
        with running(home) as installation, chromium() as browser:
            wait_for_a_worker(installation)
            owner = Visitor(installation.url).sign_up("Ada Lovelace")
            yield Bench(installation=installation, browser=browser, provider=provider, owner=owner)


def _note_commit_times(folder: Path) -> None:
    """A setting that PostgreSQL only takes when it starts, so it is written before the first start."""
    folder.parent.mkdir(parents=True)
    with psycopg.connect(LocalServer(folder).url(), autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET track_commit_timestamp = on")
    server = psutil.Process(int((folder / "postmaster.pid").read_text().splitlines()[0]))
    server.terminate()
    server.wait(30)


def wait_for_a_worker(installation: Installation) -> None:
    until = time.monotonic() + FINISHED_WITHIN_S
    while not value(installation.database, "SELECT count(*) FROM workers"):
        assert time.monotonic() < until, "no worker came"
        time.sleep(0.2)


def a_large_run(bench: Bench, ready: Ready, rows: int) -> str:
    """A run that really ended, with three rows; then many more are put beside them, and all sums."""
    run = ready.start(scorers=[{"kind": "contains"}])
    wait_for(ready, run)
    columns = len(ready.models)
    names = {
        "run": run,
        "dataset": ready.dataset,
        "rows": rows,
        "columns": columns,
        "cells": rows * columns,
        "words": WORDS,
    }
    with psycopg.connect(bench.installation.database) as connection:
        for statement in (
            *(
                UNGUARDED,
                TEXTS,
                CASES,
                END_OLD,
                VERSION,
                *MOVE_ON,
                PIN,
                PLAN,
                CELLS,
                SCORES,
                SUMS,
                SCORE_SUMS,
            ),
        ):
            connection.execute(statement.encode(), names)
    with psycopg.connect(bench.installation.database, autocommit=True) as connection:
        # As PostgreSQL does by itself within a minute.
        connection.execute("ANALYZE")
    return run


def wait_for(ready: Ready, run: str, state: str = "completed") -> None:
    until = time.monotonic() + FINISHED_WITHIN_S
    while (now := ready.state(run)) != state:
        assert time.monotonic() < until, f"the run is {now}, not {state}"
        time.sleep(0.2)
