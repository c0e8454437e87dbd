"""Routes of prompts: drafts, versions, labels and rendering."""

from typing import Annotated
from uuid import UUID

from fastapi import Path, Query, Response

from edison.api.api_router import ApiRouter, Exactly
from edison.api.base_views import Line, PageView, WantedPage
from edison.api.error_responses import Responses, problems
from edison.api.prompts.views import (
    CompareView,
    ConvertBody,
    ConvertedView,
    CreatePromptBody,
    DuplicatePromptBody,
    EditPromptBody,
    ForkVersionBody,
    LineageView,
    MoveLabelBody,
    PartDiffView,
    PromptCardView,
    PromptView,
    RenderBody,
    RenderedView,
    SaveVersionBody,
    VersionCardView,
    VersionView,
)
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.ids import PromptId
from edison.domain.prompts.prompt import PromptKind
from edison.services.prompts import (
    prompt_commands,
    prompt_labels,
    prompt_preview,
    prompt_queries,
    prompt_versions,
)

router = ApiRouter(prefix="/projects/{project}/prompts", tags=["prompts"])

Number = Annotated[int, Path(ge=1, le=2**31 - 1, description="Version number")]
NumberToCompare = Annotated[int, Query(ge=1, le=2**31 - 1)]
Label = Annotated[str, Path(min_length=1, max_length=50)]


MARKDOWN: Responses = {200: {"content": {"text/markdown": {"schema": {"type": "string"}}}}}


@router.get("")
async def list_prompts(
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    page: WantedPage,
    search: Annotated[Line | None, Query(max_length=100)] = None,
    kind: PromptKind | None = None,
) -> PageView[PromptCardView]:
    """List prompts, last changed first.

    The search covers names, descriptions and the beginning of the texts.
    """
    wanted = prompt_queries.PromptFilter(search=search, kind=kind)
    found = await prompt_queries.list_prompts(ctx, who, project, wanted, page)
    return PageView(
        items=[PromptCardView.of(card) for card in found.items], next_cursor=found.next_cursor
    )


