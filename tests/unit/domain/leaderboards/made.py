"""Small boards without a database."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from uuid import UUID

import numpy as np

from edison.domain.arena.leaderboards.equal_terms import Contender
from edison.domain.arena.leaderboards.leaderboard_entries import Entry, EntryCells, EntrySource
from edison.domain.arena.leaderboards.next_vote_pair import Deck, RunTexts, deck_of
from edison.domain.ids import DatasetId, ModelId, PromptId, RunId, VersionId
from edison.domain.models.parameters import NOTHING_SET, Parameters
from edison.domain.results.run_arrays import STANDINGS, Floats
from edison.domain.runs.cell_comparison import CellStanding
from edison.domain.runs.run_plan import ALL_CASES, CaseChoice, Column, Plan
from edison.domain.runs.run_states import RunState

DATASET = DatasetId(UUID(int=7))


def a_column(
    model: str = "gpt-4o", version: int = 1, parameters: Parameters = NOTHING_SET
) -> Column:
    """The same words are the same thing."""
    return Column(
        prompt=PromptId(UUID(int=1)),
        prompt_name="Greeter",
        version=VersionId(UUID(int=100 + version)),
        number=version,
        model=ModelId(UUID(int=sum(model.encode()))),
        model_name=model,
        provider="openai",
        credential_label="Key",
        parameters=parameters,
    )


def a_plan(
    *columns: Column, cases: int = 3, trials: int = 1, choice: CaseChoice = ALL_CASES
) -> Plan:
    return Plan(
        columns=columns or (a_column(),),
        dataset=DATASET,
        dataset_name="Questions",
        dataset_version=2,
        choice=choice,
        cases=cases,
        trials=trials,
        reuse=False,
        chunk_size=20,
    )


def a_contender(number: int = 1, **changes: object) -> Contender:
    one = Contender(
        run=RunId(UUID(int=1_000 + number)),
        number=number,
        state=RunState.COMPLETED,
        trigger="person",
        plan=a_plan(),
        panel=("exact",),
        scorers=("Exact",),
    )
    return replace(one, **changes)  # type: ignore[arg-type]


def some_entries(*names: str) -> list[Entry]:
    return [
        Entry(
            number=number,
            name=name,
            column=a_column(name),
            sources=(EntrySource(run=0, column=number),),
        )
        for number, name in enumerate(names)
    ]


def some_cells(
    grades: Floats | Sequence[float],
    *,
    cost: float | Floats = 100.0,
    latency_ms: float = 200.0,
    failed: Sequence[int] = (),
) -> EntryCells:
    """One trial of each case; what failed has no grade."""
    values = np.array(grades, dtype=np.float64).reshape(-1, 1)
    standings = np.full(values.shape, STANDINGS.index(CellStanding.PASSED), dtype=np.uint8)
    standings[values < 0.5] = STANDINGS.index(CellStanding.NOT_PASSED)
    costs = np.array(np.broadcast_to(np.reshape(cost, (-1, 1)), values.shape), dtype=np.float64)
    latencies = np.full(values.shape, latency_ms)
    for row in failed:
        values[row] = costs[row] = latencies[row] = np.nan
        standings[row] = STANDINGS.index(CellStanding.FAILED)
    return EntryCells(grades=values, standings=standings, cost=costs, latency_ms=latencies)


def a_deck(
    cases: int,
    entries: int,
    *,
    unanswered: Sequence[tuple[int, int]] = (),
    same: Mapping[tuple[int, int], int] | None = None,
    trials: int = 1,
) -> Deck:
    """One run, a column for each entry; `same` gives cells a text that others have too."""
    names = [f"model-{number}" for number in range(entries)]
    plan = a_plan(*(a_column(name) for name in names), cases=cases, trials=trials)
    attempts = np.ones(plan.cells, dtype=np.int64)
    digests = np.arange(plan.cells, dtype=np.int64) + 1_000
    for case, entry in unanswered:
        attempts[case * trials * entries + entry] = 0
    for (case, entry), digest in (same or {}).items():
        digests[case * trials * entries + entry] = digest
    run = RunTexts(
        id=RunId(UUID(int=5)),
        plan=plan,
        attempts=attempts,
        digests=digests,
        rows=np.arange(cases, dtype=np.int64),
    )
    return deck_of(some_entries(*names), [run], [UUID(int=1 + case) for case in range(cases)])
