"""Render a prompt exactly as it is sent to a model. Screens call this too, so that there is only one renderer."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from edison.domain.ids import ProjectId
from edison.domain.models.model_call import Message
from edison.domain.models.token_counts import count_prompt
from edison.domain.people.access import Actor, Permission
from edison.domain.prompts.output_contract import ContractKind, detected
from edison.domain.prompts.prompt import PromptContent
from edison.domain.prompts.prompt_rules import PromptProblem, check_limits, problems_of, warnings_of
from edison.domain.prompts.template_renderer import (
    convert_single_braces,
    preview,
    value_from_json,
    variables_of,
)
from edison.services.context import Context


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderPrompt:
    project: ProjectId
    content: PromptContent
    values: dict[str, Any]
    declared: Sequence[str] = ()
    model: str = ""
    provider: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptPreview:
    messages: tuple[Message, ...]
    variables: tuple[str, ...]
    missing: tuple[str, ...]
    problems: tuple[PromptProblem, ...]
    warnings: tuple[PromptProblem, ...]
    characters: int
    tokens: int
    # True: counted with the model's tokenizer; False: estimated from characters.
    tokens_exact: bool
    contract: ContractKind


async def render_prompt(ctx: Context, who: Actor, cmd: RenderPrompt) -> PromptPreview:
    """Render a prompt with the given values. Variables without a value stay in the text and in `missing`."""
    who.must(Permission.VIEW_PROJECT, cmd.project)
    check_limits(cmd.content)
    done = preview(
        cmd.content, {name: value_from_json(value) for name, value in cmd.values.items()}
    )
    variables = variables_of(cmd.content)
    # In a thread: the first count loads a vocabulary, and long texts are slow.
    tokens, exact = await asyncio.to_thread(count_prompt, done.messages, cmd.model, cmd.provider)
    return PromptPreview(
        messages=done.messages,
        variables=variables,
        missing=done.missing,
        problems=(
            *problems_of(cmd.content),
            *(
                PromptProblem(
                    field=f"values.{name}",
                    message=f"{{{{{name}}}}} is a list of messages and must be alone in a message",
                )
                for name in done.misplaced
            ),
            *(
                PromptProblem(field="declared", message=f"Variable '{name}' not found in template")
                for name in cmd.declared
                if name not in variables
            ),
        ),
        warnings=warnings_of(cmd.content),
        characters=sum(len(message.content) for message in done.messages),
        tokens=tokens,
        tokens_exact=exact,
        contract=detected(cmd.content),
    )


async def convert_prompt(
    ctx: Context, who: Actor, project: ProjectId, text: str
) -> tuple[str, tuple[str, ...]]:
    """Convert variables of the form `{name}`, which other tools use, to the form `{{name}}`."""
    who.must(Permission.VIEW_PROJECT, project)
    return convert_single_braces(text)
