"""Money goes into micro-dollars and comes back the same."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.money import MicroUsd, from_usd, to_usd


@given(st.integers(-(10**15), 10**15))
def test_an_amount_comes_back_from_dollars(amount: int) -> None:
    assert from_usd(to_usd(MicroUsd(amount))) == amount


@given(st.decimals(0, 10_000, places=2, allow_nan=False))
def test_dollars_and_cents_come_back_exactly(dollars: Decimal) -> None:
    assert to_usd(from_usd(dollars)) == dollars


@pytest.mark.parametrize(
    ("dollars", "amount"), [("0.0000005", 1), ("0.0000004", 0), ("0.01", 10_000), ("100", 10**8)]
)
def test_less_than_a_millionth_is_rounded_half_up(dollars: str, amount: int) -> None:
    assert from_usd(Decimal(dollars)) == amount


@given(st.lists(st.integers(0, 10**9), max_size=30))
def test_no_cent_is_lost_in_a_sum(amounts: list[int]) -> None:
    assert sum(to_usd(MicroUsd(amount)) for amount in amounts) == to_usd(MicroUsd(sum(amounts)))
