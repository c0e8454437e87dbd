"""The run that decides a comparison which holds only on the cases that were run."""

import numpy as np
import pytest

from edison.domain.results.column_comparisons import compared_as
from edison.domain.results.next_run import Design, NextRun, choose_next_run
from edison.domain.results.run_summary import Compared
from edison.domain.statistics.paired_comparison import Paired, Verdict, compare_scores
from edison.domain.statistics.required_sample_size import ASSUMED_SPREAD
from edison.domain.statistics.statistics_phrasing import Measure


def gained(cases: int) -> Compared:
    """Every case gains 0.05."""
    pair = Paired(base=np.full(cases, 0.5), other=np.full(cases, 0.55))
    [found] = compare_scores([pair])
    return compared_as(found, ("v1", "v2"), Measure())


def planned(found: Compared, available: int) -> NextRun:
    design = Design(trials=2, available=available, comparisons=1, most_trials=20)
    return choose_next_run(found, ASSUMED_SPREAD, design, Measure())


def test_more_cases_are_run_where_the_dataset_has_them() -> None:
    found = gained(12)
    assert found.verdict == Verdict.BETTER_ON_THESE_CASES
    needed = found.cases_to_decide
    assert needed is not None

    plan = planned(found, available=1_000)

    assert (plan.step, plan.effect) == ("add", pytest.approx(0.05))
    assert plan.more is not None
    assert (plan.more.cases, plan.more.trials) == (needed, 2)
    # As many cases of this kind do decide it.
    assert gained(needed).verdict == Verdict.BETTER


def test_cases_are_to_be_written_where_it_has_too_few() -> None:
    found = gained(12)

    plan = planned(found, available=30)

    assert (plan.step, plan.more) == ("write_cases", None)
    assert found.cases_to_decide is not None
    assert plan.cases_to_write == found.cases_to_decide - 30
    assert "must be written" in plan.sentence
