"""Kill workers and the web process, and restart PostgreSQL, while runs are at work.

Then count what it did to them.
"""

import asyncio
import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

import psycopg

from edison.domain.errors import Unavailable
from edison.domain.ids import RunId
from edison.domain.runs.run_states import ENDED, RunState
from tests.load.run_figures import GRADER
from tests.load.run_stage import Stage, a_stage
from tests.support.processes import EdisonProcess
from tests.support.runs import RunBench, a_run_bench
from tests.support.spent import days_that_differ
from tests.support.sql import rows, value

INPUT, OUTPUT = Decimal("2.5"), Decimal(10)
RUN_WITHIN_S = 240.0


@dataclass(slots=True)
class Damage:
    """What was done, and what it came to."""

    kills: int = 0
    terms: int = 0
    web_kills: int = 0
    restarts: int = 0
    runs: int = 0
    answers_lost: int = 0
    # Answers of a completed run that its grader never saw.
    scores_missing: int = 0
    # By the name of the call: how often it was made beyond the first time.
    repeated: Counter[str] = field(default_factory=Counter[str])
    # Calls that had started and were not committed when their worker was stopped: each may be repeated once.
    in_flight_at_kills: Counter[str] = field(default_factory=Counter[str])
    bill: int = 0
    settled: int = 0
    doubt: int = 0
    # Sums of days, for reports, that are not what the ledger comes to.
    days_that_differ: int = 0
    not_completed: list[str] = field(default_factory=list[str])
    seconds: float = 0.0

    @property
    def repeated_beyond_in_flight(self) -> int:
        """Call by call: too many of one are not made good by too few of another."""
        return (self.repeated - self.in_flight_at_kills).total()

    @property
    def bill_beyond_ledger(self) -> int:
        return max(0, self.bill - self.settled - self.doubt)


class Workers:
    """Worker processes under one name each, that are killed and started again."""

    def __init__(self, stage: Stage, count: int, calls_at_once: int) -> None:
        self._stage = stage
        self._calls_at_once = calls_at_once
        self._processes: dict[str, EdisonProcess] = {}
        for number in range(count):
            self.start(f"chaos{number}")

    @property
    def names(self) -> list[str]:
        return list(self._processes)

    @property
    def processes(self) -> list[EdisonProcess]:
        return list(self._processes.values())

    def start(self, name: str) -> None:
        home = self._stage.folder / name
        home.mkdir(exist_ok=True)
        self._processes[name] = EdisonProcess(
            home,
            "worker",
            database_url=self._stage.url,
            settings={
                "worker_name": name,
                "calls_at_once": str(self._calls_at_once),
                **self._stage.worker_settings,
            },
        )

    def kill(self, name: str) -> None:
        self._processes[name].process.send_signal(signal.SIGKILL)
        self._processes[name].process.wait()

    def terminate(self, name: str) -> None:
        self._processes[name].stop()

    def revive(self) -> None:
        """As a supervisor does: a worker that was started while the database was away has given up."""
        for name, process in list(self._processes.items()):
            if process.process.poll() is not None:
                self.start(name)

    def stop(self) -> None:
        for process in self._processes.values():
            if process.process.poll() is None:
                process.process.kill()
                process.process.wait()


def answers(url: str, run: RunId) -> dict[int, tuple[str, str]]:
    """Finished cells of a run, and when they were finished."""
    found = rows(
        url,
        "SELECT ordinal, finished_at::text, md5(coalesce(output, '')) FROM cells "
        "WHERE run_id = %s AND state IN ('answered','malformed')",
        run,
    )
    return {ordinal: (at, digest) for ordinal, at, digest in found}


def scores_missing(url: str, run: RunId) -> int:
    return int(
        value(
            url,
            "SELECT count(*) FROM cells c LEFT JOIN scores s ON s.run_id = c.run_id AND s.ordinal = c.ordinal "
            "AND s.state IN ('scored','not_scored') WHERE c.run_id = %s AND c.state IN ('answered','malformed') "
            "AND s.ordinal IS NULL",
            run,
        )
    )


def in_flight(url: str, worker: str) -> list[str]:
    """The names, as the provider sees them, of calls that this worker had begun and not written."""
    found = rows(
        url,
        "SELECT c.run_id, c.ordinal, c.attempt, '' FROM cells c JOIN runs r ON r.id = c.run_id JOIN run_chunks k "
        "ON k.run_id = c.run_id AND k.number = c.ordinal / r.chunk_size "
        "WHERE c.state = 'calling' AND split_part(k.worker, '#', 1) = %s AND k.claim = c.claim "
        "UNION ALL SELECT s.run_id, s.ordinal, c.attempt, '-s' || s.scorer || "
        "coalesce('-' || nullif(jsonb_array_length(s.more -> 'said'), 0), '') FROM scores s "
        "JOIN cells c ON c.run_id = s.run_id AND c.ordinal = s.ordinal JOIN runs r ON r.id = s.run_id "
        "JOIN run_chunks k ON k.run_id = s.run_id AND k.number = s.ordinal / r.chunk_size "
        "WHERE s.state = 'calling' AND split_part(k.worker, '#', 1) = %s AND k.claim = s.claim",
        worker,
        worker,
    )
    return [f"run-{run}-{ordinal}-{attempt}{suffix}" for run, ordinal, attempt, suffix in found]


