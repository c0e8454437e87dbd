"""Routes of prompts by name, for applications that use prompts at run time."""

from fastapi import Response

from edison.api.api_router import ApiRouter, Exactly
from edison.api.conditional_response import NOT_MODIFIED, WantedETag, answer_unless_known
from edison.api.error_responses import problems
from edison.api.prompts.named_prompt_views import (
    NamedPromptView,
    PromptName,
    RenderedNamedPromptView,
    RenderNamedPromptBody,
    WantedLabel,
    WantedVersion,
)
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.services.prompts import named_prompts
from edison.services.prompts.named_prompts import PromptReference

router = ApiRouter(prefix="/projects/{project}/prompts/by-name", tags=["prompts"])


# A name may contain a slash.
@router.get("/{name:path}", response_model=NamedPromptView, responses=NOT_MODIFIED)
async def read_named_prompt(
    name: PromptName,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    label: WantedLabel = None,
    version: WantedVersion = None,
    known: WantedETag = None,
) -> Response:
    """Get a version of a prompt by name and label or number, for use at run time.

    Send the `ETag` of the answer as `If-None-Match` to get 304 without a body while nothing has changed.
    """
    wanted = PromptReference(name=name, label=label, number=version)
    found = await named_prompts.read_named_prompt(ctx, who, project, wanted)
    return answer_unless_known(NamedPromptView.of(found), known)


@router.post("/{name:path}/render", responses=Exactly(problems(400, 401, 403, 404)))
async def render_named_prompt(
    name: PromptName,
    body: RenderNamedPromptBody,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> RenderedNamedPromptView:
    """Get the exact messages of a prompt with values. A variable without a value is an error."""
    rendered = await named_prompts.render_named_prompt(ctx, who, body.to_command(project, name))
    return RenderedNamedPromptView.of(rendered)
