"""How the versions of a prompt came from each other, with what is known of each."""

from uuid import UUID

from fastapi import APIRouter

from edison.api.errors import problems
from edison.api.identity import CurrentActor, CurrentProject, Services
from edison.api.schemas.prompt_lineage import LineageGraphView
from edison.domain.prompts import PromptId
from edison.services.prompts import lineage

router = APIRouter(prefix="/projects/{project}/prompts/{prompt}", tags=["prompts"])


@router.get("/lineage", operation_id="read_prompt_graph", responses=problems(400, 401, 403, 404))
async def read_prompt_graph(
    prompt: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> LineageGraphView:
    """All versions, who they came from, their scores, and the verdicts between them."""
    return LineageGraphView.of(await lineage.read_graph(ctx, who, project, PromptId(prompt)))
