"""When an experiment ends, and why: the first rule that says so is named, and noise is no gain."""

import pytest

from edison.domain.experiments.experiment_plan import StopRules
from edison.domain.experiments.experiment_progress import (
    FinishedIteration,
    has_gained,
    rounds_without_gain,
)
from edison.domain.experiments.stop_rules import reason_to_stop
from edison.domain.money import MicroUsd
from edison.domain.results.run_summary import Figure


def figure(value: float) -> Figure:
    return Figure(value=value, low=value - 0.05, high=value + 0.05, n=20, clusters=20, method="t")


def turn(number: int, *, gained: bool = False, value: float = 0.5) -> FinishedIteration:
    return FinishedIteration(
        number=number,
        composite=figure(value),
        verdict=None if number == 1 else "better" if gained else "cannot_tell",
        effect=None if number == 1 else 0.1 if gained else 0.0,
        gained=gained,
    )


def turns(*gains: bool) -> list[FinishedIteration]:
    """The first iteration, and one for each of these that gained or did not."""
    return [turn(1), *(turn(number, gained=gain) for number, gain in enumerate(gains, start=2))]


def test_nothing_stops_an_experiment_that_has_just_begun() -> None:
    assert reason_to_stop(StopRules(), [], 0) is None
    assert reason_to_stop(StopRules(), turns(), 0) is None


@pytest.mark.parametrize(("limit", "stops"), [(1, True), (2, True), (3, False)])
def test_the_last_iteration_allowed_is_the_last(limit: int, stops: bool) -> None:
    stop = reason_to_stop(StopRules(max_iterations=limit), turns(True), 0)

    assert (stop is not None) is stops
    if stop is not None:
        assert (stop.kind, stop.sentence) == ("max_iterations", "Maximum iterations reached")


def test_numbers_count_and_not_how_many_were_scored() -> None:
    """An iteration that failed was an iteration: its number is gone."""
    stop = reason_to_stop(StopRules(max_iterations=5), [turn(1), turn(5, gained=True)], 0)

    assert stop is not None
    assert stop.kind == "max_iterations"


@pytest.mark.parametrize(
    ("spent", "tokens", "stops"), [(99, 0, False), (100, 0, True), (0, 999, False), (0, 1000, True)]
)
def test_money_and_tokens_that_are_gone_end_it(spent: int, tokens: int, stops: bool) -> None:
    rules = StopRules(max_budget=MicroUsd(100), max_tokens=1000)

    stop = reason_to_stop(rules, turns(True), spent, tokens)

    assert (stop is not None) is stops
    if stop is not None:
        assert (stop.kind, stop.sentence) == ("budget", "Budget limit reached")


@pytest.mark.parametrize(
    ("gains", "stops"),
    [
        ((False, False), False),
        ((False, False, False), True),
        ((True, False, False), False),
        ((False, False, True), False),
        ((True, False, False, False), True),
    ],
)
def test_so_many_iterations_in_a_row_without_a_gain_are_convergence(
    gains: tuple[bool, ...], stops: bool
) -> None:
    stop = reason_to_stop(StopRules(convergence_window=3), turns(*gains), 0)

    assert (stop is not None) is stops
    if stop is not None:
        assert stop.kind == "converged"
        assert stop.sentence == "Converged (improvement < 2.0% for 3 iterations)"


def test_the_first_iteration_has_nothing_to_gain_over() -> None:
    """With a window of 1 the first iteration would end every experiment, if it counted."""
    rules = StopRules(convergence_window=1)

    assert reason_to_stop(rules, turns(), 0) is None
    assert reason_to_stop(rules, turns(False), 0) is not None
    assert rounds_without_gain(turns()) == 0


def test_limits_are_named_before_convergence() -> None:
    rules = StopRules(max_iterations=4, convergence_window=3, max_budget=MicroUsd(1))

    assert _kind(rules, turns(False, False, False), 5) == "max_iterations"
    assert _kind(StopRules(max_budget=MicroUsd(1)), turns(False, False, False), 5) == "budget"


@pytest.mark.parametrize(
    ("verdict", "effect", "champion", "gained"),
    [
        ("better", 0.02, 0.5, True),
        # 2 % of what the best so far has: 0.01 of 0.5.
        ("better", 0.01, 0.5, True),
        ("better", 0.009, 0.5, False),
        # The next iteration answers the same cases.
        ("better_on_these_cases", 0.02, 0.5, True),
        ("better_on_these_cases", 0.009, 0.5, False),
        ("worse_on_these_cases", -0.1, 0.5, False),
        ("better", 0.015, 0.8, False),
        # However large it looks: who cannot tell, has no gain.
        ("cannot_tell", 0.3, 0.5, False),
        ("inconclusive", 0.3, 0.5, False),
        ("worse", -0.1, 0.5, False),
        ("better", None, 0.5, False),
    ],
)
def test_a_gain_is_sure_and_large_enough(
    verdict: str, effect: float | None, champion: float, gained: bool
) -> None:
    assert has_gained(verdict, effect, figure(champion), 0.02) is gained


def _kind(rules: StopRules, history: list[FinishedIteration], spent: int) -> str | None:
    stop = reason_to_stop(rules, history, spent)
    return None if stop is None else stop.kind
