"""Templates to begin an experiment with."""

from fastapi import APIRouter

from edison.api.errors import problems
from edison.api.identity import CurrentActor, CurrentProject, Services
from edison.api.schemas.experiment_templates import TemplateView
from edison.services.experiments import templates

router = APIRouter(prefix="/projects/{project}/experiment-templates", tags=["experiments"])


@router.get("", operation_id="list_experiment_templates", responses=problems(400, 401, 403, 404))
async def list_experiment_templates(
    project: CurrentProject, who: CurrentActor, ctx: Services
) -> list[TemplateView]:
    """Each with its objective, rubric, seed prompt and twenty sample cases."""
    found = await templates.list_templates(ctx, who, project)
    return [TemplateView.of(template) for template in found]
