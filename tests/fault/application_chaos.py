"""Kill the worker and the web process while a caller submits outputs, and count what that did."""

import asyncio
import random
import signal
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from tests.fault.run_chaos import Workers, until_alive
from tests.load.run_stage import Stage, a_stage
from tests.support.answers import granted
from tests.support.processes import EdisonProcess
from tests.support.runs import RunBench, a_run_bench
from tests.support.sql import rows, value

WITHIN_S = 240.0
AT_ONCE = 4
OUTPUTS_PER_REQUEST = 5


@dataclass(slots=True)
class SubmissionDamage:
    """What was done, and what became of the outputs that the server confirmed."""

    web_kills: int = 0
    worker_kills: int = 0
    # Requests that were sent again because their response was lost.
    repeated: int = 0
    # What the server said it stored, by cell: one text each.
    confirmed: dict[int, list[str]] = field(default_factory=dict[int, list[str]])
    lost: int = 0
    doubled: int = 0
    replaced: int = 0
    not_scored: int = 0
    scored_twice: int = 0


async def kill_during_submission(*, cases: int, kills: int, seed: int = 7) -> SubmissionDamage:
    """Submit outputs for all cases, and kill the web process and the worker in turn between them."""
    damage, dice = SubmissionDamage(), random.Random(seed)
    async with a_stage(workers=0) as stage:
        team = Workers(stage, 1, 16)
        web = _Web(stage)
        try:
            await until_alive(stage, 1)
            runs = await a_run_bench(await stage.gateway.bench(), cases=cases)
            caller = await _caller(runs, web)
            run = granted(
                await runs.bench.browser.post(
                    f"{runs.bench.path}/application-runs",
                    json={
                        "application": {"name": "Bot", "version": "1"},
                        "dataset": runs.dataset,
                        "scorers": [{"kind": "contains"}, {"kind": "regex", "pattern": "cell"}],
                    },
                ),
                202,
            )["id"]
            path = f"{runs.bench.path}/application-runs/{run}/outputs"
            blows = {
                round((n + 1) * cases / (kills + 1)): ("web", "worker")[n % 2] for n in range(kills)
            }
            async with caller:
                await _submit_all(stage, caller, path, cases, damage, dice, blows, team, web)
            async with asyncio.timeout(WITHIN_S):
                while value(stage.url, "SELECT state FROM runs WHERE id = %s", run) != "completed":  # noqa: ASYNC110 - in another process
                    await asyncio.sleep(0.1)
            _count(stage, run, cases, damage)
            return damage
        finally:
            web.kill()
            team.stop()


class _Web:
    """The web process, always at the same address."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._home = Path(stage.folder / "web")
        self._home.mkdir()
        self._process = self._start(None)
        self._process.wait_until_ready()
        self.address = self._process.address

    def _start(self, port: int | None) -> EdisonProcess:
        return EdisonProcess(
            self._home,
            "serve",
            database_url=self._stage.url,
            port=port,
            settings={"log_level": "error", "migrate_on_start": "false"},
        )

    def kill_and_restart(self) -> None:
        self.kill()
        self._process = self._start(self._process.port)

    def kill(self) -> None:
        self._process.process.send_signal(signal.SIGKILL)
        self._process.process.wait()


async def _caller(runs: RunBench, web: _Web) -> httpx.AsyncClient:
    made = granted(
        await runs.bench.browser.post(
            f"{runs.bench.path}/tokens",
            json={"name": "caller", "role": "EDITOR", "expires_in_days": 1},
        ),
        201,
    )
    headers = {"authorization": f"Bearer {made['secret']}"}
    return httpx.AsyncClient(base_url=web.address, headers=headers, timeout=20)


async def _submit_all(
    stage: Stage,
    caller: httpx.AsyncClient,
    path: str,
    cases: int,
    damage: SubmissionDamage,
    dice: random.Random,
    blows: dict[int, str],
    team: Workers,
    web: _Web,
) -> None:
    """Submit all cells with several requests at a time; repeat each until it is confirmed."""
    left = [
        range(n, min(n + OUTPUTS_PER_REQUEST, cases)) for n in range(0, cases, OUTPUTS_PER_REQUEST)
    ]
    dice.shuffle(left)

    async def strike() -> None:
        while blows:
            at = min(blows)
            if value(stage.url, "SELECT count(*) FROM cells WHERE state = 'answered'") < at:
                await asyncio.sleep(0.005)
                continue
            if blows.pop(at) == "web":
                web.kill_and_restart()
                damage.web_kills += 1
            else:
                [name] = team.names
                team.kill(name)
                team.start(name)
                damage.worker_kills += 1

    async def work() -> None:
        while left:
            cells = left.pop()
            attempt = 0
            while not await _submit(caller, path, cells, attempt, damage):
                attempt += 1
                damage.repeated += 1
                await asyncio.sleep(0.1)

    async with asyncio.timeout(WITHIN_S), asyncio.TaskGroup() as group:
        group.create_task(strike())
        for _ in range(AT_ONCE):
            group.create_task(work())


async def _submit(
    caller: httpx.AsyncClient, path: str, cells: range, attempt: int, damage: SubmissionDamage
) -> bool:
    """Submit outputs whose text names the attempt, so that a replaced output is seen; return whether it arrived."""
    body = {"outputs": [{"cell_id": n, "text": f"cell {n}, attempt {attempt}"} for n in cells]}
    try:
        answer = await caller.post(path, json=body)
    except httpx.TransportError:
        return False
    if answer.status_code >= 500:
        return False
    for cell in granted(answer)["stored"]:
        damage.confirmed.setdefault(cell, []).append(f"cell {cell}, attempt {attempt}")
    return True


def _count(stage: Stage, run: str, cases: int, damage: SubmissionDamage) -> None:
    stored = dict(
        rows(
            stage.url,
            "SELECT ordinal, output FROM cells WHERE run_id = %s AND state = 'answered'",
            run,
        )
    )
    damage.lost = cases - len(stored)
    damage.doubled = sum(len(texts) - 1 for texts in damage.confirmed.values())
    damage.replaced = sum(stored.get(cell) not in texts for cell, texts in damage.confirmed.items())
    scores = Counter(
        ordinal
        for (ordinal,) in rows(
            stage.url, "SELECT ordinal FROM scores WHERE run_id = %s AND state = 'scored'", run
        )
    )
    damage.not_scored = sum(scores[cell] != 2 for cell in range(cases))
    [(done,)] = rows(stage.url, "SELECT sum(scored) FROM run_scores WHERE run_id = %s", run)
    damage.scored_twice = int(done) - 2 * cases
