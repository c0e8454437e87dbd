"""A refiner that sends one hostile diff after the other through the whole loop: what is tried, and what it costs."""

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tests.load.time_budget import UNLIMITED, TimeBudget
from tests.support.answers import granted
from tests.support.diff_attacks import BASE, CASES, Attack, hostile
from tests.support.experiments import ExperimentBench, an_experiment_bench
from tests.support.gateway import Gateway
from tests.support.scripted_refiner import MODEL, ScriptedRefiner, scripted_refiner
from tests.support.sql import rows, value

# Each suggestion is one answer and one more with the reason.
PER_SUGGESTION = 2
# Whatever the time: every kind of attack once.
AT_LEAST = 88


@dataclass(slots=True, kw_only=True)
class Stopped:
    """What became of the diffs."""

    tried: int = 0
    # Suggestions that a person could approve, or iterations that ran.
    leaks: int = 0
    # Calls of targets and judges after the first iteration.
    evaluation_calls: int = 0
    told_why: int = 0


def attacks(count: int, seed: int = 3) -> list[Attack]:
    """Return so many, every kind once before any kind comes again."""
    rng = random.Random(seed)
    found: list[Attack] = []
    while len(found) < count:
        every_kind = list(hostile(rng))
        rng.shuffle(every_kind)
        found += every_kind
    return found[:count]


async def hostile_refiner(
    gateway: Gateway,
    chosen: Sequence[Attack],
    budget: TimeBudget = UNLIMITED,
    say: Callable[[str], None] = lambda _: None,
) -> Stopped:
    """Pause one experiment after each refusal and ask for another suggestion, as often as time allows."""
    stopped = Stopped()
    with scripted_refiner() as refiner:
        lab = await an_experiment_bench(await gateway.bench("Hostile refiner"), cases=2)
        model = await _refiner(lab, refiner)
        # Harmless to read and useless to apply: the loop goes on with the first real attack.
        pairs = [chosen[at : at + PER_SUGGESTION] for at in range(0, len(chosen), PER_SUGGESTION)]
        _script(refiner, pairs[0])
        experiment, iteration = await lab.begin(**await _plan(lab, model))
        await lab.until(iteration, "completed", "reviewing", "failed")
        before = await _evaluations(gateway)
        stopped.tried = len(pairs[0])
        in_time = budget.take(
            pairs[1:], at_least=AT_LEAST // PER_SUGGESTION, what="pairs of hostile diffs", say=say
        )
        for number, pair in enumerate(in_time, start=2):
            stopped.tried += len(pair)
            _script(refiner, pair)
            path = f"{lab.path}/experiments/{experiment}/suggestions"
            granted(await lab.browser.post(path, json={}), 202)
            await _until_suggested(lab, experiment, number)
        stopped.evaluation_calls = await _evaluations(gateway) - before
        stopped.leaks = _leaks(lab, experiment)
        stopped.told_why = sum(
            "This cannot be used" in asked["messages"][-1]["content"] for asked in refiner.asked
        )
    return stopped


def _script(refiner: ScriptedRefiner, pair: Sequence[Attack]) -> None:
    refiner.script = []
    for attack in pair:
        refiner.says(attack.diff)


async def _refiner(lab: ExperimentBench, refiner: ScriptedRefiner) -> str:
    granted(await lab.bench.add_at(refiner.url, "COMPATIBLE", "Scripted"), 201)
    return str((await lab.bench.priced(MODEL))["id"])


async def _plan(lab: ExperimentBench, model: str) -> dict[str, Any]:
    """The prompt that the attacks are made for, and the cases that they copy from."""
    body = {"name": "Bicycles", "kind": "golden"}
    dataset = granted(await lab.browser.post(f"{lab.path}/datasets", json=body), 201)
    cases = [{"values": {"message": case, "product": "bicycles"}} for case in CASES]
    path = f"{lab.path}/datasets/{dataset['id']}/cases"
    granted(await lab.browser.post(path, json={"cases": cases}), 201)
    return {
        "dataset": dataset["id"],
        "content": {
            "system": BASE.system,
            "messages": [{"role": m.role, "content": m.content} for m in BASE.messages],
        },
        "refiner": model,
        "stop_rules": {"stop_if_no_refinement": False},
    }


async def _evaluations(gateway: Gateway) -> int:
    return int((await gateway.sim.calls())["total"])


async def _until_suggested(lab: ExperimentBench, experiment: str, count: int) -> None:
    async with asyncio.timeout(60):
        while True:
            [(made, state)] = rows(
                lab.bench.world.url,
                "SELECT (SELECT count(*) FROM suggestions WHERE experiment_id = e.id), e.state "
                "FROM experiments e WHERE e.id = %s",
                experiment,
            )
            if made >= count and state == "paused":
                return
            await asyncio.sleep(0.05)


def _leaks(lab: ExperimentBench, experiment: str) -> int:
    url = lab.bench.world.url
    open_ones = value(
        url,
        "SELECT count(*) FROM suggestions WHERE experiment_id = %s AND state <> 'blocked'",
        experiment,
    )
    runs = value(url, "SELECT count(*) FROM iterations WHERE experiment_id = %s", experiment)
    versions = value(
        url,
        "SELECT count(*) FROM prompt_versions WHERE origin = 'suggested' AND prompt_id = "
        "(SELECT prompt_id FROM experiments WHERE id = %s)",
        experiment,
    )
    return int(open_ones) + int(runs) - 1 + int(versions)
