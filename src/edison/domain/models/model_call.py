"""One call of a language model: what goes in, and the two things that can come out."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Literal

from pydantic import TypeAdapter

from edison.domain.ids import ModelId, TryId
from edison.domain.models.parameters import NOTHING_SET, Parameters
from edison.domain.models.token_usage import Usage
from edison.domain.money import MicroUsd

MessageRole = Literal["system", "user", "assistant", "tool"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """The model's wish to call a tool; `arguments` is the JSON text it wrote, valid or not."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    role: MessageRole
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    # Of a message with role "tool": which wish this answers.
    tool_call_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    name: str
    description: str
    parameters: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputFormat:
    """Plain text, any JSON object, or JSON of one schema."""

    kind: Literal["text", "json", "schema"] = "text"
    name: str = "answer"
    schema: dict[str, Any] = field(default_factory=dict[str, Any])


TEXT = OutputFormat()

# Most calls ask for an answer; some ask an endpoint beside it whether texts are harmful, one message each.
Task = Literal["chat", "moderate"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCall:
    """What is asked. What the user did not set is not sent."""

    model: str
    messages: tuple[Message, ...]
    parameters: Parameters = NOTHING_SET
    tools: tuple[Tool, ...] = ()
    output: OutputFormat = TEXT
    task: Task = "chat"


class FinishReason(StrEnum):
    STOP = "stop"
    LENGTH = "length"
    CONTENT_FILTER = "content_filter"
    TOOL_CALLS = "tool_calls"
    UNKNOWN = "unknown"


class FailureCode(StrEnum):
    RATE_LIMITED = "rate_limited"
    QUOTA = "quota"
    INVALID_KEY = "invalid_key"
    TIMED_OUT = "timed_out"
    REFUSED = "refused"
    TOO_LONG = "too_long"
    BAD_REQUEST = "bad_request"
    PROVIDER_ERROR = "provider_error"
    # Those below are ours: the provider never saw the call, or never was reached.
    UNREACHABLE = "unreachable"
    FORBIDDEN_ADDRESS = "forbidden_address"
    UNAVAILABLE = "unavailable"
    # Whoever asked for the call did not let this attempt go: no money for it.
    HELD_BACK = "held_back"


RETRYABLE = frozenset(
    {
        FailureCode.RATE_LIMITED,
        FailureCode.PROVIDER_ERROR,
        FailureCode.TIMED_OUT,
        FailureCode.UNREACHABLE,
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReusedFrom:
    """Where an answer from the cache came from."""

    answered_at: str
    origin: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    text: str
    finish: FinishReason
    # None: the provider did not say. Unknown usage makes the cost unknown, never zero.
    usage: Usage | None
    cost: MicroUsd | None
    # From the last byte we sent to the last byte we got: no queueing, no waiting between attempts.
    latency_ms: float
    attempts: int
    tool_calls: tuple[ToolCall, ...] = ()
    first_token_ms: float | None = None
    # The name the provider says it used.
    model: str = ""
    # Parameters that were left out because this model refuses them.
    dropped: tuple[str, ...] = ()
    # Earlier attempts whose answer never came whole: the provider may have charged for them.
    doubtful: int = 0
    reused: ReusedFrom | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    code: FailureCode
    message: str
    attempts: int = 1
    status: int | None = None
    # The provider's own code and the parameter it complained about, when it said so.
    provider_code: str | None = None
    parameter: str | None = None
    retry_after_s: float | None = None
    latency_ms: float | None = None
    dropped: tuple[str, ...] = ()
    # A refusal is paid for as well.
    usage: Usage | None = None
    cost: MicroUsd | None = None
    # As above, this attempt included.
    doubtful: int = 0

    @property
    def retryable(self) -> bool:
        return self.code in RETRYABLE


CallOutcome = Answered | Failed


_CALL = TypeAdapter(ModelCall)
_ANSWERED = TypeAdapter(Answered)
_FAILED = TypeAdapter(Failed)


def call_to_json(call: ModelCall) -> dict[str, Any]:
    return _CALL.dump_python(call, mode="json", exclude_defaults=True)


def call_from_json(value: dict[str, Any]) -> ModelCall:
    return _CALL.validate_python(value)


def outcome_to_json(outcome: CallOutcome) -> dict[str, Any]:
    match outcome:
        case Answered():
            return {"answered": _ANSWERED.dump_python(outcome, mode="json")}
        case Failed():
            return {"failed": _FAILED.dump_python(outcome, mode="json")}


def outcome_from_json(value: dict[str, Any]) -> CallOutcome:
    if "answered" in value:
        return _ANSWERED.validate_python(value["answered"])
    return _FAILED.validate_python(value["failed"])


class PlaygroundCallState(StrEnum):
    """`calling` is written before the request leaves, so that nobody pays twice after a crash."""

    WAITING = "waiting"
    CALLING = "calling"
    DONE = "done"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaygroundCall:
    id: TryId
    model: ModelId
    call: ModelCall
    # Ask the model even if the same question was answered before.
    fresh: bool
    state: PlaygroundCallState
    outcome: CallOutcome | None
    asked_by: str
    asked_at: datetime
    finished_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CallPolicy:
    """Rate refusals are not failures: they wait for their turn until the deadline."""

    attempts: int = 3
    first_wait_s: float = 1.0
    growth: float = 2.0
    wait_at_most_s: float = 30.0
    jitter: float = 0.25
    # For one attempt, and for all of them with the waiting between.
    timeout_s: float = 60.0
    deadline_s: float = 600.0

    def wait_s(self, failures: int, chance: float, asked_for_s: float | None = None) -> float:
        """The wait after so many failures; `chance` is between -1 and 1. A provider's own wish is honoured."""
        usual = min(self.first_wait_s * self.growth ** (failures - 1), self.wait_at_most_s)
        return max(usual * (1 + self.jitter * chance), asked_for_s or 0.0)


USUAL = CallPolicy()
