"""Routes of the project home and of the counts that the navigation shows."""

from edison.api.api_router import ApiRouter
from edison.api.home.views import ProjectHomeView, WaitingView
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.services.home import project_home

router = ApiRouter(prefix="/projects/{project}", tags=["projects"])


@router.get("/home")
async def read_project_home(
    project: CurrentProject, who: CurrentActor, ctx: Services
) -> ProjectHomeView:
    """Get the overview of a project: prompts with their last score and verdict, runs in progress, and spending."""
    return ProjectHomeView.of(await project_home.read_home(ctx, who, project))


@router.get("/waiting")
async def count_waiting(project: CurrentProject, who: CurrentActor, ctx: Services) -> WaitingView:
    """Count the reviews, alerts and annotations that wait for the current user, and the runs in progress."""
    return WaitingView.of(await project_home.count_waiting(ctx, who, project))
