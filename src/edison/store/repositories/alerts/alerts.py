"""Repository of alerts; at most one alert per fingerprint is unresolved."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import TypeAdapter
from sqlalchemy import ColumnElement, Select, func, insert, select

from edison.domain.alerts.alert import UNRESOLVED, Alert, AlertCounts, AlertState, Raised
from edison.domain.ids import AlertId, ProjectId
from edison.domain.monitoring.assessment import Severity
from edison.kit.pagination import Page, PageRequest
from edison.store.repositories.base import Repository
from edison.store.repositories.row_mapping import from_row, to_columns
from edison.store.tables.alerts import AlertRow
from edison.store.tables.monitoring import MonitorRow
from edison.store.tables.suites import ExecutionRow, SuiteRow

MOST_OF_TREND = 200
FINDINGS: TypeAdapter[tuple[Raised, ...]] = TypeAdapter(tuple[Raised, ...])


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertFilter:
    states: Collection[AlertState] = frozenset(AlertState)
    suite: UUID | None = None
    monitor: UUID | None = None


class Alerts(Repository):
    async def add(self, project: ProjectId, alert: Alert) -> None:
        """Add an alert. The caller must have locked the monitor, so that no other transaction adds the same alert."""
        values = _written(project, alert)
        await self._session.execute(insert(AlertRow).values(values))

    async def change(self, project: ProjectId, alert: Alert) -> None:
        await self._change(AlertRow, project, alert.id, **_written(project, alert))

    async def get(self, project: ProjectId, alert: AlertId, *, lock: bool = False) -> Alert:
        query = _selected().where(AlertRow.project_id == project, AlertRow.id == alert)
        if lock:
            query = query.with_for_update(of=AlertRow)
        return _alert(*await self._one(query, "No such alert in this project"))

    async def page(self, project: ProjectId, wanted: AlertFilter, page: PageRequest) -> Page[Alert]:
        """List alerts, newest first."""
        query = _selected().where(*_wanted(project, wanted))
        return await self._page(query, page, _alert, AlertRow.id)

    async def unresolved(
        self, project: ProjectId, monitor: UUID, *, lock: bool = False
    ) -> list[Alert]:
        query = (
            _selected()
            .where(
                AlertRow.project_id == project,
                AlertRow.monitor_id == monitor,
                AlertRow.state != str(AlertState.RESOLVED),
            )
            .order_by(AlertRow.id)
        )
        if lock:
            query = query.with_for_update(of=AlertRow)
        return [_alert(*row) for row in (await self._session.execute(query)).all()]

    async def open_ones(self, project: ProjectId, suite: UUID | None, *, most: int) -> list[Alert]:
        """Lock and return the unresolved alerts, oldest first, so that all callers lock in the same order."""
        query = (
            _selected()
            .where(*_wanted(project, AlertFilter(states={AlertState.OPEN}, suite=suite)))
            .order_by(AlertRow.id)
            .limit(most)
            .with_for_update(of=AlertRow)
        )
        return [_alert(*row) for row in (await self._session.execute(query)).all()]

    async def counts(self, project: ProjectId, suite: UUID | None = None) -> AlertCounts:
        rows = await self._session.execute(
            select(AlertRow.state, AlertRow.severity, func.count())
            .where(*_wanted(project, AlertFilter(states=UNRESOLVED, suite=suite)))
            .group_by(AlertRow.state, AlertRow.severity)
        )
        found = {(row[0], row[1]): int(row[2]) for row in rows}

        def sum_of(state: AlertState) -> int:
            return sum(count for (of, _), count in found.items() if of == state)

        return AlertCounts(
            open=sum_of(AlertState.OPEN),
            critical=found.get((AlertState.OPEN, Severity.CRITICAL), 0),
            warning=found.get((AlertState.OPEN, Severity.WARNING), 0),
            acknowledged=sum_of(AlertState.ACKNOWLEDGED),
            snoozed=sum_of(AlertState.SNOOZED),
        )

    async def of_trend(
        self, project: ProjectId, suite: UUID, *, since: datetime | None, monitor: UUID | None
    ) -> list[Alert]:
        """Return the alerts open at any time after `since`, oldest first; the newest ones if there are too many."""
        query = (
            _selected()
            .where(*_wanted(project, AlertFilter(suite=suite, monitor=monitor)))
            .order_by(AlertRow.id.desc())
            .limit(MOST_OF_TREND)
        )
        if since is not None:
            query = query.where(func.coalesce(AlertRow.resolved_at, since) >= since)
        rows: Sequence[Any] = (await self._session.execute(query)).all()
        return [_alert(*row) for row in reversed(rows)]

    async def whose_snooze_is_over(
        self, now: datetime, most: int
    ) -> list[tuple[ProjectId, AlertId]]:
        rows = await self._session.execute(
            select(AlertRow.project_id, AlertRow.id)
            .where(AlertRow.state == str(AlertState.SNOOZED), AlertRow.snoozed_until <= now)
            .order_by(AlertRow.snoozed_until)
            .limit(most)
        )
        return [(ProjectId(row.project_id), AlertId(row.id)) for row in rows]


def _selected() -> Select[AlertRow, str, str, UUID | None]:
    return (
        select(AlertRow, SuiteRow.name, MonitorRow.name, ExecutionRow.run_id)
        .join(SuiteRow, SuiteRow.id == AlertRow.suite_id)
        .join(MonitorRow, MonitorRow.id == AlertRow.monitor_id)
        .outerjoin(ExecutionRow, ExecutionRow.id == AlertRow.execution_id)
        .execution_options(populate_existing=True)
    )


def _wanted(project: ProjectId, wanted: AlertFilter) -> list[ColumnElement[bool]]:
    asked = [AlertRow.project_id == project]
    if set(wanted.states) != set(AlertState):
        asked.append(AlertRow.state.in_([str(state) for state in wanted.states]))
    if wanted.suite is not None:
        asked.append(AlertRow.suite_id == wanted.suite)
    if wanted.monitor is not None:
        asked.append(AlertRow.monitor_id == wanted.monitor)
    return asked


def _written(project: ProjectId, alert: Alert) -> dict[str, Any]:
    return to_columns(
        AlertRow,
        alert,
        project_id=project,
        suite_id=alert.suite,
        monitor_id=alert.monitor,
        execution_id=alert.execution,
        facts=dict(alert.facts),
        findings=FINDINGS.dump_python(alert.findings, mode="json"),
    )


def _alert(row: AlertRow, suite_name: str, monitor_name: str, run: UUID | None) -> Alert:
    return from_row(
        Alert,
        row,
        suite=row.suite_id,
        suite_name=suite_name,
        monitor=row.monitor_id,
        monitor_name=monitor_name,
        execution=row.execution_id,
        run=run,
        findings=FINDINGS.validate_python(row.findings),
    )
