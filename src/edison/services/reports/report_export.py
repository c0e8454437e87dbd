"""Export spending reports as CSV. Long reports are written page by page, to limit memory use."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass

from edison.domain.ids import ModelId, ProjectId
from edison.domain.people.access import Actor, Permission
from edison.domain.reports.report_csv import (
    burn_down_lines,
    repricing_lines,
    savings_lines,
    spending_head,
    spending_line,
    tokens_head,
    tokens_line,
)
from edison.domain.reports.spend_breakdown import SpendGroup, Sums, Window, labels_of, rows_of
from edison.services.context import Context
from edison.services.reports import savings_and_repricing, spend_queries
from edison.services.reports.spend_queries import WantedPeriod

MEDIA = "text/csv; charset=utf-8"
ROWS_AT_ONCE = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SpendReportFile:
    file_name: str
    chunks: AsyncGenerator[str]
    media: str = MEDIA


async def export_spending(
    ctx: Context,
    who: Actor,
    project: ProjectId,
    wanted: WantedPeriod,
    group: SpendGroup = SpendGroup.MODEL,
) -> SpendReportFile:
    """Export the spending by group. Runs and experiments are listed newest first."""
    who.must(Permission.EXPORT_RESULTS, project)
    window = wanted.window(ctx.clock.now())
    async with ctx.read() as tx:
        total = (await tx.spend_reports.lines(project, window, group, 0)).total
    return SpendReportFile(
        file_name=f"spending-by-{group}-{_period(window)}.csv",
        chunks=_spending(ctx, project, window, group, total),
    )


async def _spending(
    ctx: Context, project: ProjectId, window: Window, group: SpendGroup, total: Sums
) -> AsyncGenerator[str]:
    """Yield CSV lines. Each page is read in its own transaction, so that a slow reader holds no connection."""
    yield spending_head(group)
    before: str | None = None
    paged = group in (SpendGroup.RUN, SpendGroup.EXPERIMENT)
    while True:
        async with ctx.read() as tx:
            if paged:
                lines = await tx.spend_reports.page(project, window, group, before, ROWS_AT_ONCE)
            else:
                lines = (await tx.spend_reports.lines(project, window, group)).lines
            names = await tx.spend_reports.names(project, group, [line.key for line in lines])
        for row in rows_of(group, lines, total, names):
            yield spending_line(group, row)
        if not paged or len(lines) < ROWS_AT_ONCE:
            return
        before = lines[-1].key


async def export_tokens(
    ctx: Context, who: Actor, project: ProjectId, wanted: WantedPeriod
) -> SpendReportFile:
    """Export the token usage with one line for each day and model."""
    who.must(Permission.EXPORT_RESULTS, project)
    window = wanted.window(ctx.clock.now())
    async with ctx.read() as tx:
        found = await tx.spend_reports.days_of_models(project, window)
        keys = [key for _, key, _ in found]
        names = await tx.spend_reports.names(project, SpendGroup.MODEL, keys)
    labels = labels_of(SpendGroup.MODEL, keys, names)
    lines = (tokens_line(day.isoformat(), labels[key], key, sums) for day, key, sums in found)
    return file_of("tokens", window, [tokens_head(), *lines])


async def export_burn_down(ctx: Context, who: Actor, project: ProjectId) -> SpendReportFile:
    who.must(Permission.EXPORT_RESULTS, project)
    report = await spend_queries.read_burn_down(ctx, who, project)
    return SpendReportFile(
        file_name=f"burn-down-{report.month:%Y-%m}.csv", chunks=_each(burn_down_lines(report))
    )


async def export_savings(
    ctx: Context, who: Actor, project: ProjectId, wanted: WantedPeriod
) -> SpendReportFile:
    who.must(Permission.EXPORT_RESULTS, project)
    report = await savings_and_repricing.read_savings(ctx, who, project, wanted)
    return file_of("savings", report.window, savings_lines(report))


async def export_repricing(
    ctx: Context, who: Actor, project: ProjectId, other: ModelId, wanted: WantedPeriod
) -> SpendReportFile:
    who.must(Permission.EXPORT_RESULTS, project)
    report = await savings_and_repricing.reprice(ctx, who, project, other, wanted)
    return file_of("repricing", report.window, repricing_lines(report))


def file_of(name: str, window: Window, lines: Sequence[str]) -> SpendReportFile:
    return SpendReportFile(file_name=f"{name}-{_period(window)}.csv", chunks=_each(lines))


async def _each(lines: Sequence[str]) -> AsyncGenerator[str]:
    for line in lines:
        yield line


def _period(window: Window) -> str:
    return f"{window.first.isoformat()}-to-{window.last.isoformat()}"
