"""All figures of experiments in one go, within ten minutes; and what they must be."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.e2e.browser import chromium, open_context
from tests.e2e.experiment_journey import Journey, journey
from tests.fault.experiment_chaos import Killed, kill_in_every_stage
from tests.load.experiment_worlds import Result, improved_in
from tests.load.hostile_refiner import Stopped, attacks, hostile_refiner
from tests.load.run_stage import Stage, a_stage
from tests.load.workbench_stage import wait_for_a_worker
from tests.support.installation import running

Figures = dict[str, float]
Say = Callable[[str], None]

SEEDS = 10
DIFFS = 200
LIMITS: dict[str, tuple[str, float]] = {
    "clicks": ("at most", 40),
    "journey_s": ("at most", 180),
    "seeds_improved_share": ("at least", 0.9),
    "null_world_stopped": ("at least", 1),
    "guardrail_leaks": ("at most", 0),
    "answers_lost": ("at most", 0),
    "calls_repaid": ("at most", 0),
}
SAID = (
    *("clicks", "journey_s", "seeds_improved", "seeds_tried", "null_world_stopped"),
    *("guardrail_leaks", "answers_lost", "calls_repaid"),
)


def measure(say: Say) -> Figures:
    say("from sign-up to the second iteration, in a browser")
    walked = walk()
    say(f"{walked.clicks} clicks, {walked.seconds:.0f} s, scores {walked.scores}")
    worlds, stopped, killed = asyncio.run(_at_work(say))
    tried = [each for each in worlds if each.world != "nothing helps"]
    null = [each for each in worlds if each.world == "nothing helps"]
    improved = _in_how_many(tried)
    return {
        "clicks": walked.clicks,
        "journey_s": round(walked.seconds, 1),
        "seeds_improved": sum(improved.values()),
        "seeds_tried": len(tried),
        # In the world that does worst.
        "seeds_improved_share": min(improved.values()) / SEEDS,
        "null_world_stopped": int(all(each.end == "converged" for each in null)),
        "guardrail_leaks": stopped.leaks + stopped.evaluation_calls,
        "answers_lost": killed.answers_lost + len(killed.wrong),
        "calls_repaid": killed.calls_repaid,
    }


def walk() -> Journey:
    """On a machine that nobody has used yet."""
    with (
        TemporaryDirectory(prefix="edison-journey-") as folder,
        running(Path(folder) / "home") as installation,
        chromium() as browser,
    ):
        wait_for_a_worker(installation)
        context = open_context(browser, installation.url)
        try:
            return journey(context.new_page(), email="ada@example.com")
        finally:
            context.close()


async def _at_work(say: Say) -> tuple[list[Result], Stopped, Killed]:
    async with a_stage(workers=2, calls_at_once=64, latency_ms=0) as stage:
        say(f"three worlds, {SEEDS} seeds each, and one where nothing can help")
        worlds = await improved_in(seeds=SEEDS, gateway=stage.gateway, say=say)
        say(f"{_in_how_many(worlds)} improved; now {DIFFS} hostile diffs through the loop")
        stopped = await hostile_refiner(stage.gateway, attacks(DIFFS))
    say(f"{stopped}; now a worker that dies in every stage")
    async with a_stage(workers=0, latency_ms=0) as stage:
        killed = await _killed(stage, say)
    say(str(killed))
    return worlds, stopped, killed


async def _killed(stage: Stage, say: Say) -> Killed:
    home = stage.folder / "mortal"
    home.mkdir()
    return await kill_in_every_stage(stage.gateway, home, say=say)


def _in_how_many(results: list[Result]) -> dict[str, int]:
    return {
        world: sum(each.improved for each in results if each.world == world)
        for world in dict.fromkeys(each.world for each in results if each.world != "nothing helps")
    }
