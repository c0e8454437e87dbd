"""Route of a prompt's version graph."""

from typing import Annotated
from uuid import UUID

from fastapi import Query

from edison.api.api_router import ApiRouter
from edison.api.base_views import Line, WantedMetric
from edison.api.lineage.views import LineageGraphView
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.ids import PromptId
from edison.services.lineage import version_graph

router = ApiRouter(prefix="/projects/{project}/prompts/{prompt}", tags=["prompts"])


@router.get("/lineage")
async def read_prompt_graph(
    prompt: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    metric: WantedMetric = None,
    target: Annotated[
        Line | None, Query(max_length=200, description="The model whose scores are shown")
    ] = None,
) -> LineageGraphView:
    """Get all versions of a prompt with their parents and scores, and the verdicts between versions."""
    found = await version_graph.read_graph(
        ctx, who, project, PromptId(prompt), metric=metric or None, target=target or None
    )
    return LineageGraphView.of(found)
