"""Tokens of a period by day and by model, the parts from a provider's cache apart."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from edison.domain.reports.spend_breakdown import SpendRow, Sums, Window


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenDay:
    day: date
    sums: Sums


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenUse:
    window: Window
    total: Sums
    days: Sequence[TokenDay]
    models: Sequence[SpendRow]
