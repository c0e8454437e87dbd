"""Money is an integer of micro-dollars: no rounding can hide in a sum."""

from decimal import ROUND_HALF_UP, Decimal
from typing import NewType

MicroUsd = NewType("MicroUsd", int)

MICRO = 1_000_000
ZERO = MicroUsd(0)


def from_usd(dollars: Decimal) -> MicroUsd:
    return MicroUsd(int((dollars * MICRO).to_integral_value(ROUND_HALF_UP)))


def to_usd(amount: MicroUsd) -> Decimal:
    return Decimal(amount) / MICRO
