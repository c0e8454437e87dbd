"""The parts of `just show outside`: claims checked by simulated worlds and bills that Edison's code cannot read."""

import asyncio

from tests.load.aa_table import aa_figures
from tests.load.outside_money import overrun_shown, tenth_price_noticed
from tests.load.question_power import wrong_key_recall_5_models
from tests.load.run_figures import small_run_delay
from tests.load.showing import Figures, Part, Say, Show
from tests.load.simulated_experiments import (
    gains_kept_share,
    null_better_share,
    overfit_better_share,
)
from tests.load.statistics_judges import (
    passport_min_injection_found,
    passport_min_position_bias_found,
)
from tests.load.time_budget import TimeBudget

# Experiments of each world, as many as `just worlds` simulates.
SEEDS = 200
# 5 %, and what chance adds to the share of 200 experiments.
BETTER_AT_MOST = 0.08

LIMITS: dict[str, tuple[str, float]] = {
    # 5 % and the chance of 36 tables of 4,000 simulations each.
    "worst_aa_false_share": ("at most", 0.062),
    "aa_worlds": ("at least", 6),
    "null_better_share": ("at most", BETTER_AT_MOST),
    "overfit_better_share": ("at most", BETTER_AT_MOST),
    "wrong_key_recall_5_models": ("at least", 0.9),
    "tenth_price_noticed": ("at least", 1),
    "overrun_shown": ("at least", 1),
}


def aa_worlds(say: Say, _: TimeBudget) -> Figures:
    return aa_figures(say)


def edit_worlds(say: Say, _: TimeBudget) -> Figures:
    say(f"{SEEDS} experiments in each world")
    return {
        "null_better_share": null_better_share(SEEDS),
        "overfit_better_share": overfit_better_share(SEEDS),
        "gains_kept_share": round(gains_kept_share(SEEDS), 3),
    }


def passports(_: Say, __: TimeBudget) -> Figures:
    return {
        "passport_min_injection_found": passport_min_injection_found(),
        "passport_min_position_bias_found": passport_min_position_bias_found(),
    }


def questions(_: Say, __: TimeBudget) -> Figures:
    return {"wrong_key_recall_5_models": wrong_key_recall_5_models()}


def prices(say: Say, _: TimeBudget) -> Figures:
    return {"tenth_price_noticed": tenth_price_noticed(say)}


def overruns(say: Say, _: TimeBudget) -> Figures:
    return {"overrun_shown": overrun_shown(say)}


def small_behind_large(say: Say, _: TimeBudget) -> Figures:
    """Start a small run behind a large one that has all of a worker's calls."""
    found = asyncio.run(small_run_delay())
    say(f"{found}; medians of three")
    return {"small_run_delay_ratio": found["small_run_delay_ratio"]}


PARTS = (
    Part(
        name="aa-worlds",
        measure=aa_worlds,
        share_s=120,
        figures=("worst_aa_false_share", "aa_worlds"),
        needs_server=False,
    ),
    Part(
        name="edit-worlds",
        measure=edit_worlds,
        share_s=150,
        figures=("null_better_share", "overfit_better_share", "gains_kept_share"),
        needs_server=False,
    ),
    Part(
        name="passports",
        measure=passports,
        share_s=40,
        figures=("passport_min_injection_found", "passport_min_position_bias_found"),
        needs_server=False,
    ),
    Part(
        name="questions",
        measure=questions,
        share_s=60,
        figures=("wrong_key_recall_5_models",),
        needs_server=False,
    ),
    Part(name="prices", measure=prices, share_s=80, figures=("tenth_price_noticed",)),
    Part(name="overruns", measure=overruns, share_s=40, figures=("overrun_shown",)),
    Part(
        name="small-behind-large",
        measure=small_behind_large,
        share_s=60,
        figures=("small_run_delay_ratio",),
    ),
)
SHOW = Show(
    parts=PARTS,
    keys=tuple(name for part in PARTS for name in part.figures),
    limits=(LIMITS,),
)
