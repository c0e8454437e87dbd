"""Decide whether the next calls of a run fit into its budgets, and pause the run if a call can never fit."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from edison.domain.budgets.budget import DAYS, Balance, Room, Scope, next_day
from edison.domain.events import BUDGET_NEARED, event, project_topic, run_topic
from edison.domain.ids import BudgetId, ProjectId, RunId
from edison.domain.money import ZERO
from edison.domain.people.access import SYSTEM
from edison.domain.runs.cell import Worst
from edison.domain.runs.run_states import PauseReason
from edison.engine.notifications.budget_notifications import WHOLE, notify_budget
from edison.engine.resources import Resources
from edison.engine.runs.reservations import CallAdmission, ReservationRequest
from edison.engine.runs.run_transitions import pause_run_in_transaction
from edison.store.unit_of_work import WriteTx

NOTHING = Worst(cost=ZERO, tokens=0)
RAISE_IT = ": raise the budget and resume the run. Finished cells are kept."
GOES_ON = ": the run resumes at midnight UTC, or now if you raise the budget and resume it. Finished cells are kept."


def admit_call(
    item: ReservationRequest,
    claims: dict[int, int],
    balances: Sequence[Balance],
    reserved_together: Mapping[BudgetId, Worst],
) -> CallAdmission:
    """Decide whether a call may be sent, given the amounts that other calls of the same transaction reserve."""
    if claims.get(item.chunk) != item.begun.claim:
        return CallAdmission.TAKEN
    rooms = {b.room_for(item.worst, reserved_together.get(b.id, NOTHING)) for b in balances}
    if Room.NEVER in rooms:
        return CallAdmission.HALTED
    return CallAdmission.LATER if Room.LATER in rooms else CallAdmission.GO


async def pause_for_budget(
    own: Resources,
    project: ProjectId,
    run: RunId,
    balances: Sequence[Balance],
    worst: Worst,
    now: datetime,
) -> None:
    lacking = [b for b in balances if b.room_for(worst, NOTHING) is Room.NEVER]
    # Prefer to name a budget that does not refill on the next day.
    balance = min(lacking, key=lambda each: each.scope in DAYS)
    tokens = balance.lacks_tokens_for(worst)
    refilled_tomorrow = all(each.scope in DAYS and each.whole_for(worst) for each in lacking)
    async with own.change(project, now) as tx:
        await pause_run_in_transaction(
            tx,
            run,
            PauseReason.TOKENS if tokens else PauseReason.BUDGET,
            f"The next call may not fit into {balance.whose} ({balance.limit_words(tokens=tokens)})"
            + (GOES_ON if refilled_tomorrow else RAISE_IT),
            resume_at=next_day(now) if refilled_tomorrow else None,
        )
        emit_budget_alert(tx, project, run, balance, now)
        # Of the run's own budget the starter is told by the pause.
        if balance.scope is not Scope.RUN:
            await notify_budget(tx, run, balance, WHOLE)


def emit_budget_alert(
    tx: WriteTx, project: ProjectId, run: RunId, balance: Balance, now: datetime
) -> None:
    facts = {
        "run": str(run),
        "scope": str(balance.scope),
        "simulated": balance.simulated,
        "spent": balance.spent,
        "limit": balance.limit,
        "tokens": balance.tokens,
        "limit_tokens": balance.limit_tokens,
    }
    for topic in (project_topic(project), run_topic(run)):
        tx.emit(event(SYSTEM, topic, BUDGET_NEARED, now, **facts))
