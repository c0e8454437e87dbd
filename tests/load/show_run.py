"""All figures of runs in one go, within ten minutes; and what they must be."""

import asyncio
from collections.abc import Callable
from typing import Any

from edison.kit.logging import configure_logging
from tests.fault.run_chaos import chaos
from tests.load.run_figures import (
    budget,
    fairness,
    ledger_difference,
    short_calls,
    size,
    speed,
    two_workers,
)

Figures = dict[str, Any]


async def measure(say: Callable[[str], None], *, short: bool = False) -> Figures:
    """`short` keeps to what a busy machine can do in a few minutes."""
    share = 0.2 if short else 1.0
    figures: Figures = {}
    say("speed: two targets and a grader, beside a bare client")
    fast = await speed(cases=int(1000 * share))
    figures["ratio_to_bare"] = fast["ratio_to_bare"]
    say(f"ratio_to_bare {figures['ratio_to_bare']}; now calls of 20 ms")
    short_ones = await short_calls(cells=int(20_000 * share))
    figures |= {
        name: short_ones[name]
        for name in (
            "cells_per_s_at_20ms",
            "worker_cpu_s_per_1k",
            "postgres_cpu_s_per_1k",
            "wal_bytes_per_cell",
        )
    }
    say(f"{short_ones}; now one worker against two")
    figures["two_worker_speedup"] = await two_workers(cells=int(3000 * share))
    say(f"two_worker_speedup {figures['two_worker_speedup']}; now kills and restarts")
    damage = await chaos(
        kills=max(3, int(12 * share)), web_kills=1, restarts=1, cells=2000, say=say
    )
    figures |= {
        "kills": damage.kills + damage.web_kills + damage.restarts,
        "answers_lost": damage.answers_lost + len(damage.not_completed),
        "calls_repeated_beyond_in_flight": damage.repeated_beyond_in_flight
        + (1 if damage.bill_beyond_ledger else 0),
    }
    say(f"{damage}; now the bill without kills")
    figures["ledger_difference_micro_usd"] = await ledger_difference(cells=int(2000 * share))
    say("now a budget of a dollar for five, with kills")
    held = await budget(kills=2)
    figures["budget_overshoot_micro_usd"] = held["overshoot"]
    say(f"{held}; now a large run")
    large = await size(cells=int(100_000 * share), say=say)
    figures |= {
        "rss_growth_mb": large["rss_growth_mb"],
        "first_page_ms": large["first_page_ms"],
    }
    say(f"{large}; now ten runs at once")
    figures["fairness"] = await fairness()
    return figures


LIMITS: dict[str, tuple[str, float]] = {
    "ratio_to_bare": ("at most", 1.5),
    "two_worker_speedup": ("at least", 1.7),
    "answers_lost": ("at most", 0),
    "calls_repeated_beyond_in_flight": ("at most", 0),
    "ledger_difference_micro_usd": ("at most", 0),
    "budget_overshoot_micro_usd": ("at most", 0),
    "rss_growth_mb": ("at most", 200),
    "first_page_ms": ("at most", 300),
    "fairness": ("at most", 1.5),
}


def measure_all(say: Callable[[str], None]) -> Figures:
    configure_logging(level="critical", service="show")
    return asyncio.run(measure(say))