async def chaos(
    *,
    kills: int,
    web_kills: int,
    restarts: int,
    terms: int = 0,
    cells: int = 2000,
    workers: int = 2,
    latency_ms: float = 100,
    calls_at_once: int = 128,
    burns_a_core: bool = False,
    seed: int = 7,
    say: Callable[[str], None] = lambda _: None,
) -> Damage:
    """Run after run until all blows have fallen; every run must complete, however it was hit."""
    dice = random.Random(seed)
    damage = Damage()
    began = time.monotonic()
    blows = ["kill"] * kills + ["term"] * terms + ["web"] * web_kills + ["restart"] * restarts
    dice.shuffle(blows)
    async with (
        a_stage(workers=0, latency_ms=latency_ms) as stage,
        _web(stage) as web,
    ):
        team = Workers(stage, workers, calls_at_once)
        burner = burn_a_core() if burns_a_core else None
        try:
            await until_alive(stage, workers)
            runs = await a_run_bench(await stage.gateway.bench(), cases=cells // 2, models=2)
            grader = await runs.a_grader(GRADER)
            while blows or not damage.runs:
                await _one_run(stage, runs, grader, team, web, blows, dice, damage, say)
        finally:
            team.stop()
            if burner is not None:
                burner.kill()
                burner.wait()
        damage.bill = await stage.sim.bill(INPUT, OUTPUT)
        [(damage.settled, damage.doubt)] = [
            (int(settled), int(doubt))
            for settled, doubt in rows(
                stage.url,
                "SELECT sum(settled + overrun), sum(doubt) FROM budgets WHERE scope = 'run'",
            )
        ]
        damage.days_that_differ = days_that_differ(stage.url)
        seen = await stage.sim.calls()
        damage.repeated = Counter({key: count - 1 for key, count in seen["by_key"].items()})
    damage.seconds = time.monotonic() - began
    return damage


async def _one_run(
    stage: Stage,
    runs: RunBench,
    grader: dict[str, Any],
    team: Workers,
    web: "Web",
    blows: list[str],
    dice: random.Random,
    damage: Damage,
    say: Callable[[str], None],
) -> None:
    run = await runs.start(scorers=(grader,))
    damage.runs += 1
    had: dict[int, tuple[str, str]] = {}
    give_up = time.monotonic() + RUN_WITHIN_S
    while time.monotonic() < give_up:
        await asyncio.sleep(dice.uniform(0.1, 0.8))
        team.revive()
        try:
            found = await runs.read(run.id)
        except Unavailable:
            continue
        if found.state in ENDED:
            break
        busy = [name for name in team.names if in_flight(stage.url, name)]
        if blows and busy:
            # Only a blow that meets work shows something.
            had |= answers(stage.url, run.id)
            _strike(stage, team, web, blows.pop(), dice.choice(busy), damage)
    found = await runs.read(run.id)
    if found.state is not RunState.COMPLETED:
        damage.not_completed.append(f"{found.state}: {found.problem} {runs.counts(run.id)}")
    now = answers(stage.url, run.id)
    damage.answers_lost += sum(1 for ordinal, was in had.items() if now.get(ordinal) != was)
    damage.scores_missing += scores_missing(stage.url, run.id)
    await runs.assert_sums_are_true(run.id)
    say(f"run {damage.runs}: {found.state}, {len(blows)} blows left, {damage.kills} kills")


def _strike(
    stage: Stage,
    team: Workers,
    web: "Web",
    blow: str,
    name: str,
    damage: Damage,
) -> None:
    if blow == "term":
        # What it had begun is finished before it ends, so nothing may be repeated.
        team.terminate(name)
        damage.terms += 1
        team.start(name)
    elif blow == "kill":
        team.kill(name)
        damage.kills += 1
        damage.in_flight_at_kills.update(in_flight(stage.url, name))
        team.start(name)
    elif blow == "web":
        web.kill_and_restart()
        damage.web_kills += 1
    else:
        restart_postgres(stage)
        damage.restarts += 1


def restart_postgres(stage: Stage) -> None:
    """Stop the server as a crash would, and start it again."""
    os.kill(stage.postmaster, signal.SIGQUIT)
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        time.sleep(0.2)
        with contextlib.suppress(Exception):
            stage.server.revive()
            with psycopg.connect(stage.url, connect_timeout=2) as connection:
                connection.execute("SELECT 1")
            return
    raise AssertionError("PostgreSQL did not come back")


class Web:
    """A web process that is killed and started again; it shares nothing with the runs but the database."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._home = stage.folder / "web"
        self._home.mkdir()
        self._process = self._started()

    def _started(self) -> EdisonProcess:
        return EdisonProcess(
            Path(self._home),
            "serve",
            database_url=self._stage.url,
            settings={"log_level": "error"},
        )

    def kill_and_restart(self) -> None:
        self.kill()
        self._process = self._started()

    def kill(self) -> None:
        self._process.process.send_signal(signal.SIGKILL)
        self._process.process.wait()


@asynccontextmanager
async def _web(stage: Stage) -> AsyncGenerator[Web]:
    web = Web(stage)
    try:
        yield web
    finally:
        web.kill()


def burn_a_core() -> subprocess.Popen[bytes]:
    """Something else on this machine that wants all of a core."""
    return subprocess.Popen([sys.executable, "-c", "while True: pass"])


async def until_alive(stage: Stage, workers: int) -> None:
    async with asyncio.timeout(60):
        while value(stage.url, "SELECT count(*) FROM workers") < workers:  # noqa: ASYNC110
            await asyncio.sleep(0.1)
