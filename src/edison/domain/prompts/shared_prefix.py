"""The beginning of a prompt that is equal for all cases: what stands before the first variable."""

import json
from collections.abc import Iterator

from edison.domain.models.model_call import Message
from edison.domain.prompts.prompt import PromptContent
from edison.domain.prompts.template_renderer import variables_in


def shared_messages(content: PromptContent) -> tuple[Message, ...]:
    """Return the first messages of the rendered prompt that contain no variable.

    Providers read the system texts first, so a variable in any of them leaves nothing to share.
    """
    messages = list(_messages(content))
    if any(message.role == "system" and variables_in(message.content) for message in messages):
        return ()
    varying = (place for place, one in enumerate(messages) if variables_in(one.content))
    return tuple(messages[: next(varying, len(messages))])


def tools_text(content: PromptContent) -> str:
    """Return the tools as text, to estimate their tokens: providers read them before the system text."""
    return "".join(
        f"{tool.name}{tool.description}{json.dumps(tool.parameters)}" for tool in content.tools
    )


def _messages(content: PromptContent) -> Iterator[Message]:
    """Yield one message for each message of the rendered prompt, up to the first with a variable."""
    if content.system:
        yield Message(role="system", content=content.system)
    for shot in content.few_shots:
        yield Message(role="user", content=shot.user)
        yield Message(role="assistant", content=shot.assistant)
    yield from content.messages
