"""Read the details of a cell: its request, answer, scores, labels and earlier answers."""

from dataclasses import dataclass

from edison.domain.datasets.dataset import CaseContent
from edison.domain.errors import NotFound
from edison.domain.ids import ProjectId, RunId
from edison.domain.judging.rubric import Rubric
from edison.domain.people.access import Actor, Permission
from edison.domain.prompts.prompt import PromptContent
from edison.domain.runs.cell_labels import Mark
from edison.domain.runs.cell_request import CellRequest, request_of
from edison.domain.runs.grid_rows import EarlierCell, WholeCell
from edison.domain.runs.run_plan import CellPlace, Run
from edison.services.context import Context
from edison.services.runs.cell_labels import rubric_of_run
from edison.store.repositories.runs.runs import RunScorer
from edison.store.unit_of_work import ReadTx


@dataclass(frozen=True, slots=True, kw_only=True)
class CellStory:
    run: Run
    place: CellPlace
    case: CaseContent
    cell: WholeCell
    request: CellRequest
    scorers: dict[int, RunScorer]
    # None: no person has graded or flagged the cell.
    mark: Mark | None
    history: tuple[EarlierCell, ...]
    # The rubric for grades by people; None: no judge of the run has a rubric.
    rubric: Rubric | None = None


async def read_cell(
    ctx: Context, who: Actor, project: ProjectId, run: RunId, ordinal: int
) -> CellStory:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        found = await tx.runs.get(project, run)
        if not 0 <= ordinal < found.plan.cells:
            raise NotFound("The run has no such cell")
        place = found.plan.place(ordinal)
        cases = await tx.cells.cases(project, run, place.case, place.case + 1)
        case = cases[place.case]
        return CellStory(
            run=found,
            place=place,
            case=case,
            cell=await tx.run_rows.cell(project, run, ordinal),
            request=await _request(tx, project, found, place, case),
            scorers={each.number: each for each in await tx.runs.scorers(project, run)},
            mark=(await tx.cell_marks.of(project, run, [ordinal])).get(ordinal),
            history=await tx.run_rows.history(project, run, ordinal),
            rubric=await rubric_of_run(tx, project, run),
        )


async def _request(
    tx: ReadTx, project: ProjectId, run: Run, place: CellPlace, case: CaseContent
) -> CellRequest:
    column = run.plan.columns[place.column]
    content = PromptContent()
    if run.plan.calls_targets:
        content = (await tx.prompts.version_by_id(project, column.version)).content
    try:
        most = (await tx.catalog.get(project, column.model)).capabilities.max_output_tokens
    except NotFound:
        most = None
    return request_of(
        content,
        case.values,
        column.parameters,
        model=column.model_name,
        provider=column.provider,
        most_output=most,
    )
