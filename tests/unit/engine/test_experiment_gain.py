"""The gain of an experiment is the best version against the first one, whatever was the best in between."""

from dataclasses import replace

import pytest

from edison.domain.experiments.experiment import FirstComparison, Iteration, IterationVerdict
from edison.domain.experiments.experiment_gain import gain_of
from edison.domain.results.run_summary import Figure
from edison.engine.experiments.iteration_verdict import add_gain_since_first, compare_with_champion
from tests.unit.engine.test_iteration_verdict import BASE, an_experiment, an_iteration, looked, plus

MANY = BASE * 3


def scored(number: int, value: float, verdict: IterationVerdict | None = None) -> Iteration:
    half = 0.02
    figure = Figure(value=value, low=value - half, high=value + half, n=9, clusters=9, method="t")
    return replace(an_iteration(number, figure), verdict=verdict)


def verdict(against: int, effect: float, first: float | None = None) -> IterationVerdict:
    def figure(value: float) -> Figure:
        return Figure(value=value, low=value, high=value, n=9, clusters=9, method="t")

    return IterationVerdict(
        against=against,
        verdict="better",
        effect=figure(effect),
        sentence=f"better than {against}",
        since_first=None
        if first is None
        else FirstComparison(verdict="better", effect=figure(first), sentence="better than 1"),
    )


def test_a_second_gain_is_compared_with_the_first_version_too() -> None:
    experiment = an_experiment(min_delta=0.0)
    first, second, third = (looked(small=plus(MANY, more)) for more in (0.0, 0.1, 0.3))
    best = scored(2, 0.6)

    weighed = compare_with_champion(experiment, an_iteration(3), third, (best, second))
    found = add_gain_since_first(
        weighed, experiment, an_iteration(3), third, (scored(1, 0.5), first)
    )

    assert found.verdict is not None
    assert found.verdict.effect is not None
    assert (found.verdict.against, found.verdict.effect.value) == (2, pytest.approx(0.2))
    since = found.verdict.since_first
    assert since is not None
    assert since.effect is not None
    assert since.effect.value == pytest.approx(0.3)
    assert "iteration 1" in since.sentence


def test_the_gain_is_that_over_the_first_scored_iteration() -> None:
    failed = an_iteration(1)
    first, second = scored(2, 0.5), scored(3, 0.6, verdict(2, 0.1))
    third, fourth = scored(4, 0.7, verdict(3, 0.1, first=0.2)), scored(5, 0.4, verdict(4, -0.3))
    iterations = [failed, first, second, third, fourth]

    gain = gain_of(iterations, third.id)

    assert gain is not None
    assert gain.found is not None
    assert gain.found.effect is not None
    assert (gain.base.number, gain.best.number) == (2, 4)
    assert gain.found.effect.value == 0.2
    assert gain_of([failed, first], first.id) is None
    unbeaten = gain_of(iterations, first.id)
    assert unbeaten is not None
    assert unbeaten.found is None
    assert unbeaten.sentence == "No later version was found to be better than iteration 2."


def test_an_experiment_of_an_earlier_release_names_what_its_best_version_was_compared_with() -> (
    None
):
    first, second = scored(1, 0.5), scored(2, 0.6, verdict(1, 0.1))
    third = scored(3, 0.7, verdict(2, 0.1))

    gain = gain_of([first, second, third], third.id)

    assert gain is not None
    assert gain.found is not None
    assert (gain.base.number, gain.found.sentence) == (2, "better than 2")
