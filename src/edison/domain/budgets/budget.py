"""Budgets: the sum of settled, reserved and in-doubt amounts must not exceed the limit.

This module decides whether a call fits; a database constraint enforces the limit.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from edison.domain.errors import BudgetSpent
from edison.domain.ids import BudgetId
from edison.domain.money import MicroUsd, to_usd
from edison.domain.runs.cell import Worst

NO_PERIOD = datetime(2000, 1, 1, tzinfo=UTC)
ALERT_SHARE = 0.8


class Scope(StrEnum):
    RUN = "run"
    EXPERIMENT = "experiment"
    SUITE_DAY = "suite_day"
    PROJECT_DAY = "project_day"
    PROJECT_MONTH = "project_month"


WHOSE = {
    Scope.RUN: "the run's budget",
    Scope.EXPERIMENT: "the experiment's budget",
    Scope.SUITE_DAY: "today's budget of the suite",
    Scope.PROJECT_DAY: "today's budget of the project",
    Scope.PROJECT_MONTH: "this month's budget of the project",
}


def named_scope(problem: str | None) -> Scope | None:
    """Return the scope of the budget that a pause names, or None if it names none."""
    return next((scope for scope, whose in WHOSE.items() if whose in (problem or "")), None)


# Budgets that are refilled automatically when the next day begins.
DAYS = frozenset({Scope.SUITE_DAY, Scope.PROJECT_DAY})


class Room(StrEnum):
    """Whether a call fits into a budget: now, later when other calls have settled, or never under this limit."""

    NOW = "now"
    LATER = "later"
    NEVER = "never"


@dataclass(frozen=True, slots=True, kw_only=True)
class Balance:
    id: BudgetId
    scope: Scope
    limit: MicroUsd | None
    limit_tokens: int | None
    alert_share: float
    alerted: bool
    settled: MicroUsd
    held: MicroUsd
    doubt: MicroUsd
    overrun: MicroUsd
    tokens: int
    held_tokens: int
    # Part of `tokens` that calls in doubt may have used.
    doubt_tokens: int = 0
    # Simulated and real money are counted in separate balances.
    simulated: bool = False

    @property
    def whose(self) -> str:
        """Name of the budget for users."""
        return f"{WHOSE[self.scope]} for simulated models" if self.simulated else WHOSE[self.scope]

    def limit_words(self, *, tokens: bool) -> str:
        """Return the amount of the limit for users: "$0.05" or "1,000 tokens"."""
        if tokens:
            return f"{self.limit_tokens or 0:,} tokens"
        cents = to_usd(self.limit or MicroUsd(0))
        return f"${cents:,.2f}" if cents == round(cents, 2) else f"${cents.normalize():f}"

    @property
    def used(self) -> MicroUsd:
        return MicroUsd(self.settled + self.held + self.doubt)

    @property
    def spent(self) -> MicroUsd:
        """Amount that providers have charged or may charge. Reservations of calls in progress are not included."""
        return MicroUsd(self.settled + self.doubt + self.overrun)

    def room_for(self, worst: Worst, beside: Worst) -> Room:
        """Return whether one more call fits, in addition to `beside`: the calls admitted in the same decision."""
        money = _room(self.limit, self.used + beside.cost, self.settled + self.doubt, worst.cost)
        tokens = _room(
            self.limit_tokens,
            self.tokens + self.held_tokens + beside.tokens,
            self.tokens,
            worst.tokens,
        )
        return max(money, tokens, key=_ORDER.index)

    def must_have_any(self) -> None:
        """Raise BudgetSpent if the whole limit is spent."""
        if self.limit is not None and self.spent >= self.limit:
            raise BudgetSpent(
                f"Budget exceeded: ${to_usd(self.spent):.2f} / ${to_usd(self.limit):.2f}",
                scope=str(self.scope),
                spent=self.spent,
                limit=self.limit,
            )

    def is_near(self) -> bool:
        """Return whether an alert is due: usage has reached the alert threshold, and no alert was sent yet."""
        if self.alerted:
            return False
        money = self.limit is not None and self.spent >= self.limit * self.alert_share
        tokens = self.limit_tokens is not None and self.tokens >= (
            self.limit_tokens * self.alert_share
        )
        return money or tokens

    def whole_for(self, worst: Worst) -> bool:
        """Return whether a call would fit into the whole limit. If not, waiting for the next day does not help."""
        money = self.limit is None or worst.cost <= self.limit
        return money and (self.limit_tokens is None or worst.tokens <= self.limit_tokens)

    def lacks_tokens_for(self, worst: Worst) -> bool:
        return self.limit_tokens is not None and self.tokens + worst.tokens > self.limit_tokens


_ORDER = (Room.NOW, Room.LATER, Room.NEVER)


def _room(limit: int | None, used: int, gone: int, wanted: int) -> Room:
    if limit is None or used + wanted <= limit:
        return Room.NOW
    return Room.LATER if gone + wanted <= limit else Room.NEVER


def month_of(at: datetime) -> datetime:
    return at.astimezone(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)


def day_of(at: datetime) -> datetime:
    """Return the start of the day (UTC) that contains a time."""
    return at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)


def next_day(at: datetime) -> datetime:
    return day_of(at) + timedelta(days=1)
