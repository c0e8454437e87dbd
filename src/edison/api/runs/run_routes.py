"""Routes that start, forecast, pause, resume, cancel and repeat runs, add scorers, and stream events."""

from typing import Annotated
from uuid import UUID

from fastapi import Query, Request
from starlette.responses import StreamingResponse

from edison.api.api_router import ApiRouter, Exactly
from edison.api.base_views import PageView, WantedPage
from edison.api.error_responses import problems
from edison.api.event_stream import (
    STREAM,
    After,
    Batch,
    EventStream,
    LastEventId,
    start_after,
    throttled_reidentify,
)
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.api.retention.views import KeepRunBody
from edison.api.runs.forecast_views import ProspectView
from edison.api.runs.run_bodies import (
    AddScorersBody,
    ForecastRunBody,
    RepeatBody,
    RunBudgetBody,
    StartRunBody,
    micro,
)
from edison.api.runs.run_views import RepeatedView, RunCardView, RunReportView, RunView
from edison.domain.events import run_topic
from edison.domain.ids import DatasetId, PromptId, RunId
from edison.domain.runs.run_states import RunState
from edison.services.runs import run_control, run_forecast, run_queries

router = ApiRouter(prefix="/projects/{project}/runs", tags=["runs"])


@router.post("", status_code=202, responses=problems(422, 503))
async def start_run(
    body: StartRunBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> RunView:
    """Start a run. If it cannot start, the response lists every reason and nothing is spent."""
    return RunView.of(await run_control.start_run(ctx, who, body.to_order(project)))


@router.post("/forecast", responses=Exactly(problems(400, 401, 403, 404)))
async def forecast_run(
    body: ForecastRunBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ProspectView:
    """Estimate the cost and the smallest detectable difference of a run.

    The response also lists every reason why the run cannot start. Nothing is stored.
    """
    order = body.to_order(project)
    return ProspectView.of(await run_forecast.forecast_run(ctx, who, order, body.minimum_effect))


@router.get("")
async def list_runs(
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    page: WantedPage,
    prompt: UUID | None = None,
    dataset: UUID | None = None,
    state: Annotated[list[RunState] | None, Query(max_length=len(RunState))] = None,
) -> PageView[RunCardView]:
    """List runs, newest first."""
    wanted = run_queries.RunFilter(
        prompt=None if prompt is None else PromptId(prompt),
        dataset=None if dataset is None else DatasetId(dataset),
        states=tuple(state or ()),
    )
    found = await run_queries.list_runs(ctx, who, project, wanted, page)
    return PageView(
        items=[RunCardView.of_card(card) for card in found.items], next_cursor=found.next_cursor
    )


@router.get("/{run}")
async def read_run(
    run: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> RunReportView:
    """Get a run: its plan, progress, scores and cost."""
    return RunReportView.of_report(await run_queries.read_run(ctx, who, project, RunId(run)))


@router.post("/{run}/pause")
async def pause_run(
    run: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> RunView:
    """Pause a run: no new calls start. Calls in progress finish, and their results are kept."""
    return RunView.of(await run_control.pause_run(ctx, who, project, RunId(run)))


@router.post("/{run}/resume", responses=problems(503))
async def resume_run(
    run: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> RunView:
    """Resume a paused run. Finished cells are not repeated."""
    return RunView.of(await run_control.resume_run(ctx, who, project, RunId(run)))


@router.post("/{run}/cancel")
async def cancel_run(
    run: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> RunView:
    """Cancel a run permanently. Partial results stay."""
    return RunView.of(await run_control.cancel_run(ctx, who, project, RunId(run)))


@router.post("/{run}/repeat", responses=problems(503))
async def repeat_cells(
    run: UUID, body: RepeatBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> RepeatedView:
    """Call the models again for selected cells, ignoring stored answers.

    Previous results are kept as history.
    """
    found, repeated = await run_control.repeat_cells(ctx, who, body.to_command(project, run))
    return RepeatedView(run=RunView.of(found), repeated=repeated)


@router.post("/{run}/scorers", responses=problems(422, 503))
async def add_run_scorers(
    run: UUID, body: AddScorersBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> RunView:
    """Add scorers to a run and score its existing answers. The targets are not called again."""
    found = await run_control.add_scorers(ctx, who, project, RunId(run), tuple(body.scorers))
    return RunView.of(found)


@router.post("/{run}/scorers/forecast", responses=Exactly(problems(400, 401, 403, 404)))
async def forecast_run_scorers(
    run: UUID, body: AddScorersBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ProspectView:
    """Estimate the cost of adding scorers, and list every reason why they cannot be added.

    Nothing is stored.
    """
    specs = tuple(body.scorers)
    return ProspectView.of(
        await run_forecast.forecast_scorers(ctx, who, project, RunId(run), specs)
    )


@router.put("/{run}/budget", responses=problems(402))
async def change_run_budget(
    run: UUID, body: RunBudgetBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> RunView:
    """Change the budget of a run. It cannot be less than the amount already spent."""
    found = await run_control.change_budget(
        ctx,
        who,
        project,
        RunId(run),
        limit=micro(body.limit_usd),
        limit_tokens=body.limit_tokens,
    )
    return RunView.of(found)


@router.post("/{run}/count-probable", responses=problems(503))
async def count_probable_doubt(
    run: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> RunView:
    """Count current and future calls in doubt at their probable cost instead of the highest possible cost.

    If the run was paused because of its budget, it resumes.
    """
    return RunView.of(await run_control.count_probable_doubt(ctx, who, project, RunId(run)))


@router.put("/{run}/keep")
async def keep_run(
    run: UUID, body: KeepRunBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> RunView:
    """Exempt a run from retention, or end the exemption."""
    return RunView.of(await run_control.keep_run(ctx, who, project, RunId(run), keep=body.keep))


@router.get("/{run}/events", response_class=StreamingResponse, responses=STREAM)
async def follow_run(
    request: Request,
    run: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    last_event_id: LastEventId = None,
    after: After = None,
) -> EventStream:
    """Stream the events of a run, beginning with the events missed since the last connection.

    Events contain only the numbers of changed cells; request the cells you need.
    """

    ask = throttled_reidentify(request, ctx, who)

    async def read(number: int) -> Batch:
        return await run_queries.run_since(ctx, await ask(), project, RunId(run), number)

    _, newest = await run_queries.run_since(ctx, who, project, RunId(run), None)
    return EventStream(ctx, run_topic(run), read, start_after(last_event_id, after, newest))
