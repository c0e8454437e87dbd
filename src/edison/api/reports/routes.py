"""Routes of reports on spending, tokens, budgets and savings."""

from dataclasses import replace
from datetime import date
from typing import Annotated, Literal
from uuid import UUID

from fastapi import Depends, Query
from starlette.responses import StreamingResponse

from edison.api.api_router import ApiRouter, Exactly
from edison.api.error_responses import Responses, problems
from edison.api.reports.views import (
    BurnDownView,
    RepricingView,
    SavingsView,
    SpendingView,
    TokenReportView,
)
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.ids import ModelId
from edison.domain.reports.report_csv import ReportFormat
from edison.domain.reports.spend_breakdown import SpendGroup
from edison.domain.runs.cell import Phase
from edison.services.reports import (
    installation_spending,
    report_export,
    savings_and_repricing,
    spend_queries,
)

router = ApiRouter(tags=["reports"])

PLACE = "/projects/{project}/reports"
CSV: Responses = {200: {"content": {"text/csv": {"schema": {"type": "string"}}}}}


def get_days(
    first: Annotated[
        date | None,
        Query(
            alias="from", description="First day, in UTC. Default: one month before the last day"
        ),
    ] = None,
    last: Annotated[
        date | None,
        Query(
            alias="to",
            description="Last day, in UTC. Default: today, or at most a month after the first day",
        ),
    ] = None,
    simulated: Annotated[
        bool, Query(description="Include simulated models, whose cost is not real money")
    ] = False,
) -> spend_queries.WantedPeriod:
    return spend_queries.WantedPeriod(first=first, last=last, simulated=simulated)


def get_calls(
    days: Annotated[spend_queries.WantedPeriod, Depends(get_days)],
    phase: Annotated[Phase | None, Query(description="Only calls for this purpose")] = None,
) -> spend_queries.WantedPeriod:
    return replace(days, phase=phase)


def get_calls_of_model(
    calls: Annotated[spend_queries.WantedPeriod, Depends(get_calls)],
    model: Annotated[UUID | None, Query(description="Only calls of this model")] = None,
) -> spend_queries.WantedPeriod:
    return replace(calls, model=None if model is None else ModelId(model))


Days = Annotated[spend_queries.WantedPeriod, Depends(get_days)]
Calls = Annotated[spend_queries.WantedPeriod, Depends(get_calls)]
CallsOfModel = Annotated[spend_queries.WantedPeriod, Depends(get_calls_of_model)]


def _file(file: report_export.SpendReportFile) -> StreamingResponse:
    # Names contain only letters, digits and dashes, so the header needs no quoting.
    headers = {
        "content-disposition": f'attachment; filename="{file.file_name}"',
        "cache-control": "no-store",
    }
    return StreamingResponse(file.chunks, media_type=file.media, headers=headers)


@router.get(f"{PLACE}/spending", response_model=SpendingView, responses=CSV)
async def read_spending_report(
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    wanted: CallsOfModel,
    group: Literal["model", "phase", "day", "run", "experiment"] = "model",
    stack: Annotated[
        Literal["model", "phase"], Query(description="How each day is divided")
    ] = "model",
    format: ReportFormat = ReportFormat.JSON,
) -> SpendingView | StreamingResponse:
    """Get the spending of a period, by group and by day. The CSV file contains all groups."""
    if format is ReportFormat.CSV:
        return _file(
            await report_export.export_spending(ctx, who, project, wanted, SpendGroup(group))
        )
    found = await spend_queries.read_spending(
        ctx, who, project, wanted, SpendGroup(group), SpendGroup(stack)
    )
    return SpendingView.of(found)


@router.get(f"{PLACE}/tokens", response_model=TokenReportView, responses=CSV)
async def read_token_report(
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    wanted: CallsOfModel,
    format: ReportFormat = ReportFormat.JSON,
) -> TokenReportView | StreamingResponse:
    """Get the tokens of a period, by day and by model. The CSV file has one line per day and model."""
    if format is ReportFormat.CSV:
        return _file(await report_export.export_tokens(ctx, who, project, wanted))
    return TokenReportView.of(await spend_queries.read_tokens(ctx, who, project, wanted))


@router.get(f"{PLACE}/burn-down", response_model=BurnDownView, responses=CSV)
async def read_burn_down(
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    format: ReportFormat = ReportFormat.JSON,
) -> BurnDownView | StreamingResponse:
    """Get the spending of this month's budget, with a projection to the end of the month."""
    if format is ReportFormat.CSV:
        return _file(await report_export.export_burn_down(ctx, who, project))
    return BurnDownView.of(await spend_queries.read_burn_down(ctx, who, project))


@router.get(f"{PLACE}/savings", response_model=SavingsView, responses=CSV)
async def read_savings_report(
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    wanted: Days,
    format: ReportFormat = ReportFormat.JSON,
) -> SavingsView | StreamingResponse:
    """Get the savings from reused answers and from providers' prompt caches."""
    if format is ReportFormat.CSV:
        return _file(await report_export.export_savings(ctx, who, project, wanted))
    return SavingsView.of(await savings_and_repricing.read_savings(ctx, who, project, wanted))


@router.get(f"{PLACE}/repricing", response_model=RepricingView, responses=CSV)
async def read_repricing(
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    wanted: Calls,
    model: Annotated[UUID, Query(description="The model to compare with")],
    format: ReportFormat = ReportFormat.JSON,
) -> RepricingView | StreamingResponse:
    """Get the cost that the calls of a period would have had on another model, at its current price."""
    if format is ReportFormat.CSV:
        return _file(
            await report_export.export_repricing(ctx, who, project, ModelId(model), wanted)
        )
    return RepricingView.of(
        await savings_and_repricing.reprice(ctx, who, project, ModelId(model), wanted)
    )


@router.get(
    "/installation/reports/spending",
    response_model=SpendingView,
    responses=Exactly(CSV | problems(400, 401, 403)),
)
async def read_installation_spending(
    who: CurrentActor,
    ctx: Services,
    wanted: Calls,
    group: Literal["project", "model", "phase", "day"] = "project",
    format: ReportFormat = ReportFormat.JSON,
) -> SpendingView | StreamingResponse:
    """Get the spending of all projects, by group and by day.

    Only for the owner of the installation.
    """
    if format is ReportFormat.CSV:
        return _file(
            await installation_spending.export_everywhere(ctx, who, wanted, SpendGroup(group))
        )
    return SpendingView.of(
        await installation_spending.read_everywhere(ctx, who, wanted, SpendGroup(group))
    )
