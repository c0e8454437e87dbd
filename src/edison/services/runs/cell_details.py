"""Details of one cell: its request, answer, scores, labels and earlier answers."""

from dataclasses import dataclass
from typing import Any

from edison.domain.datasets.dataset import CaseContent
from edison.domain.errors import NotFound
from edison.domain.ids import ProjectId, RunId
from edison.domain.judging.rubric import Rubric
from edison.domain.people.access import Actor, Permission
from edison.domain.prompts.prompt import PromptContent
from edison.domain.runs.cell_labels import Mark
from edison.domain.runs.cell_request import CellRequest, request_of
from edison.domain.runs.grid_rows import EarlierCell, WholeCell
from edison.domain.runs.row_kinds import EarlierAnswers, RowCounts, RowKind, match_earlier
from edison.domain.runs.run_plan import CellPlace, Run
from edison.domain.runs.run_states import RunState
from edison.kit.pagination import PageRequest
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
    if run.plan.given is not None:
        content = PromptContent()
    else:
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


# Runs that are further back say little about the last change.
EARLIER_RUNS = 10


async def count_rows(ctx: Context, who: Actor, project: ProjectId, run: RunId) -> RowCounts:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        found = await tx.runs.get(project, run)
        earlier = await find_earlier(tx, project, found)
        rows, plan = tx.run_rows, found.plan
        return RowCounts(
            not_passed=await rows.count(project, run, plan, RowKind.NOT_PASSED),
            errors=await rows.count(project, run, plan, RowKind.ERRORS),
            changed=await rows.count(project, run, plan, RowKind.CHANGED, earlier)
            if earlier
            else None,
            flagged=await rows.count(project, run, plan, RowKind.FLAGGED),
            earlier=earlier,
        )


async def find_earlier(tx: ReadTx, project: ProjectId, run: Run) -> EarlierAnswers | None:
    """Find the latest earlier completed run on the same dataset with a common column and scorer."""
    dataset = run.plan.dataset
    if dataset is None:
        return None
    ours = await _specs(tx, project, run.id)
    if not ours:
        return None
    page = PageRequest(limit=EARLIER_RUNS, after=(str(run.id),))
    before = await tx.runs.page(project, page, dataset=dataset, states=(RunState.COMPLETED,))
    for other in before.items:
        theirs = await _specs(tx, project, other.id)
        matched = match_earlier(run.plan, ours, (other.id, other.number, other.plan), theirs)
        if matched is not None:
            return matched
    return None


async def _specs(tx: ReadTx, project: ProjectId, run: RunId) -> dict[int, dict[str, Any]]:
    scorers = await tx.run_panels.scorers(project, run)
    return {scorer.number: scorer.spec for scorer in scorers if not scorer.exam}
