"""Two columns beside each other: as the rule says of each pair, and never across what cannot be compared."""

from collections import Counter
from itertools import product

import numpy as np
import pytest

from edison.domain.results.build_summary import names_of, summarise
from edison.domain.results.column_comparisons import (
    ComparedColumn,
    both_measured,
    compare_columns,
    compare_pass_rates,
    counted,
    matched,
    refused,
)
from edison.domain.results.result_phrasing import score_measure
from edison.domain.results.run_arrays import ANSWERED, FAILED, MALFORMED, OPEN, standing_named
from edison.domain.results.run_metrics import with_labels
from edison.domain.runs.cell_comparison import CellChangeKind, CellPair, compare
from tests.unit.domain.results.made import RUBRIC, Value, a_plan, a_run, about, said, some_cases

WAYS: tuple[tuple[int, float | None, Value], ...] = (
    (OPEN, None, None),
    (FAILED, None, None),
    (MALFORMED, None, 0.9),
    (ANSWERED, 1.0, 0.1),
    (ANSWERED, 0.0, 0.9),
    (ANSWERED, None, 0.9),
    (ANSWERED, None, 0.1),
    (ANSWERED, None, "error"),
    (ANSWERED, None, "n/a"),
)


def kept_of(values: list[Value], *, ids: list[int] | None = None, trials: int = 1):
    rows = len(values) // trials
    run = a_run(
        {0: said(values)}, cells=len(values), trials=trials, cases=some_cases(rows, ids=ids)
    )
    return summarise(run, about(a_plan("gpt", cases=rows, trials=trials), 0))[1]


@pytest.mark.parametrize("alike", [True, False])
def test_all_pairs_are_counted_as_the_rule_says(alike: bool) -> None:
    pairs = list(product(WAYS, WAYS))
    cells = [way for both in pairs for way in both]
    run = a_run(
        {0: said([value for _, _, value in cells])},
        cells=len(cells),
        columns=2,
        states=[state for state, _, _ in cells],
        manual={n: grade for n, (_, grade, _) in enumerate(cells) if grade is not None},
    )
    described = about(a_plan("a", "b", cases=len(pairs)), 0)
    _, kept = summarise(run, described, with_labels(described.metrics[0]))
    this, other = ComparedColumn(kept=kept, column=0), ComparedColumn(kept=kept, column=1)
    rows = matched(kept, kept)

    found = counted(this, other, rows, frozenset({0, 1}), same_measure=alike)

    findings = [
        compare(
            CellPair(
                this=standing_named(int(this.standings[row, 0])),
                other=standing_named(int(other.standings[row, 0])),
                case_changed=row in (0, 1),
            ),
            same_measure=alike,
        )
        for row in range(len(pairs))
    ]
    kinds = Counter(finding.kind for finding in findings)
    assert found.kinds == {kind: kinds[kind] for kind in CellChangeKind}
    assert found.reasons == dict(Counter(each.reason for each in findings if each.reason))
    for kind in (CellChangeKind.FIXED, CellChangeKind.BROKEN):
        flipped = [row for row, each in enumerate(findings) if each.kind is kind]
        assert sorted(found.flips[kind]) == [(row, row) for row in flipped]
    if not alike:
        assert both_measured(this, other, rows).sum() == 4 * 4


def test_cases_are_matched_by_what_they_are_not_by_where_they_stand() -> None:
    this = kept_of([0.9, 0.2, 0.8], ids=[3, 1, 2])
    other = kept_of([0.1, 0.1, 0.1, 0.1], ids=[1, 2, 4, 3])

    rows = matched(this, other)
    found = counted(
        ComparedColumn(kept=this, column=0),
        ComparedColumn(kept=other, column=0),
        rows,
        frozenset(),
        same_measure=True,
    )

    assert list(zip(rows.this, rows.other, strict=True)) == [(0, 3), (1, 0), (2, 1)]
    assert (found.kinds[CellChangeKind.FIXED], found.kinds[CellChangeKind.STILL_FAILING]) == (2, 1)
    assert found.kinds[CellChangeKind.INCOMPARABLE] == 1


def test_trials_that_do_not_agree_are_flaky() -> None:
    this = kept_of([0.9, 0.1, 0.9, 0.9], trials=2)
    other = kept_of([0.1, 0.1, 0.1, 0.1], trials=2)

    found = counted(
        ComparedColumn(kept=this, column=0),
        ComparedColumn(kept=other, column=0),
        matched(this, other),
        frozenset(),
        same_measure=True,
    )

    assert (found.kinds[CellChangeKind.FLAKY], found.kinds[CellChangeKind.FIXED]) == (2, 2)


def test_a_clear_difference_is_a_verdict_and_the_base_is_what_it_is_held_against() -> None:
    better = kept_of([0.7 + 0.01 * (n % 7) for n in range(40)])
    worse = kept_of([0.3 + 0.01 * (n % 5) for n in range(40)])
    rows, measure = matched(better, worse), score_measure(RUBRIC)
    base, other = ComparedColumn(kept=worse, column=0), ComparedColumn(kept=better, column=0)

    found = compare_columns(base, other, rows, 0.02, ("old", "new"), measure)
    back = compare_columns(other, base, rows, 0.02, ("new", "old"), measure)
    passes = compare_pass_rates(base, other, rows, 0.02, ("old", "new"))

    assert (found.verdict, back.verdict) == ("better", "worse")
    assert found.effect is not None
    assert back.effect is not None
    assert found.effect.value == pytest.approx(-back.effect.value)
    assert "new" in found.sentence
    assert found.next_step
    assert passes is not None
    assert passes.verdict == "better"
    assert passes.effect is not None
    assert passes.effect.value == 1.0
    assert refused(found, judged_alike=False).verdict == "inconclusive"
    assert "content of every shared case differs" in refused(found, judged_alike=True).sentence


def test_columns_are_called_by_what_tells_them_apart() -> None:
    assert names_of(a_plan("a", "b", cases=1)) == ["a", "b"]
    same = a_plan("a", "a", cases=1)
    assert names_of(same) == [
        "Greeter v1 on a (column 1)",
        "Greeter v1 on a (column 2)",
    ]
    assert np.all([name for name in names_of(same)])
