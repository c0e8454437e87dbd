"""Kill the worker in every stage of an experiment, at points that are held open from outside.

Then count what it did.
"""

import asyncio
import re
import signal
from asyncio.subprocess import Process
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

import psycopg

from edison.store.database import libpq_url
from tests.support.experiments import ExperimentBench, an_experiment_bench
from tests.support.gateway import Gateway, a_worker
from tests.support.sql import rows, value

WITHIN_S = 120.0
STAGES = ("executing", "judging", "aggregating", "refining", "reviewing")
CASES = 60
HOLDOUT = 0.5
# Of the 30 cases that are not held out, 9 are for the refiner.
VALIDATION = 21


@dataclass(slots=True, kw_only=True)
class Killed:
    kills: list[str] = field(default_factory=list[str])
    answers_lost: int = 0
    # Calls that were made again although their first answer had been kept.
    calls_repaid: int = 0
    # Calls that had left when their worker was killed; they are in doubt, and made again.
    in_flight: int = 0
    wrong: list[str] = field(default_factory=list[str])


class Chaos:
    """One experiment, and a worker that dies and comes back under the same name."""

    def __init__(self, gateway: Gateway, home: Path, say: Callable[[str], None]) -> None:
        self.gateway = gateway
        self.killed = Killed()
        self._home = home
        self._say = say
        self._stack = AsyncExitStack()
        self._worker: Process | None = None

    @property
    def url(self) -> str:
        return self.gateway.world.url

    async def start(self) -> None:
        self._stack = AsyncExitStack()
        self._worker = await self._stack.enter_async_context(
            a_worker(self.gateway, self._home, EDISON_WORKER_NAME="mortal")
        )

    async def kill(self, stage: str) -> None:
        assert self._worker is not None
        self._worker.send_signal(signal.SIGKILL)
        await self._worker.wait()
        await self._stack.aclose()
        self.killed.kills.append(stage)
        self.killed.in_flight += self._calling()
        self._say(f"killed while {stage}")

    async def stop(self) -> None:
        await self._stack.aclose()

    def _calling(self) -> int:
        return sum(
            int(value(self.url, f"SELECT count(*) FROM {table} WHERE state = 'calling'"))
            for table in ("cells", "scores", "asks")
        )

    def kept(self) -> set[tuple[Any, ...]]:
        """Everything that was answered and paid for, with when it came."""
        return {
            *rows(self.url, "SELECT 'cell', run_id, ordinal, 0, finished_at FROM cells WHERE state = 'answered'"),
            *rows(self.url, "SELECT 'score', run_id, ordinal, scorer, finished_at FROM scores WHERE state = 'scored'"),
            *rows(self.url, "SELECT 'ask', id, 0, 0, finished_at FROM asks WHERE state = 'done'"),
        }  # fmt: skip

    @asynccontextmanager
    async def held(self, table: str) -> AsyncGenerator[None]:
        """Nobody reads or writes this table while the block lasts: whoever needs it stands still there."""
        async with await psycopg.AsyncConnection.connect(libpq_url(self.url)) as connection:
            await connection.execute(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE".encode())
            yield
            await connection.rollback()

    async def somebody_waits_for(self, table: str) -> None:
        await self.until(
            lambda: (
                value(
                    self.url,
                    "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = %s::regclass",
                    table,
                )
                > 0
            )
        )

    async def until(self, what: Callable[[], Any]) -> None:
        async with asyncio.timeout(WITHIN_S):
            while not what():  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.02)

    async def until_inside(self, state: Callable[[], bool]) -> None:
        """Until the provider is at work on a call of the experiment in this state."""
        async with asyncio.timeout(WITHIN_S):
            while not (state() and (await self.gateway.sim.calls())["inside"]):  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.02)


