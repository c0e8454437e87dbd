"""Requests and answers in a provider-independent form; the protocols convert to and from it."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal

Json = dict[str, Any]
Finish = Literal["stop", "length", "tool_calls", "content_filter"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedFile:
    """A file of a message, as the simulated model sees it."""

    media_type: str
    digest: str
    width: int = 0
    height: int = 0
    pages: int = 0
    seconds: float = 0.0

    @property
    def seen(self) -> str:
        """Say what the file is, so that a test can tell which bytes arrived."""
        size = f"{self.width} x {self.height} pixels"
        if self.pages:
            size = f"{self.pages} pages"
        elif self.seconds:
            size = f"{self.seconds:g} seconds"
        return f"{self.media_type}, {size}, {self.digest[:12]}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationTurn:
    role: Literal["system", "user", "assistant", "tool"]
    text: str
    files: tuple[SimulatedFile, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedTool:
    name: str
    description: str = ""
    schema: Json = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestedPrefix:
    """The beginning of a prompt up to its last breakpoint."""

    digest: bytes
    tokens: int
    # Seconds after the last use.
    lives_s: float = 300.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedRequest:
    """One request for an answer."""

    model: str
    turns: tuple[ConversationTurn, ...]
    temperature: float | None = None
    max_tokens: int | None = None
    stop: tuple[str, ...] = ()
    seed: int | None = None
    tools: tuple[OfferedTool, ...] = ()
    # None: the model decides; "": any tool must be used; else the tool of this name must be.
    must_use: str | None = None
    schema: Json | None = None
    json_mode: bool = False
    stream: bool = False
    wants_usage: bool = True
    # Some providers cache every long prompt by themselves.
    caches: bool = True
    # At others the request says up to where the prompt is cached, and writing is counted.
    prefix: RequestedPrefix | None = None
    # Whether it came over OpenAI's chat completions.
    is_chat: bool = False
    # Parameters present in the request, by Edison's names.
    given: frozenset[str] = frozenset()
    # Fields that only this protocol has.
    options: Json = field(default_factory=dict[str, Any])

    @property
    def prompt(self) -> str:
        texts = (text for turn in self.turns for text in (turn.text, *(f.seen for f in turn.files)))
        return "\n".join(texts)

    @property
    def files(self) -> tuple[SimulatedFile, ...]:
        return tuple(file for turn in self.turns for file in turn.files)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolRequest:
    """A tool call of the model."""

    id: str
    name: str
    arguments: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Used:
    """Token counts in disjoint categories; each protocol adds them up in its own way."""

    fresh: int = 0
    cached: int = 0
    written: int = 0
    visible: int = 0
    reasoning: int = 0

    @property
    def prompt(self) -> int:
        return self.fresh + self.cached + self.written

    @property
    def completion(self) -> int:
        return self.visible + self.reasoning


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedAnswer:
    """One answer with its usage. `used` is None if the provider does not report usage."""

    id: str
    model: str
    text: str
    finish: Finish
    used: Used | None
    wishes: tuple[ToolRequest, ...] = ()
    refusal: str | None = None
    stopped_at: str | None = None
    # Added to the reported total, so that the parts do not sum up to it.
    miscount: int = 0

    def pieces(self, characters: int = 24) -> list[str]:
        """Split the text into the chunks of a stream."""
        return [
            self.text[begin : begin + characters] for begin in range(0, len(self.text), characters)
        ]


class TroubleKind(StrEnum):
    RATE_LIMITED = "rate_limited"
    QUOTA = "quota"
    INVALID_KEY = "invalid_key"
    MISSING = "missing"
    TOO_LONG = "too_long"
    UNSUPPORTED = "unsupported"
    FILTERED = "filtered"
    BAD_REQUEST = "bad_request"
    DOWN = "down"
    UNAVAILABLE = "unavailable"
    OVERLOADED = "overloaded"


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """An error in a provider-independent form."""

    kind: TroubleKind
    model: str = ""
    parameter: str = ""
    # The parameter is rejected only together with tools.
    with_tools: bool = False
    detail: str = ""
    tokens: int = 0
    most_tokens: int = 0
    retry_after_s: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedReply:
    """A complete HTTP response."""

    status: int
    body: bytes
    headers: dict[str, str] = field(default_factory=dict[str, str])


class Unreadable(ValueError):
    """The request is invalid in this protocol; the message is the provider's error message."""
