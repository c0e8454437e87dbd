"""Parse responses of servers with OpenAI's protocol: complete answers, streams and errors."""

from typing import Any

from edison.domain.models.model_call import Failed, FinishReason, ToolCall
from edison.domain.models.token_usage import Usage
from edison.providers.wire.error_text import shown
from edison.providers.wire.failure_codes import Complaint, named_in_stream
from edison.providers.wire.finish_reasons import answer_of
from edison.providers.wire.server_sent_events import ServerSentEvent, SseReader
from edison.providers.wire.untrusted_json import (
    a_dict,
    a_list,
    a_text,
    count,
    dicts_of,
    dumped,
    loaded,
    tokens_of,
)
from edison.providers.wire.wire_protocol import Garbled, WireAnswer

_HAS_CONTENT = frozenset({"content", "tool_calls", "refusal", "function_call"})


def answer(body: bytes) -> WireAnswer:
    document = a_dict(loaded(body))
    choices = dicts_of(document.get("choices"))
    if "results" in document and "choices" not in document:
        return _moderation(document)
    if not choices:
        raise Garbled(_why_no_choice(document))
    message = a_dict(choices[0].get("message"))
    if _HAS_CONTENT.isdisjoint(message):
        raise Garbled("The provider's answer has no message")
    return answer_of(
        text=content_text(message.get("content")),
        reason=a_text(choices[0].get("finish_reason")),
        usage=usage_of(document.get("usage")),
        tool_calls=_tool_calls(message),
        model=a_text(document.get("model")),
        refusal=a_text(message.get("refusal")),
    )


def _moderation(document: dict[str, Any]) -> WireAnswer:
    """Parse the results of a moderation endpoint, one per text; moderation is free and has no token usage."""
    results = dicts_of(document.get("results"))
    if not results:
        raise Garbled("The moderation endpoint returned no result")
    return WireAnswer(
        text=dumped(results).decode(),
        finish=FinishReason.STOP,
        usage=usage_of(document.get("usage")) or Usage(),
        model=a_text(document.get("model")),
    )


def content_text(content: Any) -> str:
    """Return the text of a message content: a string, null, or (Mistral) a list of parts."""
    if isinstance(content, list):
        parts = dicts_of(a_list(content))
        return "".join(a_text(part.get("text")) for part in parts if part.get("type") == "text")
    return a_text(content)


def usage_of(value: Any) -> Usage | None:
    """Parse token usage: prompt tokens include cached tokens; completion tokens include reasoning.

    Some servers count reasoning only in the total, so the total determines the billed tokens.
    """
    raw = a_dict(value)
    return usage_in(
        raw,
        prompt=count(raw.get("prompt_tokens")),
        completion=count(raw.get("completion_tokens")),
        prompt_details=a_dict(raw.get("prompt_tokens_details")),
        completion_details=a_dict(raw.get("completion_tokens_details")),
    )


def usage_in(
    raw: dict[str, Any],
    *,
    prompt: int | None,
    completion: int | None,
    prompt_details: dict[str, Any],
    completion_details: dict[str, Any],
) -> Usage | None:
    """Return the usage of OpenAI's two protocols, which differ only in the names of the counts."""
    if prompt is None and completion is None:
        return None
    prompt, completion = prompt or 0, completion or 0
    hidden = max(0, tokens_of(raw, "total_tokens") - prompt - completion)
    cached = tokens_of(prompt_details, "cached_tokens") or tokens_of(raw, "prompt_cache_hit_tokens")
    cached = min(cached, prompt)
    written = min(tokens_of(prompt_details, "cache_write_tokens"), prompt - cached)
    thought = tokens_of(completion_details, "reasoning_tokens")
    reasoning = min(max(thought, hidden), completion + hidden)
    return Usage(
        input=prompt - cached - written,
        cache_read=cached,
        cache_write=written,
        output=completion + hidden - reasoning,
        reasoning=reasoning,
        raw=raw,
    )


def complaint(body: bytes) -> Complaint:
    """Parse an error in any known format; a body that is not JSON becomes the message."""
    try:
        document = loaded(body)
    except Garbled:
        return Complaint(message=body[:4000].decode("utf-8", "replace"))
    return complaint_in(a_dict(document))


def complaint_in(document: dict[str, Any]) -> Complaint:
    error = document.get("error")
    if isinstance(error, str):  # Ollama sends only this; OAuth adds a description
        said = a_text(document.get("error_description"))
        return Complaint(message=said or error, codes=(error,) if said else ())
    inside = a_dict(error) or document  # older vLLM and Mistral have no envelope
    deeper = a_dict(inside.get("innererror")) or a_dict(inside.get("inner_error"))
    codes = (deeper.get("code"), inside.get("code"), inside.get("type"))
    return Complaint(
        message=_message(inside),
        codes=tuple(str(code) for code in codes if isinstance(code, str | int) and code),
        parameter=a_text(inside.get("param")),
    )


