"""Templates to begin an experiment with."""

from edison.api.api_router import ApiRouter
from edison.api.experiments.template_views import TemplateView
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.services.experiments import template_list

router = ApiRouter(prefix="/projects/{project}/experiment-templates", tags=["experiments"])


@router.get("")
async def list_experiment_templates(
    project: CurrentProject, who: CurrentActor, ctx: Services
) -> list[TemplateView]:
    """List templates, each with its objective, rubric, initial prompt and 20 sample cases."""
    found = await template_list.list_templates(ctx, who, project)
    return [TemplateView.of(template) for template in found]
