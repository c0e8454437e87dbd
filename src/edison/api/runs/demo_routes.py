"""The demo: something to run before anyone has a key."""

from edison.api.api_router import ApiRouter
from edison.api.error_responses import problems
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.api.runs.demo_views import DemoView
from edison.services.runs import demo_setup

router = ApiRouter(tags=["demo"])


@router.post("/projects/{project}/demo", status_code=201, responses=problems(422, 503))
async def start_demo(project: CurrentProject, who: CurrentActor, ctx: Services) -> DemoView:
    """Create a simulated credential, a prompt, its grader and cases, or return existing ones.

    Nothing is run.
    """
    return DemoView.of(await demo_setup.start_demo(ctx, who, project))
