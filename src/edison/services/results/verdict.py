"""Is one column better than another? Paired case by case, of one run or of two."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from edison.domain.access import Actor, Permission, ProjectId
from edison.domain.errors import InvalidInput
from edison.domain.money import MicroUsd, to_usd
from edison.domain.results.comparisons import (
    Matched,
    Side,
    both_measured,
    compare_columns,
    compare_pass_rates,
    counted,
    matched,
    refused,
)
from edison.domain.results.shapes import Compared
from edison.domain.results.summarising import names_of
from edison.domain.results.words import score_measure
from edison.domain.runs.comparing import Kind, same_measure
from edison.domain.runs.plan import Run, RunId
from edison.domain.runs.sums import ColumnSums
from edison.engine.runs.describing import describe
from edison.engine.runs.kept_grades import kept_of
from edison.services.context import Context
from edison.store.repositories.run_panels import panel_among
from edison.store.unit_of_work import ReadTx

# Texts are compared of so many cells that changed sides at most.
TEXTS_AT_MOST = 5_000


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedVerdict:
    """`other` is the base, against which `this` is held."""

    project: ProjectId
    this: RunId
    other: RunId
    this_column: int = 0
    other_column: int = 0
    minimum_effect: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    this_usd: Decimal
    other_usd: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Latencies:
    this_ms: float | None
    other_ms: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    run: RunId
    column: int
    other_run: RunId
    other_column: int
    as_of: datetime | None
    stale: bool
    # The rubric's; None: from 0 to 1.
    scale: int | None
    comparison: Compared
    passes: Compared | None
    counts: Mapping[str, int]
    judge_only_flips: int
    cost: Costs
    latency: Latencies
    incomparable: Mapping[str, int]
    sentence: str
    next_step: str


async def read_verdict(ctx: Context, who: Actor, wanted: WantedVerdict) -> Verdict:
    who.must(Permission.VIEW_PROJECT, wanted.project)
    project, now = wanted.project, ctx.clock.now()
    async with ctx.read() as tx:
        runs = [
            await _run(tx, project, run, column, field)
            for run, column, field in (
                (wanted.this, wanted.this_column, "column"),
                (wanted.other, wanted.other_column, "other_column"),
            )
        ]
        kept = [await kept_of(tx, project, run, now) for run in runs]
        this = Side(kept=kept[0].kept, column=wanted.this_column)
        other = Side(kept=kept[1].kept, column=wanted.other_column)
        alike = same_measure(*[await _specs(tx, project, run.id) for run in runs])
        rows = matched(this.kept, other.kept)
        changed = await tx.run_statistics.changed(project, _reworded(this, other, rows))
        found = counted(this, other, rows, changed, same_measure=alike)
        usable = _usable(this, other, rows, changed, alike=alike)
        names = _names(runs, wanted)
        rubric = (await describe(tx, project, runs[0].id)).rubric
        measure = score_measure(rubric)
        comparison = compare_columns(other, this, usable, wanted.minimum_effect, names, measure)
        if not usable.this.size and rows.this.size:
            comparison = refused(comparison, judged_alike=alike)
        flips = [
            (
                here * this.kept.columns + this.column,
                there * other.kept.columns + other.column,
            )
            for here, there in found.flips[:TEXTS_AT_MOST]
        ]
        judge_only = await tx.run_statistics.same_texts(project, (runs[0].id, runs[1].id), flips)
        money = [
            await _money(tx, project, run, side.column)
            for run, side in zip(runs, (this, other), strict=True)
        ]
    times = [each.as_of for each in kept if each.as_of is not None]
    return Verdict(
        run=runs[0].id,
        column=this.column,
        other_run=runs[1].id,
        other_column=other.column,
        as_of=min(times) if times else None,
        stale=any(each.stale for each in kept),
        scale=rubric.scale if rubric else None,
        comparison=comparison,
        passes=compare_pass_rates(other, this, usable, wanted.minimum_effect, names),
        counts={str(kind): found.kinds[kind] for kind in Kind},
        judge_only_flips=judge_only,
        cost=Costs(this_usd=to_usd(money[0][0]), other_usd=to_usd(money[1][0])),
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


async def _specs(tx: ReadTx, project: ProjectId, run: RunId) -> list[dict[str, object]]:
    scorers = await tx.run_panels.scorers(project, run)
    panel = panel_among(scorers)
    return [one.spec for one in scorers if one.number in panel.scorers]


def _reworded(this: Side, other: Side, rows: Matched) -> list[tuple[int, UUID, UUID]]:
    """Cases with two revisions; whether that makes a difference, the store knows."""
    here, there = this.kept.revisions[rows.this], other.kept.revisions[rows.other]
    differ: NDArray[np.int64] = np.flatnonzero(here != there)
    return [
        (int(rows.this[at]), UUID(bytes=here[at].tobytes()), UUID(bytes=there[at].tobytes()))
        for at in differ
    ]


def _usable(
    this: Side, other: Side, rows: Matched, changed: frozenset[int], *, alike: bool
) -> Matched:
    keep = ~np.isin(rows.this, list(changed))
    if not alike:
        keep &= ~both_measured(this, other, rows)
    return Matched(this=rows.this[keep], other=rows.other[keep])


def _names(runs: list[Run], wanted: WantedVerdict) -> tuple[str, str]:
    """The base first."""
    this, other = runs
    if this.id == other.id:
        names = names_of(this.plan)
        return names[wanted.other_column], names[wanted.this_column]
    return f"run #{other.number}", f"run #{this.number}"


async def _money(
    tx: ReadTx, project: ProjectId, run: Run, column: int
) -> tuple[MicroUsd, float | None]:
    columns, scores = await tx.run_sums.read(project, run.id)
    sums = columns.get(column, ColumnSums())
    judges = sum(each.cost for (number, _), each in scores.items() if number == column)
    return MicroUsd(sums.cost + judges), sums.mean_latency_ms
