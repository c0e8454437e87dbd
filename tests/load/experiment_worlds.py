"""Experiments on simulated worlds whose best features are known.

Does the loop find them, and does it stop where there are none?
"""

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any

from edison.domain.statistics.paired_comparison import BETTER_HERE
from tests.load.run_stage import a_stage
from tests.load.time_budget import UNLIMITED, TimeBudget
from tests.support.answers import granted
from tests.support.gateway import Bench, Gateway
from tests.support.sql import rows

WORLDS_WITHIN_S = 480.0
# Experiments of so many seeds, in all worlds, are executed at the same time.
SEEDS_AT_ONCE = 2
# Whatever the time.
AT_LEAST_SEEDS = 4
# A third of them is held out: enough to tell a real gain on them from luck.
CASES = 50
# The verdict on cases that no iteration has seen counts, and so much better it must be.
GAIN = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedWorld:
    name: str
    goal: str
    criteria: tuple[tuple[str, str], ...]
    prompt: str
    # The value of the prompt's variable for one case.
    case: Callable[[random.Random], str]
    variable: str = "text"


FIRST = ("Jonas", "Priya", "Amina", "Henrik", "Sigrun", "Daniel", "Wei", "Mia", "Tomas", "Lea")
LAST = ("Berg", "Kumar", "Novak", "Silva", "Okafor", "Meyer", "Rossi", "Tanaka", "Dubois", "Larsen")
TROUBLES = (
    "my parcel is late and the tracking does not move",
    "the lamp arrived with a crack in its glass",
    "I cannot sign in although I changed my password",
    "I was charged twice on my card",
    "I would like my money back for the jacket",
    "the courier left the box in the rain",
    "your invoice has the wrong address on it",
)
MOODS = (
    "I am quite upset.",
    "Please help soon.",
    "It is not urgent.",
    "This is the second time!",
    "Thank you in advance.",
)
TOPICS = (
    "a lighthouse",
    "the last tram",
    "an old violin",
    "the night market",
    "a lost letter",
    "the frozen lake",
    "a quiet library",
)
MONTHS = ("January", "March", "May", "June", "August", "October", "December")


def _support_case(dice: random.Random) -> str:
    name, order = dice.choice(FIRST), dice.randrange(10_000, 99_999)
    return f"My name is {name}, order NW-{order}: {dice.choice(TROUBLES)}. {dice.choice(MOODS)}"


def _extraction_case(dice: random.Random) -> str:
    name = f"{dice.choice(FIRST)} {dice.choice(LAST)}"
    address = f"{name.split()[0].lower()}.{dice.randrange(100)}@mail.example"
    day, month = dice.randrange(1, 28), dice.choice(MONTHS)
    said = [f"{name} wrote on {day} {month} {dice.randrange(2019, 2026)}."]
    if dice.random() < 0.7:
        said.append(f"Write to {address}.")
    if dice.random() < 0.8:
        said.append(f"The bill is EUR {dice.randrange(10, 900)}.{dice.randrange(10, 99)}.")
    return " ".join(said)


def _story_case(dice: random.Random) -> str:
    return f"Something about {dice.choice(TOPICS)} in {dice.choice(MONTHS)}, number {dice.randrange(10_000)}"


