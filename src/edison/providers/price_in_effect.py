"""The price of a model at a given time: the project's own price, otherwise the list price."""

from dataclasses import replace
from datetime import datetime
from decimal import Decimal

from edison.domain.models.catalog import CatalogModel, SetPrice
from edison.domain.models.price import FREE, Price
from edison.domain.models.provider import Provider
from edison.providers.list_prices import list_price

FREE_CALLS = replace(FREE, per_call=Decimal(0))


def price_in_effect(model: CatalogModel, chosen: SetPrice | None, at: datetime) -> Price | None:
    """Return the price in effect; None if it is unknown."""
    if chosen is None or chosen.choice == "list":
        return list_price(model.provider, model.name, at, base_url=model.base_url)
    if chosen.choice == "free":
        # Free calls of an application cost nothing, also if it reports no tokens.
        return FREE_CALLS if model.provider is Provider.APPLICATION else FREE
    if chosen.per_call is not None:
        return Price(
            input=Decimal(0),
            output=Decimal(0),
            per_call=chosen.per_call,
            source="override",
            effective_from=chosen.effective_from,
        )
    assert chosen.input is not None
    assert chosen.output is not None
    return Price(
        input=chosen.input,
        output=chosen.output,
        cache_read=chosen.cache_read,
        cache_write=chosen.cache_write,
        source="override",
        effective_from=chosen.effective_from,
    )
