"""Amounts of money as integers in micro-dollars, so that sums have no rounding errors."""

from decimal import ROUND_HALF_UP, Decimal
from enum import StrEnum
from typing import NewType

MicroUsd = NewType("MicroUsd", int)

MICRO = 1_000_000
ZERO = MicroUsd(0)


class MoneyKind(StrEnum):
    """Kind of an amount: real money that a provider bills, simulated money, or a sum of real and simulated money."""

    REAL = "real"
    SIMULATED = "simulated"
    MIXED = "mixed"


def kind_of(*, real: int, simulated: int) -> MoneyKind:
    """Return the kind of a sum from its real part and its simulated part. A sum of zero counts as real."""
    if not simulated:
        return MoneyKind.REAL
    return MoneyKind.MIXED if real else MoneyKind.SIMULATED


def from_usd(dollars: Decimal) -> MicroUsd:
    return MicroUsd(int((dollars * MICRO).to_integral_value(ROUND_HALF_UP)))


def to_usd(amount: MicroUsd) -> Decimal:
    return Decimal(amount) / MICRO
