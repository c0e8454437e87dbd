"""Export the results of a run page by page, so that memory use does not grow with the run or its answers."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass

from edison.domain.ids import ProjectId, RunId
from edison.domain.people.access import Actor, Permission
from edison.domain.runs.result_file import ResultFile, ResultFormat
from edison.services.context import Context

CELLS_AT_ONCE = 500
BYTES_AT_ONCE = 4_000_000
MEDIA = {
    ResultFormat.CSV: "text/csv; charset=utf-8",
    ResultFormat.JSONL: "application/x-ndjson",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportRun:
    project: ProjectId
    run: RunId
    format: ResultFormat = ResultFormat.JSONL
    # For spreadsheets: escape formulas and start with a UTF-8 byte order mark.
    safe: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RunExport:
    file_name: str
    media: str
    chunks: AsyncGenerator[str]


async def export_run(ctx: Context, who: Actor, cmd: ExportRun) -> RunExport:
    """Export all finished cells in the order of the grid. Open cells are left out."""
    who.must(Permission.EXPORT_RESULTS, cmd.project)
    async with ctx.read() as tx:
        run = await tx.runs.get(cmd.project, cmd.run)
        scorers = await tx.runs.scorers(cmd.project, cmd.run)
        names = await tx.run_rows.value_names(cmd.project, cmd.run)
    file = ResultFile(
        plan=run.plan,
        scorers={scorer.number: scorer.name for scorer in scorers},
        names=names,
        safe=cmd.safe,
    )
    return RunExport(
        file_name=f"run-{run.number}.{cmd.format}",
        media=MEDIA[cmd.format],
        chunks=_lines(ctx, cmd, file),
    )


async def _lines(ctx: Context, cmd: ExportRun, file: ResultFile) -> AsyncGenerator[str]:
    """Yield the lines of the file. Each page is read in its own transaction, so slow readers hold no connection."""
    as_csv = cmd.format is ResultFormat.CSV
    if as_csv:
        yield ("\ufeff" if cmd.safe else "") + file.csv_header()
    after = -1
    while True:
        async with ctx.read() as tx:
            cells = await tx.run_rows.next_cells(
                cmd.project, cmd.run, after, limit=CELLS_AT_ONCE, size=BYTES_AT_ONCE
            )
            if not cells:
                return
            first, last = (file.plan.place(cells[place].ordinal).case for place in (0, -1))
            cases = await tx.cells.cases(cmd.project, cmd.run, first, last + 1)
            marks = await tx.cell_marks.of(cmd.project, cmd.run, [cell.ordinal for cell in cells])
        for cell in cells:
            case = cases[file.plan.place(cell.ordinal).case]
            mark = marks.get(cell.ordinal)
            yield file.csv_line(cell, case, mark) if as_csv else file.json_line(cell, case, mark)
        after = cells[-1].ordinal
