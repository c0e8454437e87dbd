"""Read the results of a run for one metric: the last summary by a worker, and the current sums."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from edison.domain.errors import InvalidInput
from edison.domain.ids import ProjectId, RunId
from edison.domain.money import MicroUsd
from edison.domain.people.access import Actor, Permission
from edison.domain.results.build_summary import names_of, summarise_metrics
from edison.domain.results.column_comparisons import (
    ComparedColumn,
    against_base,
    identical,
)
from edison.domain.results.grade_arrays import Kept
from edison.domain.results.result_phrasing import say_results, score_measure
from edison.domain.results.run_metrics import Metric, choose_metric
from edison.domain.results.run_summary import USUAL_MINIMUM as USUAL_MINIMUM
from edison.domain.results.run_summary import (
    ColumnCompared,
    ColumnResult,
    Covers,
    Figure,
    MetricFigures,
    Previous,
    Results,
    Summary,
    TrendPoint,
    figures_of,
)
from edison.domain.runs.run_plan import Run
from edison.domain.runs.run_sums import ColumnSums, ScoreSums
from edison.domain.trends.run_trend import MeasuredRun, trend_of
from edison.domain.trends.target_keys import targets_of
from edison.engine.runs.describe_run import describe_run
from edison.engine.runs.judge_dialogues import SMALL_RUN
from edison.engine.runs.request_summary import minimum_pause_between_summaries, request_summary
from edison.services.context import Context
from edison.services.results.baseline_verdict import WantedBaseline, find_baseline
from edison.services.results.result_cells import same_answers
from edison.services.results.run_pairs import RunPair, compare_runs_by_target
from edison.store.repositories.results.run_statistics import EarlierRun, ResultSnapshot
from edison.store.unit_of_work import ReadTx

# Maximum number of runs in a trend.
TREND = 20
# Number of cached comparisons; the key contains the results and the request.
REMEMBERED = 64

_Compared = tuple[tuple[ColumnCompared, ...], Previous | None]
_known: dict[tuple[object, ...], _Compared] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedResults:
    project: ProjectId
    run: RunId
    base: int = 0
    minimum_effect: float = USUAL_MINIMUM
    # The key of a metric; None: the project's main metric, else the run's grader, else the composite.
    metric: str | None = None


async def read_results(ctx: Context, who: Actor, wanted: WantedResults) -> Results:
    """Read the results of a run. If they are missing or out of date, queue their computation."""
    who.must(Permission.VIEW_PROJECT, wanted.project)
    project = wanted.project
    async with ctx.read() as tx:
        run = await tx.runs.get(project, wanted.run)
        if wanted.base >= len(run.plan.columns):
            raise InvalidInput("The run has no such column", field="base")
        metrics = await tx.run_panels.metrics(project, run.id)
        main = await tx.run_panels.main_metric(project)
        [metric] = choose_metric(metrics, wanted=wanted.metric, main=main)
        seen = await tx.run_statistics.seen(project, run.id)
        snapshot = await tx.run_statistics.snapshot(project, run.id)
        columns, scores = await tx.run_sums.read(project, run.id)
        earlier = await tx.run_statistics.earlier(project, run.id, TREND)
        found = snapshot.summaries if snapshot else await _computed_now(tx, project, run)
        summary = next((one for one in found if one.measure.key == metric.key), None)
        known = summary is not None
        summary = summary or await _not_computed(tx, project, run, metric)
        compared: _Compared = ((), None)
        if snapshot is not None and known:
            compared = await _compared(tx, wanted, run, snapshot, metric, ctx.clock.now())
        trend = await _trend(tx, wanted, run, metric, summary, earlier)
        stale = snapshot is None or snapshot.seen != seen
        now, took_s = ctx.clock.now(), snapshot.took_s if snapshot else 0.0
        ask = stale and await tx.run_statistics.may_ask(
            project, run.id, now, minimum_pause_between_summaries(took_s)
        )
    if ask:
        async with ctx.change(who, project, now) as tx:
            await request_summary(tx, run.id, took_s=took_s)
    return Results(
        run=run.id,
        number=run.number,
        state=str(run.state),
        as_of=None if snapshot is None else snapshot.computed_at,
        stale=stale,
        base=wanted.base,
        minimum_effect=wanted.minimum_effect,
        covers=summary.covers,
        rubric=summary.rubric,
        measure=metric,
        metrics=tuple(figures_of(one) for one in found),
        columns=tuple(_with_money(column, columns, scores) for column in summary.columns),
        pairwise=summary.pairwise,
        agreement=summary.agreement,
        facets=summary.facets,
        labels_plan=summary.labels_plan,
        labels_sentence=summary.labels_sentence,
        sentence=say_results(summary, summary.covers, computed=known),
        comparisons=compared[0],
        previous=compared[1],
        trend=trend,
    )


async def _compared(
    tx: ReadTx,
    wanted: WantedResults,
    run: Run,
    snapshot: ResultSnapshot,
    metric: Metric,
    now: datetime,
) -> _Compared:
    baseline = WantedBaseline(project=wanted.project, run=run.id, metric=metric.key)
    pair = await find_baseline(tx, baseline, run)
    seen = None if pair is None else await tx.run_statistics.seen(wanted.project, pair.other.id)
    key = (
        run.id,
        snapshot.computed_at,
        metric.key,
        wanted.base,
        wanted.minimum_effect,
        # A new score in the baseline changes the comparison with it.
        None if pair is None else (pair.other.id, pair.others, seen),
    )
    if key in _known:
        return _known[key]
    kept = await tx.run_statistics.kept(wanted.project, run.id, metric.key)
    if kept is None:
        return (), None
    columns = await asyncio.to_thread(
        against_base,
        kept,
        wanted.base,
        wanted.minimum_effect,
        names_of(run.plan),
        score_measure(metric),
    )
    columns = [await _checked_identical(tx, wanted, run, kept, one) for one in columns]
    found = tuple(columns), await _previous(tx, wanted, pair, now)
    while len(_known) >= REMEMBERED:
        _known.pop(next(iter(_known)))
    _known[key] = found
    return found


async def _checked_identical(
    tx: ReadTx, wanted: WantedResults, run: Run, kept: Kept, compared: ColumnCompared
) -> ColumnCompared:
    """Say so where all answers of two columns are the same text, as the comparison of the two columns does."""
    base = ComparedColumn(kept=kept, column=compared.base)
    this = ComparedColumn(kept=kept, column=compared.column)
    same, answers = await same_answers(tx, wanted.project, (run.id, run.id), this, base)
    if not answers or same < answers:
        return compared
    names = names_of(run.plan)
    return identical(compared, (names[compared.base], names[compared.column]), answers)


async def _previous(
    tx: ReadTx, wanted: WantedResults, pair: RunPair | None, now: datetime
) -> Previous | None:
    """Compare the base column with the same target of the baseline, as the workbench and the home do."""
    there = dict(pair.columns).get(wanted.base) if pair else None
    if pair is None or there is None:
        return None
    found = await compare_runs_by_target(tx, wanted.project, pair, now, wanted.minimum_effect)
    target = found.of(wanted.base, there)
    if target is None:
        return None
    return Previous(
        run=pair.other.id,
        number=pair.other.number,
        column=there,
        comparison=target.comparison,
    )


async def _trend(
    tx: ReadTx,
    wanted: WantedResults,
    run: Run,
    metric: Metric,
    summary: Summary,
    earlier: list[EarlierRun],
) -> tuple[TrendPoint, ...]:
    """Return the scores of the base column's target in earlier runs and in this run, oldest first."""
    known = await tx.run_statistics.figures(wanted.project, [before.id for before in earlier])
    figures = tuple(one.composite for one in summary.columns)
    return trend_with_earlier(run, metric, figures, earlier, known, column=wanted.base)


