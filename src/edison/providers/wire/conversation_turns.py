"""A conversation for protocols that keep the system message apart and want speakers to take turns."""

import re
from collections.abc import Callable, Iterable
from typing import Any

from edison.domain.models.model_call import Message

Blocks = list[dict[str, Any]]


def system_apart(messages: tuple[Message, ...], *added: str) -> tuple[str, tuple[Message, ...]]:
    """Part the system text from the turns; a prompt of only system text is asked as the user."""
    texts = [message.content for message in messages if message.role == "system"]
    rest = tuple(message for message in messages if message.role != "system")
    system = "\n\n".join(text for text in (*texts, *added) if text)
    if not rest:
        return "", (Message(role="user", content=system),)
    return system, rest


def take_turns(
    messages: Iterable[Message], blocks_of: Callable[[Message], Blocks]
) -> list[tuple[str, Blocks]]:
    """Merge neighbours of one side; the results of tools are said by the user's side."""
    turns: list[tuple[str, Blocks]] = []
    for message in messages:
        side = "assistant" if message.role == "assistant" else "user"
        blocks = blocks_of(message)
        if turns and turns[-1][0] == side:
            turns[-1][1].extend(blocks)
        else:
            turns.append((side, blocks))
    return turns


def tool_names(messages: Iterable[Message]) -> dict[str, str]:
    """Which tool each call was for, where results must name it."""
    return {call.id: call.name for message in messages for call in message.tool_calls}


def tool_id(given: str) -> str:
    """Ids made by one provider may be read by another, which takes fewer characters."""
    return re.sub(r"[^a-zA-Z0-9_-]", "_", given)[:64] or "call"
