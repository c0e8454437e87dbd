"""What a cell would send, byte for byte."""

from edison.api.api_router import ApiRouter, Exactly
from edison.api.error_responses import problems
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.api.runs.exact_request_views import ExactRequestView, PreviewRequestBody
from edison.services.runs import exact_request

router = ApiRouter(prefix="/projects/{project}/runs", tags=["runs"])


@router.post("/request", responses=Exactly(problems(400, 401, 403, 404)))
async def preview_request(
    body: PreviewRequestBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ExactRequestView:
    """Get the request that one case would be sent as, with secrets masked.

    Nothing is sent or stored.
    """
    found = await exact_request.preview_request(ctx, who, body.to_command(project))
    return ExactRequestView.of(found)
