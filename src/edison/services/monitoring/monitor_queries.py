"""List and read monitors, and preview a schedule."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from edison.domain.errors import InvalidInput
from edison.domain.ids import MonitorId, ProjectId
from edison.domain.monitoring.schedules.cron import in_words, next_times
from edison.domain.people.access import Actor, Permission
from edison.kit.pagination import Page, PageRequest
from edison.services.context import Context
from edison.store.repositories.monitoring.monitors import ListedMonitor, MonitorFilter

__all__ = ["ListedMonitor", "MonitorFilter", "SchedulePreview"]

NEXT_TIMES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class SchedulePreview:
    words: str
    next: Sequence[datetime]
    problem: str | None = None


async def list_monitors(
    ctx: Context, who: Actor, project: ProjectId, wanted: MonitorFilter, page: PageRequest
) -> Page[ListedMonitor]:
    """List monitors, latest change first."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        return await tx.monitors.page(project, wanted, page)


async def read_monitor(
    ctx: Context, who: Actor, project: ProjectId, monitor: MonitorId
) -> ListedMonitor:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        return await tx.monitors.get(project, monitor)


async def preview_schedule(
    ctx: Context, who: Actor, project: ProjectId, cron: str, timezone: str
) -> SchedulePreview:
    """Return a description and the next times of a schedule, or its problem.

    An invalid schedule is not an error, because a person may still be typing.
    """
    who.must(Permission.VIEW_PROJECT, project)
    try:
        words = in_words(cron, timezone)
        coming = next_times(cron, timezone, ctx.clock.now(), NEXT_TIMES)
    except InvalidInput as wrong:
        return SchedulePreview(words="", next=(), problem=wrong.message)
    return SchedulePreview(words=words, next=coming)