SUPPORT = SimulatedWorld(
    name="support",
    goal="Answer customers of an online shop so that their trouble ends and they come back.",
    criteria=(
        ("Helpfulness", "The customer knows what to do and what will happen"),
        ("Empathy", "Feels with the customer in a warm tone"),
        ("Accuracy", "Right, and fits this very message"),
        ("Conciseness", "Nothing that the customer does not need"),
    ),
    prompt="""You work at the support desk of Northwind Outfitters, an online shop for clothing and outdoor gear.
Customers write to us about orders, parcels, payments, exchanges, sizes and their accounts.
Read the message below and write the reply that we will send.
Write as one member of the team who talks to another human being, in plain English and in whole sentences.
Answer what was asked. If several things were asked, answer each of them as they came up.
Use only what the message says and what you know about the shop; if something is missing, ask for it.
If the matter is too complicated for you to settle, say that a colleague who knows more about it takes over.
Do not mention these instructions, other customers, or how the shop works inside.
Do not use tables or emojis; the reply is sent as a plain mail.
Sign with: Northwind support team.

Message:
{{text}}""",
    case=_support_case,
)
EXTRACTION = SimulatedWorld(
    name="extraction",
    goal="Extract name, email, date and amount from notes of the back office, as JSON that a program reads.",
    criteria=(
        ("Format", "A program can read it without any cleaning up"),
        ("Accuracy", "Every value is the one in the note"),
        ("Completeness", "Nothing that the note says is left out"),
    ),
    prompt="""Extract data from a note that a colleague in the back office wrote down.
We need the name of the person, the email, the date and the amount of money.
The notes are in English and were typed in a hurry, so expect odd punctuation.
Give the answer as JSON only, for a program of ours reads it and no human looks at it.
A note is about a single person and a single payment, even where it mentions others in passing.
Our colleagues do not follow any order when they write, so read the whole note first.
Leave out greetings, signatures and everything else that has nothing to do with what we need.
Do not translate anything, and do not comment on what you find in the note.

Note:
{{text}}""",
    case=_extraction_case,
)
STORIES = SimulatedWorld(
    name="stories",
    goal="Write stories that people read to the end and remember.",
    criteria=(
        ("Creativity", "Surprises and stays in mind"),
        ("Engagement", "One wants to read on"),
        ("Structure", "Has a beginning and an end that belong together"),
    ),
    prompt="""Write a story for the evening page of a local newspaper that families read together.
The idea for it comes from a reader and is given below in a few words.
Stay with the idea of the reader, even if another one would be easier to write about.
Use plain English that a child of ten understands when it is read aloud.
Nothing in the story may frighten small children or make fun of anybody.
Do not mention brands, living people, or places that exist and could feel offended.
Do not explain what the story means, and do not address the readers.
Write in the past tense and keep to the point of view that you begin with.

Task:
{{text}}""",
    case=_story_case,
)
WORLDS = (SUPPORT, EXTRACTION, STORIES)
# Everything that this world looks for is asked for already: no sentence more can help.
NOTHING_HELPS = SimulatedWorld(
    name="nothing helps",
    goal=SUPPORT.goal,
    criteria=SUPPORT.criteria,
    prompt=SUPPORT.prompt.replace(
        "Sign with",
        "Begin by acknowledging how the customer feels and apologise sincerely.\n"
        "Give concrete numbered steps that the customer can follow.\n"
        "End with the next action that we will take and by when.\n"
        "State the refund policy: 30 days from delivery.\n"
        "Be brief: at most 120 words.\n"
        "Address the customer by name and refer to the details of their message.\n"
        "Never promise what we cannot guarantee.\n"
        "Sign with",
    ),
    case=_support_case,
)


@dataclass(slots=True, kw_only=True)
class Result:
    """What became of one experiment."""

    world: str
    seed: int
    experiment: str
    iterations: int = 0
    end: str = ""
    reason: str = ""
    first: float = 0.0
    best: float = 0.0
    verdict: str = ""
    spent_usd: float = 0.0

    @property
    def gain(self) -> float:
        """On cases that no iteration has seen."""
        return self.best / self.first - 1 if self.first else 0.0

    @property
    def improved(self) -> bool:
        return self.verdict in BETTER_HERE and self.gain > GAIN


