"""Routes of experiments: drafts, forecasts, templates, start, pause and budget."""

from typing import Annotated
from uuid import UUID

from fastapi import Query
from pydantic import Field

from edison.api.api_router import ApiRouter, Exactly
from edison.api.base_views import Body, Line, PageView, Paragraphs, WantedPage
from edison.api.error_responses import problems
from edison.api.experiments.experiment_views import (
    CreateExperimentBody,
    EditExperimentBody,
    ExperimentCardView,
    ExperimentPageView,
    ExperimentView,
    PlanOnlyBody,
    SplitCaseView,
)
from edison.api.experiments.iteration_views import IterationView, TemplateView
from edison.api.experiments.report_views import ExperimentAdviceView, ExperimentForecastView
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.api.runs.run_bodies import Tokens, Usd
from edison.domain.experiments.experiment_splits import ExperimentSplit
from edison.domain.experiments.experiment_states import ExperimentState
from edison.domain.ids import ExperimentId, IterationId
from edison.domain.money import from_usd
from edison.services.experiments import (
    experiment_advice,
    experiment_control,
    experiment_drafts,
    experiment_forecast,
    experiment_queries,
)

router = ApiRouter(prefix="/projects/{project}/experiments", tags=["experiments"])

Search = Annotated[
    Line, Query(max_length=200, description="Text to find in the name and description")
]


@router.get("")
async def list_experiments(
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    page: WantedPage,
    state: Annotated[list[ExperimentState] | None, Query(max_length=len(ExperimentState))] = None,
    search: Search = "",
) -> ExperimentPageView:
    """List experiments, last changed first. Archived experiments are listed only on request."""
    wanted = experiment_queries.ExperimentFilter(states=tuple(state or ()), search=search)
    found = await experiment_queries.list_experiments(ctx, who, project, wanted, page)
    return ExperimentPageView(
        items=[ExperimentCardView.of_card(card) for card in found.page.items],
        next_cursor=found.page.next_cursor,
        total=found.total,
    )


