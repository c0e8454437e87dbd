"""Notify the screens and channels of a project that a provider billed more than was reserved."""

from uuid import uuid5

from edison.domain.events import RESERVATION_EXCEEDED, project_topic, run_topic
from edison.domain.ids import RunId
from edison.domain.money import MicroUsd, to_usd
from edison.domain.notifications.notified_event import NotifiedEvent
from edison.engine.notifications.notify import notify
from edison.engine.project_tx import ProjectTx
from edison.store.repositories.budgets.budgets import Movement

NEXT_STEP = (
    "Compare the provider's bill with the ledger, check that the model respects its output limit, "
    "and lower the budget until you know the cause."
)


async def alert_overrun(tx: ProjectTx, line: Movement, *, run: RunId | None) -> None:
    """Notify a project of an overrun. Channels get one message per run, or per model and day outside of runs."""
    # A model may be removed during its call; the call is still settled.
    [model] = await tx.catalog.known(tx.project, [line.model])
    simulated = bool(await tx.catalog.simulated(tx.project, [line.model]))
    where = "a call outside of runs"
    name = number = None
    if run is not None:
        found = await tx.runs.get(tx.project, run)
        name, number = found.name, found.number
        where = f"run {found.number}" + (f" ({found.name})" if found.name else "")
    money = f"${to_usd(MicroUsd(line.overrun)):.4f}" + (" in simulated money" if simulated else "")
    facts = {
        "run": None if run is None else str(run),
        "number": number,
        "name": name,
        "model": model.name,
        "overrun": line.overrun,
        "simulated": simulated,
    }
    topics = [project_topic(tx.project), *([] if run is None else [run_topic(run)])]
    for topic in topics:
        tx.emit_event(RESERVATION_EXCEEDED, topic=topic, **facts)
    slug = (await tx.projects.get(tx.project)).slug
    page = "reports" if run is None else f"runs/{run}"
    await notify(
        tx,
        NotifiedEvent.RESERVATION_EXCEEDED,
        subject=uuid5(tx.project, f"{line.model} {tx.now.date()}") if run is None else run,
        version=1,
        payload={
            "title": f"{model.name} billed more than was reserved",
            "sentence": f"In {where} the provider billed {money} more than the worst case that was reserved.",
            "path": f"/projects/{slug}/{page}",
            "severity": "warning",
            "facts": {
                "Model": model.name,
                "Beyond the reservation": money,
                "What to do": NEXT_STEP,
            },
            "run_id": facts["run"],
            "overrun_micro_usd": line.overrun,
            "simulated": simulated,
        },
    )
