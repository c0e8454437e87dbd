"""List runs, read a run with its progress and cost, and page its grid. Sums are stored, so no cells are counted."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from edison.domain.budgets.budget import Balance, Scope
from edison.domain.errors import InvalidInput
from edison.domain.events import RUN_PROGRESSED, Event, run_topic
from edison.domain.ids import DatasetId, ProjectId, PromptId, RunId
from edison.domain.money import MicroUsd, MoneyKind
from edison.domain.people.access import Actor, Permission
from edison.domain.reports.run_caching import RunCaching, run_caching
from edison.domain.results.run_metrics import Metric, choose_metric
from edison.domain.results.run_summary import MetricFigures
from edison.domain.runs.calls_in_doubt import DoubtSummary, Usual, summarise_doubt
from edison.domain.runs.cell_labels import NO_PANEL, ColumnGrade, Panel, column_grade
from edison.domain.runs.grid_rows import GridRow, RowFilter, RowSort, SortBy
from edison.domain.runs.provider_batch import BatchProgress
from edison.domain.runs.run_plan import Run
from edison.domain.runs.run_states import ENDED, WORKING, RunState
from edison.domain.runs.run_sums import ColumnSums, ScoreSums
from edison.engine.runs.request_summary import NOT_WITHIN, request_summary
from edison.kit.pagination import Page, PageRequest
from edison.services.audit.audit_queries import BATCH
from edison.services.context import Context
from edison.services.reports.savings_and_repricing import current_prices
from edison.services.results.baseline_verdict import BaselineKind, WantedBaseline
from edison.services.runs.row_counts import find_compared_cells
from edison.store.repositories.runs.run_totals import RunTotals as RunTotals
from edison.store.repositories.runs.runs import RunScorer as RunScorer
from edison.store.unit_of_work import ReadTx

# The recent pace predicts the remaining time better than the average pace.
PACE_OVER = timedelta(seconds=60)
PACE_EVENTS = 100
# All cells are read to compare the latency of calls with and without a cache.
LATENCIES_AT_MOST = 5_000
# A sorted search must read all outputs, so larger runs do not allow it.
SORTED_SEARCH_AT_MOST = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFilter:
    prompt: PromptId | None = None
    dataset: DatasetId | None = None
    states: tuple[RunState, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RunCard:
    """A run in a list, with figures for all its metrics. `metric` is the key of the metric to show first."""

    run: Run
    totals: RunTotals
    money: MoneyKind
    figures: tuple[MetricFigures, ...]
    metric: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunReport:
    run: Run
    columns: dict[int, ColumnSums]
    scorers: tuple[RunScorer, ...]
    scores: dict[tuple[int, int], ScoreSums]
    # The metric that is shown first; the mean of its scorers is the grade unless a person graded.
    metric: Metric
    metrics: tuple[Metric, ...]
    # The last computed figures; `figures_stale`: scores or grades have changed since.
    figures: tuple[MetricFigures, ...]
    figures_stale: bool
    # Current means by the metric that is shown first.
    grades: tuple[ColumnGrade, ...]
    budget: Balance
    # Amount that providers billed beyond the reservations.
    overrun: MicroUsd
    money: MoneyKind
    # What the prompt caches of providers did; None: nothing was cached.
    caching: RunCaching | None
    # Calls that were sent but have no known outcome, because their worker stopped; None: no such calls.
    doubt: DoubtSummary | None
    elapsed_s: float | None
    # Remaining time at the pace of the last minute; None: unknown.
    left_s: float | None
    waiting_for_worker: bool
    # The open batches at providers; None: there are none.
    batch: BatchProgress | None
    # Number of the last event that the report includes completely; follow events after it.
    last_event: int


async def list_runs(
    ctx: Context, who: Actor, project: ProjectId, wanted: RunFilter, page: PageRequest
) -> Page[RunCard]:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        found = await tx.runs.page(
            project, page, prompt=wanted.prompt, dataset=wanted.dataset, states=wanted.states
        )
        items = await run_cards(tx, project, found.items)
    return Page(items=items, next_cursor=found.next_cursor)


async def run_cards(tx: ReadTx, project: ProjectId, runs: Sequence[Run]) -> tuple[RunCard, ...]:
    ids = [run.id for run in runs]
    totals = await tx.run_totals.of(project, ids)
    money = await tx.money_kinds.of_runs(project, ids)
    figures = await tx.run_statistics.figures(project, ids)
    main = await tx.run_panels.main_metric(project)
    return tuple(
        RunCard(
            run=run,
            totals=totals[run.id],
            money=money.get(run.id, MoneyKind.REAL),
            figures=figures.get(run.id, ()),
            metric=_first_metric(figures.get(run.id, ()), main),
        )
        for run in runs
    )


def _first_metric(figures: tuple[MetricFigures, ...], main: str) -> str | None:
    if not figures:
        return None
    [metric] = choose_metric([one.metric for one in figures], main=main)
    return metric.key


async def read_run(ctx: Context, who: Actor, project: ProjectId, run: RunId) -> RunReport:
    who.must(Permission.VIEW_PROJECT, project)
    now = ctx.clock.now()
    async with ctx.read() as tx:
        # Read this first, so that later changes have a larger number.
        last_event = await tx.events.last_number(run_topic(run))
        found = await tx.runs.get(project, run)
        columns, scores = await tx.run_sums.read(project, run)
        scorers = await tx.runs.scorers(project, run)
        metrics = await tx.run_panels.metrics(project, run)
        [metric] = choose_metric(metrics, main=await tx.run_panels.main_metric(project))
        figures = await tx.run_statistics.figures(project, [run])
        stamp = await tx.run_statistics.stamp(project, run)
        stale = stamp is None or stamp.seen != await tx.run_statistics.seen(project, run)
        works = found.state in WORKING
        left = found.plan.cells - sum(sums.done for sums in columns.values())
        report = RunReport(
            run=found,
            columns=columns,
            scorers=tuple(scorers),
            scores=scores,
            metric=metric,
            metrics=metrics,
            figures=figures.get(run, ()),
            figures_stale=stale,
            grades=await _grades(tx, project, found, metric.panel, columns, scores),
            budget=await tx.budgets.read(project, Scope.RUN, run),
            overrun=await tx.budgets.overrun_of_run(project, run),
            money=(await tx.money_kinds.of_runs(project, [run])).get(run, MoneyKind.REAL),
            caching=await _caching(tx, project, found, now),
            doubt=summarise_doubt(
                await tx.calls_in_doubt.of_run(project, run), Usual(columns=columns, scores=scores)
            ),
            elapsed_s=await _elapsed(tx, project, found, now),
            left_s=await _left(tx, run, left, now) if works else None,
            waiting_for_worker=works and not await tx.workers.alive(now),
            batch=await tx.provider_batches.progress(project, run),
            last_event=last_event,
        )
        # Recompute after late grades or scores, so that the list and the results show the same figures.
        ask = stale and not works and await tx.run_statistics.may_ask(project, run, now, NOT_WITHIN)
    if ask:
        async with ctx.change(who, project, now) as tx:
            await request_summary(tx, run)
    return report


async def list_rows(
    ctx: Context,
    who: Actor,
    project: ProjectId,
    run: RunId,
    wanted: RowFilter,
    sort: RowSort,
    page: PageRequest,
    *,
    baseline: BaselineKind | RunId = BaselineKind.PREVIOUS,
    metric: str | None = None,
    start: int | None = None,
) -> Page[GridRow]:
    """Return a page of the grid, with previews of the texts.

    A search through long outputs may return a short page to save time; its cursor then leads to the next page.
    """
    who.must(Permission.VIEW_PROJECT, project)
    if wanted.scorer is None and (
        wanted.passed is not None or wanted.below is not None or wanted.unscored
    ):
        raise InvalidInput("Choose a scorer for this filter", field="scorer")
    if start is not None and (page.after or sort.by is not SortBy.POSITION or not wanted.is_empty):
        raise InvalidInput(
            "`start` cannot be combined with a filter, a cursor or a sort order", field="start"
        )
    async with ctx.read() as tx:
        found = await tx.runs.get(project, run)
        columns = len(found.plan.columns)
        if sort.column >= columns or (wanted.column or 0) >= columns:
            raise InvalidInput("The run has no such column", field="column")
        if (
            wanted.search is not None
            and sort.by is not SortBy.POSITION
            and found.plan.cells > SORTED_SEARCH_AT_MOST
        ):
            raise InvalidInput(
                "A run of this size can only be searched in the order of its cases", field="sort"
            )
        graded = wanted.of_grade or sort.by is SortBy.GRADE
        panel = NO_PANEL
        if graded:
            [shown] = await tx.run_panels.chosen(project, run, wanted=metric)
            panel = shown.panel
        compared = WantedBaseline(project=project, run=run, baseline=baseline, metric=metric)
        return await tx.run_rows.page(
            project,
            run,
            found.plan,
            wanted,
            sort,
            page,
            panel=panel,
            cells=await find_compared_cells(tx, compared, found, wanted.kind, ctx.clock.now()),
            start=start or 0,
        )


async def run_since(
    ctx: Context, who: Actor, project: ProjectId, run: RunId, after: int | None
) -> tuple[list[Event], int]:
    """Return a batch of run events after an event number, and the number to continue from.

    If `after` is None, start from now.
    """
    who.must(Permission.VIEW_PROJECT, project)
    if after is None:
        async with ctx.read() as tx:
            await tx.runs.require_in_project(project, run)
            return [], await tx.events.last_number(run_topic(run))
    # All followers of a run wake at the same time, mostly at the same number: they share one query.
    what = (project, run, after, ctx.wakeups.rung)
    events = await ctx.wakeups.together.ask(what, lambda: _since(ctx, project, run, after))
    return events, events[-1].number if events else after


async def _since(ctx: Context, project: ProjectId, run: RunId, after: int) -> list[Event]:
    async with ctx.read() as tx:
        await tx.runs.require_in_project(project, run)
        return await tx.events.since(run_topic(run), after, BATCH)


async def _caching(tx: ReadTx, project: ProjectId, found: Run, now: datetime) -> RunCaching | None:
    """Return what was cached, from the sums of the ledger; the prices are those of the savings report."""
    run = found.id
    by_model = await tx.run_spending.by_model(project, run)
    cached = [
        key for key, sums in by_model.items() if sums.cache_read_tokens or sums.cache_write_tokens
    ]
    if not cached:
        return None
    prices = await current_prices(tx, project, cached, now)
    if found.state in WORKING or found.plan.cells > LATENCIES_AT_MOST:
        return run_caching(by_model, prices)
    return run_caching(by_model, prices, await tx.run_spending.latencies(project, run))


async def _grades(
    tx: ReadTx,
    project: ProjectId,
    run: Run,
    panel: Panel,
    columns: dict[int, ColumnSums],
    scores: dict[tuple[int, int], ScoreSums],
) -> tuple[ColumnGrade, ...]:
    count = len(run.plan.columns)
    graded = await tx.cell_marks.graded(project, run.id, count, panel)
    return tuple(
        column_grade(
            number,
            columns.get(number, ColumnSums()),
            [scores.get((number, scorer), ScoreSums()) for scorer in panel.scorers],
            [cell for cell in graded if cell.column == number],
            panel.labels,
        )
        for number in range(count)
    )


async def _elapsed(tx: ReadTx, project: ProjectId, run: Run, now: datetime) -> float | None:
    """Return how long the run works, or the time of its calls once it has ended: it may be scored much later."""
    if run.started_at is None:
        return None
    if run.state in ENDED:
        took = await tx.run_sums.seconds_of_calls(project, [run.id])
        if run.id in took:
            return took[run.id]
    return max(0.0, ((run.finished_at or now) - run.started_at).total_seconds())


async def _left(tx: ReadTx, run: RunId, cells: int, now: datetime) -> float | None:
    found = await tx.events.page(run_topic(run), PageRequest(limit=PACE_EVENTS))
    lately = [
        event
        for event in found.items
        if event.type == RUN_PROGRESSED and event.at >= now - PACE_OVER
    ]
    done = sum(_count(event.data) for event in lately)
    if not done:
        return None
    seconds = max(1.0, (now - min(event.at for event in lately)).total_seconds())
    return max(0, cells) * seconds / done


def _count(data: dict[str, Any]) -> int:
    count = data.get("count")
    return count if isinstance(count, int) else 0
