"""Create, change, remove and trigger monitors. A monitor runs a suite on a schedule."""

from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any, cast
from uuid import UUID

from edison.domain.errors import EditConflict, InvalidInput
from edison.domain.events import (
    MONITOR_CHANGED,
    MONITOR_CREATED,
    MONITOR_REMOVED,
)
from edison.domain.ids import MonitorId, ProjectId, RunId, SuiteId
from edison.domain.monitoring.assessment import MonitorRules
from edison.domain.monitoring.monitor import (
    MOST_CHANNELS,
    MOST_JITTER_S,
    USUAL_BASELINE,
    Baseline,
    Missed,
    Monitor,
    Quiet,
    check_baseline,
    check_name,
    check_quiet,
    problems_of_rules,
    rules_from_json,
    rules_to_json,
)
from edison.domain.monitoring.schedules.cron import schedule_of
from edison.domain.people.access import Actor, Permission
from edison.domain.suites.execution import Execution, Trigger
from edison.engine.alerts.update_alerts import end_alerts
from edison.engine.project_tx import ProjectTx
from edison.engine.suites.start_execution import ExecutionRequest, begin_execution
from edison.kit.uuids import new_id
from edison.services.context import Context
from edison.services.permission_check import confirm_permission, require_live_project
from edison.store.repositories.monitoring.monitors import ListedMonitor


@dataclass(frozen=True, slots=True, kw_only=True)
class MonitorSettings:
    """The settings of a monitor that a person can change."""

    name: str
    cron: str
    timezone: str = "UTC"
    enabled: bool = True
    jitter_s: int = 0
    missed: Missed = Missed.RUN_ONCE
    rules: dict[str, Any] | None = None
    baseline: Baseline = USUAL_BASELINE
    quiet: Quiet | None = None
    channels: tuple[UUID, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateMonitor:
    project: ProjectId
    suite: SuiteId
    settings: MonitorSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeMonitor:
    """A change of a monitor. `changes` contains the new values by the name of the setting."""

    project: ProjectId
    monitor: MonitorId
    revision: int
    changes: dict[str, Any]


async def create_monitor(ctx: Context, who: Actor, cmd: CreateMonitor) -> ListedMonitor:
    """Create a monitor. Its first execution starts at the next time of its schedule."""
    who.must(Permission.START_RUNS, cmd.project)
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.START_RUNS)
        suite = await tx.suites.get(cmd.project, cmd.suite)
        suite.must_not_be_archived()
        fresh = Monitor(
            id=MonitorId(new_id()),
            suite=suite.id,
            name="",
            schedule=schedule_of(cmd.settings.cron, cmd.settings.timezone),
            enabled=cmd.settings.enabled,
            jitter_s=0,
            missed=cmd.settings.missed,
            revision=0,
            created_by=who.user,
            created_by_label=who.label,
            created_at=tx.now,
            updated_at=tx.now,
        )
        monitor = _with(fresh, cmd.settings, tx.now)
        await _must_be_there(tx, monitor)
        await tx.monitors.add(cmd.project, monitor)
        changes = {"name": {"old": None, "new": monitor.name}}
        _note(tx, monitor, MONITOR_CREATED, changes)
        return ListedMonitor(monitor=monitor, suite_name=suite.name, suite_state=suite.state)


async def change_monitor(ctx: Context, who: Actor, cmd: ChangeMonitor) -> ListedMonitor:
    """Change settings of a monitor; raise EditConflict if the monitor has changed since the edited revision."""
    who.must(Permission.START_RUNS, cmd.project)
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.START_RUNS)
        found = await tx.monitors.get(cmd.project, cmd.monitor, lock=True)
        was = found.monitor
        if was.revision != cmd.revision:
            raise EditConflict(
                "Someone else changed this monitor. Reload it and try again", revision=was.revision
            )
        old = settings_of(was)
        new = replace(old, **cmd.changes)
        # Rules that are not sent do not change either.
        new = replace(new, rules={**(old.rules or {}), **(new.rules or {})})
        changes = _differences(old, new)
        if not changes:
            return found
        monitor = _with(was, new, tx.now)
        if not {"cron", "timezone", "enabled", "jitter_s"} & set(changes):
            # Keep the due time: a change that does not affect the schedule must not skip an execution.
            monitor = replace(monitor, next_due_at=was.next_due_at)
        await _must_be_there(tx, monitor)
        await tx.monitors.change(cmd.project, monitor)
        _note(tx, monitor, MONITOR_CHANGED, changes)
        return ListedMonitor(
            monitor=monitor, suite_name=found.suite_name, suite_state=found.suite_state
        )


