"""Simulated prompt caches of providers that cache on request: up to a breakpoint, for five minutes after the last use.

As at the providers, a cache can be read only after the response that wrote it has begun.
"""

import hashlib
import json
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, cast

from edison.simulator.request_json import inner, objects
from edison.simulator.simulated_call import Json, RequestedPrefix, SimulatedRequest, Unreadable
from edison.simulator.simulated_tokens import tokens_of

MOST_BREAKPOINTS = 4
OPENAI_LIVES_S = 1800.0
CACHES_AT_MOST = 4096
# The shortest cached prompt in tokens, by the beginning of the model's name; the first match applies.
SHORTEST = (
    (r"claude-(opus|fable)-5(?!-\d(?:$|\D))", 512),
    (r"claude-(sonnet-4-6|3-haiku)", 2048),
    (r"claude-(opus-4-[567]|haiku-4-5)", 4096),
    (r"", 1024),
)
_BEDROCK_VENDOR = re.compile(r"^.*anthropic\.")


def anthropic_prefix(body: Json) -> RequestedPrefix | None:
    """Return what a request of Anthropic's protocol wants to be cached; None if it has no breakpoint."""
    parts = [("tool", part) for part in _blocks(body.get("tools"))]
    parts += [("system", part) for part in _blocks(body.get("system"))]
    parts += [
        (str(message.get("role")), part)
        for message in _blocks(body.get("messages"))
        for part in _blocks(message.get("content"))
    ]
    for _, part in parts:
        if "cache_control" in part and part.get("text") == "":
            raise Unreadable("cache_control cannot be set for empty text blocks")
    return _last(
        (
            role,
            {name: part[name] for name in part if name != "cache_control"},
            "cache_control" in part,
        )
        for role, part in parts
    )


def bedrock_prefix(body: Json) -> RequestedPrefix | None:
    """Return what a request of Bedrock's protocol wants to be cached: all that stands before the last cache point."""
    parts = [("tool", part) for part in _blocks(inner(body.get("toolConfig")).get("tools"))]
    parts += [("system", part) for part in _blocks(body.get("system"))]
    parts += [
        (str(message.get("role")), part)
        for message in _blocks(body.get("messages"))
        for part in _blocks(message.get("content"))
    ]
    return _last(
        (role, {} if "cachePoint" in part else part, "cachePoint" in part) for role, part in parts
    )


def is_cached_by_breakpoints(model: str) -> bool:
    """Return whether a model of OpenAI matches cached prompts at breakpoints only: since GPT-5.6."""
    return re.match(r"gpt-(5\.[6-9]|[6-9])", model) is not None


def openai_prefix(body: Json, model: str) -> RequestedPrefix | None:
    """Return what a request of OpenAI's protocols caches. By default the breakpoint is at the end of the prompt."""
    if not is_cached_by_breakpoints(model):
        return None
    parts = [("tool", part) for part in _blocks(body.get("tools"))]
    parts += [("system", part) for part in _blocks(body.get("instructions"))]
    items = body.get("messages") or body.get("input")
    for item in _blocks(items):
        inside = _blocks(item.get("content")) if "content" in item else [item]
        parts += [(str(item.get("role")), part) for part in inside]
    is_explicit = inner(body.get("prompt_cache_options")).get("mode") == "explicit"
    marks = ["prompt_cache_breakpoint" in part for _, part in parts]
    if marks and not is_explicit:
        marks[-1] = True
    found = _last(
        (role, {name: part[name] for name in part if name != "prompt_cache_breakpoint"}, mark)
        for (role, part), mark in zip(parts, marks, strict=True)
    )
    return None if found is None else replace(found, lives_s=OPENAI_LIVES_S)


class RequestedCaches:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        # When each was used last.
        self._used: OrderedDict[tuple[str, bytes], float] = OrderedDict()

    def counted(self, asked: SimulatedRequest, prompt: int) -> tuple[int, int]:
        """Return how many tokens of the prompt are read from the cache and written to it."""
        prefix = asked.prefix
        if prefix is None or prefix.tokens < shortest_of(asked.model):
            return 0, 0
        tokens = min(prefix.tokens, prompt)
        key = (asked.model, prefix.digest)
        used = self._used.get(key)
        if used is None or self._clock() - used > prefix.lives_s:
            return 0, tokens
        self._used[key] = self._clock()
        return tokens, 0

    def response_begins(self, asked: SimulatedRequest) -> None:
        """Make the prompt readable from the cache for later requests."""
        prefix = asked.prefix
        if prefix is None or prefix.tokens < shortest_of(asked.model):
            return
        self._used[asked.model, prefix.digest] = self._clock()
        while len(self._used) > CACHES_AT_MOST:
            self._used.popitem(last=False)


def shortest_of(model: str) -> int:
    name = _BEDROCK_VENDOR.sub("", model)
    return next(tokens for pattern, tokens in SHORTEST if re.match(pattern, name))


def _last(parts: Iterable[tuple[str, Json, bool]]) -> RequestedPrefix | None:
    running = hashlib.blake2b(digest_size=12)
    tokens, breakpoints = 0, 0
    found: RequestedPrefix | None = None
    for role, part, ends in parts:
        running.update(json.dumps([role, part], sort_keys=True).encode())
        tokens += tokens_of("".join(_texts(part)))
        if ends:
            breakpoints += 1
            found = RequestedPrefix(digest=running.digest(), tokens=tokens)
    if breakpoints > MOST_BREAKPOINTS:
        raise Unreadable(
            f"A maximum of {MOST_BREAKPOINTS} blocks with cache_control may be provided. Found {breakpoints}."
        )
    return found


def _texts(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, inside in cast("Json", value).items():
            if name not in ("type", "role"):
                yield from _texts(inside)
    elif isinstance(value, list):
        for inside in cast("list[Any]", value):
            yield from _texts(inside)


def _blocks(content: Any) -> list[Json]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else objects(content)
