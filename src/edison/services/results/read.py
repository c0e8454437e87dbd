"""The results of a run: what a worker computed last, with the sums as they are now. No cell is read for it."""

import asyncio
from dataclasses import dataclass, replace
from datetime import datetime
from math import sqrt

from edison.domain.access import Actor, Permission, ProjectId
from edison.domain.errors import InvalidInput
from edison.domain.money import MicroUsd
from edison.domain.results.comparisons import Side, against_base, compare_columns, matched
from edison.domain.results.keeping import Kept
from edison.domain.results.shapes import (
    USUAL_MINIMUM as USUAL_MINIMUM,
)
from edison.domain.results.shapes import (
    ColumnCompared,
    ColumnResult,
    Covers,
    Errors,
    Figure,
    Previous,
    Results,
    Summary,
    TrendPoint,
)
from edison.domain.results.summarising import About, names_of
from edison.domain.results.words import say_mean, say_results, score_measure
from edison.domain.runs.comparing import same_measure
from edison.domain.runs.marks import column_grade
from edison.domain.runs.plan import Run, RunId
from edison.domain.runs.sums import ColumnSums, ScoreSums
from edison.domain.statistics.words import Measure
from edison.engine.runs.describing import describe
from edison.engine.runs.summarising import ask_for_results, not_within
from edison.services.context import Context
from edison.store.repositories.run_panels import panel_among
from edison.store.repositories.run_statistics import EarlierRun, Snapshot
from edison.store.unit_of_work import ReadTx

# So many runs back is a trend.
TREND = 20
# Comparisons are made anew only when the results or the question are new.
REMEMBERED = 64

_Compared = tuple[tuple[ColumnCompared, ...], Previous | None]
_known: dict[tuple[object, ...], _Compared] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    project: ProjectId
    run: RunId
    base: int = 0
    minimum_effect: float = USUAL_MINIMUM


async def read_results(ctx: Context, who: Actor, wanted: Wanted) -> Results:
    """Asks a worker to compute them where they are not there, or no longer right."""
    who.must(Permission.VIEW_PROJECT, wanted.project)
    project = wanted.project
    async with ctx.read() as tx:
        run = await tx.runs.get(project, wanted.run)
        if wanted.base >= len(run.plan.columns):
            raise InvalidInput("The run has no such column", field="base")
        seen = await tx.run_statistics.seen(project, run.id)
        snapshot = await tx.run_statistics.snapshot(project, run.id)
        columns, scores = await tx.run_sums.read(project, run.id)
        earlier = await tx.run_statistics.earlier(project, run.id, TREND)
        compared: _Compared = ((), None)
        if snapshot is None:
            summary = await _from_sums(tx, project, run, columns, scores)
        else:
            summary = snapshot.summary
            compared = await _compared(tx, wanted, run, snapshot, earlier)
        trend = await _trend(tx, project, run, earlier)
        stale = snapshot is None or snapshot.seen != seen
        now, took_s = ctx.clock.now(), snapshot.took_s if snapshot else 0.0
        ask = stale and await tx.run_statistics.may_ask(project, run.id, now, not_within(took_s))
    if ask:
        async with ctx.write() as tx:
            await ask_for_results(ctx.launcher, tx, project, run.id, now, took_s=took_s)
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
        measure=summary.measure,
        columns=tuple(_with_money(column, columns, scores) for column in summary.columns),
        pairwise=summary.pairwise,
        agreement=summary.agreement,
        facets=summary.facets,
        labels_plan=summary.labels_plan,
        labels_sentence=summary.labels_sentence,
        sentence=say_results(summary, summary.covers, computed=snapshot is not None),
        comparisons=compared[0],
        previous=compared[1],
        trend=trend,
    )


async def _compared(
    tx: ReadTx, wanted: Wanted, run: Run, snapshot: Snapshot, earlier: list[EarlierRun]
) -> _Compared:
    key = (
        run.id,
        snapshot.computed_at,
        wanted.base,
        wanted.minimum_effect,
        # A grade given to the run before changes the comparison with it.
        tuple(before.computed_at for before in earlier),
    )
    if key in _known:
        return _known[key]
    kept = await tx.run_statistics.kept(wanted.project, run.id)
    if kept is None:
        return (), None
    names, measure = names_of(run.plan), score_measure(snapshot.summary.rubric)
    columns = await asyncio.to_thread(
        against_base, kept, wanted.base, wanted.minimum_effect, names, measure
    )
    found = columns, await _previous(tx, wanted, run, kept, earlier, measure)
    while len(_known) >= REMEMBERED:
        _known.pop(next(iter(_known)))
    _known[key] = found
    return found