async def remove_monitor(ctx: Context, who: Actor, project: ProjectId, monitor: MonitorId) -> None:
    """Remove a monitor. Its executions are kept with the suite."""
    who.must(Permission.START_RUNS, project)
    async with ctx.change(who, project) as tx:
        await require_live_project(tx, Permission.START_RUNS)
        found = await tx.monitors.get(project, monitor, lock=True)
        await tx.monitors.remove(project, monitor, tx.now)
        await end_alerts(tx, monitor, "The monitor was removed.")
        changes = {"name": {"old": found.monitor.name, "new": None}}
        _note(tx, found.monitor, MONITOR_REMOVED, changes)


def settings_of(monitor: Monitor) -> MonitorSettings:
    return MonitorSettings(
        name=monitor.name,
        cron=monitor.schedule.cron,
        timezone=monitor.schedule.timezone,
        enabled=monitor.enabled,
        jitter_s=monitor.jitter_s,
        missed=monitor.missed,
        rules=rules_to_json(monitor.rules),
        baseline=monitor.baseline,
        quiet=monitor.quiet,
        channels=monitor.channels,
    )


def _with(was: Monitor, settings: MonitorSettings, now: datetime) -> Monitor:
    """Return the next revision of a monitor with new settings; raise an error if a setting is invalid."""
    if not 0 <= settings.jitter_s <= MOST_JITTER_S:
        raise InvalidInput(f"The jitter must be 0 to {MOST_JITTER_S} seconds", field="jitter_s")
    if len(settings.channels) > MOST_CHANNELS:
        raise InvalidInput(f"A monitor has at most {MOST_CHANNELS} channels", field="channels")
    return replace(
        was,
        name=check_name(settings.name),
        schedule=schedule_of(settings.cron, settings.timezone),
        enabled=settings.enabled,
        jitter_s=settings.jitter_s,
        missed=settings.missed,
        rules=_rules(settings.rules or {}, was.rules),
        baseline=check_baseline(settings.baseline),
        quiet=check_quiet(settings.quiet),
        channels=tuple(dict.fromkeys(settings.channels)),
        revision=was.revision + 1,
        updated_at=now,
    ).scheduled(now)


def _rules(sent: dict[str, Any], was: MonitorRules) -> MonitorRules:
    """Return the rules with the sent values; all other values do not change."""
    problems = problems_of_rules(sent)
    if problems:
        raise InvalidInput(" ".join(problems), field="rules")
    return rules_from_json({**rules_to_json(was), **sent})


async def _must_be_there(tx: ProjectTx, monitor: Monitor) -> None:
    if monitor.baseline.run is not None:
        await tx.runs.get(tx.project, RunId(monitor.baseline.run))


def _differences(old: MonitorSettings, new: MonitorSettings) -> dict[str, Any]:
    return {
        field.name: {
            "old": _plain(getattr(old, field.name)),
            "new": _plain(getattr(new, field.name)),
        }
        for field in fields(MonitorSettings)
        if getattr(old, field.name) != getattr(new, field.name)
    }


def _plain(value: Any) -> Any:
    if isinstance(value, Baseline | Quiet):
        return value.to_json()
    if isinstance(value, tuple):
        return [str(part) for part in cast(tuple[object, ...], value)]
    return value


def _note(tx: ProjectTx, monitor: Monitor, fact: str, changes: dict[str, Any]) -> None:
    about = {"suite": str(monitor.suite), "name": monitor.name}
    tx.note(fact, ("monitor", monitor.id), changes, **about, changed=sorted(changes))


async def trigger_monitor(
    ctx: Context, who: Actor, project: ProjectId, monitor: MonitorId
) -> Execution:
    """Start an execution of the monitor now, even if the monitor is switched off."""
    who.must(Permission.START_RUNS, project)
    async with ctx.change(who, project) as tx:
        await confirm_permission(tx, Permission.START_RUNS)
        found = (await tx.monitors.get(project, monitor, lock=True)).monitor
        suite = await tx.suites.get(project, found.suite, lock=True)
        wish = ExecutionRequest(
            suite=suite.id,
            trigger=Trigger.API if who.kind == "token" else Trigger.MANUAL,
            monitor=found.id,
        )
        execution = await begin_execution(tx, suite, wish)
        await tx.monitors.note_start(project, monitor, tx.now)
        return execution
