"""Notify people that a budget is nearly or completely spent."""

from uuid import uuid5

from edison.domain.budgets.budget import Balance, Scope
from edison.domain.ids import RunId, UserId
from edison.domain.money import to_usd
from edison.domain.notifications.notified_event import NotifiedEvent
from edison.engine.notifications.notify import notify
from edison.engine.project_tx import ProjectTx

WHOLE = 100


async def notify_budget(tx: ProjectTx, run: RunId, balance: Balance, percent: int) -> None:
    """Notify of a budget of which `percent` is spent: the starter of the run, or everyone if it is not the run's."""
    people: tuple[UserId, ...] | None = None
    path = f"/projects/{(await tx.projects.get(tx.project)).slug}/reports"
    if balance.scope is Scope.RUN:
        starter = (await tx.runs.get(tx.project, run)).created_by
        people = () if starter is None else (starter,)
        path = path.removesuffix("reports") + f"runs/{run}"
    spent, limit = spent_words(balance), balance.limit_words(tokens=balance.limit is None)
    simulated = " of simulated money" if balance.simulated and balance.limit is not None else ""
    whose = balance.whose[:1].upper() + balance.whose[1:]
    await notify(
        tx,
        NotifiedEvent.BUDGET_NEARED,
        # A new limit is a new fact.
        subject=uuid5(balance.id, f"{balance.limit} {balance.limit_tokens}"),
        version=percent,
        payload={
            "title": f"{whose}: {percent} % spent",
            "sentence": f"{percent} % of the budget of {limit}{simulated} is spent: {spent}.",
            "path": path,
            "severity": "critical" if percent >= WHOLE else "warning",
            "facts": {"Budget": balance.whose, "Spent": spent, "Limit": limit},
            "run_id": str(run),
            "scope": str(balance.scope),
            "simulated": balance.simulated,
            "spent_micro_usd": balance.spent,
            "limit_micro_usd": balance.limit,
            "tokens": balance.tokens,
            "limit_tokens": balance.limit_tokens,
        },
        people=people,
    )


def spent_words(balance: Balance) -> str:
    if balance.limit is None:
        return f"{balance.tokens:,} tokens"
    spent = to_usd(balance.spent)
    return f"${spent:,.2f}" if spent >= 1 else f"${spent:.4f}"
