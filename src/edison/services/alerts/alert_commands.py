"""Acknowledge, snooze, resolve, list and count alerts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from edison.domain.alerts.alert import Alert, AlertCounts, AlertState, check_move, snooze_end
from edison.domain.events import ALERT_ACKNOWLEDGED, ALERT_RESOLVED, ALERT_SNOOZED
from edison.domain.ids import AlertId, ProjectId
from edison.domain.people.access import Actor, Permission
from edison.engine.alerts.update_alerts import emit_alert_event, end_alert
from edison.engine.project_tx import ProjectTx
from edison.kit.pagination import Page, PageRequest
from edison.services.context import Context
from edison.services.permission_check import require_live_project
from edison.store.repositories.alerts.alerts import AlertFilter as AlertFilter

# More than the open alerts of any project; the limit keeps the transaction short.
MOST_AT_ONCE = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class SnoozeAlert:
    project: ProjectId
    alert: AlertId
    # Set exactly one of `until` and `minutes`.
    until: datetime | None = None
    minutes: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolveAlert:
    project: ProjectId
    alert: AlertId
    note: str = ""
    # Accept the current level as the new baseline of later executions.
    accept: bool = False


async def acknowledge_alert(ctx: Context, who: Actor, project: ProjectId, alert: AlertId) -> Alert:
    """Acknowledge an alert. It stays open until a good execution, but sends no more notifications."""
    who.must(Permission.START_RUNS, project)
    async with ctx.change(who, project) as tx:
        found = await _found(tx, alert)
        check_move(found, AlertState.ACKNOWLEDGED)
        return await _acknowledge(tx, found)


async def acknowledge_all_alerts(
    ctx: Context, who: Actor, project: ProjectId, suite: UUID | None = None
) -> int:
    """Acknowledge every open alert of a project or a suite; return the number of acknowledged alerts."""
    who.must(Permission.START_RUNS, project)
    async with ctx.change(who, project) as tx:
        await require_live_project(tx, Permission.START_RUNS)
        found = await tx.alerts.open_ones(project, suite, most=MOST_AT_ONCE)
        for alert in found:
            await _acknowledge(tx, alert)
        return len(found)


async def snooze_alert(ctx: Context, who: Actor, cmd: SnoozeAlert) -> Alert:
    """Snooze an alert until a given time. If the alert is not resolved by then, people are notified again."""
    who.must(Permission.START_RUNS, cmd.project)
    now = ctx.clock.now()
    until = snooze_end(cmd.until, cmd.minutes, now)
    async with ctx.change(who, cmd.project, now) as tx:
        found = await _found(tx, cmd.alert)
        check_move(found, AlertState.SNOOZED)
        changed = replace(found, state=AlertState.SNOOZED, snoozed_until=until)
        await tx.alerts.change(cmd.project, changed)
        emit_alert_event(tx, ALERT_SNOOZED, changed, until=until.isoformat())
        _record(tx, ALERT_SNOOZED, changed, until=until.isoformat())
        return changed


async def resolve_alert(ctx: Context, who: Actor, cmd: ResolveAlert) -> Alert:
    """Resolve an alert. If the next execution finds the same problem, a new alert is opened."""
    who.must(Permission.START_RUNS, cmd.project)
    async with ctx.change(who, cmd.project) as tx:
        found = await _found(tx, cmd.alert)
        check_move(found, AlertState.RESOLVED)
        if cmd.accept:
            await tx.points.accept(cmd.project, found.monitor, found.opened_at)
        changed = await end_alert(tx, found, cmd.note)
        _record(tx, ALERT_RESOLVED, changed, note=cmd.note, accepted=cmd.accept)
        return changed


async def _acknowledge(tx: ProjectTx, alert: Alert) -> Alert:
    changed = replace(
        alert,
        state=AlertState.ACKNOWLEDGED,
        snoozed_until=None,
        acknowledged_by=tx.who.user,
        acknowledged_by_label=tx.who.label,
        acknowledged_at=tx.now,
    )
    await tx.alerts.change(tx.project, changed)
    emit_alert_event(tx, ALERT_ACKNOWLEDGED, changed)
    _record(tx, ALERT_ACKNOWLEDGED, changed)
    return changed


async def _found(tx: ProjectTx, alert: AlertId) -> Alert:
    await require_live_project(tx, Permission.START_RUNS)
    return await tx.alerts.get(tx.project, alert, lock=True)


def _record(tx: ProjectTx, kind: str, alert: Alert, **facts: Any) -> None:
    changes = {"title": alert.title, "state": str(alert.state), **facts}
    tx.record_entry(kind, ("alert", alert.id), changes)


# The number of alerts that the banner of the screens shows.
NEWEST = PageRequest(limit=3)


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertSummary:
    counts: AlertCounts
    newest: Sequence[Alert]


async def list_alerts(
    ctx: Context, who: Actor, project: ProjectId, wanted: AlertFilter, page: PageRequest
) -> Page[Alert]:
    """List alerts, newest first."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        return await tx.alerts.page(project, wanted, page)


async def read_alert(ctx: Context, who: Actor, project: ProjectId, alert: AlertId) -> Alert:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        return await tx.alerts.get(project, alert)


async def summarise_alerts(ctx: Context, who: Actor, project: ProjectId) -> AlertSummary:
    """Return the number of open alerts and the newest alerts."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        counts = await tx.alerts.counts(project)
        newest = await tx.alerts.page(project, AlertFilter(states={AlertState.OPEN}), NEWEST)
    return AlertSummary(counts=counts, newest=newest.items)