async def _previous(
    tx: ReadTx, wanted: Wanted, run: Run, kept: Kept, earlier: list[EarlierRun], measure: Measure
) -> Previous | None:
    """The latest run before that was judged alike, on its column with the same model."""
    ours = await tx.run_panels.scorers(wanted.project, run.id)
    specs = [one.spec for one in ours if one.number in panel_among(ours).scorers]
    model = str(run.plan.columns[wanted.base].model)
    for before in earlier:
        column = next(
            (n for n, each in enumerate(before.columns) if str(each.get("model")) == model), None
        )
        theirs = await tx.run_panels.scorers(wanted.project, before.id)
        panel = panel_among(theirs)
        if column is None or not same_measure(
            specs, [one.spec for one in theirs if one.number in panel.scorers]
        ):
            continue
        other = await tx.run_statistics.kept(wanted.project, before.id)
        if other is None:
            continue
        names = f"run #{before.number}", f"run #{run.number}"
        comparison = await asyncio.to_thread(
            compare_columns,
            Side(kept=other, column=column),
            Side(kept=kept, column=wanted.base),
            matched(kept, other),
            wanted.minimum_effect,
            names,
            measure,
        )
        return Previous(run=before.id, number=before.number, column=column, comparison=comparison)
    return None


async def _trend(
    tx: ReadTx, project: ProjectId, run: Run, earlier: list[EarlierRun]
) -> tuple[TrendPoint, ...]:
    """This run and those before, oldest first, all columns that have a grade."""
    known: dict[RunId, tuple[int, datetime, list[str]]] = {
        before.id: (
            before.number,
            before.created_at,
            [str(column.get("model_name", "")) for column in before.columns],
        )
        for before in earlier
    }
    known[run.id] = (
        run.number,
        run.created_at,
        [column.model_name for column in run.plan.columns],
    )
    return tuple(
        TrendPoint(
            run=point.run,
            number=known[point.run][0],
            created_at=known[point.run][1],
            column=point.column,
            model_name=known[point.run][2][point.column],
            composite=point.composite,
        )
        for point in await tx.run_statistics.composites(project, list(known))
    )


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
        judge_cost=MicroUsd(
            sum(each.cost for (number, _), each in scores.items() if number == column.column)
        ),
    )


async def _from_sums(
    tx: ReadTx,
    project: ProjectId,
    run: Run,
    columns: dict[int, ColumnSums],
    scores: dict[tuple[int, int], ScoreSums],
) -> Summary:
    """Until a worker has counted: means, with an interval as if no two answers belonged together."""
    about = await describe(tx, project, run.id)
    graded = await tx.cell_marks.graded(project, run.id, len(run.plan.columns), about.panel)
    rows = run.plan.cases * run.plan.trials
    found: list[ColumnResult] = []
    for number, column in enumerate(run.plan.columns):
        sums = columns.get(number, ColumnSums())
        panel = [scores.get((number, scorer), ScoreSums()) for scorer in about.panel.scorers]
        ours = [cell for cell in graded if cell.column == number]
        grade = column_grade(number, sums, panel, ours)
        made = ColumnResult(
            column=number,
            model_name=column.model_name,
            prompt_name=column.prompt_name,
            version=column.number,
            composite=_roughly(grade.mean, grade.count, panel),
            errors=Errors(target=sums.failed),
            cells=rows,
            graded=grade.count,
            labels=grade.manual,
        )
        found.append(replace(made, sentence=say_mean(made, score_measure(about.rubric))))
    return Summary(
        covers=Covers(cells=_judged(about, columns, scores), of=run.plan.cells),
        rubric=about.rubric,
        measure=about.measure,
        columns=tuple(found),
    )


def _roughly(mean: float | None, count: int, panel: list[ScoreSums]) -> Figure | None:
    if mean is None:
        return None
    spread = max((each.deviation or 0.0 for each in panel), default=0.0)
    half = 1.96 * spread / sqrt(count) if count > 1 and spread > 1e-6 else 1.0
    return Figure(
        value=mean,
        low=max(0.0, mean - half),
        high=min(1.0, mean + half),
        n=count,
        clusters=count,
        method="from sums, as if all answers were independent",
    )


def _judged(
    about: About, columns: dict[int, ColumnSums], scores: dict[tuple[int, int], ScoreSums]
) -> int:
    """Cells that have failed, and answers that the slowest of the panel has looked at."""
    done = 0
    for number, sums in columns.items():
        panel = [scores.get((number, scorer), ScoreSums()) for scorer in about.panel.scorers]
        judged = min((each.done for each in panel), default=sums.answered + sums.malformed)
        done += sums.failed + judged
    return done
