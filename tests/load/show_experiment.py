"""The parts of `just show experiment`, and what the figures must be."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.e2e.browser import chromium, open_context
from tests.e2e.experiment_journey import journey
from tests.fault.experiment_chaos import Killed, kill_in_every_stage
from tests.load.experiment_worlds import NOTHING_HELPS, Result, improved_in
from tests.load.hostile_refiner import Stopped, attacks, hostile_refiner
from tests.load.run_stage import a_stage
from tests.load.showing import Figures, Part, Say, Show
from tests.load.time_budget import TimeBudget
from tests.load.workbench_stage import wait_for_a_worker
from tests.support.installation import running

SEEDS = 10
DIFFS = 200
LIMITS: dict[str, tuple[str, float]] = {
    "clicks": ("at most", 40),
    "journey_s": ("at most", 180),
    # Of the seeds that were tried, in the world that does worst.
    "seeds_improved_share": ("at least", 1),
    "null_world_stopped": ("at least", 1),
    "guardrail_leaks": ("at most", 0),
    "answers_lost": ("at most", 0),
    "calls_repaid": ("at most", 0),
}


def walk(say: Say, _: TimeBudget) -> Figures:
    """Walk from sign-up to the second iteration in a browser, on an installation that nobody has used."""
    with (
        TemporaryDirectory(prefix="edison-journey-") as folder,
        running(Path(folder) / "home") as installation,
        chromium() as browser,
    ):
        wait_for_a_worker(installation)
        context = open_context(browser, installation.url)
        try:
            walked = journey(context.new_page(), email="ada@example.com")
        finally:
            context.close()
    say(f"{walked.clicks} clicks, {walked.seconds:.0f} s, scores {walked.scores}")
    return {"clicks": walked.clicks, "journey_s": round(walked.seconds, 1)}


def killed_in_every_stage(say: Say, _: TimeBudget) -> Figures:
    """Kill the worker with `kill -9` in each of eight stages of an experiment."""
    killed = asyncio.run(_kill(say))
    say(str(killed))
    return {
        "stages_killed": len(killed.kills),
        "answers_lost": killed.answers_lost + len(killed.wrong),
        "calls_repaid": killed.calls_repaid,
    }


async def _kill(say: Say) -> Killed:
    async with a_stage(workers=0, latency_ms=0) as stage:
        home = stage.folder / "mortal"
        home.mkdir()
        return await kill_in_every_stage(stage.gateway, home, say=say)


def hostile_diffs(say: Say, budget: TimeBudget) -> Figures:
    """Send hostile diffs through the loop; none may be offered for approval or reach a model."""
    stopped = asyncio.run(_attack(say, budget))
    say(str(stopped))
    return {
        "diffs_tried": stopped.tried,
        "guardrail_leaks": stopped.leaks + stopped.evaluation_calls,
    }


async def _attack(say: Say, budget: TimeBudget) -> Stopped:
    async with a_stage(workers=2, calls_at_once=64, latency_ms=0) as stage:
        return await hostile_refiner(stage.gateway, attacks(DIFFS), budget, say)


def worlds(say: Say, budget: TimeBudget) -> Figures:
    """Improve prompts in three simulated worlds, and in one where nothing can help."""
    results = asyncio.run(improved_in(seeds=SEEDS, say=say, budget=budget))
    null = [each for each in results if each.world == NOTHING_HELPS.name]
    tried = [each for each in results if each.world != NOTHING_HELPS.name]
    shares = _improved_shares(tried)
    say(f"improved: {shares} of {len(tried)} experiments with {len(tried) // len(shares)} seeds")
    return {
        "seeds_improved": sum(each.improved for each in tried),
        "seeds_tried": len(tried),
        "seeds_improved_share": min(shares.values()),
        "null_world_stopped": int(all(each.end == "converged" for each in null)),
    }


def _improved_shares(results: list[Result]) -> dict[str, float]:
    by_world: dict[str, list[bool]] = {}
    for each in results:
        by_world.setdefault(each.world, []).append(each.improved)
    return {world: sum(improved) / len(improved) for world, improved in by_world.items()}


SHOW = Show(
    parts=(
        Part(name="journey", measure=walk, share_s=70, figures=("clicks", "journey_s")),
        Part(
            name="kills",
            measure=killed_in_every_stage,
            share_s=100,
            figures=("answers_lost", "calls_repaid", "stages_killed"),
        ),
        Part(
            name="diffs",
            measure=hostile_diffs,
            share_s=80,
            figures=("guardrail_leaks", "diffs_tried"),
        ),
        Part(
            name="worlds",
            measure=worlds,
            share_s=320,
            figures=(
                *("seeds_improved", "seeds_tried", "seeds_improved_share"),
                "null_world_stopped",
            ),
        ),
    ),
    keys=(
        *("clicks", "journey_s", "seeds_improved", "seeds_tried", "null_world_stopped"),
        *("guardrail_leaks", "answers_lost", "calls_repaid", "diffs_tried", "stages_killed"),
    ),
    limits=(LIMITS,),
)
