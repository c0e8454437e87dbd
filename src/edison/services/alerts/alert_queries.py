"""Look at alerts: all of them, one of them, and how many there are for the bell."""

from collections.abc import Sequence
from dataclasses import dataclass

from edison.domain.alerts.alert import Alert, AlertCounts, AlertState
from edison.domain.ids import AlertId, ProjectId
from edison.domain.people.access import Actor, Permission
from edison.kit.pagination import Page, PageRequest
from edison.services.context import Context
from edison.store.repositories.alerts.alerts import AlertFilter as AlertFilter

# As many as a banner names.
NEWEST = PageRequest(limit=3)


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertSummary:
    counts: AlertCounts
    newest: Sequence[Alert]


async def list_alerts(
    ctx: Context, who: Actor, project: ProjectId, wanted: AlertFilter, page: PageRequest
) -> Page[Alert]:
    """Newest first."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        return await tx.alerts.page(project, wanted, page)


async def read_alert(ctx: Context, who: Actor, project: ProjectId, alert: AlertId) -> Alert:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        return await tx.alerts.get(project, alert)


async def summarise_alerts(ctx: Context, who: Actor, project: ProjectId) -> AlertSummary:
    """What is open now, and the newest of it."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        counts = await tx.alerts.counts(project)
        newest = await tx.alerts.page(project, AlertFilter(states={AlertState.OPEN}), NEWEST)
    return AlertSummary(counts=counts, newest=newest.items)
