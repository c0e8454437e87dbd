"""Route of the trend of a suite."""

from typing import Annotated
from uuid import UUID

from fastapi import Query

from edison.api.api_router import ApiRouter
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.api.trends.views import TrendView
from edison.domain.ids import SuiteId
from edison.domain.trends.trend import Span
from edison.services.trends import suite_trend

router = ApiRouter(prefix="/projects/{project}/suites/{suite}", tags=["suites"])


@router.get("/trend")
async def read_trend(
    suite: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    span: Annotated[Span, Query(alias="range")] = Span.MONTH,
    target: Annotated[
        str | None,
        Query(max_length=300, description="A key of `targets`. Default: all targets together"),
    ] = None,
    monitor: UUID | None = None,
) -> TrendView:
    """Get the scores with intervals, cost, latency and pass rate of a suite over time.

    The response includes configuration changes and alerts.
    """
    found = await suite_trend.read_trend(ctx, who, project, SuiteId(suite), span, target, monitor)
    return TrendView.of(found)
