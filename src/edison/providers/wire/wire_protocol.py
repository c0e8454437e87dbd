"""Interface of a provider's wire protocol; one file per protocol, pure functions over bytes, no sockets."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from edison.domain.models.capabilities import UNKNOWN, Capabilities
from edison.domain.models.model_call import Failed, FinishReason, Message, ModelCall, ToolCall
from edison.domain.models.provider import Endpoint
from edison.domain.models.token_usage import Usage
from edison.network.wire_request import WireRequest as WireRequest


class Garbled(ValueError):
    """The provider returned 200 and a body that is not an answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WireAnswer:
    text: str
    finish: FinishReason
    usage: Usage | None
    tool_calls: tuple[ToolCall, ...] = ()
    model: str = ""
    # The model refused, by text or by a filter; the answer was paid for but is not usable.
    refusal: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedModel:
    name: str
    title: str = ""
    capabilities: Capabilities = UNKNOWN
    deprecated: bool = False
    # Dollars per million tokens as text, if the listing has prices (OpenRouter).
    prices: Mapping[str, str] = field(default_factory=dict[str, str])


class StreamReader(Protocol):
    """Takes bytes as they arrive and returns the text they add; at the end, the whole answer."""

    def feed(self, data: bytes) -> list[str]: ...

    def finish(self) -> WireAnswer:
        """Return the whole answer; raise Garbled if the stream ended before it was complete."""
        ...

    def failure(self) -> Failed | None:
        """Return an error that came inside the stream, after the status 200."""
        ...


class Wire(Protocol):
    def request(
        self, endpoint: Endpoint, call: ModelCall, *, stream: bool, bearer: str | None
    ) -> WireRequest:
        """Return the exact request. `bearer` is a short-lived token if the protocol needs one."""
        ...

    def answer(self, body: bytes) -> WireAnswer:
        """Parse a whole answer; raise Garbled if it is none."""
        ...

    def stream(self) -> StreamReader: ...

    def failure(self, status: int, headers: Mapping[str, str], body: bytes) -> Failed:
        """Map an error response to a failure. Header names are lower case. Never repeats a secret."""
        ...

    def probe(self, endpoint: Endpoint, *, bearer: str | None) -> WireRequest:
        """Return the cheapest request that shows whether the credential works."""
        ...

    def listing(self, endpoint: Endpoint, *, bearer: str | None) -> WireRequest | None:
        """Return the request for the list of models, if the provider has one."""
        ...

    def models(self, body: bytes) -> list[ListedModel]: ...


Blocks = list[dict[str, Any]]


def system_apart(messages: tuple[Message, ...], *added: str) -> tuple[str, tuple[Message, ...]]:
    """Separate the system text from the turns; a prompt of only system text is sent as the user's."""
    texts = [message.content for message in messages if message.role == "system"]
    rest = tuple(message for message in messages if message.role != "system")
    system = "\n\n".join(text for text in (*texts, *added) if text)
    if not rest:
        return "", (Message(role="user", content=system),)
    return system, rest


def take_turns(
    messages: Iterable[Message], blocks_of: Callable[[Message], Blocks]
) -> list[tuple[str, Blocks]]:
    """Merge consecutive messages of one role; tool results belong to the user's role."""
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
    """Map the id of each call to its tool, for results that must name it."""
    return {call.id: call.name for message in messages for call in message.tool_calls}


def tool_id(given: str) -> str:
    """Shorten an id of another provider to the characters that this one accepts."""
    return re.sub(r"[^a-zA-Z0-9_-]", "_", given)[:64] or "call"
