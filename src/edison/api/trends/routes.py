"""How a suite did over time."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query

from edison.api.error_responses import problems
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.api.trends.views import TrendView
from edison.domain.ids import SuiteId
from edison.domain.trends.trend import Span
from edison.services.trends import suite_trend

router = APIRouter(prefix="/projects/{project}/suites/{suite}", tags=["suites"])


@router.get("/trend", operation_id="read_trend", responses=problems(400, 401, 403, 404))
async def read_trend(
    suite: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    span: Annotated[Span, Query(alias="range")] = Span.MONTH,
    target: Annotated[
        str | None, Query(max_length=300, description="A key of `targets`; left out: all together")
    ] = None,
    monitor: UUID | None = None,
) -> TrendView:
    """One line: scores with intervals, cost, latency and pass rate, with what was changed and what was told."""
    found = await suite_trend.read_trend(ctx, who, project, SuiteId(suite), span, target, monitor)
    return TrendView.of(found)
