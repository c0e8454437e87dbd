"""Few simulated experiments, for every change; `just worlds` and the nightly tests run many."""

from collections.abc import Sequence

import numpy as np
from tools.show_worlds import BEGINS, ENDS, PAGE

from edison.domain.experiments.experiment_splits import TRAIN_SHARE
from tests.load.edit_worlds import START, quoted_orders, refine
from tests.load.simulated_experiments import Simulated, SimulatedExperiment, world_named

SEEDS = range(8)


def simulated(name: str, *, splits: bool = True) -> Sequence[Simulated]:
    world = world_named(name)
    return [SimulatedExperiment(world, seed, splits=splits).run() for seed in SEEDS]


def takes_a_loss(experiment: Simulated) -> bool:
    return any(each.accepted and each.effect <= 0 for each in experiment.candidates)


def test_edits_that_fit_the_training_cases_are_refused_with_splits_and_taken_without() -> None:
    with_splits = simulated("overfit")
    without = simulated("overfit", splits=False)

    assert sum(takes_a_loss(each) for each in with_splits) <= 1
    assert sum(takes_a_loss(each) for each in without) >= 7
    assert not any(each.falsely_better for each in with_splits)


def test_harmful_edits_are_not_kept() -> None:
    assert all(each.gain >= 0 for each in simulated("harm"))


def test_true_gains_are_found() -> None:
    found = simulated("gain")

    assert np.mean([each.gain for each in found]) > 0.05
    assert not any(each.falsely_better for each in found)


def test_the_refiner_reads_only_training_cases() -> None:
    """The world's rules are no part of what it gets, so its line quotes orders of training cases alone."""
    experiment = SimulatedExperiment(world_named("mixed"), 3)
    train = set(experiment.train)
    assert len(train) == round(len(experiment.cases.ids) * TRAIN_SHARE)

    line = experiment.suggest(experiment.try_version(1, START))

    known = {experiment.cases.texts[row] for row in train}
    assert quoted_orders(line)
    assert quoted_orders(line) <= quoted_orders(" ".join(known))
    assert refine("", np.random.default_rng(1)) != refine("", np.random.default_rng(2))


def test_the_page_has_a_place_for_the_table() -> None:
    text = PAGE.read_text()

    assert text.count(BEGINS) == text.count(ENDS) == 1
    assert "| overfit |" in text
