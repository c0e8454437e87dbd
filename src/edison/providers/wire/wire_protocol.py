"""Interface of a provider's wire protocol: pure functions over bytes, one file per protocol."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Protocol

from edison.domain.models.capabilities import UNKNOWN, Capabilities
from edison.domain.models.model_call import (
    Failed,
    FinishReason,
    Message,
    ModelCall,
    ReasoningItem,
    ToolCall,
)
from edison.domain.models.provider import Endpoint
from edison.domain.models.token_usage import Usage
from edison.domain.money import MicroUsd
from edison.network.wire_request import WireRequest as WireRequest


class Garbled(ValueError):
    """The provider returned status 200 with a body that is not a valid answer.

    `failure` is set if the body names the error instead.
    """

    def __init__(self, message: str, failure: Failed | None = None) -> None:
        super().__init__(message)
        self.failure = failure


@dataclass(frozen=True, slots=True, kw_only=True)
class WireAnswer:
    text: str
    finish: FinishReason
    usage: Usage | None
    tool_calls: tuple[ToolCall, ...] = ()
    model: str = ""
    # The model refused, by text or by a filter; the answer was paid for but is not usable.
    refusal: str | None = None
    # Encrypted reasoning, for the next turn of the conversation.
    reasoning: tuple[ReasoningItem, ...] = ()
    # The cost that an application reports. Where it should report one and does not, the cost is unknown.
    reports_cost: bool = False
    cost: MicroUsd | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedModel:
    name: str
    title: str = ""
    capabilities: Capabilities = UNKNOWN
    deprecated: bool = False
    # The announced shutdown, if the listing has it (OpenAI).
    retires_on: date | None = None
    # Dollars per million tokens as text, if the listing has prices (OpenRouter).
    prices: Mapping[str, str] = field(default_factory=dict[str, str])


class StreamReader(Protocol):
    """Parses the bytes of a stream: returns new text as it arrives, and the complete answer at the end."""

    def feed(self, data: bytes) -> list[str]: ...

    def finish(self) -> WireAnswer:
        """Return the complete answer; raise Garbled if the stream ended too early."""
        ...

    def failure(self) -> Failed | None:
        """Return the error that the stream contained after status 200, if any."""
        ...


class Wire(Protocol):
    def request(
        self, endpoint: Endpoint, call: ModelCall, *, stream: bool, bearer: str | None
    ) -> WireRequest:
        """Return the HTTP request for a call. `bearer` is a short-lived token, if the protocol needs one."""
        ...

    def answer(self, body: bytes) -> WireAnswer:
        """Parse the body of a complete answer; raise Garbled if it is not a valid answer."""
        ...

    def stream(self) -> StreamReader: ...

    def failure(self, status: int, headers: Mapping[str, str], body: bytes) -> Failed:
        """Map an error response to a failure without secrets. Header names are lower case."""
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
    """Separate the system text from the other messages; without other messages, it becomes a user message."""
    texts = [message.content for message in messages if message.role == "system"]
    rest = tuple(message for message in messages if message.role != "system")
    system = "\n\n".join(text for text in (*texts, *added) if text)
    if not rest:
        return "", (Message(role="user", content=system),)
    return system, rest


def take_turns(
    messages: Iterable[Message], blocks_of: Callable[[Message], Blocks]
) -> list[tuple[str, Blocks]]:
    """Merge consecutive messages of the same role; tool results have the user role."""
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
    """Map the id of each tool call to its tool name, for protocols whose tool results need the name."""
    return {call.id: call.name for message in messages for call in message.tool_calls}


def tool_id(given: str) -> str:
    """Replace the characters of a tool call id that the provider does not accept, and truncate the id."""
    return re.sub(r"[^a-zA-Z0-9_-]", "_", given)[:64] or "call"
