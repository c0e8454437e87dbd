"""The baseline gate: is a run not worse than its baseline, within a margin? Pipelines use it as their exit code.

It compares by `run_pairs`, as every page does. A run that still works can be asked, too: `settled` says whether its
open cells can still change the outcome.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal

from edison.domain.errors import InvalidInput, WrongState
from edison.domain.ids import ProjectId, RunId
from edison.domain.money import MicroUsd, to_usd
from edison.domain.people.access import Actor, Permission
from edison.domain.results.gate_rule import (
    USUAL_MARGIN,
    GateVerdict,
    explain_verdict,
    gate_run,
    gate_target,
    is_settled,
    open_comparison,
)
from edison.domain.results.result_phrasing import score_measure
from edison.domain.results.run_metrics import Metric
from edison.domain.runs.cell_comparison import CellChangeKind
from edison.domain.runs.run_plan import Run
from edison.domain.runs.run_states import ENDED, RunState
from edison.domain.runs.run_sums import ColumnSums, ScoreSums, spent_on
from edison.services.context import Context
from edison.services.permission_check import require_live_project
from edison.services.results.baseline_verdict import (
    BaselineKind,
    MetricVerdict,
    WantedBaseline,
    find_candidates,
    metric_verdicts,
)
from edison.services.results.run_pairs import (
    PairVerdicts,
    RunPair,
    TargetVerdict,
    compare_runs_by_target,
    load_pair_sides,
    pair_runs,
)
from edison.store.unit_of_work import ReadTx

CASES_AT_MOST = 100
# A baseline on another version of the dataset must have this share of the cases.
SHARED_AT_LEAST = 0.9
ENDED_EARLY = {RunState.FAILED: "failed", RunState.CANCELLED: "was cancelled"}


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedGate:
    project: ProjectId
    run: RunId
    baseline: BaselineKind | RunId = BaselineKind.PRODUCTION
    # The loss that is accepted, from 0 to 1.
    margin: float = USUAL_MARGIN
    metric: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GateTarget:
    """Verdict on one target of the run."""

    verdict: GateVerdict
    sentence: str
    compared: TargetVerdict


@dataclass(frozen=True, slots=True, kw_only=True)
class GateCase:
    """An answer that passes in only one of the runs."""

    ordinal: int
    # Counted from 0, as in the dataset version.
    position: int
    column: int
    target: str
    # The beginning of the first variable.
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GateCost:
    """What answers and judges cost; reused answers at their recorded cost."""

    run_usd: Decimal
    baseline_usd: Decimal | None
    # Estimated from the finished cells; 0 if all are finished.
    open_usd: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class GateReport:
    run: Run
    # None: there is no comparable run.
    baseline: Run | None
    verdict: GateVerdict
    sentence: str
    margin: float
    # The exit code of the gate cannot change any more: nothing is open, or no open score can change it.
    settled: bool
    cells: int
    open_cells: int
    cost: GateCost
    metric: Metric | None = None
    targets: tuple[GateTarget, ...] = ()
    # Labels of targets that the baseline does not have.
    missing_targets: tuple[str, ...] = ()
    fixed: int = 0
    broken: int = 0
    fixed_cases: tuple[GateCase, ...] = ()
    broken_cases: tuple[GateCase, ...] = ()
    # The other metrics that both runs share; for information.
    others: tuple[MetricVerdict, ...] = ()
    path: str = ""


async def gate(ctx: Context, who: Actor, wanted: WantedGate) -> GateReport:
    """Compare a run with its baseline and say whether it passes. It changes nothing."""
    who.must(Permission.VIEW_PROJECT, wanted.project)
    async with ctx.read() as tx:
        run = await tx.runs.get(wanted.project, wanted.run)
        if run.plan.dataset is None:
            raise InvalidInput("Only a run on a dataset can be compared with a baseline")
        pair = await _find_pair(tx, wanted, run, ctx)
        sums = await tx.run_sums.read(wanted.project, run.id)
        project = await tx.projects.get(wanted.project)
        path = f"/projects/{project.slug}/runs/{run.id}"
        if pair is None:
            report = _without_baseline(wanted, run, sums)
        else:
            report = await _report(tx, wanted, pair, sums, ctx)
            path += f"?baseline={pair.other.id}"
        return replace(report, path=path)


async def mark_main(ctx: Context, who: Actor, project: ProjectId, run: RunId) -> Run:
    """Record that a completed run passed the gate on the main branch: it becomes the baseline `main`."""
    who.must(Permission.START_RUNS, project)
    async with ctx.change(who, project) as tx:
        await require_live_project(tx, Permission.START_RUNS)
        found = await tx.runs.get(project, run, lock=True)
        if found.state is not RunState.COMPLETED:
            raise WrongState("Only a completed run can be a baseline", state=str(found.state))
        await tx.run_comparison.mark_main(project, run, tx.now)
        tx.record_entry("run.marked_main", ("run", run), {"main": {"old": None, "new": True}})
        return found


async def _find_pair(tx: ReadTx, wanted: WantedGate, run: Run, ctx: Context) -> RunPair | None:
    """Return the run with the baseline; of several, the latest that has all its targets on the same cases."""
    asked = WantedBaseline(
        project=wanted.project, run=run.id, baseline=wanted.baseline, metric=wanted.metric
    )
    if not isinstance(wanted.baseline, BaselineKind):
        other = await tx.runs.get(wanted.project, wanted.baseline)
        return await pair_runs(tx, wanted.project, run, other, metric=wanted.metric)
    now = ctx.clock.now()
    for other in await find_candidates(tx, asked, run):
        pair = await pair_runs(tx, wanted.project, run, other, metric=wanted.metric)
        if pair is None or len(pair.columns) < len(run.plan.columns):
            continue
        if await on_same_cases(tx, wanted.project, pair, now):
            return pair
    return None


async def on_same_cases(tx: ReadTx, project: ProjectId, pair: RunPair, now: datetime) -> bool:
    """Return whether the other run has nearly all cases of this one, with the same content."""
    ours, theirs = pair.this.plan, pair.other.plan
    if (ours.dataset_version, ours.choice) == (theirs.dataset_version, theirs.choice):
        return True
    metrics = pair.metric, pair.other_metric
    sides = await load_pair_sides(tx, project, pair, metrics, now)
    return all(one.usable.this.size >= SHARED_AT_LEAST * ours.cases for one in sides.targets)


async def _report(
    tx: ReadTx,
    wanted: WantedGate,
    pair: RunPair,
    sums: tuple[dict[int, ColumnSums], dict[tuple[int, int], ScoreSums]],
    ctx: Context,
) -> GateReport:
    run, measure = pair.this, score_measure(pair.metric)
    found = await compare_runs_by_target(
        tx, wanted.project, pair, ctx.clock.now(), minimum_effect=wanted.margin
    )
    targets: list[GateTarget] = []
    for one in found.targets:
        same = one.identical
        verdict = gate_target(one.comparison, wanted.margin, same_answers=same)
        said = explain_verdict(verdict, one.comparison, wanted.margin, measure, same_answers=same)
        targets.append(GateTarget(verdict=verdict, sentence=said, compared=one))
    missing = _missing_targets(run, pair)
    verdict = gate_run([one.verdict for one in targets])
    if missing and verdict.passes:
        verdict = GateVerdict.CANNOT_TELL
    told = next((one for one in targets if one.verdict is verdict), None)
    sentence = told.sentence if told else f"The baseline does not have {', '.join(missing)}."
    cells, open_cells = _count_cells(run, sums[0])
    settled = run.state is RunState.COMPLETED or (
        not missing and _is_settled(found, wanted, verdict)
    )
    if run.state in ENDED and not settled:
        verdict = GateVerdict.CANNOT_TELL
        sentence = (
            f"The run {ENDED_EARLY[run.state]} before its open cells could not change the verdict."
        )
    flipped = found.sides.flipped(run)
    labels = {one.column: one.model_name for one in found.targets}
    baseline_sums = await tx.run_sums.read(wanted.project, pair.other.id)
    fixed, broken = flipped[CellChangeKind.FIXED], flipped[CellChangeKind.BROKEN]
    return GateReport(
        run=run,
        baseline=pair.other,
        verdict=verdict,
        sentence=sentence,
        margin=wanted.margin,
        settled=settled,
        cells=cells,
        open_cells=open_cells,
        cost=_cost(sums, baseline_sums, cells, open_cells),
        metric=pair.metric,
        targets=tuple(targets),
        missing_targets=missing,
        fixed=len(fixed),
        broken=len(broken),
        fixed_cases=await _cases(tx, wanted.project, run, fixed, labels),
        broken_cases=await _cases(tx, wanted.project, run, broken, labels),
        others=metric_verdicts(run, found),
    )


def _is_settled(found: PairVerdicts, wanted: WantedGate, verdict: GateVerdict) -> bool:
    family = len(found.targets) * (1 + len(found.others))
    comparisons = [open_comparison(one.other, one.this, one.usable) for one in found.sides.targets]
    return is_settled(comparisons, wanted.margin, family, verdict)


def _missing_targets(run: Run, pair: RunPair) -> tuple[str, ...]:
    there = {mine for mine, _ in pair.columns}
    return tuple(
        column.model_name for number, column in enumerate(run.plan.columns) if number not in there
    )


def _without_baseline(
    wanted: WantedGate,
    run: Run,
    sums: tuple[dict[int, ColumnSums], dict[tuple[int, int], ScoreSums]],
) -> GateReport:
    cells, open_cells = _count_cells(run, sums[0])
    return GateReport(
        run=run,
        baseline=None,
        verdict=GateVerdict.CANNOT_TELL,
        sentence="There is no finished run to compare with: none has the same prompt, models, dataset and scorers.",
        margin=wanted.margin,
        settled=run.state is RunState.COMPLETED,
        cells=cells,
        open_cells=open_cells,
        cost=_cost(sums, None, cells, open_cells),
    )


def _count_cells(run: Run, columns: dict[int, ColumnSums]) -> tuple[int, int]:
    done = sum(one.done for one in columns.values())
    return run.plan.cells, max(0, run.plan.cells - done)


def _cost(
    ours: tuple[dict[int, ColumnSums], dict[tuple[int, int], ScoreSums]],
    theirs: tuple[dict[int, ColumnSums], dict[tuple[int, int], ScoreSums]] | None,
    cells: int,
    open_cells: int,
) -> GateCost:
    spent, done = spent_on(*ours), cells - open_cells
    return GateCost(
        run_usd=to_usd(spent),
        baseline_usd=None if theirs is None else to_usd(spent_on(*theirs)),
        open_usd=to_usd(MicroUsd(round(spent / done * open_cells) if done else 0)),
    )


async def _cases(
    tx: ReadTx,
    project: ProjectId,
    run: Run,
    ordinals: Sequence[int] | frozenset[int],
    labels: dict[int, str],
) -> tuple[GateCase, ...]:
    places = [(ordinal, run.plan.place(ordinal)) for ordinal in sorted(ordinals)[:CASES_AT_MOST]]
    cases = await tx.run_rows.cases(project, run.id, sorted({place.case for _, place in places}))
    return tuple(
        GateCase(
            ordinal=ordinal,
            position=place.case,
            column=place.column,
            target=labels[place.column],
            text=next((value.text for value in cases[place.case].values.values()), ""),
        )
        for ordinal, place in places
    )
