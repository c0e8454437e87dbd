"""The price of a model at a given time: the project's own price, otherwise the list price."""

from datetime import datetime

from edison.domain.models.catalog import CatalogModel, SetPrice
from edison.domain.models.price import FREE, Price
from edison.providers.list_prices import list_price


def price_in_effect(model: CatalogModel, chosen: SetPrice | None, at: datetime) -> Price | None:
    """Return the price in effect; None if it is unknown."""
    if chosen is None or chosen.choice == "list":
        return list_price(model.provider, model.name, at, base_url=model.base_url)
    if chosen.choice == "free":
        return FREE
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
