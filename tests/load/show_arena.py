"""All figures of the arena in one go, within ten minutes; and what they must be."""

import asyncio
from collections.abc import Callable

from tests.load.arena_rankings import bias_figures, rank_coverage
from tests.load.question_worlds import psychometrics
from tests.load.report_ledger import LINES, measured

Figures = dict[str, float]
Say = Callable[[str], None]

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
# Those that are said last; the others are in the lines before.
SAID = (
    *("rank_coverage", "psychometrics_precision", "psychometrics_recall"),
    *("ledger_rows", "report_p95_ms", "total_difference_micro_usd"),
)


def simulated(say: Say) -> Figures:
    """Everything that needs no server."""
    ranks = rank_coverage(SIMULATIONS)
    say(f"{SIMULATIONS} boards of eight with known strengths: {_words(ranks)}")
    biased = bias_figures(BIASED)
    say(f"voters who prefer the left answer by 15 points: {_words(biased)}")
    return ranks | biased


def served(say: Say) -> Figures:
    """What is read from the API, over a real database."""
    questions = psychometrics(say)
    reports = asyncio.run(measured(say=say))
    return questions | {
        "ledger_rows": reports.lines,
        "report_p95_ms": round(reports.p95_ms, 1),
        "total_difference_micro_usd": reports.difference,
    }


def _words(figures: Figures) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {value:g}" for name, value in figures.items())
