"""Burn-down of a monthly budget: amount spent, projected total with an interval, and day the limit is reached."""

from calendar import monthrange
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from math import sqrt

import numpy as np
from scipy.special import stdtrit

from edison.domain.money import ZERO, MicroUsd, to_usd

# Whole days used for a projection: four weeks, so that each weekday has the same weight.
LOOKS_BACK = 28
# Fewest days to estimate how much days differ.
FEWEST_DAYS = 3
LEVEL = 0.95


@dataclass(frozen=True, slots=True, kw_only=True)
class SpentDay:
    day: date
    # Of that day alone, including money in doubt, which also counts towards a limit.
    spent: MicroUsd


@dataclass(frozen=True, slots=True, kw_only=True)
class Projection:
    """Projected total at the end of the month if spending continues at the same rate."""

    value: MicroUsd
    low: MicroUsd
    high: MicroUsd
    days: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BurnDown:
    month: date
    today: date
    limit: MicroUsd | None
    spent: MicroUsd
    held: MicroUsd
    days: Sequence[SpentDay]
    projected: Projection | None
    # When the limit is or was reached; None: not in this month, or there is no limit.
    runs_out_on: date | None
    sentence: str


def since_when(now: datetime) -> date:
    """Return the first day of the ledger that `burn_down` needs."""
    today = now.astimezone(UTC).date()
    return min(today.replace(day=1), today - timedelta(days=LOOKS_BACK))


def burn_down(
    spent: Mapping[date, MicroUsd], *, limit: MicroUsd | None, held: MicroUsd, now: datetime
) -> BurnDown:
    """Compute the burn-down. `spent` has one entry per day from `since_when` on; days without calls may be missing."""
    now = now.astimezone(UTC)
    today = now.date()
    month = today.replace(day=1)
    days = tuple(
        SpentDay(day=day, spent=amount)
        for day, amount in sorted(spent.items())
        if month <= day <= today
    )
    so_far = MicroUsd(sum(one.spent for one in days))
    past = _whole_days(spent, today)
    left = _days_left(now)
    projected = _projected(past, so_far, left)
    runs_out = _runs_out_on(days, past, so_far, limit, now)
    return BurnDown(
        month=month,
        today=today,
        limit=limit,
        spent=so_far,
        held=held,
        days=days,
        projected=projected,
        runs_out_on=runs_out,
        sentence=_sentence(so_far, limit, projected, runs_out, today),
    )


def _whole_days(spent: Mapping[date, MicroUsd], today: date) -> list[int]:
    """Return the spending of each complete day, from the first day with spending (at most `LOOKS_BACK` days ago)."""
    first = min((day for day, amount in spent.items() if amount and day < today), default=today)
    first = max(first, today - timedelta(days=LOOKS_BACK))
    return [
        spent.get(first + timedelta(days=number), ZERO) for number in range((today - first).days)
    ]


def _days_left(now: datetime) -> float:
    """Return the number of days until the end of the month, including the remaining part of today."""
    whole = monthrange(now.year, now.month)[1] - now.day
    return whole + 1 - (now.hour * 3600 + now.minute * 60 + now.second) / 86_400


def _projected(past: Sequence[int], so_far: MicroUsd, left: float) -> Projection | None:
    """Project the month's total. The interval covers the variation of future days and the error of the daily mean."""
    if len(past) < FEWEST_DAYS:
        return None
    amounts = np.array(past, dtype=float)
    mean, spread = float(amounts.mean()), float(amounts.std(ddof=1))
    wide = float(stdtrit(len(past) - 1, (1 + LEVEL) / 2))
    margin = wide * spread * sqrt(left + left * left / len(past))
    return Projection(
        value=MicroUsd(so_far + round(mean * left)),
        # The total cannot be less than what is already spent.
        low=MicroUsd(so_far + round(max(0.0, mean * left - margin))),
        high=MicroUsd(so_far + round(mean * left + margin)),
        days=len(past),
    )


def _runs_out_on(
    days: Sequence[SpentDay],
    past: Sequence[int],
    so_far: MicroUsd,
    limit: MicroUsd | None,
    now: datetime,
) -> date | None:
    if limit is None:
        return None
    gone = 0
    for one in days:
        gone += one.spent
        if gone >= limit:
            return one.day
    mean = sum(past) / len(past) if len(past) >= FEWEST_DAYS else 0.0
    wait = (limit - so_far) / mean if mean else float("inf")
    return (now + timedelta(days=wait)).date() if wait < _days_left(now) else None


def _sentence(
    so_far: MicroUsd,
    limit: MicroUsd | None,
    projected: Projection | None,
    runs_out: date | None,
    today: date,
) -> str:
    spent = f"{_usd(so_far)} spent this month"
    if limit is not None:
        spent += f" of {_usd(limit)}"
    if limit is not None and so_far >= limit:
        return f"{spent}: nothing is left."
    if projected is None:
        return f"{spent}. There are too few days with spending for a projection."
    leads = (
        f"{spent}. At the current rate, the month will end at {_usd(projected.value)} "
        f"({_usd(projected.low)} to {_usd(projected.high)})"
    )
    if limit is None:
        return f"{leads}; there is no limit."
    if runs_out is not None:
        when = "today" if runs_out == today else f"around {runs_out:%B} {runs_out.day}"
        return f"{leads}, and the limit is reached {when}."
    if projected.high >= limit:
        return f"{leads}: probably within the limit, but it may be reached."
    return f"{leads}: within the limit."


def _usd(amount: MicroUsd) -> str:
    """Format an amount with two decimals, or with more for small amounts."""
    dollars = to_usd(amount)
    return f"${dollars:,.2f}" if not amount or dollars >= 1 else f"${dollars:.4f}"
