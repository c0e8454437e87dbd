"""Scorers: which there are, and trying one out."""

from edison.api.api_router import ApiRouter
from edison.api.judging.scorer_views import (
    ScorersView,
    ScorerVerdictView,
    ScorerView,
    TryScorerBody,
)
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.services.judging import available_scorers

router = ApiRouter(prefix="/projects/{project}/scorers", tags=["scorers"])


@router.get("")
async def list_scorers(project: CurrentProject, who: CurrentActor, ctx: Services) -> ScorersView:
    found = await available_scorers.list_scorers(ctx, who, project)
    return ScorersView(items=[ScorerView.of(item) for item in found])


@router.post("/test")
async def test_scorer(
    body: TryScorerBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ScorerVerdictView:
    """Score one sample the way a run would. Nothing is stored and no model is called."""
    verdict = await available_scorers.try_scorer(
        ctx, who, project, body.spec, body.sample.to_sample()
    )
    return ScorerVerdictView.of(verdict)
