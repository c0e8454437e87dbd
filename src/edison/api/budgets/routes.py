"""Routes of a project's monthly and daily budgets."""

from edison.api.api_router import ApiRouter
from edison.api.budgets.views import ProjectBudgetBody, ProjectBudgetView
from edison.api.error_responses import problems
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.services.budgets import project_budget

router = ApiRouter(prefix="/projects/{project}/budget", tags=["budgets"])


@router.get("")
async def read_project_budget(
    project: CurrentProject, who: CurrentActor, ctx: Services
) -> ProjectBudgetView:
    """Get the budget limits of the project and the amounts spent this month and today (UTC)."""
    return ProjectBudgetView.of(await project_budget.read_budget(ctx, who, project))


@router.put("", responses=problems(402))
async def change_project_budget(
    body: ProjectBudgetBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ProjectBudgetView:
    """Change the monthly and daily budget limits.

    The change applies to the current month and day. The monthly limit cannot be less than the amount already spent or
    reserved.
    """
    return ProjectBudgetView.of(
        await project_budget.change_budget(ctx, who, body.to_command(project))
    )
