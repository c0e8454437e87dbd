"""Trend of a target's score from run to run, with the reasons why adjacent points are not connected by a line."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from edison.domain.ids import RunId
from edison.domain.results.run_metrics import Metric
from edison.domain.results.run_summary import Figure, TrendPoint
from edison.domain.runs.run_plan import CaseChoice, Plan
from edison.domain.trends.target_keys import TrendedTarget, targets_of


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredRun:
    """A run with one figure per column by a metric. The figure is None without a score."""

    run: RunId
    number: int
    created_at: datetime
    plan: Plan
    metric: Metric
    figures: tuple[Figure | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Terms:
    """Properties that must be equal for two points to be connected."""

    target: str
    label: str
    metric: Metric
    dataset: UUID | None
    dataset_version: int | None
    choice: CaseChoice


def trend_of(runs: Sequence[MeasuredRun], target: TrendedTarget) -> tuple[TrendPoint, ...]:
    """Return one point per run with a score, oldest first. If a run lacks the target, its replacement is used."""
    points: list[TrendPoint] = []
    before: _Terms | None = None
    for run in runs:
        at = _column_of(run, target)
        figure = run.figures[at.column] if at.column < len(run.figures) else None
        if figure is None:
            continue
        terms = _Terms(
            target=at.key,
            label=at.label,
            metric=run.metric,
            dataset=run.plan.dataset,
            dataset_version=run.plan.dataset_version,
            choice=run.plan.choice,
        )
        column = run.plan.columns[at.column]
        points.append(
            TrendPoint(
                run=run.run,
                number=run.number,
                created_at=run.created_at,
                column=at.column,
                model_name=column.model_name,
                version=column.number,
                metric=run.metric.key,
                composite=figure,
                joined=before is not None and not _reasons(before, terms),
                breaks=() if before is None else _reasons(before, terms),
            )
        )
        before = terms
    return tuple(points)


def _column_of(run: MeasuredRun, target: TrendedTarget) -> TrendedTarget:
    found = targets_of(run.plan)
    same = next((one for one in found if one.key == target.key), None)
    return same or found[min(target.column, len(found) - 1)]


def _reasons(before: _Terms, now: _Terms) -> tuple[str, ...]:
    """Return why two adjacent points are not connected; empty if they are connected."""
    found: list[str] = []
    if before.target != now.target:
        found.append(
            f"different model: {now.label}, before {before.label}"
            if before.label != now.label
            else f"different settings of {now.label}"
        )
    if before.metric.identity != now.metric.identity:
        found.append(
            f"different metric: {now.metric.key}, before {before.metric.key}"
            if before.metric.key != now.metric.key
            else f"different version of {now.metric.key}"
        )
    if (before.dataset, before.dataset_version) != (now.dataset, now.dataset_version):
        found.append("different version of the dataset")
    elif before.choice != now.choice:
        found.append("different selection of cases")
    return tuple(found)
