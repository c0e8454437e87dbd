"""The parts of `just show run`, and what the figures must be."""

import asyncio
import os

from tests.fault.run_chaos import chaos
from tests.load.run_figures import (
    budget,
    fairness,
    ledger_difference,
    short_calls,
    size,
    small_run_delay,
    speed,
    two_workers,
)
from tests.load.showing import Figures, Part, Say, Show
from tests.load.time_budget import TimeBudget

CASES = 1_000
SHORT_CALLS = 20_000
# Where 20 calls of 200 ms at once are the limit: 20 s of calls for one worker, 10 s for two.
CELLS_OF_TWO_WORKERS = 2_000
# Where the processors are the limit.
CELLS_AT_20_MS = 6_000
BARE_IS = "aiohttp that stores nothing and checks nothing but the status"
LARGE = 100_000
CELLS = 2_000
# Kills of workers in one round, each with a kill of the web process and a restart of PostgreSQL.
KILLS, ROUNDS = 4, 3

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
OF_SHORT_CALLS = (
    *("cells_per_s_at_20ms", "worker_cpu_s_per_1k", "postgres_cpu_s_per_1k"),
    *("wal_bytes_per_cell", "cells_at_20ms"),
)
OF_KILLS = ("kills", "answers_lost", "calls_repeated_beyond_in_flight")


def beside_a_bare_client(say: Say, _: TimeBudget) -> Figures:
    """Measure two targets and a grader on every cell beside a client that stores nothing."""
    found = asyncio.run(speed(cases=CASES))
    say(
        f"{found}; bare is aiohttp without checks or storage, and bare_s the better of its two runs"
    )
    return {"ratio_to_bare": found["ratio_to_bare"], "bare_is": BARE_IS}


def calls_of_20_ms(say: Say, time: TimeBudget) -> Figures:
    found = asyncio.run(short_calls(cells=SHORT_CALLS, budget=time))
    say(f"of at most {SHORT_CALLS:,} cells: {found}")
    return {name: found[name] for name in OF_SHORT_CALLS}


def one_worker_and_two(_: Say, __: TimeBudget) -> Figures:
    return {"two_worker_speedup": asyncio.run(two_workers(cells=CELLS_OF_TWO_WORKERS))}


def one_worker_and_two_at_20_ms(say: Say, _: TimeBudget) -> Figures:
    """Measure the same where the processors are the limit; what is left to gain depends on the machine."""
    found = asyncio.run(two_workers(cells=CELLS_AT_20_MS, at_once=100, latency_ms=20))
    say(f"calls of 20 ms, 100 at once, on {os.cpu_count()} processors")
    return {"two_worker_speedup_at_20ms": found}


def ledger(_: Say, __: TimeBudget) -> Figures:
    """Compare the bill with the ledger where nobody is killed."""
    return {"ledger_difference_micro_usd": asyncio.run(ledger_difference(cells=CELLS))}


def ten_runs(_: Say, __: TimeBudget) -> Figures:
    """Start ten equal runs together: the last against the mean."""
    return {"fairness": asyncio.run(fairness())}


def small_behind_large(say: Say, _: TimeBudget) -> Figures:
    """Start a small run behind a large one that has all of a worker's calls."""
    found = asyncio.run(small_run_delay())
    say(f"{found}; medians of three")
    return {"small_run_delay_ratio": found["small_run_delay_ratio"]}


def race_for_a_dollar(say: Say, _: TimeBudget) -> Figures:
    """Let four workers, two of which are killed, spend a budget of a dollar on work of five."""
    found = asyncio.run(budget(kills=2))
    say(str(found))
    return {"budget_overshoot_micro_usd": found["overshoot"]}


def kills(say: Say, time: TimeBudget) -> Figures:
    """Kill workers and the web process and restart PostgreSQL while runs are executed."""
    found: Figures = dict.fromkeys(OF_KILLS, 0)
    for number in time.take(range(ROUNDS), what="kills, rounds", say=say):
        damage = asyncio.run(
            chaos(kills=KILLS, web_kills=1, restarts=1, cells=CELLS, seed=7 + number, say=say)
        )
        say(str(damage))
        found["kills"] += damage.kills + damage.web_kills + damage.restarts
        found["answers_lost"] += damage.answers_lost + len(damage.not_completed)
        found["calls_repeated_beyond_in_flight"] += damage.repeated_beyond_in_flight + (
            1 if damage.bill_beyond_ledger else 0
        )
    return found


def large_run(say: Say, time: TimeBudget) -> Figures:
    found = asyncio.run(size(cells=LARGE, say=say, budget=time))
    say(str(found))
    return {
        "cells_of_5_kb": found["cells"],
        "rss_growth_mb": found["rss_growth_mb"],
        "first_page_ms": found["first_page_ms"],
    }


PARTS = (
    Part(
        name="speed",
        measure=beside_a_bare_client,
        share_s=50,
        figures=("ratio_to_bare", "bare_is"),
    ),
    Part(name="short-calls", measure=calls_of_20_ms, share_s=55, figures=OF_SHORT_CALLS),
    Part(
        name="two-workers",
        measure=one_worker_and_two,
        share_s=55,
        figures=("two_worker_speedup",),
    ),
    Part(
        name="two-workers-20ms",
        measure=one_worker_and_two_at_20_ms,
        share_s=45,
        figures=("two_worker_speedup_at_20ms",),
    ),
    Part(name="ledger", measure=ledger, share_s=25, figures=("ledger_difference_micro_usd",)),
    Part(name="ten-runs", measure=ten_runs, share_s=25, figures=("fairness",)),
    Part(
        name="small-behind-large",
        measure=small_behind_large,
        share_s=45,
        figures=("small_run_delay_ratio",),
    ),
    Part(
        name="dollar",
        measure=race_for_a_dollar,
        share_s=45,
        figures=("budget_overshoot_micro_usd",),
    ),
    Part(name="kills", measure=kills, share_s=115, figures=OF_KILLS),
    Part(
        name="size",
        measure=large_run,
        share_s=110,
        figures=("rss_growth_mb", "first_page_ms", "cells_of_5_kb"),
    ),
)
SHOW = Show(
    parts=PARTS, keys=tuple(name for part in PARTS for name in part.figures), limits=(LIMITS,)
)
