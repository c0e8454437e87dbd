"""Decisions about a price: own rates are whole, free is said, nothing is guessed."""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from edison.domain.errors import InvalidInput
from edison.domain.models.catalog import SetPrice

NOW = datetime(2026, 11, 15, tzinfo=UTC)


@pytest.mark.parametrize(
    ("choice", "rates", "field"),
    [
        ("override", {"input": Decimal(1)}, "output"),
        ("override", {"output": Decimal(1)}, "input"),
        ("override", {"input": Decimal(-1), "output": Decimal(1)}, "input"),
        ("override", {"input": Decimal(1), "output": Decimal("NaN")}, "output"),
        ("override", {"input": Decimal(1), "output": Decimal("1e9")}, "output"),
        ("override", {"input": Decimal(0), "output": Decimal(0)}, "choice"),
        ("free", {"input": Decimal(1)}, "choice"),
        ("list", {"output": Decimal(1)}, "choice"),
    ],
)
def test_a_price_that_makes_no_sense_is_refused(
    choice: Any, rates: dict[str, Any], field: str
) -> None:
    """ARENA-3.1.6, ARENA-3.1.9"""
    with pytest.raises(InvalidInput) as error:
        SetPrice(choice=choice, effective_from=NOW, **rates)

    assert error.value.field == field


def test_one_side_may_be_free_and_cache_rates_may_be_missing() -> None:
    price = SetPrice(choice="override", input=Decimal(0), output=Decimal("0.4"), effective_from=NOW)

    assert price.cache_read is None
