"""Simulations of the baseline gate through the real command, a real server, a worker and a simulator.

Each A/A trial runs the same prompt again with random answers. Each loss is planted: with a new set of 100 cases, the
changed prompt cannot be right about 10 of them.
"""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from tests.load.run_stage import Stage, a_stage
from tests.load.time_budget import TimeBudget
from tests.support.commands import Command
from tests.support.gated_suites import LACKING, sorting_suite
from tests.support.gateway import Gateway
from tests.support.suites import SuiteDesk, a_suite_desk

CASES, LOST = 100, 10
# Slow enough for looks while a run works: it takes about seven seconds.
CALLS_PER_S = 15
TOGETHER = 2
# Baselines are run first and fast, so many at a time.
AT_A_TIME = 5
# Part of the time for A/A trials.
AA_SHARE = 0.35
UNREACHABLE = {
    "server stopped": {"EDISON_SERVER": "http://127.0.0.1:9"},
    "token refused": {"EDISON_TOKEN": "wrong"},
}
# What fails, the fault of the simulator, and what `--on-cannot-tell` says about unclear results.
FAILURES: tuple[tuple[str, dict[str, Any] | None, str], ...] = (
    ("server stopped", None, "pass"),
    ("token refused", None, "fail"),
    ("key refused", {"kind": "401"}, "pass"),
    ("account empty", {"kind": "quota"}, "fail"),
    ("half of the calls refused", {"kind": "too_long", "share": 0.5}, "pass"),
    ("all calls refused", {"kind": "too_long"}, "fail"),
)


@dataclass(slots=True, kw_only=True)
class GateCounts:
    """Exit codes of the trials, and what early ends saved."""

    aa: Counter[int]
    losses: Counter[int]
    stopped: int = 0
    saved_cells: int = 0

    def per_100(self, codes: Counter[int], code: int) -> float | None:
        return round(100 * codes[code] / codes.total(), 1) if codes else None

    def figures(self) -> dict[str, Any]:
        losses = self.losses.total()
        return {
            "gate_aa_false_in_100": self.per_100(self.aa, 1),
            "gate_caught_in_100": self.per_100(self.losses, 1),
            "gate_aa_trials": self.aa.total(),
            "gate_loss_trials": losses,
            "gate_stopped_early_share": round(self.stopped / losses, 2) if losses else None,
            "gate_saved_share": round(self.saved_cells / (losses * CASES), 2) if losses else None,
        }


class GateDesk:
    """One project, with the command in a folder for each trial."""

    def __init__(self, desk: SuiteDesk) -> None:
        self.desk = desk

    async def run(self, suite: dict[str, Any], *options: str, **settings: str) -> dict[str, Any]:
        with TemporaryDirectory(dir=self.desk.folder) as folder:
            path = Path(folder, "suite.yaml")
            await asyncio.to_thread(path.write_text, yaml.safe_dump(suite))
            given = {**self.desk.command.environment, **settings}
            command = Command(Path(folder), self.desk.bench.world.url)
            command.environment = {**given, "HOME": folder, "EDISON_HOME": folder}
            done = await command.run("run", str(path), "--json", *options)
        document = json.loads(done.out)
        assert document["exit_code"] == done.code, done.err
        return document


@asynccontextmanager
async def a_gate_desk(gateway: Gateway, address: str, folder: Path) -> AsyncGenerator[GateDesk]:
    await gateway.sim.reset()
    yield GateDesk(await a_suite_desk(await gateway.bench(), address, folder))
    await gateway.sim.reset()


async def aa_trials(desk: GateDesk, counts: GateCounts, trials: int, budget: TimeBudget) -> None:
    """Compare each run with the complete run before it. The prompt is the same; the answers are random."""
    suite = sorting_suite(count=CASES, of_deliveries=LOST, temperature=1.0, name="A/A")
    before = await desk.run(suite)
    for _ in range(trials):
        if budget.left_s <= 0:
            return
        found = await desk.run(suite, "--baseline", f"run:{before['run']['id']}")
        counts.aa[found["exit_code"]] += 1
        if found["run"]["state"] == "completed":
            before = found


async def baselines_of_losses(desk: GateDesk, seeds: Sequence[int]) -> dict[int, str]:
    """Run the good prompt on new cases for each seed; return the ids of the runs."""
    found: dict[int, str] = {}
    for seed in seeds:
        suite = with_losses(sorting_suite(name=f"Loss {seed}"), seed)
        found[seed] = (await desk.run(suite))["run"]["id"]
    return found


