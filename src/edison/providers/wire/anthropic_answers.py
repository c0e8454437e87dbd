"""Parse Anthropic responses: complete answers, streams and errors."""

from typing import Any

from edison.domain.models.model_call import Failed, ToolCall
from edison.domain.models.token_usage import Usage
from edison.providers.wire.failure_codes import Complaint, named_in_stream
from edison.providers.wire.finish_reasons import answer_of
from edison.providers.wire.openai_answers import complaint as plain_complaint
from edison.providers.wire.schema_support import ANSWER_TOOL
from edison.providers.wire.server_sent_events import ServerSentEvent, SseReader
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
    if not isinstance(document.get("content"), list):
        raise Garbled("The provider's answer has no content")
    texts: list[str] = []
    calls: list[ToolCall] = []
    answered_by_tool = False
    for block in dicts_of(document["content"]):
        if block.get("type") == "text":
            texts.append(a_text(block.get("text")))
        elif block.get("type") == "tool_use":
            given = dumped(a_dict(block.get("input"))).decode()
            if block.get("name") == ANSWER_TOOL:
                texts, answered_by_tool = [given], True
                break
            calls.append(_call(block, given, len(calls)))
    return answer_of(
        text="".join(texts),
        reason=a_text(document.get("stop_reason")),
        usage=usage_of(document.get("usage")),
        tool_calls=() if answered_by_tool else tuple(calls),
        model=a_text(document.get("model")),
        refusal=refusal_of(document),
        answered_by_tool=answered_by_tool,
    )


def usage_of(value: Any) -> Usage | None:
    """Parse token usage: input tokens exclude cached tokens; output tokens include thinking."""
    raw = a_dict(value)
    given, output = count(raw.get("input_tokens")), count(raw.get("output_tokens"))
    if given is None and output is None:
        return None
    output = output or 0
    thought = tokens_of(a_dict(raw.get("output_tokens_details")), "thinking_tokens")
    reasoning = min(thought, output)
    written = tokens_of(raw, "cache_creation_input_tokens")
    for_an_hour = min(
        tokens_of(a_dict(raw.get("cache_creation")), "ephemeral_1h_input_tokens"), written
    )
    return Usage(
        input=given or 0,
        cache_read=tokens_of(raw, "cache_read_input_tokens"),
        cache_write=written - for_an_hour,
        cache_write_1h=for_an_hour,
        output=output - reasoning,
        reasoning=reasoning,
        raw=raw,
    )


def refusal_of(message: dict[str, Any]) -> str:
    if message.get("stop_reason") != "refusal":
        return ""
    details = a_dict(message.get("stop_details"))
    return a_text(details.get("explanation")) or "The model declined to answer."


def complaint(body: bytes) -> Complaint:
    try:
        error = a_dict(a_dict(loaded(body)).get("error"))
    except Garbled:
        return plain_complaint(body)
    return complaint_in(error) if error else plain_complaint(body)


def complaint_in(error: dict[str, Any]) -> Complaint:
    codes = (a_dict(error.get("details")).get("error_code"), error.get("type"))
    return Complaint(
        message=a_text(error.get("message")),
        codes=tuple(code for code in codes if isinstance(code, str) and code),
    )


class AnthropicStream:
    """Assembles an answer from stream events."""

    def __init__(self) -> None:
        self._events = SseReader()
        self._texts: list[str] = []
        self._blocks: dict[int, dict[str, Any]] = {}
        self._pieces: dict[int, list[str]] = {}
        self._answer_place: int | None = None
        self._delta: dict[str, Any] = {}
        self._usage: dict[str, Any] = {}
        self._model = ""
        self._has_started = self._is_done = False
        self._garbled: Garbled | None = None
        self._failure: Failed | None = None

    def feed(self, data: bytes) -> list[str]:
        return self._take(self._events.feed(data))

    def finish(self) -> WireAnswer:
        self._take(self._events.close())
        if self._garbled is not None:
            raise self._garbled
        if not (self._has_started and self._is_done):
            raise Garbled("The stream ended before the answer was complete")
        calls = [
            _call(block, "".join(self._pieces.get(place, ())) or "{}", position)
            for position, (place, block) in enumerate(sorted(self._blocks.items()))
        ]
        by_tool = self._answer_place is not None
        return answer_of(
            text="".join(self._texts) or ("{}" if by_tool else ""),
            reason=a_text(self._delta.get("stop_reason")),
            usage=usage_of(self._usage),
            tool_calls=() if by_tool else tuple(calls),
            model=self._model,
            refusal=refusal_of(self._delta),
            answered_by_tool=by_tool,
        )

    def failure(self) -> Failed | None:
        return self._failure

    def _take(self, events: list[ServerSentEvent]) -> list[str]:
        texts: list[str] = []
        for event in events:
            if self._garbled is not None or self._is_done:
                break
            try:
                if text := self._event(a_dict(loaded(event.data))):
                    texts.append(text)
                    self._texts.append(text)
            except Garbled as garbled:
                self._garbled = garbled
        return texts

    def _event(self, event: dict[str, Any]) -> str:
        match event.get("type"):
            case "message_start":
                message = a_dict(event.get("message"))
                self._has_started = True
                self._model = a_text(message.get("model"))
                self._count(message.get("usage"))
            case "content_block_start":
                return self._start(event)
            case "content_block_delta":
                return self._piece(event)
            case "message_delta":
                self._delta.update(a_dict(event.get("delta")))
                self._count(event.get("usage"))
            case "message_stop":
                self._is_done = True
            case "error":
                self._failure = named_in_stream(complaint_in(a_dict(event.get("error"))))
                raise Garbled(self._failure.message)
            case _:  # pings, ends of blocks, and future events
                pass
        return ""

    def _start(self, event: dict[str, Any]) -> str:
        if self._answer_place is not None:
            return ""
        block = a_dict(event.get("content_block"))
        if block.get("type") == "text":
            return a_text(block.get("text"))
        if block.get("type") == "tool_use":
            if block.get("name") == ANSWER_TOOL:
                # Text before the tool call is not part of the requested JSON.
                self._answer_place = place_of(event)
                self._texts.clear()
            else:
                self._blocks[place_of(event)] = block
        return ""

    def _piece(self, event: dict[str, Any]) -> str:
        delta = a_dict(event.get("delta"))
        place = place_of(event)
        if delta.get("type") == "text_delta" and self._answer_place is None:
            return a_text(delta.get("text"))
        if delta.get("type") == "input_json_delta":
            piece = a_text(delta.get("partial_json"))
            if place == self._answer_place:
                return piece
            self._pieces.setdefault(place, []).append(piece)
        return ""

    def _count(self, usage: Any) -> None:
        """Update the running totals of the usage; values that the event does not contain are kept."""
        self._usage.update({k: v for k, v in a_dict(usage).items() if v is not None})


def _call(block: dict[str, Any], arguments: str, position: int) -> ToolCall:
    given = a_text(block.get("id")) or f"call_{position}"
    return ToolCall(id=given, name=a_text(block.get("name")), arguments=arguments)


def place_of(event: dict[str, Any]) -> int:
    place = event.get("index")
    return place if isinstance(place, int) else 0
