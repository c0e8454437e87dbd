"""Kill workers while judges are at work.

Count at the provider whether any question was asked again that had been answered and kept.
"""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from edison.domain.ids import RunId
from edison.domain.runs.run_states import ENDED, RunState
from tests.fault.run_chaos import INPUT, OUTPUT, Workers, until_alive
from tests.load.run_stage import Stage, a_stage
from tests.support.judged import JudgeBench, a_judge_bench
from tests.support.runs import a_run_bench
from tests.support.sql import rows

# The second leaves something out of every verdict and is asked again: most kills meet a dialogue that has begun.
JUDGES = ("sim-judge", "sim-judge-sloppy", "sim-judge-length")
# The repaired one is asked twice.
QUESTIONS_PER_CELL = 4
WITHIN_S = 900.0


@dataclass(slots=True)
class Judged:
    """What was done to the workers, and what it came to."""

    cells: int = 0
    kills: int = 0
    # Questions on their way when their worker was killed: whether they were paid for, nobody knows.
    in_flight: Counter[str] = field(default_factory=Counter[str])
    # Dialogues that had been begun and paid for, and were continued by another process.
    continued: int = 0
    # Questions that were asked again though nothing was on its way.
    repaid: int = 0
    asked: int = 0
    target_calls: int = 0
    scores_missing: int = 0
    errors: int = 0
    bill: int = 0
    settled: int = 0
    doubt: int = 0
    state: str = ""
    seconds: float = 0.0

    @property
    def bill_beyond_ledger(self) -> int:
        return max(0, self.bill - self.settled - self.doubt)


async def judge_chaos(
    *,
    cells: int,
    kills: int,
    workers: int = 2,
    latency_ms: float = 100,
    calls_at_once: int = 64,
    seed: int = 7,
    say: Callable[[str], None] = lambda _: None,
) -> Judged:
    """Judge a finished run by three judges, and kill a worker again and again meanwhile."""
    dice = random.Random(seed)
    found = Judged(cells=cells)
    began = time.monotonic()
    async with a_stage(workers=0, latency_ms=latency_ms) as stage:
        team = Workers(stage, workers, calls_at_once)
        try:
            await until_alive(stage, workers)
            some = await a_run_bench(await stage.gateway.bench(), cases=1)
            judges = await a_judge_bench(some, cells // 2)
            run = await judges.runs.start()
            await judges.runs.finished(run.id, within_s=WITHIN_S)
            say(f"{cells} answers")
            found.target_calls = (await stage.sim.calls())["total"]
            await _judged(stage, judges, run.id, team, kills, dice, found, say)
        finally:
            team.stop()
        await _count(stage, judges, run.id, found)
    found.seconds = time.monotonic() - began
    return found


async def _judged(
    stage: Stage,
    judges: JudgeBench,
    run: RunId,
    team: Workers,
    kills: int,
    dice: random.Random,
    found: Judged,
    say: Callable[[str], None],
) -> None:
    specs: list[dict[str, Any]] = [
        {"kind": "judge", "judge": await judges.judge(model, model)} for model in JUDGES
    ]
    await judges.add(run, *specs)
    give_up = time.monotonic() + WITHIN_S
    while time.monotonic() < give_up:
        await asyncio.sleep(dice.uniform(0.02, 0.2))
        team.revive()
        if (await judges.runs.read(run)).state in ENDED:
            break
        # Only a blow that meets a judge who was heard and is asked once more shows something.
        busy = [name for name in team.names if _second_questions(stage, run, name)]
        if found.kills < kills and busy:
            name = dice.choice(busy)
            team.kill(name)
            found.kills += 1
            lost = _on_their_way(stage, run, name)
            found.in_flight.update(lost)
            found.continued += sum(1 for key in lost if key.endswith("-1"))
            team.start(name)
            say(f"kill {found.kills}: {len(lost)} questions on their way")
    found.state = str((await judges.runs.read(run)).state)


def _on_their_way(stage: Stage, run: RunId, worker: str) -> list[str]:
    """The names, as the provider sees them, of the questions that a worker has sent and not written down."""
    calling = rows(
        stage.url,
        "SELECT s.ordinal, s.scorer, coalesce(jsonb_array_length(s.more -> 'said'), 0) FROM scores s "
        "JOIN runs r ON r.id = s.run_id "
        "JOIN run_chunks k ON k.run_id = s.run_id AND k.number = s.ordinal / r.chunk_size AND k.claim = s.claim "
        "WHERE s.run_id = %s AND s.state = 'calling' AND split_part(k.worker, '#', 1) = %s",
        run,
        worker,
    )
    return [
        f"run-{run}-{ordinal}-1-s{scorer}" + (f"-{step}" if step else "")
        for ordinal, scorer, step in calling
    ]


def _second_questions(stage: Stage, run: RunId, worker: str) -> int:
    return sum(1 for key in _on_their_way(stage, run, worker) if key.endswith("-1"))


async def _count(stage: Stage, judges: JudgeBench, run: RunId, found: Judged) -> None:
    seen = await stage.sim.calls()
    asked = {key: count for key, count in seen["by_key"].items() if key.startswith("run-")}
    found.asked = sum(asked.values()) - found.target_calls
    found.repaid = sum(max(0, count - 1 - found.in_flight[key]) for key, count in asked.items())
    found.target_calls = sum(count for key, count in asked.items() if "-s" not in key)
    states = Counter(score.state for score in judges.scores(run))
    found.scores_missing = len(JUDGES) * found.cells - states["scored"] - states["not_scored"]
    found.errors = states["not_scored"]
    found.bill = await stage.sim.bill(INPUT, OUTPUT)
    budget = judges.runs.budget(run)
    found.settled, found.doubt = budget["settled"] + budget["overrun"], budget["doubt"]
    if found.state == RunState.COMPLETED:
        await judges.runs.assert_sums_are_true(run)
