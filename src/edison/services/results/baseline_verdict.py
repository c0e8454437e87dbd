"""Compare all columns of a run with a baseline, an earlier run of the same prompt on the same dataset."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from edison.domain.ids import ProjectId, RunId, VersionId
from edison.domain.people.access import Actor, Permission
from edison.domain.results.most_notable_verdict import most_notable
from edison.domain.results.run_metrics import Metric
from edison.domain.runs.cell_comparison import CellChangeKind
from edison.domain.runs.run_plan import Run
from edison.domain.runs.run_states import WORKING, RunState
from edison.kit.pagination import PageRequest
from edison.services.context import Context
from edison.services.results.run_pairs import (
    MetricComparison,
    PairVerdicts,
    RunPair,
    TargetVerdict,
    compare_runs_by_target,
    load_pair_sides,
    pair_runs,
)
from edison.store.unit_of_work import ReadTx

PRODUCTION = "production"
# Further back, a comparison says little about the last change.
EARLIER_RUNS = 20


class BaselineKind(StrEnum):
    # The latest completed run before this one.
    PREVIOUS = "previous"
    # The latest completed run of the version that has the label `production`.
    PRODUCTION = "production"
    # The latest run that passed the gate on the main branch.
    MAIN = "main"


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedBaseline:
    project: ProjectId
    run: RunId
    # Which run; a run's id names it directly.
    baseline: BaselineKind | RunId = BaselineKind.PREVIOUS
    # The key of a metric; None: one that both runs share.
    metric: str | None = None


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
    columns: tuple[TargetVerdict, ...] = ()
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
    pair = await find_baseline(tx, wanted, run)
    if pair is None:
        return BaselineVerdict(run=run.id, baseline=None)
    found = await compare_runs_by_target(tx, wanted.project, pair, now)
    rows = found.sides.count_rows(run)
    return BaselineVerdict(
        run=run.id,
        baseline=pair.other,
        metric=pair.metric,
        as_of=found.sides.as_of,
        stale=found.stale,
        columns=found.targets,
        fixed_rows=rows[CellChangeKind.FIXED],
        broken_rows=rows[CellChangeKind.BROKEN],
        others=metric_verdicts(run, found),
    )


def metric_verdicts(run: Run, found: PairVerdicts) -> tuple[MetricVerdict, ...]:
    """Return a verdict for each further metric that both runs share."""
    return tuple(_metric_verdict(run, one, found) for one in found.others)


def _metric_verdict(run: Run, one: MetricComparison, found: PairVerdicts) -> MetricVerdict:
    rows = one.sides.count_rows(run)
    words = [
        compared.verdict
        for compared, target in zip(one.compared, found.targets, strict=True)
        if not target.identical
    ]
    return MetricVerdict(
        metric=one.metric,
        verdict=most_notable(words),
        fixed_rows=rows[CellChangeKind.FIXED],
        broken_rows=rows[CellChangeKind.BROKEN],
    )


async def find_flipped_cells(
    tx: ReadTx, wanted: WantedBaseline, run: Run, now: datetime
) -> tuple[Run, Mapping[CellChangeKind, frozenset[int]]] | None:
    """Return the baseline, and the ordinals of cells that pass in only one of the runs; None without a baseline."""
    pair = await find_baseline(tx, wanted, run)
    if pair is None:
        return None
    metrics = pair.metric, pair.other_metric
    sides = await load_pair_sides(tx, wanted.project, pair, metrics, now)
    return pair.other, sides.flipped(run)


async def find_baseline(tx: ReadTx, wanted: WantedBaseline, run: Run) -> RunPair | None:
    """Return the run with its baseline, which shares the dataset, a target and a metric; None if there is none.

    All pages use this function, so that they compare a run with the same baseline.
    """
    # While a run works its scores are incomplete, and reading all of them at each look would be slow.
    if run.plan.dataset is None or run.state in WORKING:
        return None
    if not isinstance(wanted.baseline, BaselineKind):
        other = await tx.runs.get(wanted.project, wanted.baseline)
        return await pair_runs(tx, wanted.project, run, other, metric=wanted.metric)
    for other in await find_candidates(tx, wanted, run):
        found = await pair_runs(tx, wanted.project, run, other, metric=wanted.metric)
        if found is not None:
            return found
    return None


async def find_candidates(tx: ReadTx, wanted: WantedBaseline, run: Run) -> Sequence[Run]:
    """Return the completed runs that may be the baseline, the latest first."""
    page = PageRequest(limit=EARLIER_RUNS, after=(str(run.id),))
    if wanted.baseline is BaselineKind.PRODUCTION:
        page = PageRequest(limit=EARLIER_RUNS)
    found = await tx.runs.page(
        wanted.project,
        page,
        dataset=run.plan.dataset,
        states=(RunState.COMPLETED,),
        on_main=wanted.baseline is BaselineKind.MAIN,
    )
    if wanted.baseline in (BaselineKind.PREVIOUS, BaselineKind.MAIN):
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
