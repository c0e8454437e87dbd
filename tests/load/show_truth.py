"""The parts of `just show truth`: one number for one score, tables that do not break, one alert for one cause."""

from tests.load.recorded_figures import run_tests
from tests.load.showing import Figures, Part, Say, Show
from tests.load.time_budget import TimeBudget

SCORES = "tests/e2e/test_scores_everywhere.py"
LISTS = "tests/e2e/test_lists.py"
ALERTS = (
    "tests/integration/test_alerts.py::"
    "test_a_prompt_change_that_breaks_three_models_is_one_alert_and_one_message"
)

LIMITS: dict[str, tuple[str, float]] = {
    "score_places_checked": ("more than", 0),
    "score_places_differing": ("at most", 0),
    "incomparable_points_joined": ("at most", 0),
    "tables_checked": ("more than", 0),
    "broken_cells": ("at most", 0),
    "overflowing_pages": ("at most", 0),
    "alerts_per_cause": ("at most", 1),
    "axe_violations": ("at most", 0),
}


def scores(say: Say, _: TimeBudget) -> Figures:
    return run_tests(say, SCORES).properties


def lists(say: Say, _: TimeBudget) -> Figures:
    return run_tests(say, LISTS).properties


def alerts(say: Say, _: TimeBudget) -> Figures:
    return run_tests(say, ALERTS).properties


SHOW = Show(
    parts=(
        Part(
            name="scores",
            measure=scores,
            share_s=200,
            figures=(
                "score_places_checked",
                "score_places_differing",
                "incomparable_points_joined",
            ),
        ),
        Part(
            name="lists",
            measure=lists,
            share_s=200,
            figures=("tables_checked", "broken_cells", "overflowing_pages", "axe_violations"),
        ),
        Part(name="alerts", measure=alerts, share_s=120, figures=("alerts_per_cause",)),
    ),
    keys=tuple(LIMITS),
    limits=(LIMITS,),
)
