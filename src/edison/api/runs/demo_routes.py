"""The demo: something to run before anyone has a key."""

from uuid import UUID

from pydantic import Field

from edison.api.api_router import ApiRouter
from edison.api.base_views import DomainView
from edison.api.error_responses import problems
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.services.runs import demo_setup


class DemoView(DomainView):
    prompt: UUID
    grader: UUID
    dataset: UUID
    credential: UUID
    models: list[UUID] = Field(description="The best first")
    judge: UUID = Field(description="The model to ask with the grader")


router = ApiRouter(tags=["demo"])


@router.post("/projects/{project}/demo", status_code=201, responses=problems(422, 503))
async def start_demo(project: CurrentProject, who: CurrentActor, ctx: Services) -> DemoView:
    """Create a simulated credential, a prompt, its grader and cases, or return existing ones.

    Nothing is run.
    """
    return DemoView.of(await demo_setup.start_demo(ctx, who, project))
