"""Candidates are accepted on cases that the refiner has not seen, and more strictly with each use of them."""

from uuid import UUID

import numpy as np
import pytest

from edison.domain.experiments.candidate_acceptance import (
    ALPHA,
    Assessed,
    MeasuredVersion,
    alpha_of_use,
    assess_candidate,
)
from edison.domain.experiments.experiment import EvidenceKind
from edison.domain.experiments.experiment_progress import has_gained
from edison.domain.experiments.experiment_splits import FEWEST_VALIDATION, draw_validation, seed_of
from edison.domain.results.grade_arrays import UUID_BYTES, Kept
from edison.domain.results.run_arrays import Floats
from edison.domain.results.target_composites import Several
from edison.domain.runs.cell_comparison import CellStanding
from edison.domain.statistics.statistics_phrasing import Measure

CASES = [UUID(int=number) for number in range(1, 201)]


def measured(number: int, grades: Floats) -> MeasuredVersion:
    ids = np.frombuffer(b"".join(one.bytes for one in CASES[: grades.size]), dtype=UUID_BYTES)
    passed = list(CellStanding).index(CellStanding.PASSED)
    kept = Kept(
        columns=1,
        trials=1,
        grades=grades,
        standings=np.full(grades.size, passed, dtype=np.uint8),
        cases=ids,
        revisions=ids,
    )
    return MeasuredVersion(number=number, several=Several(kept=kept, columns=(0,)))


def assessed(more: Floats, *, seen: int = 0, splits: bool = True, use: int = 1) -> Assessed:
    """A candidate that differs from the champion by so much on each case; the refiner saw the first `seen`."""
    base = np.linspace(0.3, 0.6, more.size)
    unseen = (
        frozenset(one.bytes for one in CASES[seen : more.size]) if splits else frozenset[bytes]()
    )
    found = assess_candidate(
        measured(1, base),
        measured(2, base + more),
        validation=unseen,
        use=use,
        min_delta=0.0,
        measure=Measure(),
    )
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("cases", "validation"), [(13, 0), (14, 10), (20, 14), (70, 49), (200, 140)]
)
def test_most_cases_are_for_validation_and_few_cases_make_no_split(
    cases: int, validation: int
) -> None:
    drawn = draw_validation(CASES[:cases], 7)

    assert len(drawn) == validation
    assert drawn <= set(CASES[:cases])


def test_the_draw_depends_on_the_seed_and_not_on_the_order_of_the_cases() -> None:
    drawn = draw_validation(CASES, 7)

    assert draw_validation(reversed(CASES), 7) == drawn
    assert draw_validation(CASES, 8) != drawn
    assert seed_of(CASES[0]) != seed_of(CASES[1])


def test_all_uses_together_spend_no_more_than_the_error_of_the_experiment() -> None:
    spent = [alpha_of_use(use) for use in range(1, 101)]

    assert spent == sorted(spent, reverse=True)
    assert sum(spent) == pytest.approx(ALPHA)
    # The smallest split can still accept its fifth candidate: 2 of 2**10 ways.
    assert alpha_of_use(5) >= 2 / 2**FEWEST_VALIDATION


def test_a_gain_on_the_cases_that_the_refiner_saw_is_refused() -> None:
    more = np.array([0.3] * 12 + [0.02, -0.02] * 14)

    found = assessed(more, seen=12)

    assert (found.verdict.verdict, found.gained) == ("cannot_tell", False)
    assert found.verdict.cases == 28
    assert found.verdict.train_effect == pytest.approx(0.3)
    # The same candidate, judged by what the refiner saw too.
    assert assessed(more, splits=False).gained is True


def test_a_gain_on_unseen_cases_is_better_and_says_how_it_was_measured() -> None:
    found = assessed(np.array([0.0] * 6 + [0.15, 0.05] * 40), seen=6, use=2)

    assert (found.verdict.verdict, found.gained) == ("better", True)
    assert (found.verdict.evidence, found.verdict.use) == (EvidenceKind.VALIDATION, 2)
    assert found.verdict.sentence.endswith(
        "Measured on 80 validation cases that the refiner has not seen. "
        "Validation was used 2 times, so p had to be at most 0.0111."
    )


def test_the_same_difference_is_refused_when_validation_was_used_often() -> None:
    dice = np.random.default_rng(3)
    more = 0.045 + dice.normal(0, 0.1, size=50)

    first, ninth = assessed(more, seen=8), assessed(more, seen=8, use=9)

    assert first.verdict.p == ninth.verdict.p
    assert (first.gained, ninth.gained) == (True, False)


def test_a_gain_on_seen_cases_is_kept_and_never_called_better() -> None:
    found = assessed(np.array([0.15, 0.05] * 6), splits=False)

    assert found.gained is True
    assert found.verdict.verdict != "better"
    assert found.verdict.evidence is EvidenceKind.SEEN
    assert "not evidence of improvement" in found.verdict.sentence


@pytest.mark.parametrize(
    ("verdict", "kept"),
    [("better", True), ("better_on_these_cases", True), ("cannot_tell", False), ("worse", False)],
)
def test_a_qualified_verdict_may_be_kept(verdict: str, kept: bool) -> None:
    assert has_gained(verdict, 0.1, None, 0.02) is kept
