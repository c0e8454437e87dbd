"""What a project spent, on what, and what it would have been otherwise; and what all projects spent."""

from dataclasses import replace
from datetime import date
from typing import Annotated, Any, Literal
from uuid import UUID

from fastapi import APIRouter, Depends, Query
from starlette.responses import StreamingResponse

from edison.api.errors import problems
from edison.api.identity import CurrentActor, CurrentProject, Services
from edison.api.schemas.reports import (
    BurnDownView,
    RepricingView,
    SavingsView,
    SpendingView,
    TokenReportView,
)
from edison.domain.ids import ModelId
from edison.domain.reports.files import ReportFormat
from edison.domain.reports.spending import SpendGroup
from edison.domain.runs.cells import Phase
from edison.services.reports import export, installation, prices, read

router = APIRouter(tags=["reports"])

PLACE = "/projects/{project}/reports"
CSV: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/csv": {"schema": {"type": "string"}}}}
}
OF_PROJECT = {**CSV, **problems(400, 401, 403, 404)}
OF_ALL = {**CSV, **problems(400, 401, 403)}


def get_days(
    first: Annotated[
        date | None, Query(alias="from", description="First day, in UTC; left out: a month in all")
    ] = None,
    last: Annotated[
        date | None, Query(alias="to", description="Last day; left out: today, or a month in all")
    ] = None,
    simulated: Annotated[
        bool, Query(description="Include simulated models, whose cost is no real money")
    ] = False,
) -> read.WantedPeriod:
    return read.WantedPeriod(first=first, last=last, simulated=simulated)


def get_calls(
    days: Annotated[read.WantedPeriod, Depends(get_days)],
    phase: Annotated[Phase | None, Query(description="Only calls for this")] = None,
) -> read.WantedPeriod:
    return replace(days, phase=phase)


def get_calls_of_model(
    calls: Annotated[read.WantedPeriod, Depends(get_calls)],
    model: Annotated[UUID | None, Query(description="Only calls of this model")] = None,
) -> read.WantedPeriod:
    return replace(calls, model=None if model is None else ModelId(model))


Days = Annotated[read.WantedPeriod, Depends(get_days)]
Calls = Annotated[read.WantedPeriod, Depends(get_calls)]
CallsOfModel = Annotated[read.WantedPeriod, Depends(get_calls_of_model)]


def _file(file: export.SpendReportFile) -> StreamingResponse:
    # Names are made of letters, digits and dashes, so the header needs no quoting of its own.
    headers = {
        "content-disposition": f'attachment; filename="{file.file_name}"',
        "cache-control": "no-store",
    }
    return StreamingResponse(file.chunks, media_type=file.media, headers=headers)


@router.get(
    f"{PLACE}/spending",
    operation_id="read_spending_report",
    response_model=SpendingView,
    responses=OF_PROJECT,
)
async def read_spending_report(
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    wanted: CallsOfModel,
    group: Literal["model", "phase", "day", "run", "experiment"] = "model",
    stack: Annotated[
        Literal["model", "phase"], Query(description="What the days are made of")
    ] = "model",
    format: ReportFormat = ReportFormat.JSON,
) -> SpendingView | StreamingResponse:
    """What the ledger came to in a period, in groups and day by day. A file has all rows."""
    if format is ReportFormat.CSV:
        return _file(await export.export_spending(ctx, who, project, wanted, SpendGroup(group)))
    found = await read.read_spending(
        ctx, who, project, wanted, SpendGroup(group), SpendGroup(stack)
    )
    return SpendingView.of(found)


@router.get(
    f"{PLACE}/tokens",
    operation_id="read_token_report",
    response_model=TokenReportView,
    responses=OF_PROJECT,
)
async def read_token_report(
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    wanted: CallsOfModel,
    format: ReportFormat = ReportFormat.JSON,
) -> TokenReportView | StreamingResponse:
    """Tokens by day and by model. A file has a line for each day and model."""
    if format is ReportFormat.CSV:
        return _file(await export.export_tokens(ctx, who, project, wanted))
    return TokenReportView.of(await read.read_tokens(ctx, who, project, wanted))


@router.get(
    f"{PLACE}/burn-down",
    operation_id="read_burn_down",
    response_model=BurnDownView,
    responses=OF_PROJECT,
)
async def read_burn_down(
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    format: ReportFormat = ReportFormat.JSON,
) -> BurnDownView | StreamingResponse:
    """How this month's budget is used up, and where that leads."""
    if format is ReportFormat.CSV:
        return _file(await export.export_burn_down(ctx, who, project))
    return BurnDownView.of(await read.read_burn_down(ctx, who, project))


@router.get(
    f"{PLACE}/savings",
    operation_id="read_savings_report",
    response_model=SavingsView,
    responses=OF_PROJECT,
)
async def read_savings_report(
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    wanted: Days,
    format: ReportFormat = ReportFormat.JSON,
) -> SavingsView | StreamingResponse:
    """What answers that were there already, and tokens in providers' caches, did not cost."""
    if format is ReportFormat.CSV:
        return _file(await export.export_savings(ctx, who, project, wanted))
    return SavingsView.of(await prices.read_savings(ctx, who, project, wanted))


@router.get(
    f"{PLACE}/repricing",
    operation_id="read_repricing",
    response_model=RepricingView,
    responses=OF_PROJECT,
)
async def read_repricing(
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    wanted: Calls,
    model: Annotated[UUID, Query(description="The model that might have been called instead")],
    format: ReportFormat = ReportFormat.JSON,
) -> RepricingView | StreamingResponse:
    """What the calls of a period would have cost on another model, by its price of now."""
    if format is ReportFormat.CSV:
        return _file(await export.export_repricing(ctx, who, project, ModelId(model), wanted))
    return RepricingView.of(await prices.reprice(ctx, who, project, ModelId(model), wanted))


@router.get(
    "/installation/reports/spending",
    operation_id="read_installation_spending",
    response_model=SpendingView,
    responses=OF_ALL,
)
async def read_installation_spending(
    who: CurrentActor,
    ctx: Services,
    wanted: Calls,
    group: Literal["project", "model", "phase", "day"] = "project",
    format: ReportFormat = ReportFormat.JSON,
) -> SpendingView | StreamingResponse:
    """What all projects spent; for the owner of the installation. Days are made of projects."""
    if format is ReportFormat.CSV:
        return _file(await installation.export_everywhere(ctx, who, wanted, SpendGroup(group)))
    return SpendingView.of(await installation.read_everywhere(ctx, who, wanted, SpendGroup(group)))
