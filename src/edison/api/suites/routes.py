"""Routes of suites, suite files and executions."""

from typing import Annotated, Literal
from uuid import UUID

from fastapi import Query, Response

from edison.api.api_router import ApiRouter, Exactly
from edison.api.base_views import Line, PageView, WantedPage
from edison.api.error_responses import problems
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.api.suites.execution_views import ExecuteSuiteBody, ExecutionView, SuiteForecastView
from edison.api.suites.suite_views import (
    CreateSuiteBody,
    DuplicateSuiteBody,
    EditSuiteBody,
    SuiteCardView,
    SuiteFileBody,
    SuiteFileView,
    SuiteFromRunBody,
    SuitePageView,
    SuiteView,
)
from edison.domain.ids import ExecutionId, PromptId, SuiteId
from edison.domain.suites.execution import ExecutionState
from edison.domain.suites.suite import SuiteState
from edison.services.suites import (
    execution_queries,
    suite_archive,
    suite_cards,
    suite_changes,
    suite_creation,
    suite_export,
    suite_file_import,
    suite_forecast,
    suite_from_run,
)
from edison.services.suites.promptfoo_export import export_to_promptfoo

router = ApiRouter(prefix="/projects/{project}/suites", tags=["suites"])

Search = Annotated[
    Line, Query(max_length=200, description="Text to find in the name and description")
]
# The format is defined in docs/reference/suite.schema.json.
YAML = {"application/yaml": {"schema": {"type": "object"}}}


@router.get("")
async def list_suites(
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    page: WantedPage,
    state: Annotated[list[SuiteState] | None, Query(max_length=len(SuiteState))] = None,
    prompt: UUID | None = None,
    search: Search = "",
) -> SuitePageView:
    """List suites, last changed first. Archived suites are listed only on request."""
    wanted = suite_cards.SuiteFilter(
        states=tuple(state or ()),
        search=search,
        prompt=None if prompt is None else PromptId(prompt),
    )
    found = await suite_cards.list_suites(ctx, who, project, wanted, page)
    return SuitePageView(
        items=[SuiteCardView.of_card(card) for card in found.page.items],
        next_cursor=found.page.next_cursor,
        total=found.total,
    )


