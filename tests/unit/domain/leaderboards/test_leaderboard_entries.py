"""Who competes: one entry for each model, prompt version and parameters, over all runs of a board."""

from uuid import UUID

import numpy as np

from edison.domain.arena.leaderboards.leaderboard_entries import (
    EntrySource,
    RunCells,
    aligned,
    cells_of,
    entries_of,
    entry_names,
)
from edison.domain.models.parameters import Parameters
from edison.domain.results.grade_arrays import UUID_BYTES, Kept
from edison.domain.runs.run_plan import Plan
from tests.unit.domain.leaderboards.made import a_column, a_plan


def kept_of(plan: Plan, order: list[int]) -> Kept:
    names = np.frombuffer(b"".join(UUID(int=1 + n).bytes for n in order), dtype=UUID_BYTES)
    return Kept(
        columns=len(plan.columns),
        trials=plan.trials,
        grades=np.arange(plan.cells, dtype=np.float64),
        standings=np.zeros(plan.cells, dtype=np.uint8),
        cases=names,
        revisions=names,
    )


def test_what_two_runs_both_asked_is_one_entry_with_more_trials() -> None:
    one, other = a_column("gpt-4o"), a_column("mistral")
    plans = [a_plan(one, other, cases=2), a_plan(other, cases=2, trials=2)]
    kepts = [kept_of(plans[0], [0, 1]), kept_of(plans[1], [1, 0])]

    entries = entries_of(plans)
    runs = [
        RunCells(plan=plan, kept=kept, cost=kept.grades, latency_ms=kept.grades, rows=rows)
        for plan, kept, rows in zip(plans, kepts, aligned(kepts), strict=True)
    ]

    assert [entry.name for entry in entries] == ["gpt-4o", "mistral"]
    assert entries[1].sources == (EntrySource(run=0, column=1), EntrySource(run=1, column=0))
    assert cells_of(entries[0], runs).grades.tolist() == [[0.0], [2.0]]
    # The second run has the cases in the other order.
    assert cells_of(entries[1], runs).grades.tolist() == [[1.0, 2.0, 3.0], [3.0, 0.0, 1.0]]


def test_names_are_as_short_as_tells_the_entries_apart() -> None:
    cold, warm = Parameters(temperature=0.0), Parameters(temperature=1.0)

    assert entry_names([a_column("a"), a_column("b")]) == ["a", "b"]
    assert entry_names([a_column("a"), a_column("a", 2)]) == ["Greeter v1", "Greeter v2"]
    assert entry_names([a_column("a"), a_column("a", 2), a_column("b")]) == [
        "a, Greeter v1",
        "a, Greeter v2",
        "b, Greeter v1",
    ]
    assert entry_names([a_column("a", parameters=cold), a_column("a", parameters=warm)]) == [
        "a (temperature 0.0)",
        "a (temperature 1.0)",
    ]
    assert entry_names([a_column("a"), a_column("a")]) == [
        "a, Greeter v1, no. 1",
        "a, Greeter v1, no. 2",
    ]


def test_other_parameters_are_another_entry() -> None:
    plan = a_plan(a_column("a"), a_column("a", parameters=Parameters(temperature=1.0)))

    assert len(entries_of([plan])) == 2
