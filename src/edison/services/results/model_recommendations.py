"""Recommend a model from the results of a run."""

import asyncio
from dataclasses import dataclass
from datetime import datetime

from edison.domain.ids import ProjectId, RunId
from edison.domain.people.access import Actor, Permission
from edison.domain.results.build_summary import names_of
from edison.domain.results.recommend_models import recommend
from edison.domain.results.recommendation import Recommendations, Requirements
from edison.domain.results.result_phrasing import score_measure
from edison.domain.results.run_summary import USUAL_MINIMUM
from edison.services.context import Context
from edison.services.results.run_results import WantedResults, read_results


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedAdvice:
    project: ProjectId
    run: RunId
    wish: Requirements
    minimum_effect: float = USUAL_MINIMUM
    metric: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRecommendations:
    run: RunId
    as_of: datetime | None
    stale: bool
    # The scale of the metric; None: from 0 to 1.
    scale: int | None
    recommendations: Recommendations | None


async def read_recommendations(
    ctx: Context, who: Actor, wanted: WantedAdvice
) -> RunRecommendations:
    """Return recommendations for a run; none until its results are computed, which this call queues."""
    who.must(Permission.VIEW_PROJECT, wanted.project)
    results = await read_results(
        ctx, who, WantedResults(project=wanted.project, run=wanted.run, metric=wanted.metric)
    )
    async with ctx.read() as tx:
        run = await tx.runs.get(wanted.project, wanted.run)
        kept = await tx.run_statistics.kept(wanted.project, run.id, results.measure.key)
        spent = await tx.spent_by_case.read(wanted.project, run.id, run.plan)
    found = None
    if kept is not None:
        found = await asyncio.to_thread(
            recommend,
            results.columns,
            names_of(run.plan),
            kept,
            spent,
            measure=score_measure(results.measure),
            minimum_effect=wanted.minimum_effect,
            wish=wanted.wish,
        )
    return RunRecommendations(
        run=run.id,
        as_of=results.as_of,
        stale=results.stale,
        scale=results.measure.scale,
        recommendations=found,
    )