async def planted_losses(desk: GateDesk, counts: GateCounts, baselines: dict[int, str]) -> None:
    """Run the prompt that loses 10 points on the cases of each baseline."""
    for seed, run in baselines.items():
        suite = with_losses(sorting_suite(LACKING, name=f"Loss {seed}"), seed)
        found = await desk.run(suite, "--baseline", f"run:{run}")
        counts.losses[found["exit_code"]] += 1
        saved = found["gate"] and found["gate"]["saved"]
        if saved:
            counts.stopped += 1
            counts.saved_cells += saved["cells"]


def with_losses(suite: dict[str, Any], seed: int) -> dict[str, Any]:
    """Give the suite new cases, of which exactly 10 are about what the changed prompt cannot answer."""
    planted = sorting_suite(count=CASES, of_deliveries=LOST, seed=seed)["dataset"]["cases"]
    return {**suite, "dataset": {**suite["dataset"], "cases": planted}}


async def misread_failures(gateway: Gateway, address: str, folder: Path) -> list[str]:
    """Return the failures of the infrastructure that end with 0 or 1, as if they were a result."""
    codes: dict[str, int] = {}
    suite = sorting_suite(count=20, of_deliveries=5, name="Failures")
    for word, fault, option in FAILURES:
        # A project of its own, because a refused key stays refused.
        async with a_gate_desk(gateway, address, folder) as desk:
            before = await desk.run(suite)
            options = ("--baseline", f"run:{before['run']['id']}", "--on-cannot-tell", option)
            if fault is not None:
                await gateway.sim.behave(faults=[fault])
            settings = UNREACHABLE.get(word, {})
            codes[word] = (await desk.run(suite, *options, **settings))["exit_code"]
    return [f"{word}: {code}" for word, code in codes.items() if code in {0, 1}]


async def gate_trials(
    gateway: Gateway, address: str, folder: Path, trials: int, budget: TimeBudget
) -> GateCounts:
    """Run both kinds of trials at the same time, in several projects."""
    counts = GateCounts(aa=Counter(), losses=Counter())
    share = -(-trials // TOGETHER)
    async with a_gate_desk(gateway, address, folder) as first:
        more = [
            await a_suite_desk(await gateway.bench(), address, folder) for _ in range(1, TOGETHER)
        ]
        desks = [first, *(GateDesk(one) for one in more)]
        aa_budget = budget.split(AA_SHARE)
        async with asyncio.TaskGroup() as group:
            for desk in desks:
                group.create_task(aa_trials(desk, counts, share, aa_budget))
        for start in range(0, trials, TOGETHER * AT_A_TIME):
            if counts.losses and budget.is_spent:
                break
            seeds = range(start, min(trials, start + TOGETHER * AT_A_TIME))
            await gateway.sim.behave()
            async with asyncio.TaskGroup() as group:
                made = [
                    group.create_task(baselines_of_losses(desk, seeds[at::TOGETHER]))
                    for at, desk in enumerate(desks)
                ]
            limits = {"requests_per_second": CALLS_PER_S * TOGETHER}
            await gateway.sim.behave(latency={"ms": 50}, limits=limits)
            async with asyncio.TaskGroup() as group:
                for desk, task in zip(desks, made, strict=True):
                    group.create_task(planted_losses(desk, counts, task.result()))
    return counts


def gate_figures(say: Callable[[str], None], budget: TimeBudget, trials: int = 100) -> Any:
    """Return the figures of `just show machines` that the gate is responsible for."""
    return asyncio.run(_figures(say, budget, trials))


async def _figures(say: Callable[[str], None], budget: TimeBudget, trials: int) -> dict[str, Any]:
    async with a_stage(latency_ms=20) as stage, stage.gateway.world.served() as address:
        folder = _folder(stage)
        misread = await misread_failures(stage.gateway, address, folder)
        say(f"failures of the infrastructure that look like a result: {misread or 'none'}")
        counts = await gate_trials(stage.gateway, address, folder, trials, budget)
    found = counts.figures()
    say(f"exit codes: A/A {dict(counts.aa)}, planted losses {dict(counts.losses)}")
    say(f"{found}")
    return {**found, "gate_infrastructure_misread": len(misread)}


def _folder(stage: Stage) -> Path:
    folder = stage.folder / "suites"
    folder.mkdir(exist_ok=True)
    return folder
