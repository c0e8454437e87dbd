"""Iterations of experiments: start one, look at them."""

from uuid import UUID

from edison.api.api_router import ApiRouter
from edison.api.base_views import PageView
from edison.api.error_responses import problems
from edison.api.experiments.iteration_views import (
    IterationCardView,
    IterationView,
    StartIterationBody,
)
from edison.api.page_parameters import WantedPage
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.ids import ExperimentId, IterationId
from edison.services.experiments import experiment_queries, iteration_start

router = ApiRouter(prefix="/projects/{project}", tags=["experiments"])


@router.post(
    "/experiments/{experiment}/iterations", status_code=201, responses=problems(402, 422, 503)
)
async def start_iteration(
    experiment: UUID,
    body: StartIterationBody,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> IterationView:
    """Start the experiment or its next iteration.

    If it cannot start, the response lists every reason.
    """
    begun = await iteration_start.start_iteration(
        ctx, who, project, ExperimentId(experiment), body.version
    )
    return IterationView.of(await experiment_queries.read_iteration(ctx, who, project, begun.id))


@router.get("/experiments/{experiment}/iterations")
async def list_iterations(
    experiment: UUID, project: CurrentProject, who: CurrentActor, ctx: Services, page: WantedPage
) -> PageView[IterationCardView]:
    """List iterations, newest first."""
    found = await experiment_queries.list_iterations(
        ctx, who, project, ExperimentId(experiment), page
    )
    return PageView(
        items=[IterationCardView.of_card(card) for card in found.items],
        next_cursor=found.next_cursor,
    )


@router.get("/iterations/{iteration}")
async def read_iteration(
    iteration: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> IterationView:
    found = await experiment_queries.read_iteration(ctx, who, project, IterationId(iteration))
    return IterationView.of(found)
