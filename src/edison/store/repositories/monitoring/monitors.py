"""Repository of monitors, including due monitors of all projects."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Select,
    exists,
    func,
    insert,
    select,
    text,
    true,
)

from edison.domain.errors import DuplicateName
from edison.domain.ids import MonitorId, ProjectId, SuiteId
from edison.domain.monitoring.monitor import (
    Baseline,
    Monitor,
    Quiet,
    rules_from_json,
    rules_to_json,
)
from edison.domain.monitoring.schedules.cron import Schedule
from edison.domain.suites.suite import Suite, SuiteState
from edison.kit.pagination import Page, PageRequest
from edison.store.repositories.base import Repository, unique
from edison.store.repositories.row_mapping import from_row
from edison.store.repositories.suites.suites import to_suite
from edison.store.tables.monitoring import MonitorRow
from edison.store.tables.suites import ExecutionRow, SuiteRow


@dataclass(frozen=True, slots=True, kw_only=True)
class MonitorFilter:
    suite: SuiteId | None = None
    enabled: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedMonitor:
    monitor: Monitor
    suite_name: str
    suite_state: SuiteState


@dataclass(frozen=True, slots=True, kw_only=True)
class DueMonitor:
    project: ProjectId
    monitor: Monitor
    suite_row: SuiteRow
    # Whether its last execution is still running.
    busy: bool

    @property
    def suite(self) -> Suite:
        """The suite, parsed on access, so that an invalid suite does not block other monitors."""
        return to_suite(self.suite_row)


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """A monitor whose due time has passed, and its next due time."""

    monitor: MonitorId
    last_due: datetime
    next_due: datetime | None
    starts: datetime | None
    started: bool
    at: datetime


PASS_ON = text(
    """
    UPDATE monitors m SET last_due_at = p.last_due, next_due_at = p.next_due, starts_at = p.starts,
        last_started_at = coalesce(p.started, m.last_started_at)
    FROM unnest(CAST(:ids AS uuid[]), CAST(:last_due AS timestamptz[]), CAST(:next_due AS timestamptz[]),
                CAST(:starts AS timestamptz[]), CAST(:started AS timestamptz[]))
        AS p (id, last_due, next_due, starts, started)
    WHERE m.id = p.id
    """
)


class Monitors(Repository):
    async def add(self, project: ProjectId, monitor: Monitor) -> None:
        values = {
            "id": monitor.id,
            "project_id": project,
            "suite_id": monitor.suite,
            "created_by": monitor.created_by,
            "created_by_label": monitor.created_by_label,
            "created_at": monitor.created_at,
            "last_due_at": monitor.last_due_at,
            "last_started_at": monitor.last_started_at,
            **_written(monitor),
        }
        with _unique_name():
            await self._session.execute(insert(MonitorRow).values(**values))

    async def change(self, project: ProjectId, monitor: Monitor) -> None:
        """Save the settings that people can change; the caller must hold the lock."""
        with _unique_name():
            await self._change(MonitorRow, project, monitor.id, **_written(monitor))

    async def remove(self, project: ProjectId, monitor: MonitorId, at: datetime) -> None:
        """Mark the monitor as removed, so that it is no longer due; its executions and alerts are kept."""
        gone = {"enabled": False, "next_due_at": None, "starts_at": None}
        await self._change(MonitorRow, project, monitor, **gone, removed_at=at, updated_at=at)

    async def get(
        self, project: ProjectId, monitor: MonitorId, *, lock: bool = False
    ) -> ListedMonitor:
        query = _with_suite(MonitorRow.id == monitor, *_wanted(project, MonitorFilter()))
        if lock:
            query = query.with_for_update(of=MonitorRow, key_share=True)
        return _listed(*await self._one(query, "No such monitor in this project"))

    async def page(
        self, project: ProjectId, wanted: MonitorFilter, page: PageRequest
    ) -> Page[ListedMonitor]:
        """List monitors, most recently changed first."""
        query = _with_suite(*_wanted(project, wanted))
        return await self._page(query, page, _listed, MonitorRow.updated_at, MonitorRow.id)

    async def count_due(self, now: datetime, most: int) -> int:
        """Count the due monitors of all projects, up to `most`."""
        due = select(MonitorRow.id).where(MonitorRow.starts_at <= now).limit(most).subquery()
        return await self._session.scalar(select(func.count()).select_from(due)) or 0

    async def take_due(
        self, now: datetime, most: int, only: MonitorId | None = None
    ) -> list[DueMonitor]:
        """Lock and return due monitors of all projects with their suites; monitors locked by others are skipped."""
        at_work = (
            exists()
            .where(ExecutionRow.monitor_id == MonitorRow.id, ExecutionRow.state == "running")
            .label("busy")
        )
        rows = await self._session.execute(
            select(MonitorRow, SuiteRow, at_work)
            .join(SuiteRow, SuiteRow.id == MonitorRow.suite_id)
            .where(MonitorRow.starts_at <= now, true() if only is None else MonitorRow.id == only)
            .order_by(MonitorRow.starts_at, MonitorRow.project_id, MonitorRow.suite_id)
            .limit(most)
            .with_for_update(of=(MonitorRow, SuiteRow), key_share=True, skip_locked=True)
            .execution_options(populate_existing=True)
        )
        return [
            DueMonitor(
                project=ProjectId(row.project_id),
                monitor=to_monitor(row),
                suite_row=suite,
                busy=busy,
            )
            for row, suite, busy in rows
        ]

    async def pass_on(self, passed: Sequence[Passed]) -> None:
        """Save the next due time of each monitor; the caller must have locked all of them."""
        if not passed:
            return
        await self._session.execute(
            PASS_ON,
            {
                "ids": [one.monitor for one in passed],
                "last_due": [one.last_due for one in passed],
                "next_due": [one.next_due for one in passed],
                "starts": [one.starts for one in passed],
                "started": [one.at if one.started else None for one in passed],
            },
        )

    async def note_start(self, project: ProjectId, monitor: MonitorId, at: datetime) -> None:
        """Save the time of a manual start; the schedule does not change."""
        await self._change(MonitorRow, project, monitor, last_started_at=at)


def _with_suite(*conditions: ColumnElement[bool]) -> Select[MonitorRow, str, str]:
    return (
        select(MonitorRow, SuiteRow.name, SuiteRow.state)
        .join(SuiteRow, SuiteRow.id == MonitorRow.suite_id)
        .where(*conditions)
        .execution_options(populate_existing=True)
    )


def _listed(row: MonitorRow, name: str, state: str) -> ListedMonitor:
    return ListedMonitor(monitor=to_monitor(row), suite_name=name, suite_state=SuiteState(state))


def _wanted(project: ProjectId, wanted: MonitorFilter) -> list[ColumnElement[bool]]:
    asked = [MonitorRow.project_id == project, MonitorRow.removed_at.is_(None)]
    if wanted.suite is not None:
        asked.append(MonitorRow.suite_id == wanted.suite)
    if wanted.enabled is not None:
        asked.append(MonitorRow.enabled.is_(wanted.enabled))
    return asked


def _written(monitor: Monitor) -> dict[str, Any]:
    return {
        "name": monitor.name,
        "cron": monitor.schedule.cron,
        "timezone": monitor.schedule.timezone,
        "enabled": monitor.enabled,
        "jitter_s": monitor.jitter_s,
        "missed": str(monitor.missed),
        "rules": rules_to_json(monitor.rules),
        "baseline": monitor.baseline.to_json(),
        "quiet": None if monitor.quiet is None else monitor.quiet.to_json(),
        "channels": list(monitor.channels),
        "next_due_at": monitor.next_due_at,
        "starts_at": monitor.next_start_at,
        "revision": monitor.revision,
        "updated_at": monitor.updated_at,
    }


def to_monitor(row: MonitorRow) -> Monitor:
    return from_row(
        Monitor,
        row,
        suite=row.suite_id,
        schedule=Schedule(cron=row.cron, timezone=row.timezone),
        rules=rules_from_json(row.rules),
        baseline=Baseline.from_json(row.baseline),
        quiet=None if row.quiet is None else Quiet.from_json(row.quiet),
    )


def _unique_name() -> AbstractContextManager[None]:
    taken = DuplicateName("Another monitor of this suite has this name", field="name")
    return unique("uq_monitors_name", taken)
