"""Parse responses of the Responses protocol: complete answers and streams. Errors are those of chat completions.

Sources, read on 2026-11-18: the API reference of Responses and its streaming events (developers.openai.com), and the
types of the openai Python client 3.49.0 (`types/responses`).
"""

from dataclasses import dataclass, field
from typing import Any

from edison.domain.models.model_call import Failed, ReasoningItem, ToolCall
from edison.domain.models.token_usage import Usage
from edison.providers.wire.failure_codes import named_in_stream
from edison.providers.wire.finish_reasons import answer_of
from edison.providers.wire.openai_answers import complaint_in, usage_in
from edison.providers.wire.server_sent_events import ServerSentEvent, SseReader
from edison.providers.wire.untrusted_json import a_dict, a_text, count, dicts_of, loaded
from edison.providers.wire.wire_protocol import Garbled, WireAnswer

# The finish reason of each status and of each reason for an incomplete answer, in the words of chat completions.
_FINISHES = {
    "completed": "stop",
    "max_output_tokens": "length",
    "content_filter": "content_filter",
}
_ENDS = frozenset({"response.completed", "response.incomplete", "response.failed"})


def answer(body: bytes) -> WireAnswer:
    document = a_dict(loaded(body))
    return _answer_in(document, dicts_of(document.get("output")))


def usage_of(value: Any) -> Usage | None:
    """Parse token usage: input tokens include cached tokens; output tokens include reasoning."""
    raw = a_dict(value)
    return usage_in(
        raw,
        prompt=count(raw.get("input_tokens")),
        completion=count(raw.get("output_tokens")),
        prompt_details=a_dict(raw.get("input_tokens_details")),
        completion_details=a_dict(raw.get("output_tokens_details")),
    )


@dataclass(slots=True)
class _Output:
    """Content of the output items of a response."""

    texts: list[str] = field(default_factory=list[str])
    refusals: list[str] = field(default_factory=list[str])
    calls: list[ToolCall] = field(default_factory=list[ToolCall])
    reasoning: list[ReasoningItem] = field(default_factory=list[ReasoningItem])

    def add(self, item: dict[str, Any]) -> None:
        match item.get("type"):
            case "message" if not _is_remark(item):
                for part in dicts_of(item.get("content")):
                    self.texts.append(a_text(part.get("text")))
                    self.refusals.append(a_text(part.get("refusal")))
            case "function_call" if name := a_text(item.get("name")):
                given = a_text(item.get("call_id")) or f"call_{len(self.calls)}"
                arguments = a_text(item.get("arguments"))
                self.calls.append(ToolCall(id=given, name=name, arguments=arguments))
            case "reasoning" if encrypted := a_text(item.get("encrypted_content")):
                parts = dicts_of(item.get("summary"))
                summary = tuple(a_text(part.get("text")) for part in parts)
                given = a_text(item.get("id"))
                self.reasoning.append(ReasoningItem(id=given, encrypted=encrypted, summary=summary))
            case _:  # remarks, tools of the provider, which we do not offer, and future items
                pass


def _answer_in(document: dict[str, Any], items: list[dict[str, Any]]) -> WireAnswer:
    status = a_text(document.get("status"))
    if failure := _failure_in(document, status):
        raise Garbled(failure.message, failure)
    reason = status
    if status == "incomplete":
        reason = a_text(a_dict(document.get("incomplete_details")).get("reason"))
    elif status != "completed":
        raise Garbled(f"The response is not complete: its status is {status[:40] or 'missing'}")
    if not isinstance(document.get("output"), list):
        raise Garbled("The response has no output")
    found = _Output()
    for item in items:
        found.add(item)
    return answer_of(
        text="".join(found.texts),
        reason=_FINISHES.get(reason, reason),
        usage=usage_of(document.get("usage")),
        tool_calls=tuple(found.calls),
        model=a_text(document.get("model")),
        refusal="".join(found.refusals),
        reasoning=tuple(found.reasoning),
    )


def _failure_in(document: dict[str, Any], status: str) -> Failed | None:
    if status != "failed" and not document.get("error"):
        return None
    return named_in_stream(complaint_in(document))


def _is_remark(item: dict[str, Any]) -> bool:
    """Return whether the item is a message of the model about its work, and not its answer."""
    return item.get("phase") == "commentary"


class ResponsesStream:
    """Assembles an answer from stream events. The last event repeats the complete response."""

    def __init__(self) -> None:
        self._events = SseReader()
        # Complete items by their place: some servers leave them out of the last event.
        self._items: dict[int, dict[str, Any]] = {}
        self._remarks: set[int] = set()
        self._response: dict[str, Any] | None = None
        self._garbled: Garbled | None = None

    def feed(self, data: bytes) -> list[str]:
        return self._take(self._events.feed(data))

    def finish(self) -> WireAnswer:
        self._take(self._events.close())
        if self._garbled is not None:
            raise self._garbled
        if self._response is None:
            raise Garbled("The stream ended before the answer was complete")
        items = dicts_of(self._response.get("output"))
        return _answer_in(
            self._response, items or [item for _, item in sorted(self._items.items())]
        )

    def failure(self) -> Failed | None:
        return None if self._garbled is None else self._garbled.failure

    def _take(self, events: list[ServerSentEvent]) -> list[str]:
        texts: list[str] = []
        for event in events:
            if self._garbled is not None or self._response is not None:
                break
            try:
                if text := self._event(a_dict(loaded(event.data))):
                    texts.append(text)
            except Garbled as garbled:
                self._garbled = garbled
        return texts

    def _event(self, event: dict[str, Any]) -> str:
        kind = event.get("type")
        if kind == "error":
            failure = named_in_stream(complaint_in(event))
            raise Garbled(failure.message, failure)
        if kind in _ENDS:
            self._end(a_dict(event.get("response")))
            return ""
        place = count(event.get("output_index")) or 0
        match kind:
            case "response.output_item.added" if _is_remark(a_dict(event.get("item"))):
                self._remarks.add(place)
            case "response.output_item.done":
                self._items[place] = a_dict(event.get("item"))
            case "response.output_text.delta" if place not in self._remarks:
                return a_text(event.get("delta"))
            case _:  # parts of what is repeated at the end, and future events
                pass
        return ""

    def _end(self, response: dict[str, Any]) -> None:
        if failure := _failure_in(response, a_text(response.get("status"))):
            raise Garbled(failure.message, failure)
        self._response = response
