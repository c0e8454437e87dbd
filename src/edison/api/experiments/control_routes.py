"""Steer an experiment that has begun: pause, resume, cancel, finish, more money, another suggestion."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from edison.api.api_router import ApiRouter
from edison.api.base_views import Body, Paragraphs
from edison.api.error_responses import problems
from edison.api.experiments.experiment_views import ExperimentView
from edison.api.experiments.iteration_views import IterationView
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.api.runs.run_bodies import Tokens, Usd
from edison.domain.ids import ExperimentId, IterationId
from edison.domain.money import from_usd
from edison.services.experiments import experiment_control, experiment_queries


class AskForSuggestionBody(Body):
    hint: Annotated[Paragraphs, Field(max_length=1000, description="Said to the refiner")] = ""


class ExperimentBudgetBody(Body):
    """What all iterations together may come to."""

    max_budget_usd: Usd
    max_tokens: Tokens | None = None


router = ApiRouter(prefix="/projects/{project}", tags=["experiments"])


@router.post("/iterations/{iteration}/pause")
async def pause_iteration(
    iteration: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> IterationView:
    """Pause an iteration while it executes or judges.

    Calls in progress finish, and their results are kept.
    """
    moved = await experiment_control.pause_iteration(ctx, who, project, IterationId(iteration))
    return IterationView.of(await experiment_queries.read_iteration(ctx, who, project, moved.id))


@router.post("/iterations/{iteration}/resume", responses=problems(503))
async def resume_iteration(
    iteration: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> IterationView:
    """Resume a paused iteration. Finished calls are not repeated."""
    moved = await experiment_control.resume_iteration(ctx, who, project, IterationId(iteration))
    return IterationView.of(await experiment_queries.read_iteration(ctx, who, project, moved.id))


@router.post("/iterations/{iteration}/cancel")
async def cancel_iteration(
    iteration: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> IterationView:
    """Cancel an iteration.

    Partial results stay, and the experiment waits for a person's decision.
    """
    moved = await experiment_control.cancel_iteration(ctx, who, project, IterationId(iteration))
    return IterationView.of(await experiment_queries.read_iteration(ctx, who, project, moved.id))


@router.post("/experiments/{experiment}/finish")
async def finish_experiment(
    experiment: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ExperimentView:
    """Finish an experiment in its current state.

    If it has holdout cases, the result is checked on them.
    """
    ended = await experiment_control.finish_experiment(ctx, who, project, ExperimentId(experiment))
    return ExperimentView.of(await experiment_queries.read_experiment(ctx, who, project, ended.id))


@router.post("/experiments/{experiment}/suggestions", status_code=202, responses=problems(503))
async def ask_for_suggestion(
    experiment: UUID,
    body: AskForSuggestionBody,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> IterationView:
    """Request another suggestion after a rejection. It is created in the background."""
    moved = await experiment_control.ask_for_suggestion(
        ctx, who, project, ExperimentId(experiment), body.hint
    )
    return IterationView.of(await experiment_queries.read_iteration(ctx, who, project, moved.id))


@router.put("/experiments/{experiment}/budget", responses=problems(402))
async def change_experiment_budget(
    experiment: UUID,
    body: ExperimentBudgetBody,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> ExperimentView:
    """Change the budget. It cannot be less than the amount already spent or reserved."""
    changed = await experiment_control.change_experiment_budget(
        ctx,
        who,
        project,
        ExperimentId(experiment),
        limit=from_usd(body.max_budget_usd),
        limit_tokens=body.max_tokens,
    )
    return ExperimentView.of(
        await experiment_queries.read_experiment(ctx, who, project, changed.id)
    )
