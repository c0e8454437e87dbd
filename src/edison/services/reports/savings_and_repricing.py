"""Compute what calls would have cost on another model, or without reused answers and cached tokens."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from edison.domain.ids import ModelId, ProjectId
from edison.domain.models.price import Price
from edison.domain.people.access import Actor, Permission
from edison.domain.reports.reprice_usage import Repricing, repricing_of
from edison.domain.reports.savings import Savings, savings_of
from edison.domain.reports.spend_breakdown import NONE, SpendGroup
from edison.providers.price_in_effect import price_in_effect
from edison.services.context import Context
from edison.services.reports.spend_queries import WantedPeriod
from edison.store.unit_of_work import ReadTx


async def read_savings(
    ctx: Context, who: Actor, project: ProjectId, wanted: WantedPeriod
) -> Savings:
    who.must(Permission.VIEW_PROJECT, project)
    now = ctx.clock.now()
    window = wanted.window(now)
    async with ctx.read() as tx:
        found = await tx.spend_reports.lines(project, window, SpendGroup.MODEL)
        reused = await tx.spend_reports.reused(project, window)
        keys = list(dict.fromkeys([*(line.key for line in found.lines), *reused]))
        names = await tx.spend_reports.names(project, SpendGroup.MODEL, keys)
        prices = await current_prices(tx, project, keys, now)
    return savings_of(window, found.lines, reused, names, prices)


async def reprice(
    ctx: Context, who: Actor, project: ProjectId, other: ModelId, wanted: WantedPeriod
) -> Repricing:
    """Return what the tokens of a period would cost on another model at its current price."""
    who.must(Permission.VIEW_PROJECT, project)
    now = ctx.clock.now()
    window = wanted.window(now)
    async with ctx.read() as tx:
        model = await tx.catalog.get(project, other)
        chosen = await tx.catalog.prices_now(project, [model.id], now)
        found = await tx.spend_reports.lines(project, window, SpendGroup.MODEL)
        keys = [line.key for line in found.lines]
        names = await tx.spend_reports.names(project, SpendGroup.MODEL, keys)
    return repricing_of(
        window,
        found.lines,
        names,
        model=str(model.id),
        label=model.name,
        price=price_in_effect(model, chosen.get(model.id), now),
    )


async def current_prices(
    tx: ReadTx, project: ProjectId, keys: Sequence[str], now: datetime
) -> dict[str, Price]:
    """Return the current prices of models, without models whose price is unknown."""
    ids = [ModelId(UUID(key)) for key in keys if key != NONE]
    models = await tx.catalog.known(project, ids)
    chosen = await tx.catalog.prices_now(project, ids, now)
    prices = {str(model.id): price_in_effect(model, chosen.get(model.id), now) for model in models}
    return {key: price for key, price in prices.items() if price is not None}