@router.post("", status_code=201)
async def create_experiment(
    body: CreateExperimentBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ExperimentView:
    """Create a draft of an experiment. A template fills in the plan and adds a dataset with sample cases."""
    return ExperimentView.of(
        await experiment_drafts.create_experiment(ctx, who, body.to_command(project))
    )


@router.post("/forecast", responses=Exactly(problems(400, 401, 403, 404)))
async def forecast_experiment(
    body: PlanOnlyBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ExperimentForecastView:
    """Estimate the cost of one iteration and of the whole experiment. Nothing is stored."""
    made = await experiment_forecast.forecast_experiment(ctx, who, project, body.to_plan())
    return ExperimentForecastView.of(made)


@router.post("/advice", responses=Exactly(problems(400, 401, 403, 404)))
async def advise_experiment(
    body: PlanOnlyBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ExperimentAdviceView:
    """Recommend models, judges and limits. The rules use only the model catalog; no model is called."""
    return ExperimentAdviceView.of(
        await experiment_advice.advise_plan(ctx, who, project, body.to_plan())
    )


@router.get("/{experiment}")
async def read_experiment(
    experiment: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ExperimentView:
    """Get an experiment with its plan, best version, newest iterations, cost, and pending decision."""
    found = await experiment_queries.read_experiment(ctx, who, project, ExperimentId(experiment))
    return ExperimentView.of(found)


@router.get("/{experiment}/cases")
async def list_experiment_cases(
    experiment: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    page: WantedPage,
    split: ExperimentSplit | None = None,
) -> PageView[SplitCaseView]:
    """List the cases of the training, validation and holdout splits.

    The list is empty until the experiment starts.
    """
    found = await experiment_queries.list_cases(
        ctx, who, project, ExperimentId(experiment), split, page
    )
    return PageView(
        items=[SplitCaseView.of(each) for each in found.items], next_cursor=found.next_cursor
    )


@router.patch("/{experiment}", responses=problems(402))
async def edit_experiment(
    experiment: UUID,
    body: EditExperimentBody,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> ExperimentView:
    """Change a draft. The request must contain the revision it is based on."""
    command = body.to_command(project, experiment)
    return ExperimentView.of(await experiment_drafts.edit_experiment(ctx, who, command))


@router.delete("/{experiment}", status_code=204)
async def archive_experiment(
    experiment: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> None:
    """Archive an experiment, so that lists do not show it. Its runs, versions and reviews stay."""
    await experiment_drafts.archive_experiment(ctx, who, project, ExperimentId(experiment))


experiment_templates_router = ApiRouter(
    prefix="/projects/{project}/experiment-templates", tags=["experiments"]
)


@experiment_templates_router.get("")
async def list_experiment_templates(
    project: CurrentProject, who: CurrentActor, ctx: Services
) -> list[TemplateView]:
    """List templates, each with its objective, rubric, initial prompt and 20 sample cases."""
    found = await experiment_queries.list_templates(ctx, who, project)
    return [TemplateView.of(template) for template in found]


class AskForSuggestionBody(Body):
    hint: Annotated[Paragraphs, Field(max_length=1000, description="For the refiner")] = ""


class ExperimentBudgetBody(Body):
    """Maximum cost of all iterations together."""

    max_budget_usd: Usd
    max_tokens: Tokens | None = None


experiment_control_router = ApiRouter(prefix="/projects/{project}", tags=["experiments"])


@experiment_control_router.post("/iterations/{iteration}/pause")
async def pause_iteration(
    iteration: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> IterationView:
    """Pause an iteration while it is running or judging.

    Calls in progress finish, and their results are kept.
    """
    moved = await experiment_control.pause_iteration(ctx, who, project, IterationId(iteration))
    return IterationView.of(await experiment_queries.read_iteration(ctx, who, project, moved.id))


@experiment_control_router.post("/iterations/{iteration}/resume", responses=problems(503))
async def resume_iteration(
    iteration: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> IterationView:
    """Resume a paused iteration. Finished calls are not repeated."""
    moved = await experiment_control.resume_iteration(ctx, who, project, IterationId(iteration))
    return IterationView.of(await experiment_queries.read_iteration(ctx, who, project, moved.id))


@experiment_control_router.post("/iterations/{iteration}/cancel")
async def cancel_iteration(
    iteration: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> IterationView:
    """Cancel an iteration.

    Partial results stay, and the experiment waits for a person's decision.
    """
    moved = await experiment_control.cancel_iteration(ctx, who, project, IterationId(iteration))
    return IterationView.of(await experiment_queries.read_iteration(ctx, who, project, moved.id))


@experiment_control_router.post("/experiments/{experiment}/finish")
async def finish_experiment(
    experiment: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ExperimentView:
    """Finish an experiment in its current state.

    If it has holdout cases, the best version is checked on them.
    """
    ended = await experiment_control.finish_experiment(ctx, who, project, ExperimentId(experiment))
    return ExperimentView.of(await experiment_queries.read_experiment(ctx, who, project, ended.id))


@experiment_control_router.post(
    "/experiments/{experiment}/suggestions", status_code=202, responses=problems(503)
)
async def ask_for_suggestion(
    experiment: UUID,
    body: AskForSuggestionBody,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> IterationView:
    """Request another suggestion after a rejection. The suggestion is created in the background."""
    moved = await experiment_control.ask_for_suggestion(
        ctx, who, project, ExperimentId(experiment), body.hint
    )
    return IterationView.of(await experiment_queries.read_iteration(ctx, who, project, moved.id))


@experiment_control_router.put("/experiments/{experiment}/budget", responses=problems(402))
async def change_experiment_budget(
    experiment: UUID,
    body: ExperimentBudgetBody,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> ExperimentView:
    """Change the budget of an experiment. It cannot be less than the amount already spent or reserved."""
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
