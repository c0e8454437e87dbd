"""Read the trend of a suite's scores over time."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from edison.domain.alerts.alert import Alert
from edison.domain.ids import ProjectId, SuiteId
from edison.domain.people.access import Actor, Permission
from edison.domain.trends.trend import MOST_PLACES, Annotation, Span, TrendPlace, TrendTarget, since
from edison.domain.trends.trend_phrasing import describe_trend
from edison.domain.trends.trend_points import OVERALL_KEY, BaselineLevel
from edison.services.context import Context


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteTrend:
    span: Span
    target: str
    executions: int
    places: Sequence[TrendPlace]
    targets: Sequence[TrendTarget]
    baseline: BaselineLevel | None
    annotations: Sequence[Annotation]
    alerts: Sequence[Alert]
    sentence: str


async def read_trend(
    ctx: Context,
    who: Actor,
    project: ProjectId,
    suite: SuiteId,
    span: Span,
    target: str | None = None,
    monitor: UUID | None = None,
) -> SuiteTrend:
    """Return the scores of one target, or of all targets together, annotated with changes and alerts."""
    who.must(Permission.VIEW_PROJECT, project)
    begin = since(span, ctx.clock.now())
    key = target or OVERALL_KEY
    async with ctx.read() as tx:
        await tx.suites.get(project, suite)
        places = await tx.points.places(
            project, suite, key, since=begin, monitor=monitor, most=MOST_PLACES
        )
        baseline = await tx.points.baseline(project, suite, key, monitor)
        targets = await tx.points.targets(project, suite)
        annotations = await tx.points.annotations(project, suite, since=begin)
        alerts = await tx.alerts.of_trend(project, suite, since=begin, monitor=monitor)
    executions = sum(place.executions for place in places)
    return SuiteTrend(
        span=span,
        target=key,
        executions=executions,
        places=places,
        targets=targets,
        baseline=baseline,
        annotations=annotations,
        alerts=alerts,
        sentence=describe_trend(executions, places, baseline, span),
    )
