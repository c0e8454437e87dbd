"""The parts of `just show monitor`, and what the figures must be."""

import asyncio
from dataclasses import replace

from tests.fault.schedule_storm import storm
from tests.load import monitor_worlds as worlds
from tests.load.monitor_worlds import World
from tests.load.showing import Figures, Part, Say, Show
from tests.load.time_budget import TimeBudget

SERIES, NIGHTS, SUITES = 20, 100, 100
SCHEDULES = 1_000

# Three answers to each of 50 cases, graded by a judge.
GRADED = World()
# One answer to each, passed or failed by code: what a night can show is far less.
PASSED_OR_FAILED = World(graded=False, trials=1)

SIMULATED: dict[str, tuple[str, float]] = {
    "false_alarms_in_100": ("at most", 5),
    "false_alarms_worst_series": ("at most", 5),
    "drops_caught_in_100": ("at least", 95),
    "judge_drift_named_in_100": ("at least", 90),
}
OF_THE_SERVER: dict[str, tuple[str, float]] = {
    "schedules_run_once": ("at least", SCHEDULES),
    "start_spread_s": ("at most", 60),
}


def simulated(say: Say, _: TimeBudget) -> Figures:
    """Measure everything that needs no server."""
    quiet = worlds.false_alarms(GRADED, series=SERIES, nights=NIGHTS)
    say(
        f"nothing changes, {SERIES} series of {NIGHTS} nights, all rules on: nights with an alarm in a hundred"
        f" {quiet.mean:.2f} on the average, {quiet.worst} in the worst series; {quiet.rules}"
    )
    caught = worlds.drops_caught(GRADED, count=SUITES)
    say(
        f"graded, 50 cases, 3 answers each: {caught} of {SUITES} drops of 10 points caught in 2 runs"
    )
    named = worlds.causes_named(GRADED, worlds.judge_shifts, "judge", count=SUITES)
    say(
        f"a judge stricter or kinder by 10 points: {named} of {SUITES} named as the judge in 2 runs"
    )
    of_model = worlds.causes_named(GRADED, worlds.model_drops, "model", count=SUITES)
    say(f"a model that fell by 10 points: {of_model} of {SUITES} named as the model in 2 runs")
    alone = worlds.drops_caught(PASSED_OR_FAILED, count=SUITES)
    more = worlds.drops_caught(replace(PASSED_OR_FAILED, trials=5), count=SUITES)
    say(
        f"pass or fail, 50 cases: {alone} of {SUITES} drops of 10 points caught in 2 runs with one answer to each,"
        f" {more} with five"
    )
    return {
        "false_alarms_in_100": round(quiet.mean, 2),
        "false_alarms_worst_series": quiet.worst,
        "drops_caught_in_100": caught * 100 / SUITES,
        "judge_drift_named_in_100": named * 100 / SUITES,
    }


def schedules(say: Say, _: TimeBudget) -> Figures:
    """Measure schedules that are due in the same minute, on two workers."""
    found = asyncio.run(storm(SCHEDULES))
    say(
        f"{found.due} schedules due in one minute on 2 workers: "
        f"{found.run_once} run once, {found.more_than_once} more than"
        f" once, refused {found.refused}; the last started after {found.spread_s:.1f} s"
    )
    return {
        "schedules_due": found.due,
        "schedules_run_once": found.run_once,
        "start_spread_s": round(found.spread_s, 1),
    }


SHOW = Show(
    parts=(
        Part(
            name="simulations",
            measure=simulated,
            share_s=150,
            figures=tuple(SIMULATED),
            needs_server=False,
        ),
        # Up to 72 s until the minute begins, and 15 s in which nothing may start twice.
        Part(
            name="schedules",
            measure=schedules,
            share_s=300,
            figures=("schedules_due", *OF_THE_SERVER),
        ),
    ),
    keys=(
        *("false_alarms_in_100", "drops_caught_in_100", "judge_drift_named_in_100"),
        *("schedules_due", "schedules_run_once", "start_spread_s"),
    ),
    limits=(SIMULATED, OF_THE_SERVER),
)
