"""Templates to begin an experiment with."""

from fastapi import APIRouter

from edison.api.error_responses import problems
from edison.api.experiments.template_views import TemplateView
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.services.experiments import template_list

router = APIRouter(prefix="/projects/{project}/experiment-templates", tags=["experiments"])


@router.get("", operation_id="list_experiment_templates", responses=problems(400, 401, 403, 404))
async def list_experiment_templates(
    project: CurrentProject, who: CurrentActor, ctx: Services
) -> list[TemplateView]:
    """Each with its objective, rubric, seed prompt and twenty sample cases."""
    found = await template_list.list_templates(ctx, who, project)
    return [TemplateView.of(template) for template in found]
