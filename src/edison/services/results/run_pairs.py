"""Compare two runs target by target. Every verdict on the same targets of two runs comes from here.

So the banner of the workbench, the home, the comparison, the results and the lineage state the same verdict.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from edison.domain.ids import ProjectId
from edison.domain.results.column_comparisons import (
    FLIPPED,
    ComparedColumn,
    Matched,
    both_measured,
    compare_pairs,
    counted,
    identical,
    matched,
    refused,
)
from edison.domain.results.column_results import ComparisonLabel, label_comparison
from edison.domain.results.grade_arrays import Kept
from edison.domain.results.result_phrasing import score_measure
from edison.domain.results.run_metrics import Metric, are_alike, choose_metric, shared_metrics
from edison.domain.results.run_summary import USUAL_MINIMUM, Compared
from edison.domain.runs.cell_comparison import CellChangeKind
from edison.domain.runs.run_plan import Run
from edison.domain.trends.target_keys import targets_of
from edison.engine.runs.judge_dialogues import load_kept_grades
from edison.services.results.result_cells import same_answers
from edison.store.unit_of_work import ReadTx


@dataclass(frozen=True, slots=True, kw_only=True)
class RunPair:
    """Two runs with a target and a metric in common."""

    this: Run
    other: Run
    metric: Metric
    other_metric: Metric
    # Columns of the same prompt, model and parameters: of this run, and of the other.
    columns: tuple[tuple[int, int], ...]
    # All other metrics of scorers that both runs share.
    others: tuple[tuple[Metric, Metric], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetVerdict:
    """Verdict on a target that both runs have."""

    column: int
    other_column: int
    model_name: str
    label: str
    identical: bool
    comparison: Compared
    # How many cells pass now and failed in the other run, and the reverse.
    fixed: int
    broken: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TargetPair:
    """The same target in both runs, and the rows on which the two columns can be compared."""

    this: ComparedColumn
    other: ComparedColumn
    # Rows of the cases that both runs have, and of those that can be compared.
    rows: Matched
    usable: Matched
    # Rows (of this run, of the other) that pass in only one of the runs.
    flips: Mapping[CellChangeKind, tuple[tuple[int, int], ...]]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PairSides:
    """The targets of both runs with their scores by one metric."""

    targets: tuple[TargetPair, ...]
    as_of: datetime | None
    stale: bool

    def flipped(self, run: Run) -> Mapping[CellChangeKind, frozenset[int]]:
        """Return the cells that pass in only one of the runs, by kind of change, as ordinals of `run`."""
        width = len(run.plan.columns)
        found: dict[CellChangeKind, set[int]] = {kind: set() for kind in FLIPPED}
        for pair in self.targets:
            for kind, places in pair.flips.items():
                found[kind] |= {here * width + pair.this.column for here, _ in places}
        return {kind: frozenset(cells) for kind, cells in found.items()}

    def count_rows(self, run: Run) -> Mapping[CellChangeKind, int]:
        width = len(run.plan.columns)
        return {
            kind: len({cell // width for cell in cells})
            for kind, cells in self.flipped(run).items()
        }


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MetricComparison:
    """Comparison of all targets by one more shared metric than the chosen one."""

    metric: Metric
    sides: PairSides
    compared: tuple[Compared, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PairVerdicts:
    """Verdicts on all shared targets, corrected for all targets and all shared metrics."""

    sides: PairSides
    targets: tuple[TargetVerdict, ...]
    others: tuple[MetricComparison, ...]

    @property
    def stale(self) -> bool:
        return self.sides.stale or any(one.sides.stale for one in self.others)

    def of(self, column: int, other_column: int) -> TargetVerdict | None:
        """Return the verdict on these two columns; None if they are not the same target."""
        wanted = column, other_column
        found = (one for one in self.targets if (one.column, one.other_column) == wanted)
        return next(found, None)


async def pair_runs(
    tx: ReadTx, project: ProjectId, this: Run, other: Run, *, metric: str | None = None
) -> RunPair | None:
    """Return what two runs can be compared by; None if they share no target or are scored differently."""
    there = {one.key: one.column for one in targets_of(other.plan)}
    columns = tuple(
        (one.column, there[one.key]) for one in targets_of(this.plan) if one.key in there
    )
    if this.id == other.id or not columns:
        return None
    return await pair_columns(tx, project, this, other, columns, metric=metric)


async def pair_columns(
    tx: ReadTx,
    project: ProjectId,
    this: Run,
    other: Run,
    columns: tuple[tuple[int, int], ...],
    *,
    metric: str | None = None,
) -> RunPair | None:
    """Return what these columns of two runs can be compared by; None if they are scored differently."""
    both = await tx.run_panels.metrics_of_all(project, this.id, other.id)
    main = await tx.run_panels.main_metric(project)
    chosen, other_metric = choose_metric(*both, wanted=metric, main=main)
    if not are_alike((chosen, other_metric)):
        return None
    return RunPair(
        this=this,
        other=other,
        metric=chosen,
        other_metric=other_metric,
        columns=columns,
        others=shared_metrics(*both, without=chosen),
    )


async def compare_runs_by_target(
    tx: ReadTx,
    project: ProjectId,
    pair: RunPair,
    now: datetime,
    minimum_effect: float = USUAL_MINIMUM,
) -> PairVerdicts:
    """Test all targets by all shared metrics as one family: the more is tested, the more is found by chance."""
    metrics = ((pair.metric, pair.other_metric), *pair.others)
    by_metric = [await load_pair_sides(tx, project, pair, both, now) for both in metrics]
    sides = by_metric[0]
    labels = [
        label_comparison((pair.this, one.this.column), (pair.other, one.other.column))
        for one in sides.targets
    ]
    compared = await asyncio.to_thread(
        compare_pairs,
        [(one.other, one.this, one.usable) for each in by_metric for one in each.targets],
        minimum_effect,
        [one.names for one in labels] * len(metrics),
        [score_measure(mine) for mine, _ in metrics for _ in labels],
    )
    count = len(labels)
    targets = [
        await _target(tx, project, pair, *one)
        for one in zip(sides.targets, labels, compared[:count], strict=True)
    ]
    return PairVerdicts(
        sides=sides,
        targets=tuple(targets),
        others=tuple(
            MetricComparison(
                metric=metrics[at][0],
                sides=by_metric[at],
                compared=tuple(compared[at * count : (at + 1) * count]),
            )
            for at in range(1, len(metrics))
        ),
    )


async def load_pair_sides(
    tx: ReadTx,
    project: ProjectId,
    pair: RunPair,
    metrics: tuple[Metric, Metric],
    now: datetime,
) -> PairSides:
    ours = await load_kept_grades(tx, project, pair.this, now, metric=metrics[0])
    theirs = await load_kept_grades(tx, project, pair.other, now, metric=metrics[1])
    rows = matched(ours.kept, theirs.kept)
    changed = await load_changed_cases(tx, project, ours.kept, theirs.kept, rows)
    # In a thread: a run may have a hundred columns of ten thousand rows.
    targets = await asyncio.to_thread(
        _targets, (ours.kept, theirs.kept), pair.columns, rows, changed
    )
    times = [each.as_of for each in (ours, theirs) if each.as_of is not None]
    return PairSides(
        targets=targets,
        as_of=min(times) if times else None,
        stale=ours.stale or theirs.stale,
    )


async def load_changed_cases(
    tx: ReadTx, project: ProjectId, this: Kept, other: Kept, rows: Matched
) -> frozenset[int]:
    """Return the rows whose case content differs between the two runs in a way that affects scores."""
    here, there = this.revisions[rows.this], other.revisions[rows.other]
    differ: NDArray[np.int64] = np.flatnonzero(here != there)
    revisions = [
        (int(rows.this[at]), UUID(bytes=here[at].tobytes()), UUID(bytes=there[at].tobytes()))
        for at in differ
    ]
    return await tx.run_statistics.changed(project, revisions)


def comparable_rows(
    this: ComparedColumn,
    other: ComparedColumn,
    rows: Matched,
    changed: frozenset[int],
    *,
    alike: bool,
) -> Matched:
    keep = ~np.isin(rows.this, list(changed))
    if not alike:
        keep &= ~both_measured(this, other, rows)
    return Matched(this=rows.this[keep], other=rows.other[keep])


def _targets(
    kept: tuple[Kept, Kept],
    columns: Sequence[tuple[int, int]],
    rows: Matched,
    changed: frozenset[int],
) -> tuple[TargetPair, ...]:
    found: list[TargetPair] = []
    for column, other_column in columns:
        this = ComparedColumn(kept=kept[0], column=column)
        other = ComparedColumn(kept=kept[1], column=other_column)
        usable = comparable_rows(this, other, rows, changed, alike=True)
        flips = counted(this, other, rows, changed, same_measure=True).flips
        found.append(TargetPair(this=this, other=other, rows=rows, usable=usable, flips=flips))
    return tuple(found)


async def _target(
    tx: ReadTx,
    project: ProjectId,
    runs: RunPair,
    pair: TargetPair,
    label: ComparisonLabel,
    comparison: Compared,
) -> TargetVerdict:
    ids = runs.this.id, runs.other.id
    same, answers = await same_answers(tx, project, ids, pair.this, pair.other, pair.usable)
    equal = answers > 0 and same == answers
    if equal:
        comparison = identical(comparison, label.names, answers)
    elif not pair.usable.this.size and pair.rows.this.size:
        comparison = refused(comparison, judged_alike=True)
    return TargetVerdict(
        column=pair.this.column,
        other_column=pair.other.column,
        model_name=runs.this.plan.columns[pair.this.column].model_name,
        label=label.label,
        identical=equal,
        comparison=comparison,
        fixed=len(pair.flips[CellChangeKind.FIXED]),
        broken=len(pair.flips[CellChangeKind.BROKEN]),
    )
