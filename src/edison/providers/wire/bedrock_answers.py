"""Parse Bedrock responses: complete answers, binary streams and errors."""

from typing import Any

from edison.domain.models.model_call import Failed, FailureCode, ToolCall
from edison.domain.models.token_usage import Usage
from edison.providers.wire.aws_event_stream import EventStreamReader, Frame
from edison.providers.wire.failure_codes import Complaint, named_in_stream
from edison.providers.wire.finish_reasons import answer_of
from edison.providers.wire.schema_support import ANSWER_TOOL
from edison.providers.wire.untrusted_json import (
    a_dict,
    a_text,
    count,
    dicts_of,
    dumped,
    loaded,
    tokens_of,
)
from edison.providers.wire.wire_protocol import Garbled, WireAnswer


def answer(body: bytes) -> WireAnswer:
    document = a_dict(loaded(body))
    message = a_dict(a_dict(document.get("output")).get("message"))
    if not isinstance(message.get("content"), list):
        raise Garbled("The provider's answer has no message")
    texts: list[str] = []
    calls: list[ToolCall] = []
    answered_by_tool = False
    for block in dicts_of(message["content"]):
        texts.append(a_text(block.get("text")))
        if use := a_dict(block.get("toolUse")):
            given = dumped(a_dict(use.get("input"))).decode()
            if use.get("name") == ANSWER_TOOL:
                texts, answered_by_tool = [given], True
                break
            calls.append(_call(use, given, len(calls)))
    return answer_of(
        text="".join(texts),
        reason=a_text(document.get("stopReason")),
        usage=usage_of(document.get("usage")),
        tool_calls=() if answered_by_tool else tuple(calls),
        refusal="",
        answered_by_tool=answered_by_tool,
    )


def usage_of(value: Any) -> Usage | None:
    """Parse token usage: input tokens exclude cached tokens; output tokens include reasoning."""
    raw = a_dict(value)
    given, output = count(raw.get("inputTokens")), count(raw.get("outputTokens"))
    if given is None and output is None:
        return None
    given, output = given or 0, output or 0
    read = tokens_of(raw, "cacheReadInputTokens", "cacheReadInputTokenCount")
    written = tokens_of(raw, "cacheWriteInputTokens", "cacheWriteInputTokenCount")
    by_lifetime = dicts_of(raw.get("cacheDetails"))
    hour = sum(tokens_of(part, "inputTokens") for part in by_lifetime if part.get("ttl") == "1h")
    for_an_hour = min(hour, written)
    return Usage(
        input=given,
        cache_read=read,
        cache_write=written - for_an_hour,
        cache_write_1h=for_an_hour,
        output=output,
        # Tokens that only the total includes are billed too, and can only be reasoning.
        reasoning=max(0, tokens_of(raw, "totalTokens") - given - read - written - output),
        raw=raw,
    )


def complaint(body: bytes, kind: str) -> Complaint:
    """Parse an error. Its kind is in a header (`Name:address`) or in the body (`prefix#Name`)."""
    try:
        document = a_dict(loaded(body))
    except Garbled:
        document = {"message": body[:4000].decode("utf-8", "replace")}
    named = kind or a_text(document.get("__type")) or a_text(document.get("code"))
    code = named.partition(":")[0].rpartition("#")[2]
    message = a_text(document.get("message")) or a_text(document.get("Message"))
    is_daily = code == "ThrottlingException" and "per day" in message
    return Complaint(
        message=message,
        codes=(code,) if code else (),
        known=FailureCode.QUOTA if is_daily else None,
    )


class BedrockStream:
    """Assembles an answer from messages; it is complete when the stop reason and the usage have arrived."""

    def __init__(self) -> None:
        self._frames = EventStreamReader()
        self._texts: list[str] = []
        self._uses: dict[int, dict[str, Any]] = {}
        self._pieces: dict[int, list[str]] = {}
        self._answer_place: int | None = None
        self._reason: str | None = None
        self._usage: Usage | None = None
        self._has_metadata = False
        self._garbled: Garbled | None = None
        self._failure: Failed | None = None

    def feed(self, data: bytes) -> list[str]:
        texts: list[str] = []
        if self._garbled is not None:
            return texts
        try:
            for frame in self._frames.feed(data):
                if text := self._frame(frame):
                    self._texts.append(text)
                    texts.append(text)
        except Garbled as garbled:
            self._garbled = garbled
        return texts

    def finish(self) -> WireAnswer:
        if self._garbled is not None:
            raise self._garbled
        if self._reason is None or not self._has_metadata or not self._frames.is_empty:
            raise Garbled("The stream ended before the answer was complete")
        by_tool = self._answer_place is not None
        calls = [
            _call(use, "".join(self._pieces.get(place, ())) or "{}", position)
            for position, (place, use) in enumerate(sorted(self._uses.items()))
        ]
        return answer_of(
            text="".join(self._texts) or ("{}" if by_tool else ""),
            reason=self._reason,
            usage=self._usage,
            tool_calls=() if by_tool else tuple(calls),
            answered_by_tool=by_tool,
        )

    def failure(self) -> Failed | None:
        return self._failure

    def _frame(self, frame: Frame) -> str:
        kind = frame.headers.get(":message-type", "")
        if kind in ("exception", "error"):
            self._fail(frame)
        event = a_dict(loaded(frame.payload)) if frame.payload else {}
        match frame.headers.get(":event-type"):
            case "contentBlockStart":
                self._start(event)
            case "contentBlockDelta":
                return self._piece(event)
            case "messageStop":
                self._reason = a_text(event.get("stopReason"))
            case "metadata":
                self._has_metadata = True
                self._usage = usage_of(event.get("usage"))
            case _:
                pass
        return ""

    def _fail(self, frame: Frame) -> None:
        name = frame.headers.get(":exception-type") or frame.headers.get(":error-code", "")
        # Exceptions in a stream begin with a lower-case letter.
        told = complaint(frame.payload, name[:1].upper() + name[1:])
        if not told.message:
            told = Complaint(message=frame.headers.get(":error-message", ""), codes=told.codes)
        self._failure = named_in_stream(told)
        raise Garbled(self._failure.message)

    def _start(self, event: dict[str, Any]) -> None:
        use = a_dict(a_dict(event.get("start")).get("toolUse"))
        if not use or self._answer_place is not None:
            return
        if use.get("name") == ANSWER_TOOL:
            self._answer_place = _place(event)
            self._texts.clear()
        else:
            self._uses[_place(event)] = use

    def _piece(self, event: dict[str, Any]) -> str:
        delta = a_dict(event.get("delta"))
        place = _place(event)
        if use := a_dict(delta.get("toolUse")):
            piece = a_text(use.get("input"))
            if place == self._answer_place:
                return piece
            self._pieces.setdefault(place, []).append(piece)
        return a_text(delta.get("text")) if self._answer_place is None else ""


def _call(use: dict[str, Any], arguments: str, position: int) -> ToolCall:
    given = a_text(use.get("toolUseId")) or f"call_{position}"
    return ToolCall(id=given, name=a_text(use.get("name")), arguments=arguments)


def _place(event: dict[str, Any]) -> int:
    place = event.get("contentBlockIndex")
    return place if isinstance(place, int) else 0
