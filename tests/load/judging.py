"""Judging at full size: 10,000 cells by three judges while workers are killed, counted at the provider."""

import asyncio
from collections.abc import Callable

from tests.fault.judge_chaos import Judged, judge_chaos

CELLS = 10_000
KILLS = 12


async def judged(
    cells: int = CELLS, kills: int = KILLS, say: Callable[[str], None] = lambda _: None
) -> Judged:
    return await judge_chaos(
        cells=cells, kills=kills, latency_ms=20, calls_at_once=128, seed=11, say=say
    )


def repaid_calls() -> int:
    """How many answered and kept questions were asked again; a run that did not end counts as one."""
    found = asyncio.run(judged())
    return found.repaid + found.scores_missing + (found.state != "completed")
