"""Routes of assists, in which a model drafts objectives, rubrics, prompts or cases."""

from uuid import UUID

from edison.api.api_router import ApiRouter
from edison.api.assists.bodies import AssistBody, to_command
from edison.api.assists.views import AssistForecastView, AssistView
from edison.api.error_responses import problems
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.ids import AssistId
from edison.services.assists import assist_start

router = ApiRouter(prefix="/projects/{project}/assists", tags=["assists"])


@router.post("", status_code=202, responses=problems(402, 503))
async def start_assist(
    body: AssistBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> AssistView:
    """Start an assist in the background.

    The events `assist.progressed` and `assist.finished` announce new results.
    """
    return AssistView.of(await assist_start.start_assist(ctx, who, to_command(body, project)))


@router.post("/forecast")
async def forecast_assist(
    body: AssistBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> AssistForecastView:
    """Estimate the cost of an assist and get the model it would call."""
    return AssistForecastView.of(
        await assist_start.forecast_assist(ctx, who, to_command(body, project))
    )


@router.get("/{assist}")
async def read_assist(
    assist: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> AssistView:
    """Get an assist: its state, cost and the result so far."""
    return AssistView.of(await assist_start.read_assist(ctx, who, project, AssistId(assist)))


@router.post("/{assist}/cancel")
async def cancel_assist(
    assist: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> AssistView:
    """Cancel an assist. Calls already sent are still charged, and their results are kept."""
    return AssistView.of(await assist_start.cancel_assist(ctx, who, project, AssistId(assist)))