class OpenAiStream:
    """Assembles an answer from stream chunks."""

    def __init__(self) -> None:
        self._events = SseReader()
        self._texts: list[str] = []
        self._refusals: list[str] = []
        self._calls: dict[int, dict[str, str]] = {}
        self._reason = self._model = ""
        self._usage: Usage | None = None
        self._has_choice = self._is_done = False
        self._garbled: Garbled | None = None
        self._failure: Failed | None = None

    def feed(self, data: bytes) -> list[str]:
        return self._take(self._events.feed(data))

    def finish(self) -> WireAnswer:
        self._take(self._events.close())
        if self._garbled is not None:
            raise self._garbled
        if not (self._is_done and self._has_choice):
            raise Garbled("The stream ended before the answer was complete")
        calls = tuple(ToolCall(**call) for _, call in sorted(self._calls.items()) if call["name"])
        return answer_of(
            text="".join(self._texts),
            reason=self._reason,
            usage=self._usage,
            tool_calls=calls,
            model=self._model,
            refusal="".join(self._refusals),
        )

    def failure(self) -> Failed | None:
        return self._failure

    def _take(self, events: list[ServerSentEvent]) -> list[str]:
        texts: list[str] = []
        for event in events:
            if self._garbled is not None or self._is_done:
                break
            if event.data.strip() == b"[DONE]":
                self._is_done = True
                break
            try:
                texts += self._chunk(a_dict(loaded(event.data)))
            except Garbled as garbled:
                self._garbled = garbled
        self._texts += texts
        return texts

    def _chunk(self, chunk: dict[str, Any]) -> list[str]:
        if chunk.get("error") or chunk.get("object") == "error":
            self._failure = named_in_stream(complaint_in(chunk))
            raise Garbled(self._failure.message)
        self._model = a_text(chunk.get("model")) or self._model
        self._usage = usage_of(chunk.get("usage")) or self._usage
        # We request one answer; a server that sends more has them under another index.
        choices = [item for item in dicts_of(chunk.get("choices")) if not item.get("index")]
        return [text for choice in choices if (text := self._choice(choice))]

    def _choice(self, choice: dict[str, Any]) -> str:
        self._has_choice = True
        self._reason = a_text(choice.get("finish_reason")) or self._reason
        delta = a_dict(choice.get("delta"))
        if refusal := a_text(delta.get("refusal")):
            self._refusals.append(refusal)
        for piece in dicts_of(delta.get("tool_calls")):
            self._tool_piece(piece)
        return content_text(delta.get("content"))

    def _tool_piece(self, piece: dict[str, Any]) -> None:
        place = piece.get("index")
        if not isinstance(place, int):
            # Some servers send whole calls without an index.
            place = len(self._calls) if piece.get("id") else max(0, len(self._calls) - 1)
        call = self._calls.setdefault(place, {"id": "", "name": "", "arguments": ""})
        function = a_dict(piece.get("function"))
        call["id"] = call["id"] or a_text(piece.get("id")) or f"call_{place}"
        call["name"] = call["name"] or a_text(function.get("name"))
        call["arguments"] += _arguments(function.get("arguments"))


def _tool_calls(message: dict[str, Any]) -> tuple[ToolCall, ...]:
    calls: list[ToolCall] = []
    for place, item in enumerate(dicts_of(message.get("tool_calls"))):
        function = a_dict(item.get("function"))
        if name := a_text(function.get("name")):
            given = a_text(item.get("id")) or f"call_{place}"
            arguments = _arguments(function.get("arguments"))
            calls.append(ToolCall(id=given, name=name, arguments=arguments))
    return tuple(calls)


def _arguments(value: Any) -> str:
    """Return the arguments of a tool call as JSON text; a few servers send an object instead."""
    return dumped(a_dict(value)).decode() if isinstance(value, dict) else a_text(value)


def _why_no_choice(document: dict[str, Any]) -> str:
    # OpenRouter reports an error of the upstream server with status 200.
    said = shown(complaint_in(document).message) if document.get("error") else ""
    return f"The provider answered with an error: {said}" if said else "The answer has no choices"


def _message(inside: dict[str, Any]) -> str:
    for name in ("message", "detail", "msg"):
        value = inside.get(name)
        if isinstance(value, str) and value:
            return value
        if isinstance(value, list | dict) and value:
            return dumped(value).decode()
    return ""