BEFORE_REVIEW = (
    ("judging", "sim-judge"),
    ("aggregating", "sim-judge"),
    ("asking", "sim-large"),
    ("saving", "sim-large"),
)
# Long enough to be seen from outside, also on a busy machine.
SLOW_MS = 5000
ALL = frozenset(
    {
        "executing",
        "judging",
        "aggregating",
        "asking",
        "saving",
        "reviewing",
        "checking",
        "concluding",
    }
)


async def kill_in_every_stage(
    gateway: Gateway,
    home: Path,
    stages: frozenset[str] = ALL,
    say: Callable[[str], None] = lambda _: None,
) -> Killed:
    chaos = Chaos(gateway, home, say)
    await gateway.sim.reset()
    await chaos.start()
    try:
        lab = await an_experiment_bench(await gateway.bench("Mortal"), cases=CASES)
        await Story(chaos, lab, stages).tell()
        return chaos.killed
    finally:
        await chaos.stop()


class Story:
    """Two iterations and the last check, with a death wherever one is wanted."""

    def __init__(self, chaos: Chaos, lab: ExperimentBench, stages: frozenset[str]) -> None:
        self._chaos = chaos
        self._lab = lab
        self._stages = stages
        self._had: set[tuple[Any, ...]] = set()
        self._experiment = ""

    async def tell(self) -> None:
        chaos, lab = self._chaos, self._lab
        await self._slow("executing", "sim-medium")
        await self._slow_what_comes()
        # Whole answers: one that is cut off may lose the very thing that the new sentence asks for.
        whole = {"model": lab.models["sim-medium"], "parameters": {"max_tokens": 1_000}}
        self._experiment, first = await lab.begin(
            targets=[whole],
            holdout_share=HOLDOUT,
            stop_rules={"max_iterations": 2, "prune_weak": False},
        )
        if "executing" in self._stages:
            await chaos.until_inside(lambda: self._state() == "executing")
            await self._fall("executing")
        await self._judge_and_refine()
        await chaos.until(lambda: self._state() == "reviewing")
        if "reviewing" in self._stages:
            await self._fall("reviewing", back=False)
        # Approved while nobody works: the next iteration begins when somebody comes.
        one = await lab.iteration(first)
        await self._slow("checking", "sim-medium")
        second = (await lab.approve(one["suggestion"]["id"]))["iteration"]
        if "reviewing" in self._stages:
            await chaos.start()
        await lab.until(second, "completed")
        await lab.ended(self._experiment)
        await self._check()
        await self._look(first, second)

    async def _judge_and_refine(self) -> None:
        chaos = self._chaos
        if "judging" in self._stages:
            await chaos.until_inside(lambda: self._state() == "judging")
            await self._fall("judging")
        if "aggregating" in self._stages:
            await chaos.until_inside(lambda: self._state() == "judging")
            async with chaos.held("rubric_versions"):
                await chaos.until(lambda: self._state() == "aggregating")
                await chaos.somebody_waits_for("rubric_versions")
                await self._fall("aggregating", back=False)
            await chaos.start()
        if "asking" in self._stages:
            await chaos.until_inside(lambda: self._state() == "refining")
            await self._fall("asking")
        if "saving" in self._stages:
            await chaos.until_inside(lambda: self._state() == "refining")
            async with chaos.held("suggestions"):
                await chaos.somebody_waits_for("suggestions")
                await self._fall("saving", back=False)
            await chaos.start()

    async def _check(self) -> None:
        """The last look at unseen cases is a run like any other, and a verdict."""
        chaos = self._chaos

        def check_run(column: str) -> Any:
            [(found,)] = rows(
                chaos.url,
                f"SELECT {column} FROM experiments e LEFT JOIN runs r ON r.id = e.check_run WHERE e.id = %s",
                self._experiment,
            )
            return found

        assert check_run("e.check_run"), "iteration 2 is no better, so there is nothing to check"
        if "checking" in self._stages:
            await chaos.until_inside(lambda: check_run("r.state") == "executing")
            await self._fall("checking")
        if "concluding" in self._stages:
            await chaos.until_inside(lambda: check_run("r.state") == "judging")
            async with chaos.held("rubric_versions"):
                await chaos.until(lambda: check_run("r.state") == "completed")
                await chaos.somebody_waits_for("rubric_versions")
                await self._fall("concluding", back=False)
            await chaos.start()
        await chaos.until(lambda: check_run("e.check_verdict") is not None)

    async def _slow(self, stage: str, model: str) -> None:
        if stage in self._stages:
            await self._chaos.gateway.sim.behave_for(model, latency={"ms": SLOW_MS})

    async def _fall(self, stage: str, *, back: bool = True) -> None:
        """Die; what comes next is slow enough to be hit as well."""
        sim = self._chaos.gateway.sim
        self._had |= self._chaos.kept()
        await self._chaos.kill(stage)
        self._had |= self._chaos.kept()
        await sim.behave()
        await self._slow_what_comes()
        if stage in ("reviewing", "checking"):
            await self._slow("checking" if stage == "reviewing" else "concluding", "sim-judge")
        if back:
            await self._chaos.start()

    async def _slow_what_comes(self) -> None:
        """What is still to be hit between the run and the review takes its time."""
        for stage, model in BEFORE_REVIEW:
            if stage not in self._chaos.killed.kills:
                await self._slow(stage, model)

    def _state(self) -> str:
        [(state,)] = rows(
            self._chaos.url,
            "SELECT state FROM iterations WHERE experiment_id = %s ORDER BY number DESC LIMIT 1",
            self._experiment,
        )
        return str(state)

    async def _look(self, first: str, second: str) -> None:
        """Nothing that was kept is gone, nothing was paid twice, and the timeline tells what happened once."""
        killed, chaos = self._chaos.killed, self._chaos
        killed.answers_lost = len(self._had - chaos.kept())
        calls = Counter[str]()
        for key, count in (await chaos.gateway.sim.calls())["by_key"].items():
            calls[re.sub(r"^(ask-.*)-\d+$", r"\1", key)] += count
        again = sum(count - 1 for count in calls.values())
        killed.calls_repaid = max(0, again - killed.in_flight)
        for number, iteration in enumerate((first, second), start=1):
            found = await self._lab.iteration(iteration)
            told = [
                str(state)
                for (state,) in rows(
                    chaos.url,
                    (
                        "SELECT data ->> 'new' FROM events "
                        "WHERE type = 'iteration.state_changed' AND data ->> 'iteration' = %s "
                        "ORDER BY number"
                    ),
                    iteration,
                )
            ]
            wanted = (
                [*STAGES, "completed"]
                if number == 1
                else ["executing", "judging", "aggregating", "completed"]
            )
            if told != wanted:
                killed.wrong.append(f"iteration {number} tells {told}")
            if found["composite"]["clusters"] != VALIDATION:
                killed.wrong.append(f"iteration {number} has {found['composite']}")
        balance = self._lab.balance(self._experiment)
        [ledger] = rows(
            chaos.url,
            "SELECT sum(held), sum(settled), sum(doubt) FROM ledger WHERE experiment_id = %s",
            self._experiment,
        )
        if [int(each) for each in ledger] != [
            balance["held"],
            balance["settled"],
            balance["doubt"],
        ] or balance["held"]:
            killed.wrong.append(f"the ledger has {ledger}, the budget {balance}")
        bill = await chaos.gateway.sim.bill(Decimal("2.5"), Decimal(10))
        if bill > balance["settled"] + balance["doubt"] + balance["overrun"]:
            killed.wrong.append(f"billed {bill}, in the books {balance}")
        if (
            value(
                chaos.url,
                "SELECT count(*) FROM suggestions WHERE experiment_id = %s",
                self._experiment,
            )
            != 1
        ):
            killed.wrong.append("more than one suggestion")
