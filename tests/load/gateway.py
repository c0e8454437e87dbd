"""What the gateway costs beside other ways to make the same calls, and whether its latency is the model's.

Two ways are compared with it: the client library that would be used otherwise (`bare`), and plain requests (`aiohttp`).
"""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from uuid import uuid4

from tests.load.gateway_caller import Took, Way
from tests.load.time_budget import UNLIMITED, TimeBudget
from tests.support.limits import new_project
from tests.support.simulated import Simulated, simulator_apart

ROOT = Path(__file__).parents[2]
CALLS = 2000
CALLERS = 100
ROUNDS = 2
LATENCY_MS = 200
OVERHEAD_AT_MOST = 1.15
LATENCY_ERROR_AT_MOST = 0.05
WITHIN_S = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One way, once: what the caller saw, and what the simulator says it took."""

    way: Way
    calls: int
    took: Took
    simulator_ms: float

    @property
    def latency_error_share(self) -> float:
        return abs(median(self.took.latencies_ms) - self.simulator_ms) / self.simulator_ms

    def __str__(self) -> str:
        return (
            f"{self.way}: {self.took.wall_s:.2f} s, {self.took.cpu_s / self.calls * 1000:.2f} CPU s"
            f" per 1k, median {median(self.took.latencies_ms):.1f} ms, at the simulator"
            f" {self.simulator_ms:.1f} ms"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Medians of the rounds."""

    runs: tuple[Run, ...]

    @property
    def rounds(self) -> int:
        return len(self._of("bare"))

    @property
    def overhead_ratio(self) -> float:
        return self.ratio_to("bare")

    def ratio_to(self, way: Way) -> float:
        return self._wall_s("gateway") / self._wall_s(way)

    def cpu_s_per_1k(self, way: Way) -> float:
        return median(run.took.cpu_s / run.calls * 1000 for run in self._of(way))

    def latency_error_share(self, way: Way = "gateway") -> float:
        return median(run.latency_error_share for run in self._of(way))

    @property
    def holds(self) -> bool:
        return (
            self.overhead_ratio <= OVERHEAD_AT_MOST
            and self.latency_error_share() <= LATENCY_ERROR_AT_MOST
        )

    def _wall_s(self, way: Way) -> float:
        return median(run.took.wall_s for run in self._of(way))

    def _of(self, way: Way) -> list[Run]:
        return [run for run in self.runs if run.way == way]


def measure(
    url: str,
    *,
    calls: int = CALLS,
    callers: int = CALLERS,
    rounds: int = ROUNDS,
    say: Callable[[str], None] = print,
    budget: TimeBudget = UNLIMITED,
) -> Figures:
    """Make the same calls in all ways against one simulator, each in a fresh process, taking turns at being first."""
    in_time = budget.take(range(rounds), what="rounds", say=say)
    return asyncio.run(_measure(url, calls, callers, in_time, say))


async def _measure(
    url: str, calls: int, callers: int, rounds: Iterator[int], say: Callable[[str], None]
) -> Figures:
    runs: list[Run] = []
    project = str(new_project(url))
    async with simulator_apart() as simulator:
        for number in rounds:
            ways: tuple[Way, ...] = ("bare", "aiohttp", "gateway")
            for way in ways if number % 2 == 0 else reversed(ways):
                runs.append(await _run(simulator, way, calls, callers, url, project))
                say(f"  {runs[-1]}")
    return Figures(runs=tuple(runs))


async def _run(
    simulator: Simulated, way: Way, calls: int, callers: int, url: str, project: str
) -> Run:
    await simulator.reset()
    await simulator.behave(latency={"ms": LATENCY_MS})
    # A credential of its own each time: nothing that the limiter learned in the round before helps.
    arguments = (way, simulator.url, str(calls), str(callers), url, project, str(uuid4()))
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-m", "tests.load.gateway_caller", *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        timeout=WITHIN_S,
        check=True,
    )
    seen = await simulator.calls()
    assert seen["answered"] == calls, seen["by_status"]
    took = Took(**json.loads(done.stdout.strip().splitlines()[-1]))
    assert len(took.latencies_ms) == calls
    return Run(way=way, calls=calls, took=took, simulator_ms=seen["latency_ms"]["median"])