def trend_with_earlier(
    run: Run,
    metric: Metric,
    figures: tuple[Figure | None, ...],
    earlier: Sequence[EarlierRun],
    known: Mapping[RunId, Sequence[MetricFigures]],
    *,
    column: int,
) -> tuple[TrendPoint, ...]:
    """Return the scores of a column's target in earlier runs (newest first) and in this run, oldest first."""
    measured: list[MeasuredRun] = []
    for before in reversed(earlier):
        theirs = known.get(before.id, ())
        if not theirs:
            continue
        _, chosen = choose_metric((metric,), [one.metric for one in theirs], wanted=metric.key)
        found = next(one for one in theirs if one.metric == chosen)
        measured.append(
            MeasuredRun(
                run=before.id,
                number=before.number,
                created_at=before.created_at,
                plan=before.plan,
                metric=chosen,
                figures=tuple(one.figure for one in found.columns),
            )
        )
    measured.append(
        MeasuredRun(
            run=run.id,
            number=run.number,
            created_at=run.created_at,
            plan=run.plan,
            metric=metric,
            figures=figures,
        )
    )
    return trend_of(measured, targets_of(run.plan)[column])


def _with_money(
    column: ColumnResult,
    columns: dict[int, ColumnSums],
    scores: dict[tuple[int, int], ScoreSums],
) -> ColumnResult:
    sums = columns.get(column.column, ColumnSums())
    return replace(
        column,
        tokens=sums.prompt_tokens + sums.completion_tokens,
        cost=MicroUsd(sums.cost),
        answer_cost=MicroUsd(sums.answer_cost),
        judge_cost=MicroUsd(
            sum(each.cost for (number, _), each in scores.items() if number == column.column)
        ),
    )


async def _computed_now(tx: ReadTx, project: ProjectId, run: Run) -> tuple[Summary, ...]:
    """Compute the results of a small run immediately, in the same way as a worker; empty for a large run."""
    if run.plan.cells > SMALL_RUN:
        return ()
    about = await describe_run(tx, project, run.id)
    arrays = await tx.result_arrays.read(
        project,
        run.id,
        run.plan,
        panel=about.scorers,
        pairwise=[pairing.scorer for pairing in about.pairings],
        criteria=len(about.rubric.criteria) if about.rubric else 0,
    )
    summaries, _ = await asyncio.to_thread(summarise_metrics, arrays, about)
    return summaries


async def _not_computed(tx: ReadTx, project: ProjectId, run: Run, metric: Metric) -> Summary:
    about = await describe_run(tx, project, run.id)
    return Summary(
        covers=Covers(cells=0, of=run.plan.cells),
        rubric=about.rubric,
        measure=metric,
        columns=tuple(
            ColumnResult(
                column=number,
                model_name=column.model_name,
                prompt_name=column.prompt_name,
                version=column.number,
                cells=run.plan.cases * run.plan.trials,
            )
            for number, column in enumerate(run.plan.columns)
        ),
    )


# Number of the newest runs whose metrics are listed.
RUNS_AT_MOST = 300


async def list_metrics(ctx: Context, who: Actor, project: ProjectId) -> tuple[Metric, ...]:
    """List the metrics of the newest runs, without those with labels by people, which cannot be the main metric."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        found = await tx.run_statistics.metrics(project, RUNS_AT_MOST)
    return tuple(one for one in found if one.is_machine)
