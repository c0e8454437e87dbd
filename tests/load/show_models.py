"""The parts of `just show models`: wire protocols, batches with killed workers, images, refused parameters."""

import asyncio

from tests.fault.batch_chaos import MOMENTS, kill_during_batch
from tests.load.image_run import image_run
from tests.load.recorded_figures import run_tests
from tests.load.showing import Figures, Part, Say, Show
from tests.load.time_budget import TimeBudget

CONTRACT = (
    "tests/contract/test_every_provider.py",
    "tests/contract/test_every_content_part.py",
    "tests/contract/test_every_embedding.py",
    "tests/contract/test_batches.py",
    "tests/contract/test_prompt_caching.py",
    "-m",
    "not nightly",
)
REFUSED = "tests/contract/test_refused_parameters.py"
CASES_A_BATCH_RUN = 1_000

LIMITS: dict[str, tuple[str, float]] = {
    "contract_cases": ("at least", 300),
    "contract_failures": ("at most", 0),
    "batch_cells": ("at least", 2_000),
    "batch_lost": ("at most", 0),
    "batch_paid_twice": ("at most", 0),
    "batch_submitted_twice": ("at most", 0),
    "batch_bill_difference_micro_usd": ("at most", 0),
    "image_run_cells": ("at least", 400),
    "image_run_wrong_images": ("at most", 0),
    "image_run_first_rows_s": ("at most", 1.5),
    "worker_rss_growth_mb": ("at most", 200),
    "silently_dropped_parameters": ("at most", 0),
}


def contract(say: Say, _: TimeBudget) -> Figures:
    found = run_tests(say, *CONTRACT)
    return {"contract_cases": found.tests, "contract_failures": found.failed}


def batches(say: Say, _: TimeBudget) -> Figures:
    damages = [
        asyncio.run(kill_during_batch(moment, cases=CASES_A_BATCH_RUN)) for moment in MOMENTS
    ]
    for moment, damage in zip(MOMENTS, damages, strict=True):
        say(f"killed at {moment}: {damage}")
    return {
        "batch_cells": min(damage.cells for damage in damages),
        "batch_lost": sum(damage.lost for damage in damages),
        "batch_paid_twice": sum(damage.paid_twice for damage in damages),
        "batch_submitted_twice": sum(damage.submitted_twice for damage in damages),
        "batch_bill_difference_micro_usd": max(damage.difference for damage in damages),
    }


def images(say: Say, _: TimeBudget) -> Figures:
    found = asyncio.run(image_run())
    say(str(found))
    return {
        "image_run_cells": found["cells"],
        "image_run_wrong_images": found["cells"] - found["right_images"],
        "image_run_first_rows_s": found["image_run_first_rows_s"],
        "worker_rss_growth_mb": found["worker_rss_growth_mb"],
    }


def refusals(say: Say, _: TimeBudget) -> Figures:
    """Each test of a refused parameter checks that no later call lacks what a user set."""
    return {"silently_dropped_parameters": run_tests(say, REFUSED).failed}


SHOW = Show(
    parts=(
        Part(
            name="contract",
            measure=contract,
            share_s=150,
            figures=("contract_cases", "contract_failures"),
            needs_server=False,
        ),
        Part(
            name="batches",
            measure=batches,
            share_s=240,
            figures=(
                "batch_cells",
                "batch_lost",
                "batch_paid_twice",
                "batch_submitted_twice",
                "batch_bill_difference_micro_usd",
            ),
        ),
        Part(
            name="images",
            measure=images,
            share_s=120,
            figures=(
                "image_run_cells",
                "image_run_wrong_images",
                "image_run_first_rows_s",
                "worker_rss_growth_mb",
            ),
        ),
        Part(
            name="refusals",
            measure=refusals,
            share_s=30,
            figures=("silently_dropped_parameters",),
            needs_server=False,
        ),
    ),
    keys=tuple(LIMITS),
    limits=(LIMITS,),
)