@router.post("", status_code=201)
async def create_prompt(
    body: CreatePromptBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> PromptView:
    """Create a prompt with a draft and no version."""
    return PromptView.of(await prompt_commands.create_prompt(ctx, who, body.to_command(project)))


@router.post("/render", responses=Exactly(problems(400, 401, 403, 404)))
async def render_prompt(
    body: RenderBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> RenderedView:
    """Get the exact messages that would be sent to a model. Nothing is stored and no model is called."""
    return RenderedView.of(await prompt_preview.render_prompt(ctx, who, body.to_command(project)))


@router.post("/convert", responses=Exactly(problems(400, 401, 403, 404)))
async def convert_prompt(
    body: ConvertBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ConvertedView:
    """Rewrite variables from `{name}` to `{{name}}`."""
    text, names = await prompt_preview.convert_prompt(ctx, who, project, body.text)
    return ConvertedView(text=text, converted=list(names))


@router.get("/{prompt}")
async def read_prompt(
    prompt: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> PromptView:
    """Get a prompt with its draft, labels and every problem of the draft."""
    return PromptView.of(await prompt_queries.read_prompt(ctx, who, project, PromptId(prompt)))


@router.patch("/{prompt}")
async def edit_prompt(
    prompt: UUID, body: EditPromptBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> PromptView:
    """Change the name, description or draft of a prompt.

    Returns `EDIT_CONFLICT` if someone else has changed the prompt since you read it.
    """
    return PromptView.of(
        await prompt_commands.edit_prompt(ctx, who, body.to_command(project, prompt))
    )


@router.delete("/{prompt}", status_code=204)
async def remove_prompt(
    prompt: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> None:
    """Remove a prompt from lists. Its versions stay available to the runs that used them."""
    await prompt_commands.remove_prompt(ctx, who, project, PromptId(prompt))


@router.post("/{prompt}/duplicate", status_code=201)
async def duplicate_prompt(
    prompt: UUID,
    body: DuplicatePromptBody,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> PromptView:
    """Copy the draft into a new prompt."""
    copy = await prompt_commands.duplicate_prompt(ctx, who, project, PromptId(prompt), body.name)
    return PromptView.of(copy)


@router.get("/{prompt}/versions")
async def list_prompt_versions(
    prompt: UUID, project: CurrentProject, who: CurrentActor, ctx: Services, page: WantedPage
) -> PageView[VersionCardView]:
    """List versions, newest first."""
    found = await prompt_queries.list_versions(ctx, who, project, PromptId(prompt), page)
    return PageView(
        items=[VersionCardView.of(version) for version in found.items],
        next_cursor=found.next_cursor,
    )


@router.post("/{prompt}/versions", status_code=201)
async def save_prompt_version(
    prompt: UUID, body: SaveVersionBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> VersionView:
    """Save the draft as a version. Returns `NOTHING_CHANGED` if the draft equals the newest version."""
    saved = await prompt_versions.save_version(ctx, who, body.to_command(project, prompt))
    return VersionView.of(saved)


@router.get("/{prompt}/versions/{number}")
async def read_prompt_version(
    prompt: UUID, number: Number, project: CurrentProject, who: CurrentActor, ctx: Services
) -> VersionView:
    """Get one version of a prompt with its content."""
    found = await prompt_queries.read_version(ctx, who, project, PromptId(prompt), number)
    return VersionView.of(found)


@router.get("/{prompt}/versions/{number}/lineage")
async def read_prompt_lineage(
    prompt: UUID, number: Number, project: CurrentProject, who: CurrentActor, ctx: Services
) -> LineageView:
    """List a version and its ancestors, oldest first.

    For a fork, the ancestors include versions of the original prompt.
    """
    found = await prompt_queries.read_lineage(ctx, who, project, PromptId(prompt), number)
    return LineageView(items=[VersionCardView.of(version) for version in found])


@router.get("/{prompt}/versions/{number}/markdown", response_class=Response, responses=MARKDOWN)
async def export_prompt_version(
    prompt: UUID, number: Number, project: CurrentProject, who: CurrentActor, ctx: Services
) -> Response:
    """Download the version as a Markdown document."""
    text = await prompt_queries.export_version(ctx, who, project, PromptId(prompt), number)
    return Response(
        text,
        media_type="text/markdown",
        headers={"content-disposition": 'attachment; filename="prompt.md"'},
    )


@router.get("/{prompt}/compare")
async def compare_prompt_versions(
    prompt: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    a: NumberToCompare,
    b: NumberToCompare,
) -> CompareView:
    """Get the differences between version `a` and version `b`, for each part of the prompt."""
    parts = await prompt_queries.compare_versions(ctx, who, project, PromptId(prompt), a, b)
    return CompareView(a=a, b=b, parts=[PartDiffView.of(part) for part in parts])


@router.post("/{prompt}/versions/{number}/restore", status_code=201)
async def restore_prompt_version(
    prompt: UUID, number: Number, project: CurrentProject, who: CurrentActor, ctx: Services
) -> VersionView:
    """Restore the content of a version as the draft and as a new version."""
    restored = await prompt_versions.restore_version(ctx, who, project, PromptId(prompt), number)
    return VersionView.of(restored)


@router.post("/{prompt}/versions/{number}/fork", status_code=201)
async def fork_prompt_version(
    prompt: UUID,
    number: Number,
    body: ForkVersionBody,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> PromptView:
    """Create a new prompt from a version."""
    fork = await prompt_versions.fork_version(
        ctx, who, project, PromptId(prompt), number, body.name
    )
    return PromptView.of(fork)


@router.put("/{prompt}/labels/{label}")
async def move_prompt_label(
    prompt: UUID,
    label: Label,
    body: MoveLabelBody,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> PromptView:
    """Move a label such as `production` to a version. The label `latest` moves automatically."""
    moved = await prompt_labels.move_label(ctx, who, project, PromptId(prompt), label, body.number)
    return PromptView.of(moved)


@router.delete("/{prompt}/labels/{label}")
async def drop_prompt_label(
    prompt: UUID, label: Label, project: CurrentProject, who: CurrentActor, ctx: Services
) -> PromptView:
    """Delete a label. The version it pointed to stays."""
    return PromptView.of(await prompt_labels.drop_label(ctx, who, project, PromptId(prompt), label))
