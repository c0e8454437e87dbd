"""Whether a day's money pays for one more execution.

It starts if what it is expected to cost fits into what is left of the day of the suite, of the day
of the project and of the project's month, after all that is spent, promised to calls on their way,
and expected of executions at work.
"""

from collections.abc import Sequence

from edison.domain.budgets.budget import DAYS, Balance, Scope
from edison.domain.errors import BudgetSpent
from edison.domain.money import ZERO, MicroUsd, to_usd


def require_daily_budget(
    balances: Sequence[Balance], expected: MicroUsd | None, planned: dict[Scope, MicroUsd]
) -> None:
    """Refuse with the balance that lacks it; `planned` is what executions at work are expected to need still."""
    # What a new day mends is told last.
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
                # Money that others are expected to need may be left over; what is spent is not.
                spent_for_good=balance.spent + cost > balance.limit,
            )


def day_is_used_up(limit: MicroUsd | None, spent: MicroUsd) -> str | None:
    """Why a suite cannot run before midnight with this daily limit; None: it can."""
    if limit is None or spent < limit:
        return None
    return (
        f"The suite has spent {_usd(spent)} today and its daily limit is {_usd(limit)}: nothing runs "
        "before midnight UTC unless the limit is raised"
    )


def lasts_until_midnight(error: BudgetSpent) -> bool:
    """Whether only a new day helps: the suite need not try again before."""
    scope = error.facts.get("scope")
    return scope in {str(day) for day in DAYS} and bool(error.facts.get("spent_for_good", True))


def _usd(value: int) -> str:
    amount = to_usd(MicroUsd(value))
    return f"${amount:.2f}" if value >= 10_000 or value == 0 else f"${amount:.6f}"
