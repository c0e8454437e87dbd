"""Calls to a language model: request, outcomes, playground calls and retry policy."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Literal

from pydantic import TypeAdapter

from edison.domain.ids import ModelId, TryId
from edison.domain.models.attached_file import AttachedFile
from edison.domain.models.parameters import NOTHING_SET, Parameters
from edison.domain.models.token_usage import Usage
from edison.domain.money import MicroUsd

MessageRole = Literal["system", "user", "assistant", "tool"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """Tool call requested by a model. `arguments` is the JSON text as the model wrote it, possibly invalid."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasoningItem:
    """Reasoning of a model, encrypted by its provider. The model reads it again in the next turn."""

    id: str
    encrypted: str
    summary: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    role: MessageRole
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    # For a message with role "tool": the tool call that this answers.
    tool_call_id: str | None = None
    # For an answer of a model: the reasoning before it. Sent only over APIs that accept it.
    reasoning: tuple[ReasoningItem, ...] = ()
    # Files that are sent with the text; each knows its position in it.
    files: tuple[AttachedFile, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    name: str
    description: str
    parameters: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputFormat:
    """Requested format of an answer: plain text, any JSON object, or JSON that matches a schema."""

    kind: Literal["text", "json", "schema"] = "text"
    name: str = "answer"
    schema: dict[str, Any] = field(default_factory=dict[str, Any])


TEXT = OutputFormat()

# Most calls request an answer. Moderation calls classify texts, and embedding calls turn texts into vectors, one per
# message.
Task = Literal["chat", "moderate", "embed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCall:
    """Request to a model. Parameters that the user did not set are not sent."""

    model: str
    messages: tuple[Message, ...]
    parameters: Parameters = NOTHING_SET
    tools: tuple[Tool, ...] = ()
    output: OutputFormat = TEXT
    task: Task = "chat"
    # The first messages that many calls share: the provider is asked to cache the prompt up to there. 0: nothing is
    # shared. None: the provider caches as it does by itself.
    cached_messages: int | None = None
    # Parameters that Edison set by itself. Only these are left out after a refusal; all others were set by a user.
    adaptable: frozenset[str] = frozenset()
    # The values of the case, only for an application whose request template refers to them.
    values: dict[str, Any] = field(default_factory=dict[str, Any])


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
    # The provider refuses a parameter that a user set, alone or together with other parts of the call.
    PARAMETER_REFUSED = "parameter_refused"
    PROVIDER_ERROR = "provider_error"
    # The codes below are set by Edison: the provider did not receive the call or was not reached.
    UNREACHABLE = "unreachable"
    FORBIDDEN_ADDRESS = "forbidden_address"
    UNAVAILABLE = "unavailable"
    # The caller did not allow this attempt: no budget for it.
    HELD_BACK = "held_back"
    # Cells of an application run: the application reported an error, or submitted no output.
    APPLICATION_ERROR = "application_error"
    MISSING_OUTPUT = "missing_output"


# Status of a server that did not take the request.
BUSY = 503

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
    """Original call of an answer that was taken from the cache."""

    answered_at: str
    origin: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    text: str
    finish: FinishReason
    # None: not reported. Unknown usage makes the cost unknown, never zero.
    usage: Usage | None
    cost: MicroUsd | None
    # From the last byte sent to the last byte received: without queueing and waits between attempts. None: unknown,
    # because a batch at the provider answered.
    latency_ms: float | None
    attempts: int
    tool_calls: tuple[ToolCall, ...] = ()
    first_token_ms: float | None = None
    # Encrypted reasoning, for the next turn of the conversation. It is not stored with the answer of a cell.
    reasoning: tuple[ReasoningItem, ...] = ()
    # Model name reported by the provider.
    model: str = ""
    # Parameters that were not sent because this model rejects them.
    dropped: tuple[str, ...] = ()
    # Earlier attempts without a complete answer: the provider may have charged for them.
    doubtful: int = 0
    reused: ReusedFrom | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    code: FailureCode
    message: str
    attempts: int = 1
    status: int | None = None
    # The provider's own error code, and the rejected parameter if it named one.
    provider_code: str | None = None
    parameter: str | None = None
    # The parameter is refused only together with others, so the model may accept it in another call.
    combined: bool = False
    # What a user can change after a refused parameter.
    suggestion: str | None = None
    retry_after_s: float | None = None
    latency_ms: float | None = None
    dropped: tuple[str, ...] = ()
    # Rejected calls may be charged as well.
    usage: Usage | None = None
    cost: MicroUsd | None = None
    # As above, including this attempt.
    doubtful: int = 0

    @property
    def retryable(self) -> bool:
        return self.code in RETRYABLE

    @property
    def may_have_run(self) -> bool:
        """Whether the receiver may have executed the request. It did not if it was busy (429, 503)."""
        return bool(self.doubtful) or (
            self.status is not None and self.status >= 500 and self.status != BUSY
        )


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
    """State of a playground call.

    `calling` is stored before the request is sent, so that a crash causes no second charge.
    """

    WAITING = "waiting"
    CALLING = "calling"
    DONE = "done"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaygroundCall:
    id: TryId
    model: ModelId
    call: ModelCall
    # Call the model even if the answer is cached.
    fresh: bool
    state: PlaygroundCallState
    outcome: CallOutcome | None
    asked_by: str
    asked_at: datetime
    finished_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CallPolicy:
    """Retry policy. Rate limit errors do not count as failures; such calls are retried until the deadline."""

    attempts: int = 3
    first_wait_s: float = 1.0
    growth: float = 2.0
    wait_at_most_s: float = 30.0
    jitter: float = 0.25
    # Timeout of one attempt, and of all attempts with the waits between them.
    timeout_s: float = 60.0
    deadline_s: float = 600.0

    def wait_s(self, failures: int, chance: float, asked_for_s: float | None = None) -> float:
        """Return the wait in seconds before the next attempt, at least the provider's Retry-After (`asked_for_s`).

        `chance` is a random number from -1 to 1 for the jitter.
        """
        usual = min(self.first_wait_s * self.growth ** (failures - 1), self.wait_at_most_s)
        return max(usual * (1 + self.jitter * chance), asked_for_s or 0.0)


USUAL = CallPolicy()
