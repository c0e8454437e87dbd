"""Breakpoints of prompt caches: a mark behind the last message that many calls share.

Providers cache in the order tools, system text, messages; what stands before the mark must be equal in all calls.
Sources, read on 2026-11-19: platform.claude.com, "Prompt caching"; docs.aws.amazon.com, "Prompt caching for faster
model inference"; the types of the anthropic Python client 2.8.0 and of botocore.
"""

from collections.abc import Callable
from typing import Any

from edison.domain.models.model_call import Message, ModelCall
from edison.providers.wire.wire_protocol import Blocks

# Anthropic: a field of the last cached block. Without a lifetime it is kept for five minutes.
EPHEMERAL: dict[str, Any] = {"cache_control": {"type": "ephemeral"}}
# Bedrock's Converse: a block of its own behind the last cached block.
CACHE_POINT: dict[str, Any] = {"cachePoint": {"type": "default"}}


def shared_turns(call: ModelCall) -> int | None:
    """Return how many messages after the system text are shared; None if the call has nothing to cache.

    Providers take the system text first, so a system message behind the shared ones changes the beginning.
    """
    count = call.cached_messages or 0
    shared = call.messages[:count]
    if not shared or any(one.role == "system" for one in call.messages[count:]):
        return None
    return sum(1 for message in shared if message.role != "system")


def anthropic_system(call: ModelCall, system: str) -> str | Blocks:
    """Return the system text, with the breakpoint if nothing behind it is shared."""
    if shared_turns(call) != 0:
        return system
    return [{"type": "text", "text": system, **EPHEMERAL}]


def anthropic_blocks(
    call: ModelCall, blocks_of: Callable[[Message], Blocks]
) -> Callable[[Message], Blocks]:
    """Return the function that converts the messages in order, with the breakpoint in the last shared one."""

    def mark(blocks: Blocks) -> None:
        # The provider rejects a breakpoint in an empty text.
        if blocks[-1].get("text") != "":
            blocks[-1].update(EPHEMERAL)

    return _marked(call, blocks_of, mark)


def bedrock_system(call: ModelCall, system: str) -> Blocks:
    return [{"text": system}, CACHE_POINT] if shared_turns(call) == 0 else [{"text": system}]


def bedrock_blocks(
    call: ModelCall, blocks_of: Callable[[Message], Blocks]
) -> Callable[[Message], Blocks]:
    return _marked(call, blocks_of, lambda blocks: blocks.append(CACHE_POINT))


def _marked(
    call: ModelCall, blocks_of: Callable[[Message], Blocks], mark: Callable[[Blocks], None]
) -> Callable[[Message], Blocks]:
    last = shared_turns(call)
    if not last:
        return blocks_of
    converted = 0

    def blocks_in_order(message: Message) -> Blocks:
        nonlocal converted
        converted += 1
        blocks = blocks_of(message)
        if converted == last:
            mark(blocks)
        return blocks

    return blocks_in_order
