"""Breakpoints of OpenAI's prompt caches, for models since GPT-5.6.

These models match a cached prompt exactly at a breakpoint, and by default the breakpoint is at the end of the newest
message. Calls that share only their beginning would all write the cache, which costs more, and never read it.

Sources, read on 2026-11-19: developers.openai.com, "Prompt caching"; the types of the openai Python client 3.49.0
(`prompt_cache_options`, `prompt_cache_breakpoint`); docs.langchain4j.dev, `OpenAiOfficialPromptCacheBreakpoint`, for
the roles that take a breakpoint.
"""

from typing import Any

from edison.domain.models.model_call import Message, ModelCall
from edison.domain.models.provider import Endpoint, Provider
from edison.providers.facts.caching_facts import takes_openai_breakpoints

# Without a breakpoint in the request, nothing is cached.
ONLY_EXPLICIT: dict[str, Any] = {"mode": "explicit"}
# An assistant message cannot carry a breakpoint.
_CAN_CARRY = frozenset({"system", "user"})

Items = list[dict[str, Any]]


def mark_messages(body: dict[str, Any], endpoint: Endpoint, call: ModelCall) -> None:
    """Set the breakpoint in a request to chat completions."""
    if _is_set(body, endpoint, call) and (last := _last_marked(call)) is not None:
        items: Items = body["messages"]
        # A first message that asks for JSON may have been added.
        _mark(items[last + len(items) - len(call.messages)], "text")


def mark_input(body: dict[str, Any], endpoint: Endpoint, call: ModelCall) -> None:
    """Set the breakpoint in a request to Responses. Instructions cannot carry one, so they become a message."""
    if not _is_set(body, endpoint, call) or (last := _last_marked(call)) is None:
        return
    items: Items = body["input"]
    message = call.messages[last]
    if last == 0 and "instructions" in body:
        items.insert(0, {"role": "system", "content": body.pop("instructions")})
        _mark(items[0], "input_text")
        return
    first = 1 if "instructions" in body else 0
    equal = sum(1 for each in call.messages[first : last + 1] if _is(each, message))
    alike = [item for item in items if _item_is(item, message)]
    if len(alike) >= equal:
        _mark(alike[equal - 1], "input_text")


def _is_set(body: dict[str, Any], endpoint: Endpoint, call: ModelCall) -> bool:
    """Turn off the provider's own breakpoint; return whether there may be one of ours."""
    if (
        call.cached_messages is None
        or endpoint.provider is not Provider.OPENAI
        or not takes_openai_breakpoints(call.model)
    ):
        return False
    body["prompt_cache_options"] = dict(ONLY_EXPLICIT)
    return True


def _last_marked(call: ModelCall) -> int | None:
    """Return the place of the last shared message that can carry a breakpoint."""
    places = range((call.cached_messages or 0) - 1, -1, -1)
    return next((n for n in places if _carries(call.messages[n])), None)


def _carries(message: Message) -> bool:
    return message.role in _CAN_CARRY and bool(message.content)


def _is(one: Message, other: Message) -> bool:
    return (one.role, one.content) == (other.role, other.content)


def _item_is(item: dict[str, Any], message: Message) -> bool:
    return (item.get("role"), item.get("content")) == (message.role, message.content)


def _mark(item: dict[str, Any], kind: str) -> None:
    content: Any = item["content"]
    parts: Items = [{"type": kind, "text": content}] if isinstance(content, str) else [*content]
    parts[-1] = {**parts[-1], "prompt_cache_breakpoint": {"mode": "explicit"}}
    item["content"] = parts
