"""Read the spending of all projects, for the owner of the installation. Only sums and project names are shown."""

from edison.domain.people.access import Actor
from edison.domain.reports.report_csv import spending_head, spending_line
from edison.domain.reports.spend_breakdown import (
    MOST_ROWS,
    SpendBreakdown,
    SpendGroup,
    Window,
    spending_of,
)
from edison.services.context import Context
from edison.services.reports.report_export import SpendReportFile, file_of
from edison.services.reports.spend_queries import WantedPeriod
from edison.store.unit_of_work import ReadTx


async def read_everywhere(
    ctx: Context, who: Actor, wanted: WantedPeriod, group: SpendGroup = SpendGroup.PROJECT
) -> SpendBreakdown:
    """Return the spending by group, and of each day by the same group (by project if the group is the day)."""
    who.must_own_installation()
    async with ctx.read() as tx:
        return await _read(tx, wanted.window(ctx.clock.now()), group, MOST_ROWS)


async def export_everywhere(
    ctx: Context, who: Actor, wanted: WantedPeriod, group: SpendGroup = SpendGroup.PROJECT
) -> SpendReportFile:
    who.must_own_installation()
    window = wanted.window(ctx.clock.now())
    async with ctx.read() as tx:
        report = await _read(tx, window, group, None)
    return file_of(
        f"spending-by-{group}",
        window,
        [spending_head(group), *(spending_line(group, row) for row in report.rows)],
    )


async def _read(tx: ReadTx, window: Window, group: SpendGroup, most: int | None) -> SpendBreakdown:
    stacked = SpendGroup.PROJECT if group is SpendGroup.DAY else group
    # Days are in chronological order, so the rows must not be limited to the first ones.
    found = await tx.spend_reports.lines_everywhere(
        window, group, None if group is SpendGroup.DAY else most
    )
    days = await tx.spend_reports.days_everywhere(window, stacked)
    # Rows and layers of the chart may have different keys; load the names of both.
    rows = [line.key for line in found.lines] if group is stacked else []
    names = await tx.spend_reports.names_everywhere(
        stacked, list(dict.fromkeys([*rows, *(one.key for one in days)]))
    )
    return spending_of(
        window,
        group,
        found,
        names,
        stacked=stacked,
        days=days,
        layers=names,
        simulated=await tx.spend_reports.simulated_everywhere(window),
    )
