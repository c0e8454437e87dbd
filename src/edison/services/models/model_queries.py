"""List the models that a project can call, with their prices and usage."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from edison.domain.ids import ModelId, ProjectId
from edison.domain.models.catalog import CatalogModel, PriceChoice, SetPrice
from edison.domain.models.model_api import ModelApi
from edison.domain.models.parameters import ReasoningEffort
from edison.domain.models.price import Price
from edison.domain.models.retirement import Retirement
from edison.domain.models.usage_tally import Period, Tally, added
from edison.domain.people.access import Actor, Permission
from edison.kit.pagination import Page, PageRequest
from edison.providers.facts.fact_types import FactSource
from edison.providers.list_prices import list_price
from edison.providers.model_apis import api_in_use, has_both_apis
from edison.providers.model_facts import fact_of, retirement_of
from edison.providers.price_in_effect import price_in_effect
from edison.providers.retired_models import alternatives, is_deprecated
from edison.services.context import Context
from edison.store.repositories.models.catalog_models import ModelFilter
from edison.store.unit_of_work import ReadTx

HOURS_UP_TO_DAYS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCard:
    """A model with its current price; the price is None if unknown."""

    model: CatalogModel
    price: Price | None
    choice: PriceChoice
    # The published price, to compare with the project's price.
    list_price: Price | None
    # A model of the same family that is still offered.
    alternative: str | None
    # The API over which the model is called now, and whether a user can choose another.
    api_in_use: ModelApi
    has_both_apis: bool
    # The reasoning efforts that the model is documented to accept; None if nobody documented them.
    efforts: tuple[ReasoningEffort, ...] | None
    default_effort: ReasoningEffort | None
    retirement: Retirement | None
    # Where efforts and limits of the model were read.
    source: FactSource | None


async def list_models(
    ctx: Context, who: Actor, project: ProjectId, wanted: ModelFilter, page: PageRequest
) -> Page[ModelCard]:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        found = await tx.catalog.page(project, wanted, page)
        cards = await _cards(tx, project, found.items, ctx.clock.now())
    return Page(items=cards, next_cursor=found.next_cursor)


async def read_model(ctx: Context, who: Actor, project: ProjectId, model: ModelId) -> ModelCard:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        return await card_of(tx, project, model, ctx.clock.now())


async def price_history(
    ctx: Context, who: Actor, project: ProjectId, model: ModelId, page: PageRequest
) -> Page[SetPrice]:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        await tx.catalog.get(project, model)
        return await tx.catalog.price_history(project, model, page)


async def model_usage(
    ctx: Context, who: Actor, project: ProjectId, model: ModelId, days: int
) -> list[Period]:
    """Return calls, tokens and costs of a model by hour, or by day (UTC) for a longer period."""
    who.must(Permission.VIEW_PROJECT, project)
    now = ctx.clock.now()
    by_hour = step_of(days) == "hour"
    since = now.replace(minute=0, second=0, microsecond=0) - timedelta(days=days)
    if not by_hour:
        since = since.replace(hour=0)
    async with ctx.read() as tx:
        await tx.catalog.get(project, model)
        hours = await tx.spending.hours(project, model, since, now + timedelta(hours=1))
    return hours if by_hour else _by_day(hours)


def step_of(days: int) -> Literal["hour", "day"]:
    return "hour" if days <= HOURS_UP_TO_DAYS else "day"


async def card_of(tx: ReadTx, project: ProjectId, model: ModelId, at: datetime) -> ModelCard:
    found = await tx.catalog.get(project, model)
    return (await _cards(tx, project, (found,), at))[0]


async def _cards(
    tx: ReadTx, project: ProjectId, models: tuple[CatalogModel, ...], at: datetime
) -> tuple[ModelCard, ...]:
    set_prices = await tx.catalog.prices_now(project, [model.id for model in models], at)
    return tuple(_card(model, set_prices.get(model.id), at) for model in models)


def _card(model: CatalogModel, chosen: SetPrice | None, at: datetime) -> ModelCard:
    fact = fact_of(model.provider, model.name)
    return ModelCard(
        model=model,
        price=price_in_effect(model, chosen, at),
        choice=chosen.choice if chosen else "list",
        list_price=list_price(model.provider, model.name, at, base_url=model.base_url),
        alternative=alternatives(model.provider, model.name, base_url=model.base_url)
        if is_going(model)
        else None,
        api_in_use=api_in_use(model.provider, model.name, model.api),
        has_both_apis=has_both_apis(model.provider),
        efforts=None if fact is None else fact.efforts,
        default_effort=None if fact is None else fact.default_effort,
        retirement=retirement_of(model.provider, model.name),
        source=None if fact is None else fact.source,
    )


def is_going(model: CatalogModel) -> bool:
    """Return whether a model is deprecated or gone, by the last listing or by what is known since."""
    return (
        model.deprecated
        or model.missing
        or is_deprecated(model.provider, model.name, base_url=model.base_url)
    )


def _by_day(hours: list[Period]) -> list[Period]:
    days: dict[datetime, Tally] = defaultdict(Tally)
    for hour in hours:
        day = hour.start.replace(hour=0)
        days[day] = added(days[day], hour.tally)
    return [Period(start=day, tally=tally) for day, tally in sorted(days.items())]
