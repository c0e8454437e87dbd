"""Read and render a prompt by its name, as an application does at run time."""

from dataclasses import dataclass, field
from typing import Any

from edison.domain.errors import InvalidInput, NotFound
from edison.domain.ids import ProjectId
from edison.domain.models.model_call import Message
from edison.domain.people.access import Actor, Permission
from edison.domain.prompts.prompt import LATEST, Prompt, PromptVersion
from edison.domain.prompts.template_renderer import (
    CannotRender,
    MissingVariables,
    render,
    value_from_json,
)
from edison.services.context import Context

# What an application uses if it does not ask for anything else.
DEFAULT_LABEL = "production"


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptReference:
    """A prompt by name, with a label or a version number. Neither means the label `production`."""

    name: str
    label: str | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedPrompt:
    """One version of a prompt, with the name and the labels of the prompt."""

    prompt: Prompt
    version: PromptVersion


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderNamedPrompt:
    project: ProjectId
    reference: PromptReference
    values: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedNamedPrompt:
    named: NamedPrompt
    messages: tuple[Message, ...]


async def read_named_prompt(
    ctx: Context, who: Actor, project: ProjectId, reference: PromptReference
) -> NamedPrompt:
    """Return the version that a name and a label or number refer to."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        prompt = await tx.prompts.get_by_name(project, reference.name)
        number = _number_of(prompt, reference)
        return NamedPrompt(
            prompt=prompt, version=await tx.prompts.version_of(project, prompt, number)
        )


async def render_named_prompt(
    ctx: Context, who: Actor, cmd: RenderNamedPrompt
) -> RenderedNamedPrompt:
    """Render a version with values. Raise an error that lists every variable without a value."""
    who.must(Permission.VIEW_PROJECT, cmd.project)
    named = await read_named_prompt(ctx, who, cmd.project, cmd.reference)
    values = {name: value_from_json(value) for name, value in cmd.values.items()}
    try:
        messages = render(named.version.content, values)
    except MissingVariables as error:
        raise InvalidInput(
            f"The prompt needs a value for: {', '.join(error.missing)}",
            field="values",
            advice="Add a value for each of these variables and send the request again.",
            missing=error.missing,
        ) from error
    except CannotRender as error:
        raise InvalidInput(
            str(error), field="values", missing=error.missing, misplaced=error.misplaced
        ) from error
    return RenderedNamedPrompt(named=named, messages=messages)


def _number_of(prompt: Prompt, reference: PromptReference) -> int:
    if reference.number is not None:
        if reference.label is not None:
            raise InvalidInput("Ask for a label or for a version, not for both", field="version")
        return reference.number
    label = reference.label or DEFAULT_LABEL
    number = prompt.labels.get(label)
    if number is None:
        raise NotFound(
            f"The prompt '{prompt.name}' has no label '{label}'",
            advice="Move the label to a version of the prompt, or ask for one of the labels it has: "
            f"{', '.join(prompt.labels) or f'none; `{LATEST}` exists after the first version'}.",
            labels=sorted(prompt.labels),
        )
    return number
