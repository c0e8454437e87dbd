"""Budget check before an execution starts.

The expected cost must fit into the remaining daily budget of the suite and the daily and monthly budget of the
project. Spent money, reservations and the expected cost of running executions are subtracted first.
"""

from collections.abc import Sequence

from edison.domain.budgets.budget import DAYS, Balance, Scope
from edison.domain.errors import BudgetSpent
from edison.domain.money import ZERO, MicroUsd, to_usd


def require_daily_budget(
    balances: Sequence[Balance], expected: MicroUsd | None, planned: dict[Scope, MicroUsd]
) -> None:
    """Raise an error for the first balance that is too low. `planned` is the remaining cost of running executions."""
    # Daily balances come last, because they are refilled the next day.
    for balance in sorted(balances, key=lambda each: each.scope in DAYS):
        if balance.limit is None:
            continue
        balance.must_have_any()
        left = balance.limit - balance.used - planned.get(balance.scope, ZERO)
        cost = expected or ZERO
        if cost > left:
            raise BudgetSpent(
                f"This execution is expected to cost {_usd(cost)}, "
                f"and {balance.whose} has {_usd(max(0, left))} left of {_usd(balance.limit)}",
                scope=str(balance.scope),
                spent=balance.spent,
                limit=balance.limit,
                expected=cost,
                # Money reserved for others may remain unused; spent money does not come back.
                spent_for_good=balance.spent + cost > balance.limit,
            )


def day_is_used_up(limit: MicroUsd | None, spent: MicroUsd) -> str | None:
    """Return why a suite cannot run before midnight with this daily limit, or None if it can."""
    if limit is None or spent < limit:
        return None
    return (
        f"The suite has spent {_usd(spent)} today and its daily limit is {_usd(limit)}: nothing runs "
        "before midnight UTC unless the limit is raised"
    )


def lasts_until_midnight(error: BudgetSpent) -> bool:
    """Return whether the budget error cannot resolve before midnight, so that a retry today is pointless."""
    scope = error.facts.get("scope")
    return scope in {str(day) for day in DAYS} and bool(error.facts.get("spent_for_good", True))


def _usd(value: int) -> str:
    amount = to_usd(MicroUsd(value))
    return f"${amount:.2f}" if value >= 10_000 or value == 0 else f"${amount:.6f}"
