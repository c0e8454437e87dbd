"""Routes of the model catalog and of playground calls."""

from typing import Annotated
from uuid import UUID

from fastapi import Query

from edison.api.api_router import ApiRouter, Exactly
from edison.api.base_views import Line, PageView, WantedPage
from edison.api.error_responses import problems
from edison.api.models.model_views import (
    AddModelBody,
    EditModelBody,
    ModelView,
    PeriodView,
    SetPriceBody,
    SetPriceView,
    UsageView,
)
from edison.api.models.playground_views import AskBody, TryView
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.ids import CredentialId, ModelId, TryId
from edison.domain.models.provider import Provider
from edison.services.models import model_commands, model_queries, playground_calls

router = ApiRouter(prefix="/projects/{project}/models", tags=["models"])

Days = Annotated[int, Query(ge=1, le=90)]


@router.get("")
async def list_models(
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    page: WantedPage,
    search: Annotated[Line | None, Query(max_length=100)] = None,
    provider: Provider | None = None,
    credential: UUID | None = None,
) -> PageView[ModelView]:
    """List the models that this project can call, with capabilities, limits and prices."""
    wanted = model_queries.ModelFilter(
        search=search,
        provider=provider,
        credential=CredentialId(credential) if credential else None,
    )
    found = await model_queries.list_models(ctx, who, project, wanted, page)
    return PageView(
        items=[ModelView.of(card) for card in found.items], next_cursor=found.next_cursor
    )


@router.post("", status_code=201)
async def add_model(
    body: AddModelBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ModelView:
    """Add a model that is missing from the provider's list."""
    return ModelView.of(await model_commands.add_model(ctx, who, body.to_command(project)))


@router.get("/{model}")
async def read_model(
    model: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ModelView:
    """Get a model with its capabilities, limits and price."""
    return ModelView.of(await model_queries.read_model(ctx, who, project, ModelId(model)))


@router.patch("/{model}")
async def edit_model(
    model: UUID, body: EditModelBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ModelView:
    """Correct the capabilities or limits of a model for this project."""
    return ModelView.of(await model_commands.edit_model(ctx, who, body.to_command(project, model)))


@router.delete("/{model}", status_code=204, responses=Exactly(problems(400, 401, 403, 404)))
async def remove_model(
    model: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> None:
    """Remove a model from the catalog. Its answers stay.

    If the provider still lists the model, the next refresh adds it again.
    """
    await model_commands.remove_model(ctx, who, project, ModelId(model))


@router.put("/{model}/price")
async def price_model(
    model: UUID, body: SetPriceBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ModelView:
    """Set the price of a model from now on, or from a later time. Recorded costs do not change."""
    price = body.to_price(ctx.clock.now())
    return ModelView.of(await model_commands.price_model(ctx, who, project, ModelId(model), price))


@router.get("/{model}/prices")
async def list_model_prices(
    model: UUID, project: CurrentProject, who: CurrentActor, ctx: Services, page: WantedPage
) -> PageView[SetPriceView]:
    """List the prices that this project set for the model, newest first."""
    found = await model_queries.price_history(ctx, who, project, ModelId(model), page)
    return PageView(
        items=[SetPriceView.of(price) for price in found.items], next_cursor=found.next_cursor
    )


@router.get("/{model}/usage")
async def read_model_usage(
    model: UUID, project: CurrentProject, who: CurrentActor, ctx: Services, days: Days = 7
) -> UsageView:
    """Get the calls, cost and latency of a model over time. Hours and days without calls are left out."""
    periods = await model_queries.model_usage(ctx, who, project, ModelId(model), days)
    return UsageView(
        step=model_queries.step_of(days), items=[PeriodView.of(period) for period in periods]
    )


tries_router = ApiRouter(prefix="/projects/{project}", tags=["tries"])


@tries_router.post("/models/{model}/tries", status_code=202, responses=problems(503))
async def ask_model(
    model: UUID, body: AskBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> TryView:
    """Start a playground call in the background.

    The event `try.finished` announces the result.
    """
    return TryView.of(await playground_calls.ask_model(ctx, who, body.to_command(project, model)))


@tries_router.get("/models/{model}/tries")
async def list_tries(
    model: UUID, project: CurrentProject, who: CurrentActor, ctx: Services, page: WantedPage
) -> PageView[TryView]:
    """List the playground calls of a model, newest first."""
    found = await playground_calls.list_tries(ctx, who, project, ModelId(model), page)
    return PageView(items=[TryView.of(item) for item in found.items], next_cursor=found.next_cursor)


@tries_router.get("/tries/{wanted}")
async def read_try(
    wanted: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> TryView:
    """Get a playground call and its result."""
    return TryView.of(await playground_calls.read_try(ctx, who, project, TryId(wanted)))
