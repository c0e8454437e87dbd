"""Datasets in which it is known what is wrong with which question: how many of these are told, and how much else is.

Questions, answers and verdicts are rows of finished runs, and what is told is read from the API: the product decides.
"""

import asyncio
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from edison.kit.log_setup import configure_logging
from tests.load.time_budget import UNLIMITED, TimeBudget
from tests.support.postgres import TestServer
from tests.support.questions import a_planted_desk, answered_by_all, suspicions
from tests.support.world import World
from tests.unit.domain.psychometrics.planted import planted

# Neither those that the limits were chosen on nor those of other tests.
SEEDS = range(9_000, 9_005)
# Whatever the time.
AT_LEAST_SEEDS = 2
AT_LEAST = 0.9


@dataclass(slots=True)
class Found:
    """By what is wrong: told and so, told and not so, so and not told."""

    datasets: int = 0
    right: Counter[str] = field(default_factory=Counter[str])
    wrong: Counter[str] = field(default_factory=Counter[str])
    missed: Counter[str] = field(default_factory=Counter[str])

    @property
    def precision(self) -> float:
        return self.right.total() / max(1, self.right.total() + self.wrong.total())

    @property
    def recall(self) -> float:
        return self.right.total() / max(1, self.right.total() + self.missed.total())

    def __str__(self) -> str:
        kinds = sorted({*self.right, *self.wrong, *self.missed})
        return "; ".join(
            f"{kind}: {self.right[kind]} told, {self.missed[kind]} not, {self.wrong[kind]} told wrongly"
            for kind in kinds
        )


async def look(world: World, seed: int, found: Found) -> None:
    """One dataset of 300 questions with 60 bad ones, answered three times each by 8 models, read by three judges."""
    plan = planted(seed)
    desk = await a_planted_desk(world, plan)
    await answered_by_all(desk, plan)
    bad = {str(kind): places for kind, places in plan.bad.items()}
    told = await suspicions(desk)
    # Also what nobody planted: whatever is told of a good question is told wrongly.
    for kind in {*bad, *told}:
        named, so = told.get(kind, set[int]()), bad.get(kind, set[int]())
        found.right[kind] += len(named & so)
        found.wrong[kind] += len(named - so)
        found.missed[kind] += len(so - named)


async def looked(
    seeds: Sequence[int] = SEEDS,
    say: Callable[[str], None] = print,
    budget: TimeBudget = UNLIMITED,
) -> Found:
    """Look at the datasets of these seeds, or of as many as time allows."""
    found = Found()
    with tempfile.TemporaryDirectory(prefix="edison-questions-") as folder:
        server = TestServer(Path(folder) / "server", "questions")
        with server.database() as url:
            world = World(url)
            try:
                for seed in budget.take(seeds, at_least=AT_LEAST_SEEDS, what="seeds", say=say):
                    began = perf_counter()
                    await look(world, seed, found)
                    found.datasets += 1
                    say(f"questions of seed {seed}: {perf_counter() - began:.0f} s")
            finally:
                await world.close()
    return found


def psychometrics(
    say: Callable[[str], None] = print, budget: TimeBudget = UNLIMITED
) -> dict[str, float]:
    """Return the figures, for whoever shows them with others."""
    found = asyncio.run(looked(SEEDS, say, budget))
    say(f"bad questions of {found.datasets} datasets: {found}")
    return {
        "psychometrics_datasets": found.datasets,
        "psychometrics_precision": round(found.precision, 4),
        "psychometrics_recall": round(found.recall, 4),
    }


def main() -> None:
    """Progress on stderr, the figures last on stdout as one JSON line."""
    configure_logging(level="error", service="test")
    figures = psychometrics(lambda line: print(line, file=sys.stderr, flush=True))
    print(json.dumps(figures), flush=True)
    shares = (figures["psychometrics_precision"], figures["psychometrics_recall"])
    sys.exit(0 if min(shares) >= AT_LEAST else 1)


if __name__ == "__main__":
    main()
