"""The parts of `just show arena`, and what the figures must be."""

import asyncio

from tests.load.arena_rankings import bias_figures, rank_coverage
from tests.load.question_worlds import psychometrics
from tests.load.report_ledger import LINES, measured
from tests.load.showing import Figures, Part, Say, Show
from tests.load.time_budget import TimeBudget

SIMULATIONS = 1_000
# Of 1,500 votes each, ten times as much work as one of the others.
BIASED = 100

SIMULATED: dict[str, tuple[str, float]] = {
    "rank_coverage": ("at least", 0.93),
    "strength_coverage": ("at least", 0.93),
    "false_orders": ("at most", 0.05),
    "bias_false_orders": ("at most", 0.05),
}
OF_THE_SERVER: dict[str, tuple[str, float]] = {
    "psychometrics_precision": ("at least", 0.9),
    "psychometrics_recall": ("at least", 0.9),
    "ledger_rows": ("at least", LINES),
    "report_p95_ms": ("at most", 500),
    "total_difference_micro_usd": ("at most", 0),
}


def simulated(say: Say, _: TimeBudget) -> Figures:
    """Measure everything that needs no server."""
    ranks = rank_coverage(SIMULATIONS)
    say(f"{SIMULATIONS} boards of eight with known strengths: {_words(ranks)}")
    biased = bias_figures(BIASED)
    say(f"voters who prefer the left answer by 15 points: {_words(biased)}")
    return ranks | biased


def questions(say: Say, budget: TimeBudget) -> Figures:
    """Look for planted bad questions through the API."""
    return psychometrics(say, budget)


def reports(say: Say, budget: TimeBudget) -> Figures:
    """Ask for every report over a ledger of five million lines."""
    found = asyncio.run(measured(say=say, budget=budget))
    return {
        "ledger_rows": found.lines,
        "report_p95_ms": found.p95_ms,
        "report_slowest_kind": found.slowest[0],
        "report_first_ms": round(found.first[1], 1),
        "report_p95_ms_by_kind": found.by_kind,
        "report_requests": sum(map(len, found.ms.values())),
        "total_difference_micro_usd": found.difference,
    }


def _words(figures: Figures) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {value:g}" for name, value in figures.items())


OF_QUESTIONS = ("psychometrics_precision", "psychometrics_recall", "psychometrics_datasets")
OF_REPORTS = (
    *("ledger_rows", "report_p95_ms", "report_slowest_kind", "report_first_ms"),
    *("report_p95_ms_by_kind", "total_difference_micro_usd", "report_requests"),
)
SHOW = Show(
    parts=(
        Part(
            name="simulations",
            measure=simulated,
            share_s=100,
            figures=tuple(SIMULATED),
            needs_server=False,
        ),
        Part(name="questions", measure=questions, share_s=50, figures=OF_QUESTIONS),
        Part(name="reports", measure=reports, share_s=420, figures=OF_REPORTS),
    ),
    keys=("rank_coverage", *OF_QUESTIONS, *OF_REPORTS),
    limits=(SIMULATED, OF_THE_SERVER),
)
