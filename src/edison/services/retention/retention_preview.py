"""Preview which data of a project the next nightly retention will delete."""

from dataclasses import dataclass
from datetime import datetime

from edison.domain.ids import ProjectId
from edison.domain.people.access import Actor, Permission
from edison.domain.retention.retention_rules import DueRows, keeps_from, next_night
from edison.services.context import Context


@dataclass(frozen=True, slots=True, kw_only=True)
class RetentionPreview:
    days: int
    at: datetime
    # Runs that ended before this time are deleted; None: nothing is deleted.
    before: datetime | None
    due: DueRows


async def preview_retention(
    ctx: Context, who: Actor, project: ProjectId, days: int | None
) -> RetentionPreview:
    """Count the rows that the next nightly retention deletes. `days` replaces the project's retention period."""
    who.must(Permission.VIEW_PROJECT, project)
    at = next_night(ctx.clock.now())
    async with ctx.read() as tx:
        if days is None:
            days = (await tx.projects.get(project)).settings.retention_days
        before = keeps_from(days, at)
        if before is None:
            return RetentionPreview(days=days, at=at, before=None, due=DueRows())
        sums = await tx.aged_runs.sums(project, before)
        rows = await tx.aged_rows.counts(project, before)
        kept = await tx.aged_runs.kept(project, before)
    return RetentionPreview(days=days, at=at, before=before, due=DueRows(**sums, **rows, kept=kept))
