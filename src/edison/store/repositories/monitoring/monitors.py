"""Monitors of one project, and those of all projects that are due."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Row, exists, func, insert, select, text, true, tuple_, update
from sqlalchemy.exc import IntegrityError

from edison.domain.errors import DuplicateName, NotFound
from edison.domain.ids import MonitorId, ProjectId, SuiteId, UserId
from edison.domain.monitoring.monitor import Baseline, Missed, Monitor, Quiet
from edison.domain.monitoring.monitor_rules_json import rules_from_json, rules_to_json
from edison.domain.monitoring.schedules.cron import Schedule
from edison.domain.suites.suite import Suite, SuiteState
from edison.kit.pagination import Page, PageRequest, page_of
from edison.store.repositories.base import Repository
from edison.store.repositories.suites.suites import to_suite
from edison.store.tables.executions import ExecutionRow
from edison.store.tables.monitoring import MonitorRow
from edison.store.tables.suites import SuiteRow


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
    # Its last execution has not come to its end.
    busy: bool

    @property
    def suite(self) -> Suite:
        """Read when it is asked for: one that cannot be read shall not hold up the others."""
        return to_suite(self.suite_row)


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """A monitor whose time has come and gone, and when it is due next."""

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
        try:
            await self._session.execute(insert(MonitorRow).values(**values))
        except IntegrityError as error:
            raise _named(error) from error

    async def change(self, project: ProjectId, monitor: Monitor) -> None:
        """Write what a person can change; who calls holds the lock."""
        try:
            await self._session.execute(
                update(MonitorRow)
                .where(MonitorRow.project_id == project, MonitorRow.id == monitor.id)
                .values(**_written(monitor))
                .execution_options(synchronize_session=False)
            )
        except IntegrityError as error:
            raise _named(error) from error

    async def remove(self, project: ProjectId, monitor: MonitorId, at: datetime) -> None:
        """It is due no more; executions and alerts that refer to it stay."""
        await self._session.execute(
            update(MonitorRow)
            .where(MonitorRow.project_id == project, MonitorRow.id == monitor)
            .values(enabled=False, next_due_at=None, starts_at=None, removed_at=at, updated_at=at)
            .execution_options(synchronize_session=False)
        )

    async def get(
        self, project: ProjectId, monitor: MonitorId, *, lock: bool = False
    ) -> ListedMonitor:
        query = (
            select(MonitorRow, SuiteRow.name, SuiteRow.state)
            .join(SuiteRow, SuiteRow.id == MonitorRow.suite_id)
            .where(
                MonitorRow.project_id == project,
                MonitorRow.id == monitor,
                MonitorRow.removed_at.is_(None),
            )
            .execution_options(populate_existing=True)
        )
        if lock:
            query = query.with_for_update(of=MonitorRow, key_share=True)
        row = (await self._session.execute(query)).one_or_none()
        if row is None:
            raise NotFound("No such monitor in this project")
        return _listed(row)

    async def page(
        self, project: ProjectId, wanted: MonitorFilter, page: PageRequest
    ) -> Page[ListedMonitor]:
        """The latest change first."""
        query = (
            select(MonitorRow, SuiteRow.name, SuiteRow.state)
            .join(SuiteRow, SuiteRow.id == MonitorRow.suite_id)
            .where(*_wanted(project, wanted))
            .order_by(MonitorRow.updated_at.desc(), MonitorRow.id.desc())
            .limit(page.limit + 1)
        )
        if page.after:
            query = query.where(
                tuple_(MonitorRow.updated_at, MonitorRow.id)
                < tuple_(*page.key(datetime.fromisoformat, UUID))
            )
        rows = (await self._session.execute(query)).all()
        return page_of(
            [_listed(row) for row in rows],
            page.limit,
            lambda found: (found.monitor.updated_at, found.monitor.id),
        )

    async def count_due(self, now: datetime, most: int) -> int:
        """Of all projects, up to `most`."""
        due = select(MonitorRow.id).where(MonitorRow.starts_at <= now).limit(most).subquery()
        return await self._session.scalar(select(func.count()).select_from(due)) or 0

    async def take_due(
        self, now: datetime, most: int, only: MonitorId | None = None
    ) -> list[DueMonitor]:
        """Lock due monitors of all projects and their suites; what somebody else holds is left to them."""
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
        """Write when each is due next; who calls holds them all."""
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
        """Someone started it by hand; its schedule goes on as it was."""
        await self._session.execute(
            update(MonitorRow)
            .where(MonitorRow.project_id == project, MonitorRow.id == monitor)
            .values(last_started_at=at)
            .execution_options(synchronize_session=False)
        )


def _listed(row: Row[MonitorRow, str, str]) -> ListedMonitor:
    return ListedMonitor(
        monitor=to_monitor(row[0]), suite_name=row[1], suite_state=SuiteState(row[2])
    )


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
    return Monitor(
        id=MonitorId(row.id),
        suite=SuiteId(row.suite_id),
        name=row.name,
        schedule=Schedule(cron=row.cron, timezone=row.timezone),
        enabled=row.enabled,
        jitter_s=row.jitter_s,
        missed=Missed(row.missed),
        rules=rules_from_json(row.rules),
        baseline=Baseline.from_json(row.baseline),
        quiet=None if row.quiet is None else Quiet.from_json(row.quiet),
        channels=tuple(row.channels),
        next_due_at=row.next_due_at,
        last_due_at=row.last_due_at,
        last_started_at=row.last_started_at,
        revision=row.revision,
        created_by=None if row.created_by is None else UserId(row.created_by),
        created_by_label=row.created_by_label,
        created_at=row.created_at,
        updated_at=row.updated_at,
    )


def _named(error: IntegrityError) -> Exception:
    if "uq_monitors_name" in str(error.orig):
        return DuplicateName("Another monitor of this suite has this name", field="name")
    return error
