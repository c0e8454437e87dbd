"""Judging at full size: thousands of cells by three judges while workers are killed, counted at the provider."""

import asyncio
from collections.abc import Callable

from tests.fault.judge_chaos import Judged, judge_chaos
from tests.load.time_budget import UNLIMITED, TimeBudget

CELLS = 10_000
KILLS = 12
# The cells and kills are divided into rounds, each with workers and a database of its own.
ROUNDS = 4
SEED = 11


async def judged(
    cells: int = CELLS,
    kills: int = KILLS,
    say: Callable[[str], None] = lambda _: None,
    seed: int = SEED,
) -> Judged:
    return await judge_chaos(
        cells=cells, kills=kills, latency_ms=20, calls_at_once=128, seed=seed, say=say
    )


def repaid_calls(
    say: Callable[[str], None] = lambda _: None, budget: TimeBudget = UNLIMITED
) -> dict[str, float]:
    """Count how many answered and kept questions were asked again; a run that did not end counts as one."""
    figures: dict[str, float] = {"repaid_calls": 0, "judged_cells": 0, "judge_kills": 0}
    for number in budget.take(range(ROUNDS), what=f"rounds of {CELLS // ROUNDS:,} cells", say=say):
        found = asyncio.run(judged(CELLS // ROUNDS, KILLS // ROUNDS, say, SEED + number))
        not_completed = found.state != "completed"
        figures["repaid_calls"] += found.repaid + found.scores_missing + not_completed
        figures["judged_cells"] += found.cells
        figures["judge_kills"] += found.kills
    return figures
