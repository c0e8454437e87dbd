"""Compare two columns of one or two runs case by case: fixed, broken, flaky and incomparable cells."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from edison.domain.errors import InvalidInput
from edison.domain.ids import ProjectId, RunId
from edison.domain.people.access import Actor, Permission
from edison.domain.results.run_metrics import Metric, are_alike, choose_metric
from edison.domain.runs.cell_comparison import (
    CellChange,
    CellChangeKind,
    CellPair,
    compare,
    pairs_of,
)
from edison.domain.runs.grid_rows import GridCase, GridCell
from edison.domain.runs.run_plan import Run
from edison.kit.pagination import Page, PageRequest
from edison.services.context import Context
from edison.store.repositories.runs.run_comparison import ColumnAt, ComparedRow
from edison.store.unit_of_work import ReadTx

# Changed cells first, because they are the reason to compare; unchanged cells last.
SHOWN_FIRST = (
    CellChangeKind.BROKEN,
    CellChangeKind.FIXED,
    CellChangeKind.FLAKY,
    CellChangeKind.STILL_FAILING,
    CellChangeKind.INCOMPARABLE,
    CellChangeKind.UNCHANGED,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareRuns:
    """Request to compare column `this` with column `other`, which is the earlier one."""

    project: ProjectId
    this: RunId
    other: RunId
    this_column: int = 0
    other_column: int = 0
    kind: CellChangeKind | None = None
    # The key of a metric; None: a metric that both runs share.
    metric: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedRun:
    run: Run
    at: ColumnAt
    metric: Metric


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedCase:
    finding: CellChange
    case: GridCase
    trial: int
    this: GridCell | None
    other: GridCell | None
    this_grade: float | None
    other_grade: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunComparisonReport:
    this: ComparedRun
    other: ComparedRun
    counts: dict[CellChangeKind, int]
    page: Page[ComparedCase]


async def compare_runs(
    ctx: Context, who: Actor, cmd: CompareRuns, page: PageRequest
) -> RunComparisonReport:
    """Return all counts and a page of case pairs: changed pairs first, then in the order of the later run."""
    who.must(Permission.VIEW_PROJECT, cmd.project)
    async with ctx.read() as tx:
        both = await tx.run_panels.metrics_of_all(cmd.project, cmd.this, cmd.other)
        main = await tx.run_panels.main_metric(cmd.project)
        metrics = choose_metric(*both, wanted=cmd.metric, main=main)
        this = await _side(tx, cmd.project, cmd.this, cmd.this_column, "column", metrics[0])
        other = await _side(
            tx, cmd.project, cmd.other, cmd.other_column, "other_column", metrics[1]
        )
        alike = are_alike(metrics)
        wanted = {
            pair: SHOWN_FIRST.index(compare(pair, same_measure=alike).kind)
            for pair in pairs_of(cmd.kind, same_measure=alike)
        }
        found, rows = await tx.run_comparison.read(cmd.project, this.at, other.at, wanted, page)
        findings = {pair: compare(pair, same_measure=alike) for pair in found}
        counts: Counter[CellChangeKind] = Counter()
        for pair, count in found.items():
            counts[findings[pair].kind] += count
        filled = await _filled(tx, cmd.project, this.at, other.at, rows.items, findings)
    return RunComparisonReport(
        this=this,
        other=other,
        counts={kind: counts[kind] for kind in CellChangeKind},
        page=Page(items=filled, next_cursor=rows.next_cursor),
    )


async def _side(
    tx: ReadTx, project: ProjectId, run: RunId, column: int, field: str, metric: Metric
) -> ComparedRun:
    found = await tx.runs.get(project, run)
    if not 0 <= column < len(found.plan.columns):
        raise InvalidInput("The run has no such column", field=field)
    return ComparedRun(
        run=found,
        at=ColumnAt(run=run, plan=found.plan, column=column, panel=metric.panel),
        metric=metric,
    )


async def _filled(
    tx: ReadTx,
    project: ProjectId,
    this: ColumnAt,
    other: ColumnAt,
    rows: Sequence[ComparedRow],
    findings: Mapping[CellPair, CellChange],
) -> tuple[ComparedCase, ...]:
    """Add the texts of both columns. Case contents come from the run of `this`, or else from the run of `other`."""
    these = await _texts(tx, project, this, [row.this_row for row in rows])
    others = await _texts(tx, project, other, [row.other_row for row in rows])
    compared: list[ComparedCase] = []
    for row in rows:
        here, there = these.get(row.this_row), others.get(row.other_row)
        shown = here or there
        assert shown is not None, "a pair has one side at least"
        compared.append(
            ComparedCase(
                finding=findings[row.pair],
                case=shown.case,
                trial=shown.trial,
                this=here.cell if here else None,
                other=there.cell if there else None,
                this_grade=row.this_grade,
                other_grade=row.other_grade,
            )
        )
    return tuple(compared)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Texts:
    case: GridCase
    trial: int
    cell: GridCell


async def _texts(
    tx: ReadTx, project: ProjectId, at: ColumnAt, rows: Sequence[int | None]
) -> dict[int | None, _Texts]:
    columns, trials = len(at.plan.columns), at.plan.trials
    known = [row for row in rows if row is not None]
    cases = await tx.run_rows.cases(project, at.run, sorted({row // trials for row in known}))
    cells = await tx.run_rows.cells(project, at.run, [row * columns + at.column for row in known])
    return {
        row: _Texts(
            case=cases[row // trials], trial=row % trials, cell=cells[row * columns + at.column]
        )
        for row in known
    }
