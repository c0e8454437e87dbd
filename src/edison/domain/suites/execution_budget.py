"""Daily budget check before an execution starts.

An execution starts if its expected cost fits into what is left of the suite's day, the project's day and the
project's month, after what is spent, reserved for calls in flight, and expected for running executions.
"""

from collections.abc import Sequence

from edison.domain.budgets.budget import DAYS, Balance, Scope
from edison.domain.errors import BudgetSpent
from edison.domain.money import ZERO, MicroUsd, to_usd


def require_daily_budget(
    balances: Sequence[Balance], expected: MicroUsd | None, planned: dict[Scope, MicroUsd]
) -> None:
    """Raise for the first balance that is not enough; `planned` is what running executions still need."""
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
    """Return why a suite cannot run before midnight with this daily limit; None: it can."""
    if limit is None or spent < limit:
        return None
    return (
        f"The suite has spent {_usd(spent)} today and its daily limit is {_usd(limit)}: nothing runs "
        "before midnight UTC unless the limit is raised"
    )


def lasts_until_midnight(error: BudgetSpent) -> bool:
    """Return whether only a new day helps: the suite need not try again before."""
    scope = error.facts.get("scope")
    return scope in {str(day) for day in DAYS} and bool(error.facts.get("spent_for_good", True))


def _usd(value: int) -> str:
    amount = to_usd(MicroUsd(value))
    return f"${amount:.2f}" if value >= 10_000 or value == 0 else f"${amount:.6f}"
