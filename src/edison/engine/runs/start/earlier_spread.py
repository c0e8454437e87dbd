"""Estimate how much score differences will vary between cases, from earlier runs of the prompt."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from edison.domain.results.column_comparisons import matched
from edison.domain.results.grade_arrays import Kept
from edison.domain.results.run_metrics import (
    Metric,
    PanelScorer,
    are_alike,
    choose_metric,
    shared_metrics,
)
from edison.domain.runs.run_order import RunOrder
from edison.domain.runs.run_plan import Plan
from edison.domain.statistics.detectable_difference import fewest_cases
from edison.domain.statistics.required_sample_size import (
    ASSUMED_SPREAD,
    Spread,
    spread_of,
    spread_of_scores,
)
from edison.engine.runs.start.run_draft import ChosenScorer, RunDraft
from edison.scorers.registry import spec_to_json
from edison.store.repositories.results.run_statistics import EarlierRun
from edison.store.unit_of_work import ReadTx

# Limits on the number and size of the earlier runs that are read, because a person waits for the result.
RUNS_AT_MOST = 8
CELLS_AT_MOST = 200_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """A spread (variance of the score differences between cases) and its source.

    Source `comparison`: two columns of a run, or two runs. `scores`: one column, with an assumed correlation between
    two versions. `assumed`: no earlier run of the prompt has this metric.
    """

    spread: Spread
    source: Literal["comparison", "scores", "assumed"] = "assumed"
    runs: tuple[int, ...] = ()
    cases: int = 0
    # Comparisons that the verdict against the newest earlier run will make together: its targets by its metrics.
    comparisons: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedMetrics:
    """The metrics that a planned run will have, and the one that its results will show first."""

    first: Metric
    every: tuple[Metric, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Known:
    run: EarlierRun
    kept: Kept
    # Metrics that the planned run has too.
    shared: int


async def planned_metrics(tx: ReadTx, order: RunOrder, draft: RunDraft) -> PlannedMetrics:
    scorers = [_panel_scorer(number, chosen) for number, chosen in enumerate(draft.scorers)]
    metrics = await tx.run_panels.metrics_among(order.project, scorers)
    main = await tx.run_panels.main_metric(order.project)
    [metric] = choose_metric(metrics, main=main)
    return PlannedMetrics(first=metric, every=metrics)


async def learn_spread(
    tx: ReadTx, order: RunOrder, draft: RunDraft, metrics: PlannedMetrics
) -> Learned:
    """Estimate the spread from earlier comparisons within runs or between runs, else from the scores of one column."""
    known = await _known_runs(tx, order, metrics)
    several = len(order.versions) > 1
    learned = await asyncio.to_thread(_learn, known, several, max(1, order.trials))
    return replace(learned, comparisons=_comparisons(order, draft, known))


def _comparisons(order: RunOrder, draft: RunDraft, known: Sequence[_Known]) -> int | None:
    """Count the comparisons of the verdict against the newest run with a target of the planned run."""
    ours = {(target.model.id, target.parameters) for target in draft.targets}
    for one in known:
        plan = one.run.plan
        theirs = {(column.model, column.parameters) for column in plan.columns}
        if plan.dataset == order.dataset and ours & theirs:
            return len(ours & theirs) * one.shared
    return None


async def _known_runs(tx: ReadTx, order: RunOrder, metrics: PlannedMetrics) -> list[_Known]:
    if not order.versions:
        return []
    found: list[_Known] = []
    for run in await tx.run_statistics.of_prompt(
        order.project, order.versions[0].prompt, order.dataset, RUNS_AT_MOST
    ):
        if run.plan.cells > CELLS_AT_MOST:
            continue
        theirs = await tx.run_panels.metrics(order.project, run.id)
        ours, other = choose_metric((metrics.first,), theirs)
        if not are_alike((ours, other)):
            continue
        kept = await tx.run_statistics.kept(order.project, run.id, other.key)
        if kept is not None:
            shared = 1 + len(shared_metrics(metrics.every, theirs, without=metrics.first))
            found.append(_Known(run=run, kept=kept, shared=shared))
    return found


def _learn(known: Sequence[_Known], several: bool, trials: int) -> Learned:
    sources = [_within_runs, _between_runs] if several else [_between_runs, _within_runs]
    for source in [*sources, _single_columns]:
        for learned in source(known, trials):
            if learned.cases >= fewest_cases():
                return learned
    return Learned(spread=ASSUMED_SPREAD)


def _within_runs(known: Sequence[_Known], trials: int) -> Iterator[Learned]:
    """Compare the columns of each run with its first column; yield the largest spread of each run."""
    for one in known:
        base = one.kept.grades_of(0)
        spreads = [
            spread
            for column in range(1, one.kept.columns)
            if (spread := spread_of(base, one.kept.grades_of(column))) is not None
        ]
        if spreads:
            yield Learned(
                spread=max(spreads, key=lambda spread: spread.deviation(trials)),
                source="comparison",
                runs=(one.run.number,),
                cases=len(base),
            )


def _between_runs(known: Sequence[_Known], trials: int) -> Iterator[Learned]:
    """Compare each run with the previous run of the same model on their common cases; yield the spreads."""
    del trials
    for later, before in pairwise(known):
        columns = _same_model(later.run.plan, before.run.plan)
        if columns is None:
            continue
        rows = matched(later.kept, before.kept)
        spread = spread_of(
            before.kept.grades_of(columns[1])[rows.other],
            later.kept.grades_of(columns[0])[rows.this],
        )
        if spread is not None:
            yield Learned(
                spread=spread,
                source="comparison",
                runs=(later.run.number, before.run.number),
                cases=len(rows.this),
            )


def _single_columns(known: Sequence[_Known], trials: int) -> Iterator[Learned]:
    del trials
    for one in known:
        grades = one.kept.grades_of(0)
        spread = spread_of_scores(grades)
        if spread is not None:
            yield Learned(spread=spread, source="scores", runs=(one.run.number,), cases=len(grades))


def _same_model(later: Plan, before: Plan) -> tuple[int, int] | None:
    if (later.dataset, later.dataset_version) != (before.dataset, before.dataset_version):
        return None
    for here, column in enumerate(later.columns):
        for there, other in enumerate(before.columns):
            same = (column.model, column.parameters) == (other.model, other.parameters)
            if same and column.version != other.version:
                return here, there
    return None


def _panel_scorer(number: int, chosen: ChosenScorer) -> PanelScorer:
    content = None if chosen.judge is None else chosen.judge.content
    rubric = None
    if content is not None and content.rubric_id is not None and content.rubric_version is not None:
        rubric = content.rubric_id, content.rubric_version
    return PanelScorer(
        number=number,
        name=chosen.name,
        spec=spec_to_json(chosen.spec),
        mode=None if content is None else str(content.mode),
        rubric=rubric,
    )
