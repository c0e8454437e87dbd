"""Load the failed answers that an assist learns from. Holdout cases are never shown to an assistant."""

from dataclasses import replace

from edison.domain.assists.assist import ExplainFailure, FailedAnswer, RewritePrompt
from edison.domain.datasets.dataset import CaseContent, Split, value_text
from edison.domain.errors import InvalidInput, NotFound
from edison.domain.ids import ProjectId
from edison.domain.runs.grid_rows import WholeCell
from edison.domain.runs.run_plan import Run
from edison.store.unit_of_work import ReadTx

HELD_OUT = "Holdout cases are not sent to an assistant"


async def with_failures(tx: ReadTx, project: ProjectId, wish: RewritePrompt) -> RewritePrompt:
    """Return the request with the texts of its failed cells, without holdout cases."""
    if not wish.cells:
        return wish
    if wish.run is None:
        raise InvalidInput("Name the run of the failed cells", field="input.run")
    run = await tx.runs.get(project, wish.run)
    found = [await _failed(tx, project, run, cell) for cell in wish.cells]
    shown = tuple(each for each in found if each is not None)
    if not shown:
        raise InvalidInput(
            f"{HELD_OUT}, and all chosen cells belong to the holdout",
            field="input.cells",
            advice="Choose failing cases of another split.",
        )
    return replace(wish, failures=shown)


async def with_failure(tx: ReadTx, project: ProjectId, wish: ExplainFailure) -> ExplainFailure:
    """Return the request with the answer to explain and the prompt that it answers."""
    run = await tx.runs.get(project, wish.run)
    failure = await _failed(tx, project, run, wish.cell)
    if failure is None:
        raise InvalidInput(f"{HELD_OUT}. Choose a cell of another split", field="input.cell")
    column = run.plan.columns[run.plan.place(wish.cell).column]
    text = ""
    if run.plan.calls_targets:
        content = (await tx.prompts.version_by_id(project, column.version)).content
        text = "\n\n".join(
            part for part in (content.system, *(each.content for each in content.messages)) if part
        )
    return replace(wish, prompt_text=text, failure=failure)


async def _failed(tx: ReadTx, project: ProjectId, run: Run, ordinal: int) -> FailedAnswer | None:
    """Return the texts of a cell; None if its case belongs to the holdout."""
    if not 0 <= ordinal < run.plan.cells:
        raise NotFound("The run has no such cell")
    place = run.plan.place(ordinal)
    case = (await tx.cells.cases(project, run.id, place.case, place.case + 1))[place.case]
    if case.split is Split.HOLDOUT:
        return None
    cell = await tx.run_rows.cell(project, run.id, ordinal)
    if cell.output is None:
        raise InvalidInput("The cell has no answer", field="input.cells")
    return FailedAnswer(
        input=_input(case), expected=case.expected, output=cell.output, reasons=_reasons(cell)
    )


def _input(case: CaseContent) -> str:
    return "\n".join(f"{name}: {value_text(value)}" for name, value in case.values.items())


def _reasons(cell: WholeCell) -> tuple[str, ...]:
    said = [score.reason for score in cell.scores if score.reason and score.passed is not True]
    return tuple([*([cell.malformed] if cell.malformed else []), *said])
