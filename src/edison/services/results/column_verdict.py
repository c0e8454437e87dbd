"""Decide whether a column is better than another column, of the same or another run, by a paired comparison."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from itertools import chain

from edison.domain.errors import InvalidInput
from edison.domain.ids import ProjectId, RunId
from edison.domain.money import MicroUsd, to_usd
from edison.domain.people.access import Actor, Permission
from edison.domain.results.column_comparisons import (
    ComparedColumn,
    Matched,
    compare_pairs,
    compare_pass_rates,
    counted,
    identical,
    matched,
    refused,
)
from edison.domain.results.column_results import ComparisonLabel, label_comparison
from edison.domain.results.result_phrasing import score_measure
from edison.domain.results.run_metrics import Metric, are_alike, choose_metric
from edison.domain.results.run_summary import Compared
from edison.domain.runs.cell_comparison import CellChangeKind
from edison.domain.runs.run_plan import Run
from edison.domain.runs.run_sums import ColumnSums
from edison.engine.runs.judge_dialogues import KeptAt, load_kept_grades
from edison.services.context import Context
from edison.services.results.result_cells import TEXTS_AT_MOST, same_answers
from edison.services.results.run_pairs import (
    TargetVerdict,
    comparable_rows,
    compare_runs_by_target,
    load_changed_cases,
    pair_runs,
)
from edison.store.unit_of_work import ReadTx


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedVerdict:
    """Request to compare column `this` with column `other`, which is the base."""

    project: ProjectId
    this: RunId
    other: RunId
    this_column: int = 0
    other_column: int = 0
    minimum_effect: float = 0.0
    # The key of a metric; None: a metric that both runs share.
    metric: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnCosts:
    """What the answers and judges of the two columns cost; reused answers at their recorded cost."""

    this_usd: Decimal
    other_usd: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Latencies:
    this_ms: float | None
    other_ms: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnVerdict:
    run: RunId
    column: int
    other_run: RunId
    other_column: int
    as_of: datetime | None
    stale: bool
    # The scale of the metric; None: from 0 to 1.
    scale: int | None
    # The metric of each column, and all metrics that both runs share.
    metric: Metric
    other_metric: Metric
    shared: tuple[Metric, ...]
    # A description of what is compared.
    label: str
    comparison: Compared
    # All models that both runs have, tested together; empty for two columns of one run.
    models: tuple[TargetVerdict, ...]
    # Number of identical texts among the answers of both columns to the same cases.
    identical: int
    answers: int
    passes: Compared | None
    counts: Mapping[str, int]
    judge_only_flips: int
    cost: ColumnCosts
    latency: Latencies
    incomparable: Mapping[str, int]
    sentence: str
    next_step: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ComparedSides:
    """The two columns of a comparison with their grades; the later column comes first."""

    runs: tuple[Run, Run]
    metrics: tuple[Metric, Metric]
    # Metrics that both runs have in the same form.
    shared: tuple[Metric, ...]
    kept: tuple[KeptAt, KeptAt]
    this: ComparedColumn
    other: ComparedColumn
    # True: both columns are scored by the same scorers.
    alike: bool
    rows: Matched
    # Cases whose content differs between the runs.
    changed: frozenset[int]
    usable: Matched


async def load_sides(tx: ReadTx, wanted: WantedVerdict, now: datetime) -> ComparedSides:
    """Load the two columns of a comparison with their grades."""
    project = wanted.project
    runs = (
        await _run(tx, project, wanted.this, wanted.this_column, "column"),
        await _run(tx, project, wanted.other, wanted.other_column, "other_column"),
    )
    both = await tx.run_panels.metrics_of_all(project, *(run.id for run in runs))
    main = await tx.run_panels.main_metric(project)
    first, second = choose_metric(*both, wanted=wanted.metric, main=main)
    kept = (
        await load_kept_grades(tx, project, runs[0], now, metric=first),
        await load_kept_grades(tx, project, runs[1], now, metric=second),
    )
    this = ComparedColumn(kept=kept[0].kept, column=wanted.this_column)
    other = ComparedColumn(kept=kept[1].kept, column=wanted.other_column)
    alike = are_alike((first, second))
    rows = matched(this.kept, other.kept)
    changed = await load_changed_cases(tx, project, this.kept, other.kept, rows)
    return ComparedSides(
        runs=runs,
        metrics=(first, second),
        shared=tuple(
            one for one in both[0] if are_alike(choose_metric((one,), both[1], wanted=one.key))
        ),
        kept=kept,
        this=this,
        other=other,
        alike=alike,
        rows=rows,
        changed=changed,
        usable=comparable_rows(this, other, rows, changed, alike=alike),
    )


async def read_verdict(ctx: Context, who: Actor, wanted: WantedVerdict) -> ColumnVerdict:
    who.must(Permission.VIEW_PROJECT, wanted.project)
    project, now = wanted.project, ctx.clock.now()
    async with ctx.read() as tx:
        sides = await load_sides(tx, wanted, now)
        runs, metrics, kept = sides.runs, sides.metrics, sides.kept
        this, other, usable = sides.this, sides.other, sides.usable
        found = counted(this, other, sides.rows, sides.changed, same_measure=sides.alike)
        said = await compare_sides(tx, wanted, sides, now)
        names, comparison = said.label.names, said.comparison
        flips = [
            (
                here * this.kept.columns + this.column,
                there * other.kept.columns + other.column,
            )
            for here, there in list(chain(*found.flips.values()))[:TEXTS_AT_MOST]
        ]
        judge_only = await tx.run_statistics.same_texts(project, (runs[0].id, runs[1].id), flips)
        money = [
            await _money(tx, project, run, side.column)
            for run, side in zip(runs, (this, other), strict=True)
        ]
    times = [each.as_of for each in kept if each.as_of is not None]
    return ColumnVerdict(
        run=runs[0].id,
        column=this.column,
        other_run=runs[1].id,
        other_column=other.column,
        as_of=min(times) if times else None,
        stale=any(each.stale for each in kept),
        scale=metrics[0].scale,
        metric=metrics[0],
        other_metric=metrics[1],
        shared=sides.shared,
        label=said.label.label,
        comparison=comparison,
        models=said.targets,
        identical=said.identical,
        answers=said.answers,
        passes=compare_pass_rates(other, this, usable, wanted.minimum_effect, names),
        counts={str(kind): found.kinds[kind] for kind in CellChangeKind},
        judge_only_flips=judge_only,
        cost=ColumnCosts(this_usd=to_usd(money[0][0]), other_usd=to_usd(money[1][0])),
        latency=Latencies(this_ms=money[0][1], other_ms=money[1][1]),
        incomparable={str(reason): count for reason, count in found.reasons.items()},
        sentence=comparison.sentence,
        next_step=comparison.next_step,
    )


async def _run(tx: ReadTx, project: ProjectId, run: RunId, column: int, field: str) -> Run:
    found = await tx.runs.get(project, run)
    if not 0 <= column < len(found.plan.columns):
        raise InvalidInput("The run has no such column", field=field)
    return found


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SidesVerdict:
    """The verdict on two columns, with those that were tested together with it."""

    label: ComparisonLabel
    comparison: Compared
    # All targets that both runs have; empty for two columns of one run.
    targets: tuple[TargetVerdict, ...]
    # Number of identical texts among the answers of both columns to the same cases.
    identical: int
    answers: int


async def compare_sides(
    tx: ReadTx, wanted: WantedVerdict, sides: ComparedSides, now: datetime
) -> SidesVerdict:
    """Compare two columns, corrected for all comparisons that belong together.

    The same target of two runs is tested with all targets and metrics that both runs share. A column of a run is tested
    with all other columns of the run, by one metric.
    """
    runs, project = sides.runs, wanted.project
    label = label_comparison((runs[0], sides.this.column), (runs[1], sides.other.column))
    ids = runs[0].id, runs[1].id
    same, answers = await same_answers(tx, project, ids, sides.this, sides.other, sides.usable)
    pair = None
    if sides.alike:
        pair = await pair_runs(tx, project, runs[0], runs[1], metric=sides.metrics[0].key)
    found: tuple[TargetVerdict, ...] = ()
    if pair is not None:
        verdicts = await compare_runs_by_target(tx, project, pair, now, wanted.minimum_effect)
        found = verdicts.targets
        target = verdicts.of(sides.this.column, sides.other.column)
        if target is not None:
            return SidesVerdict(
                label=label,
                comparison=target.comparison,
                targets=found,
                identical=same,
                answers=answers,
            )
    comparison = _compare_alone(wanted, sides, label)
    if not sides.usable.this.size and sides.rows.this.size:
        comparison = refused(comparison, judged_alike=sides.alike)
    if answers and same == answers:
        comparison = identical(comparison, label.names, answers)
    return SidesVerdict(
        label=label, comparison=comparison, targets=found, identical=same, answers=answers
    )


def _compare_alone(wanted: WantedVerdict, sides: ComparedSides, label: ComparisonLabel) -> Compared:
    """Compare two columns of one run, as the results do with its base column, or two different targets of two runs."""
    this, other = sides.this, sides.other
    columns = [this.column]
    if sides.runs[0].id == sides.runs[1].id and this.column != other.column:
        columns = [one for one in range(this.kept.columns) if one != other.column]
    found = compare_pairs(
        [(other, ComparedColumn(kept=this.kept, column=one), sides.usable) for one in columns],
        wanted.minimum_effect,
        [label.names] * len(columns),
        [score_measure(sides.metrics[0])] * len(columns),
    )
    return found[columns.index(this.column)]


async def _money(
    tx: ReadTx, project: ProjectId, run: Run, column: int
) -> tuple[MicroUsd, float | None]:
    columns, scores = await tx.run_sums.read(project, run.id)
    sums = columns.get(column, ColumnSums())
    judges = sum(each.cost for (number, _), each in scores.items() if number == column)
    return MicroUsd(sums.answer_cost + judges), sums.mean_latency_ms
