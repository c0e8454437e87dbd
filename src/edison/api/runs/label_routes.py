"""What people say of a cell: their grade, and a flag for others to look."""

from typing import Annotated
from uuid import UUID

from fastapi import Path

from edison.api.api_router import ApiRouter
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.api.runs.label_views import CellMarkView, FlagCellBody, GradeCellBody
from edison.domain.ids import RunId
from edison.services.runs import cell_labels

router = ApiRouter(prefix="/projects/{project}/runs/{run}/cells/{ordinal}", tags=["runs"])
Ordinal = Annotated[int, Path(ge=0, le=2**31 - 1)]


@router.put("/grade")
async def grade_cell(
    run: UUID,
    ordinal: Ordinal,
    body: GradeCellBody,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> CellMarkView:
    """Label a cell.

    A person's label takes precedence over scores until the answer is requested again.
    """
    cell = cell_labels.CellAt(project=project, run=RunId(run), ordinal=ordinal)
    return CellMarkView.of(await cell_labels.grade_cell(ctx, who, cell, body.said(), body.attempt))


@router.put("/flag")
async def flag_cell(
    run: UUID,
    ordinal: Ordinal,
    body: FlagCellBody,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> CellMarkView:
    """Flag a cell for review, with a note, or remove the flag."""
    cell = cell_labels.CellAt(project=project, run=RunId(run), ordinal=ordinal)
    mark = await cell_labels.flag_cell(ctx, who, cell, flagged=body.flagged, note=body.note)
    return CellMarkView.of(mark)