@router.post("", status_code=201, responses=problems(422))
async def create_suite(
    body: CreateSuiteBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> SuiteView:
    """Create a suite. If the recipe is invalid, the response lists every reason. Nothing is run."""
    return SuiteView.of(await suite_creation.create_suite(ctx, who, body.to_command(project)))


@router.post("/from-run", status_code=201, responses=problems(422))
async def create_suite_from_run(
    body: SuiteFromRunBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> SuiteView:
    """Create a suite from a run. Versions and cases are fixed, or follow a label and the newest cases."""
    return SuiteView.of(await suite_from_run.suite_from_run(ctx, who, body.to_command(project)))


@router.post("/file", responses=problems(413, 422, 429, 503))
async def import_suite_file(
    body: SuiteFileBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> SuiteFileView:
    """Create a suite from a file, or change the suite with the same name.

    A dry run only lists the problems of the file.
    """
    return SuiteFileView.of(await suite_file_import.import_file(ctx, who, body.to_command(project)))


@router.get("/{suite}")
async def read_suite(
    suite: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> SuiteView:
    """Get a suite with its recipe, and every reason why it cannot run now."""
    return SuiteView.of(await suite_cards.read_suite(ctx, who, project, SuiteId(suite)))


@router.patch("/{suite}", responses=problems(422))
async def edit_suite(
    suite: UUID, body: EditSuiteBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> SuiteView:
    """Change a suite. The request must contain the revision it is based on."""
    return SuiteView.of(await suite_changes.edit_suite(ctx, who, body.to_command(project, suite)))


@router.delete("/{suite}", status_code=204)
async def delete_suite(
    suite: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> None:
    """Delete a suite permanently.

    A suite that has run or has a monitor cannot be deleted; archive it instead.
    """
    await suite_archive.delete_suite(ctx, who, project, SuiteId(suite))


@router.post("/{suite}/archive")
async def archive_suite(
    suite: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> SuiteView:
    """Archive a suite, so that lists do not show it and it starts no more runs. Its results stay."""
    return SuiteView.of(await suite_archive.archive_suite(ctx, who, project, SuiteId(suite)))


@router.post("/{suite}/restore")
async def restore_suite(
    suite: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> SuiteView:
    """Restore an archived suite. It is listed and can run again."""
    return SuiteView.of(await suite_archive.restore_suite(ctx, who, project, SuiteId(suite)))


@router.post("/{suite}/duplicate", status_code=201, responses=problems(422))
async def duplicate_suite(
    suite: UUID,
    body: DuplicateSuiteBody,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> SuiteView:
    """Copy the recipe into a new suite with its own history."""
    made = await suite_creation.duplicate_suite(ctx, who, project, SuiteId(suite), body.name)
    return SuiteView.of(made)


@router.get("/{suite}/file", response_class=Response, responses={200: {"content": YAML}})
async def export_suite_file(
    suite: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    format: Literal["edison", "promptfoo"] = "edison",
) -> Response:
    """Download the suite as a file for `edison run`, with names instead of ids, or as a configuration of promptfoo."""
    export = suite_export.export_suite if format == "edison" else export_to_promptfoo
    file = await export(ctx, who, project, SuiteId(suite))
    # The name contains only letters, digits and dashes, so the header needs no quoting.
    headers = {"content-disposition": f'attachment; filename="{file.file_name}"'}
    return Response(file.text, media_type="application/yaml", headers=headers)


executions_router = ApiRouter(prefix="/projects/{project}", tags=["suites"])


@executions_router.post(
    "/suites/{suite}/executions", status_code=202, responses=problems(402, 422, 503)
)
async def execute_suite(
    suite: UUID, body: ExecuteSuiteBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ExecutionView:
    """Run a suite now.

    If the run cannot start, the response lists every reason and nothing is spent.
    """
    made = await suite_changes.run_now(ctx, who, project, SuiteId(suite), body.target())
    return ExecutionView.of(made)


@executions_router.get("/suites/{suite}/executions")
async def list_executions(
    suite: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    page: WantedPage,
    state: Annotated[list[ExecutionState] | None, Query(max_length=len(ExecutionState))] = None,
    monitor: UUID | None = None,
) -> PageView[ExecutionView]:
    """List runs of the suite, newest first, including those that were rejected or missed."""
    wanted = execution_queries.ExecutionFilter(states=tuple(state or ()), monitor=monitor)
    found = await execution_queries.list_executions(ctx, who, project, SuiteId(suite), wanted, page)
    return PageView(
        items=[ExecutionView.of(each) for each in found.items], next_cursor=found.next_cursor
    )


@executions_router.get("/executions/{execution}")
async def read_execution(
    execution: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ExecutionView:
    """Get one run of a suite with its state, score, cost, and the changes since the previous run."""
    found = await execution_queries.read_execution(ctx, who, project, ExecutionId(execution))
    return ExecutionView.of(found)


@executions_router.post("/suites/{suite}/forecast", responses=Exactly(problems(400, 401, 403, 404)))
async def forecast_suite(
    suite: UUID, body: ExecuteSuiteBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> SuiteForecastView:
    """Estimate the cost of running a suite, and check whether the daily budget covers it.

    Nothing is stored.
    """
    found = await suite_forecast.forecast_suite(ctx, who, project, SuiteId(suite), body.target())
    return SuiteForecastView.of_suite(found)


@executions_router.post("/suites/{suite}/pause")
async def pause_suite(
    suite: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> SuiteView:
    """Pause a suite: no new runs start. Runs in progress continue to their end."""
    return SuiteView.of(await suite_changes.pause_suite(ctx, who, project, SuiteId(suite)))


@executions_router.post("/suites/{suite}/resume")
async def resume_suite(
    suite: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> SuiteView:
    """Resume a suite and its runs that stopped because the daily budget was spent."""
    return SuiteView.of(await suite_changes.resume_suite(ctx, who, project, SuiteId(suite)))
