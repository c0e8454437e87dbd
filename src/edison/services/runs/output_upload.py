"""Store the outputs of a file in an application run, and report the rows that match no cell."""

import asyncio
from dataclasses import dataclass

from edison.domain.datasets.importing.file_table import ReadOptions, RowProblem
from edison.domain.datasets.importing.read_file import must_be_small
from edison.domain.ids import ProjectId, RunId
from edison.domain.people.access import Actor, Permission
from edison.domain.runs.output_file import match_rows, output_table, read_output_table
from edison.domain.runs.submitted_output import result_of
from edison.engine.runs.applications.store_outputs import store_outputs
from edison.services.context import Context
from edison.services.datasets.limited_file_reader import ReadFile, read_in_process
from edison.services.runs.application_runs import count_open, lock_application_run

PROBLEMS_SHOWN = 100
ANY = ReadOptions()


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadOutputs:
    """A file of outputs. `output_column` names the column to use; None: by its usual names."""

    project: ProjectId
    run: RunId
    name: str
    content: bytes
    options: ReadOptions = ANY
    output_column: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadReport:
    """What became of the rows of a file. `unmatched` counts all rows without an effect; `problems` are the first."""

    rows: int
    stored: int
    already_there: int
    unmatched: int
    problems: tuple[RowProblem, ...]
    matched_by: tuple[str, ...]
    output_column: str
    # Cells that are still without an output.
    open: int


async def upload_outputs(ctx: Context, who: Actor, cmd: UploadOutputs) -> UploadReport:
    """Match the rows of a file to cells and store their outputs, at most one per cell, in one transaction."""
    who.must(Permission.START_RUNS, cmd.project)
    must_be_small(len(cmd.content), ctx.imports.most_bytes)
    options = cmd.options
    arguments = {
        "name": cmd.name,
        "format": options.format,
        "encoding": options.encoding,
        "delimiter": options.delimiter,
        "most_rows": ctx.imports.most_rows,
    }
    file = ReadFile(
        project=cmd.project,
        permission=Permission.START_RUNS,
        task=read_output_table,
        arguments=arguments,
        content=cmd.content,
    )
    table = output_table(*await read_in_process(ctx, who, file))
    async with ctx.change(who, cmd.project) as tx:
        run = await lock_application_run(tx, cmd.run)
        cases = await tx.submitted_cells.cases(cmd.project, cmd.run)
        filled = await tx.submitted_cells.filled(cmd.project, cmd.run)
        matched = await asyncio.to_thread(
            match_rows, table, cases, run.plan.trials, filled, cmd.output_column
        )
        results = {cell: result_of(output) for cell, output in matched.outputs.items()}
        stored = await store_outputs(tx, run, results)
        unmatched = len({problem.row for problem in matched.problems})
        if stored:
            tx.record_entry(
                "run.outputs_uploaded",
                ("run", cmd.run),
                {
                    "name": {"old": None, "new": cmd.name},
                    "outputs": {"old": None, "new": len(stored)},
                },
            )
        return UploadReport(
            rows=len(stored) + matched.already_there + unmatched,
            stored=len(stored),
            already_there=matched.already_there,
            unmatched=unmatched,
            problems=matched.problems[:PROBLEMS_SHOWN],
            matched_by=matched.matched_by,
            output_column=matched.output_column,
            open=await count_open(tx, run),
        )
