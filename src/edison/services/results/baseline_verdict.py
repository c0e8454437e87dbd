"""Compare all columns of a run with a baseline, an earlier run of the same prompt on the same dataset."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from edison.domain.ids import ProjectId, RunId, VersionId
from edison.domain.people.access import Actor, Permission
from edison.domain.results.column_comparisons import (
    FLIPPED,
    ComparedColumn,
    Matched,
    compare_pairs,
    counted,
    matched,
)
from edison.domain.results.column_comparisons import identical as tell_identical
from edison.domain.results.column_results import ComparisonLabel, label_comparison
from edison.domain.results.grade_arrays import Kept
from edison.domain.results.most_notable_verdict import most_notable
from edison.domain.results.result_phrasing import score_measure
from edison.domain.results.run_metrics import Metric, are_alike, choose_metric, shared_metrics
from edison.domain.results.run_summary import Compared
from edison.domain.runs.cell_comparison import CellChangeKind
from edison.domain.runs.run_plan import Run
from edison.domain.runs.run_states import WORKING, RunState
from edison.domain.trends.target_keys import targets_of
from edison.engine.runs.judge_dialogues import load_kept_grades
from edison.kit.pagination import PageRequest
from edison.services.context import Context
from edison.services.results.column_verdict import comparable_rows, load_changed_cases
from edison.services.results.result_cells import same_answers
from edison.services.results.run_results import USUAL_MINIMUM
from edison.store.unit_of_work import ReadTx

PRODUCTION = "production"
# Further back, a comparison says little about the last change.
EARLIER_RUNS = 20


class BaselineKind(StrEnum):
    # The latest completed run before this one.
    PREVIOUS = "previous"
    # The latest completed run of the version that has the label `production`.
    PRODUCTION = "production"


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedBaseline:
    project: ProjectId
    run: RunId
    # Which run; a run's id names it directly.
    baseline: BaselineKind | RunId = BaselineKind.PREVIOUS
    # The key of a metric; None: one that both runs share.
    metric: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnChange:
    """Comparison of a column with the baseline column of the same prompt, model and parameters."""

    column: int
    other_column: int
    model_name: str
    label: str
    identical: bool
    comparison: Compared
    # How many cells pass now and failed in the baseline, and the reverse.
    fixed: int
    broken: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparableBaseline:
    run: Run
    metric: Metric
    other_metric: Metric
    # Columns of the same prompt, model and parameters: here, and in the baseline.
    columns: tuple[tuple[int, int], ...]
    # All other metrics that both runs share: here, and in the baseline.
    others: tuple[tuple[Metric, Metric], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricVerdict:
    """Verdict on a run by one more metric than the chosen one."""

    metric: Metric
    # None: all answers are identical.
    verdict: str | None
    fixed_rows: int
    broken_rows: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BaselineVerdict:
    run: RunId
    # None: no run can be compared with this one.
    baseline: Run | None
    metric: Metric | None = None
    as_of: datetime | None = None
    stale: bool = False
    columns: tuple[ColumnChange, ...] = ()
    # Rows of the grid with at least one such cell.
    fixed_rows: int = 0
    broken_rows: int = 0
    # The other metrics that both runs share, tested together with the chosen one.
    others: tuple[MetricVerdict, ...] = ()

    @property
    def scale(self) -> int | None:
        return None if self.metric is None else self.metric.scale


async def read_baseline_verdict(
    ctx: Context, who: Actor, wanted: WantedBaseline
) -> BaselineVerdict:
    """Return a verdict for each column that the baseline has too, and for each shared metric, adjusted together."""
    who.must(Permission.VIEW_PROJECT, wanted.project)
    async with ctx.read() as tx:
        run = await tx.runs.get(wanted.project, wanted.run)
        return await compare_with_baseline(tx, wanted, run, ctx.clock.now())


async def compare_with_baseline(
    tx: ReadTx, wanted: WantedBaseline, run: Run, now: datetime
) -> BaselineVerdict:
    found = await find_baseline(tx, wanted, run)
    if found is None:
        return BaselineVerdict(run=run.id, baseline=None)
    return await _compare(tx, wanted.project, run, found, now)


async def find_flipped_cells(
    tx: ReadTx, wanted: WantedBaseline, run: Run, now: datetime
) -> tuple[Run, Mapping[CellChangeKind, frozenset[int]]] | None:
    """Return the baseline, and the ordinals of cells that pass in only one of the runs; None without a baseline."""
    found = await find_baseline(tx, wanted, run)
    if found is None:
        return None
    sides = await _load(tx, wanted.project, run, found, (found.metric, found.other_metric), now)
    return found.run, sides.flipped(run)


async def find_baseline(tx: ReadTx, wanted: WantedBaseline, run: Run) -> ComparableBaseline | None:
    """Return the baseline, which shares the dataset, a target and a metric with the run; None if there is none."""
    # While a run works its scores are incomplete, and reading all of them at each look would be slow.
    if run.plan.dataset is None or run.state in WORKING:
        return None
    if not isinstance(wanted.baseline, BaselineKind):
        other = await tx.runs.get(wanted.project, wanted.baseline)
        return await _comparable(tx, wanted, run, other)
    for other in await _candidates(tx, wanted, run):
        found = await _comparable(tx, wanted, run, other)
        if found is not None:
            return found
    return None


async def _candidates(tx: ReadTx, wanted: WantedBaseline, run: Run) -> Sequence[Run]:
    page = PageRequest(limit=EARLIER_RUNS, after=(str(run.id),))
    if wanted.baseline is BaselineKind.PRODUCTION:
        page = PageRequest(limit=EARLIER_RUNS)
    found = await tx.runs.page(
        wanted.project, page, dataset=run.plan.dataset, states=(RunState.COMPLETED,)
    )
    if wanted.baseline is BaselineKind.PREVIOUS:
        return found.items
    labelled = await _production_versions(tx, wanted.project, run)
    return [
        other
        for other in found.items
        if other.id != run.id and any(one.version in labelled for one in other.plan.columns)
    ]


async def _production_versions(tx: ReadTx, project: ProjectId, run: Run) -> set[VersionId]:
    found = set[VersionId]()
    for prompt in {column.prompt for column in run.plan.columns}:
        number = (await tx.prompts.get(project, prompt)).labels.get(PRODUCTION)
        if number is not None:
            found.add((await tx.prompts.version(project, prompt, number)).id)
    return found


async def _comparable(
    tx: ReadTx, wanted: WantedBaseline, run: Run, other: Run
) -> ComparableBaseline | None:
    there = {one.key: one.column for one in targets_of(other.plan)}
    columns = tuple(
        (one.column, there[one.key]) for one in targets_of(run.plan) if one.key in there
    )
    if not columns:
        return None
    both = [await tx.run_panels.metrics(wanted.project, one.id) for one in (run, other)]
    main = await tx.run_panels.main_metric(wanted.project)
    if not both[0] or not both[1]:
        return None
    metric, other_metric = choose_metric(*both, wanted=wanted.metric, main=main)
    if not are_alike((metric, other_metric)):
        return None
    return ComparableBaseline(
        run=other,
        metric=metric,
        other_metric=other_metric,
        columns=columns,
        others=shared_metrics(*both, without=metric),
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Pair:
    """The same target in both runs, and the rows on which the two columns can be compared."""

    this: ComparedColumn
    other: ComparedColumn
    usable: Matched
    # Rows (of this run, of the baseline) that pass in only one of the runs.
    flips: Mapping[CellChangeKind, tuple[tuple[int, int], ...]]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Sides:
    pairs: tuple[_Pair, ...]
    as_of: datetime | None
    stale: bool

    def flipped(self, run: Run) -> Mapping[CellChangeKind, frozenset[int]]:
        """Return the cells that pass in only one of the runs, by kind of change, as ordinals of `run`."""
        width = len(run.plan.columns)
        found: dict[CellChangeKind, set[int]] = {kind: set() for kind in FLIPPED}
        for pair in self.pairs:
            for kind, places in pair.flips.items():
                found[kind] |= {here * width + pair.this.column for here, _ in places}
        return {kind: frozenset(cells) for kind, cells in found.items()}

    def count_rows(self, run: Run) -> Mapping[CellChangeKind, int]:
        width = len(run.plan.columns)
        return {
            kind: len({cell // width for cell in cells})
            for kind, cells in self.flipped(run).items()
        }


async def _load(
    tx: ReadTx,
    project: ProjectId,
    run: Run,
    baseline: ComparableBaseline,
    metrics: tuple[Metric, Metric],
    now: datetime,
) -> _Sides:
    ours = await load_kept_grades(tx, project, run, now, metric=metrics[0])
    theirs = await load_kept_grades(tx, project, baseline.run, now, metric=metrics[1])
    rows = matched(ours.kept, theirs.kept)
    changed = await load_changed_cases(tx, project, ours.kept, theirs.kept, rows)
    kept = ours.kept, theirs.kept
    # In a thread: a run may have a hundred columns of ten thousand rows.
    pairs = await asyncio.to_thread(_pairs, kept, baseline.columns, rows, changed)
    times = [each.as_of for each in (ours, theirs) if each.as_of is not None]
    return _Sides(
        pairs=pairs,
        as_of=min(times) if times else None,
        stale=ours.stale or theirs.stale,
    )


def _pairs(
    kept: tuple[Kept, Kept],
    columns: Sequence[tuple[int, int]],
    rows: Matched,
    changed: frozenset[int],
) -> tuple[_Pair, ...]:
    found: list[_Pair] = []
    for column, other_column in columns:
        this = ComparedColumn(kept=kept[0], column=column)
        other = ComparedColumn(kept=kept[1], column=other_column)
        usable = comparable_rows(this, other, rows, changed, alike=True)
        flips = counted(this, other, rows, changed, same_measure=True).flips
        found.append(_Pair(this=this, other=other, usable=usable, flips=flips))
    return tuple(found)


async def _compare(
    tx: ReadTx, project: ProjectId, run: Run, baseline: ComparableBaseline, now: datetime
) -> BaselineVerdict:
    """Test all targets by all shared metrics as one family: the more is tested, the more is found by chance."""
    metrics = ((baseline.metric, baseline.other_metric), *baseline.others)
    by_metric = [await _load(tx, project, run, baseline, both, now) for both in metrics]
    sides = by_metric[0]
    labels = [
        label_comparison((run, pair.this.column), (baseline.run, pair.other.column))
        for pair in sides.pairs
    ]
    compared = await asyncio.to_thread(
        compare_pairs,
        [(pair.other, pair.this, pair.usable) for one in by_metric for pair in one.pairs],
        USUAL_MINIMUM,
        [one.names for one in labels] * len(metrics),
        [score_measure(mine) for mine, _ in metrics for _ in labels],
    )
    columns = [
        await _column(tx, project, (run, baseline.run), *one)
        for one in zip(sides.pairs, labels, compared[: len(labels)], strict=True)
    ]
    same = [one.identical for one in columns]
    others = [
        _metric_verdict(run, metrics[at][0], by_metric[at], found, same)
        for at in range(1, len(metrics))
        if (found := compared[at * len(labels) : (at + 1) * len(labels)])
    ]
    rows = sides.count_rows(run)
    return BaselineVerdict(
        run=run.id,
        baseline=baseline.run,
        metric=baseline.metric,
        as_of=sides.as_of,
        stale=any(one.stale for one in by_metric),
        columns=tuple(columns),
        fixed_rows=rows[CellChangeKind.FIXED],
        broken_rows=rows[CellChangeKind.BROKEN],
        others=tuple(others),
    )


def _metric_verdict(
    run: Run, metric: Metric, sides: _Sides, compared: Sequence[Compared], same: Sequence[bool]
) -> MetricVerdict:
    rows = sides.count_rows(run)
    words = [one.verdict for one, equal in zip(compared, same, strict=True) if not equal]
    return MetricVerdict(
        metric=metric,
        verdict=most_notable(words),
        fixed_rows=rows[CellChangeKind.FIXED],
        broken_rows=rows[CellChangeKind.BROKEN],
    )


async def _column(
    tx: ReadTx,
    project: ProjectId,
    runs: tuple[Run, Run],
    pair: _Pair,
    label: ComparisonLabel,
    comparison: Compared,
) -> ColumnChange:
    same, answers = await same_answers(
        tx, project, (runs[0].id, runs[1].id), pair.this, pair.other, pair.usable
    )
    equal = answers > 0 and same == answers
    return ColumnChange(
        column=pair.this.column,
        other_column=pair.other.column,
        model_name=runs[0].plan.columns[pair.this.column].model_name,
        label=label.label,
        identical=equal,
        comparison=tell_identical(comparison, label.names, answers) if equal else comparison,
        fixed=len(pair.flips[CellChangeKind.FIXED]),
        broken=len(pair.flips[CellChangeKind.BROKEN]),
    )
