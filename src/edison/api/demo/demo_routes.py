"""Routes of the demo project: create it, and do its next steps."""

from edison.api.api_router import ApiRouter, Exactly
from edison.api.demo.demo_views import DemoProgressView, DemoProjectView
from edison.api.error_responses import problems
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.services.demo import demo_project

router = ApiRouter(tags=["demo"])


@router.post(
    "/demo-project", status_code=201, responses=Exactly(problems(400, 401, 403, 409, 422, 503))
)
async def make_demo_project(who: CurrentActor, ctx: Services) -> DemoProjectView:
    """Create your demo project with simulated models, or return the existing one.

    Then call `advance` until the demo is ready.
    """
    return DemoProjectView.of(await demo_project.make_demo_project(ctx, who))


@router.post("/projects/{project}/demo/advance", responses=problems(422, 503))
async def advance_demo(
    project: CurrentProject, who: CurrentActor, ctx: Services
) -> DemoProgressView:
    """Do every step of the demo that can be done now, and return how far it is.

    Nothing is done twice, and no step waits for a worker. Call it again until `ready` is true.
    """
    return DemoProgressView.of(await demo_project.advance_demo(ctx, who, project))
