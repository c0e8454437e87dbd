"""The headline of a run names a highest score only if it is alone."""

import pytest

from edison.domain.results.build_summary import summarise
from edison.domain.results.result_phrasing import say_results
from tests.unit.domain.results.made import a_plan, a_run, about, said


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (
            0.7,
            0.7,
            "sim-small and sim-medium tie for the highest score. sim-small: The score is 0.70",
        ),
        (
            0.701,
            0.704,
            "sim-medium and sim-small tie for the highest score. sim-medium: The score is 0.70",
        ),
        (0.7, 0.72, "Highest is sim-medium: The score is 0.72"),
    ],
)
def test_equal_scores_tie_as_displayed(first: float, second: float, expected: str) -> None:
    run = a_run({0: said([first, second] * 6)}, cells=12, columns=2)

    summary, _ = summarise(run, about(a_plan("sim-small", "sim-medium", cases=6), 0))

    assert say_results(summary, summary.covers, computed=True).startswith(expected)