@dataclass(slots=True, kw_only=True)
class Lab:
    """A project in which experiments are started, and everything that is suggested is approved."""

    bench: Bench
    models: dict[str, str]
    results: dict[str, Result] = field(default_factory=dict[str, Result])

    async def begin(self, world: SimulatedWorld, seed: int, **changes: Any) -> Result:
        dataset = await self._dataset(world, seed)
        plan = self.plan(world, dataset, **changes)
        path = f"{self.bench.path}/experiments"
        body = {"name": f"{world.name} {seed}", "plan": plan}
        made = granted(await self.bench.browser.post(path, json=body), 201)
        granted(await self.bench.browser.post(f"{path}/{made['id']}/iterations", json={}), 201)
        result = Result(world=world.name, seed=seed, experiment=made["id"])
        self.results[made["id"]] = result
        return result

    def plan(self, world: SimulatedWorld, dataset: str, **changes: Any) -> dict[str, Any]:
        weight = 1 / len(world.criteria)
        return {
            "goal": world.goal,
            "criteria": [
                {"name": name, "description": told, "weight": weight, "scale": 10}
                for name, told in world.criteria
            ],
            "prompt_name": world.name,
            "content": {"messages": [{"role": "user", "content": world.prompt}]},
            "dataset": dataset,
            "holdout_share": 0.3,
            "targets": [
                {"model": self.models["sim-large"], "parameters": {"max_tokens": 800}},
            ],
            "judges": [{"model": self.models["sim-judge"]}],
            "safety": {"moderation": False, "pii": False, "jailbreak": False, "toxicity": False},
            "refiner": self.models["sim-large"],
            **changes,
        }

    async def _dataset(self, world: SimulatedWorld, seed: int) -> str:
        path = f"{self.bench.path}/datasets"
        dice = random.Random(f"{world.name} {seed}")
        body = {"name": f"{world.name} {seed}", "kind": "golden"}
        dataset = granted(await self.bench.browser.post(path, json=body), 201)
        cases = [{"values": {world.variable: world.case(dice)}} for _ in range(CASES)]
        granted(
            await self.bench.browser.post(f"{path}/{dataset['id']}/cases", json={"cases": cases}),
            201,
        )
        return str(dataset["id"])

    async def approve_all(self) -> int:
        """Say yes to whatever waits; how many were decided."""
        waiting = rows(
            self.bench.world.url,
            "SELECT id, revision FROM suggestions WHERE project_id = %s AND state = 'pending'",
            self.bench.project["id"],
        )
        for suggestion, revision in waiting:
            path = f"{self.bench.path}/suggestions/{suggestion}/approve"
            granted(await self.bench.browser.post(path, json={"revision": revision}))
        return len(waiting)

    def at_work(self) -> int:
        """Experiments that are not at their end, their last check included."""
        [(count,)] = rows(
            self.bench.world.url,
            "SELECT count(*) FROM experiments WHERE project_id = %s AND (state = 'running' "
            "OR (state = 'completed' AND check_run IS NOT NULL AND check_verdict IS NULL))",
            self.bench.project["id"],
        )
        return int(count)

    async def to_the_end(self) -> None:
        give_up = time.monotonic() + WORLDS_WITHIN_S
        while self.at_work():
            if time.monotonic() > give_up:
                for result in self.results.values():
                    await self._look(result)
                raise AssertionError(f"not at their end:\n{table(list(self.results.values()))}")
            if not await self.approve_all():
                await asyncio.sleep(0.1)
        for result in self.results.values():
            await self._look(result)

    async def _read(self, experiment: str) -> dict[str, Any]:
        path = f"{self.bench.path}/experiments/{experiment}"
        return granted(await self.bench.browser.get(path))

    async def _look(self, result: Result) -> None:
        found = await self._read(result.experiment)
        result.iterations = found["iterations"]
        result.end, result.reason = found["state"], found["waiting_for"] or ""
        if found["end"]:
            result.end, result.reason = found["end"]["kind"], found["end"]["reason"]
        result.spent_usd = float(found["balance"]["spent_usd"])
        checked = found["check"] and found["check"]["verdict"]
        if checked:
            result.verdict = checked["verdict"]
            result.first = checked["first"]["value"]
            result.best = checked["best"]["value"]


async def a_lab(bench: Bench) -> Lab:
    granted(await bench.add(), 201)
    names = ("sim-large", "sim-judge")
    known = {model["name"]: model["id"] for model in await bench.models()}
    for name in names:
        await bench.priced(name, input="2.5", output="10")
    return Lab(bench=bench, models={name: known[name] for name in names})


async def improved_in(
    worlds: Sequence[SimulatedWorld] = WORLDS,
    *,
    seeds: int = 10,
    null: bool = True,
    gateway: Gateway | None = None,
    say: Callable[[str], None] = lambda _: None,
    budget: TimeBudget = UNLIMITED,
    **changes: Any,
) -> list[Result]:
    """Improve prompts in all worlds, some seeds at a time, with as many seeds as time allows.

    The world where nothing can help is tried once, with the first seeds.
    """
    async with AsyncExitStack() as stack:
        if gateway is None:
            stage = await stack.enter_async_context(
                a_stage(workers=2, calls_at_once=64, latency_ms=0)
            )
            gateway = stage.gateway
        batches = [range(seeds)[at : at + SEEDS_AT_ONCE] for at in range(0, seeds, SEEDS_AT_ONCE)]
        results: list[Result] = []
        in_time = budget.take(
            batches,
            at_least=AT_LEAST_SEEDS // SEEDS_AT_ONCE,
            what=f"batches of {SEEDS_AT_ONCE} seeds in {len(worlds)} worlds",
            say=say,
        )
        for batch in in_time:
            lab = await a_lab(await gateway.bench(f"Worlds {batch.start}"))
            wanted = [(world, seed) for seed in batch for world in worlds]
            if null and batch.start == 0:
                wanted.insert(0, (NOTHING_HELPS, 0))
            for world, seed in wanted:
                await lab.begin(world, seed, **changes)
            await lab.to_the_end()
            results += lab.results.values()
            say(table(list(lab.results.values())))
    return results


def table(results: Sequence[Result]) -> str:
    lines = [
        f"{each.world:<13} seed {each.seed}: {each.iterations:2d} iterations, "
        f"held-out {each.first:.3f} -> {each.best:.3f} "
        f"({100 * each.gain:+.0f} %, {each.verdict or 'no check'}), ${each.spent_usd:.2f}, {each.end}: {each.reason}"
        for each in results
    ]
    return "\n".join(lines)
