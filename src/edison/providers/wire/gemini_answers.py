"""Parse Google's responses: complete answers, streams and errors."""

import re
from typing import Any

from edison.domain.models.model_call import Failed, FailureCode, ToolCall
from edison.domain.models.token_usage import Usage
from edison.providers.wire.error_text import shown
from edison.providers.wire.failure_codes import Complaint, named_in_stream
from edison.providers.wire.finish_reasons import REASONS, answer_of
from edison.providers.wire.openai_answers import complaint as plain_complaint
from edison.providers.wire.retry_after import span
from edison.providers.wire.schema_support import ANSWER_TOOL
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

_DAILY = re.compile(r"per_?day", re.IGNORECASE)
# Google mentions plan and billing in every 429, so only messages about money itself match.
_MONEY = re.compile(
    r"credits? (?:are|is|have been) depleted|spending (?:cap|limit)|enable billing|billing account"
    r"|billing is disabled|limit: 0\b",
    re.IGNORECASE,
)


def answer(body: bytes) -> WireAnswer:
    document = a_dict(loaded(body))
    whole = Collected()
    whole.add(document)
    return whole.answer()


class Collected:
    """An answer, collected from one document or from the documents of a stream."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._calls: list[ToolCall] = []
        self._answer: str | None = None
        self._usage: dict[str, Any] = {}
        self._reason = self._why = self._model = self._blocked = ""
        self._has_candidate = False

    @property
    def is_complete(self) -> bool:
        return bool(self._reason or self._blocked)

    def add(self, document: dict[str, Any]) -> list[str]:
        self._usage.update(a_dict(document.get("usageMetadata")))
        self._model = a_text(document.get("modelVersion")) or self._model
        feedback = a_dict(document.get("promptFeedback"))
        if block := a_text(feedback.get("blockReason")):
            told = a_text(feedback.get("blockReasonMessage"))
            self._blocked = told or f"The prompt was blocked: {block}"
        texts: list[str] = []
        for candidate in dicts_of(document.get("candidates"))[:1]:
            self._has_candidate = True
            self._reason = a_text(candidate.get("finishReason")) or self._reason
            self._why = a_text(candidate.get("finishMessage")) or self._why
            for part in dicts_of(a_dict(candidate.get("content")).get("parts")):
                texts += self._part(part)
        self.texts += texts
        return texts

    def answer(self) -> WireAnswer:
        if not (self._has_candidate or self._blocked):
            raise Garbled("The provider's answer has no candidates")
        by_tool = self._answer is not None
        return answer_of(
            text=self._answer if self._answer is not None else "".join(self.texts),
            reason=self._reason,
            usage=usage_of(self._usage),
            tool_calls=() if by_tool else tuple(self._calls),
            model=self._model,
            refusal=self._blocked or self._refusal(),
        )

    def _part(self, part: dict[str, Any]) -> list[str]:
        if wish := a_dict(part.get("functionCall")):
            given = dumped(a_dict(wish.get("args"))).decode()
            name = a_text(wish.get("name"))
            if name == ANSWER_TOOL:
                first = self._answer is None
                self._answer = self._answer or given
                return [given] if first else []
            place = f"call_{len(self._calls)}"
            self._calls.append(
                ToolCall(id=a_text(wish.get("id")) or place, name=name, arguments=given)
            )
        # Some models return thoughts, which are not part of the answer.
        is_thought = part.get("thought") is True
        text = "" if is_thought else a_text(part.get("text"))
        return [text] if text else []

    def _refusal(self) -> str:
        if REASONS.get(self._reason) != REASONS["SAFETY"]:
            return ""
        return self._why or f"The answer was blocked: {self._reason}"


def usage_of(value: Any) -> Usage | None:
    """Parse token usage: prompt tokens include cached tokens; thoughts and tool results are counted separately."""
    raw = a_dict(value)
    prompt, output = count(raw.get("promptTokenCount")), count(raw.get("candidatesTokenCount"))
    if prompt is None and output is None:
        return None
    prompt, output = prompt or 0, output or 0
    tools = tokens_of(raw, "toolUsePromptTokenCount")
    cached = min(tokens_of(raw, "cachedContentTokenCount"), prompt)
    thoughts = tokens_of(raw, "thoughtsTokenCount")
    # Tokens that only the total includes are billed too, and can only be thoughts.
    hidden = max(0, tokens_of(raw, "totalTokenCount") - prompt - tools - output - thoughts)
    return Usage(
        input=prompt - cached + tools,
        cache_read=cached,
        output=output,
        reasoning=thoughts + hidden,
        raw=raw,
    )


def complaint(body: bytes) -> Complaint:
    try:
        document = loaded(body)
    except Garbled:
        return plain_complaint(body)
    # A rejected stream is answered with a list.
    first = a_list(document)[0] if a_list(document) else document
    error = a_dict(a_dict(first).get("error"))
    return complaint_in(error) if error else plain_complaint(body)


def complaint_in(error: dict[str, Any]) -> Complaint:
    details = dicts_of(error.get("details"))
    reasons = [a_text(detail.get("reason")) for detail in details]
    waits = [span(a_text(detail.get("retryDelay"))) for detail in details]
    message = a_text(error.get("message"))
    numeric = error.get("code")
    codes = (*reasons, a_text(error.get("status")))
    return Complaint(
        message=message,
        codes=(
            *(code for code in codes if code),
            *((str(numeric),) if isinstance(numeric, int) else ()),
        ),
        wait_s=next((wait for wait in waits if wait is not None), None),
        known=_rate_or_quota(error, details, message),
    )


def _rate_or_quota(
    error: dict[str, Any], details: list[dict[str, Any]], message: str
) -> FailureCode | None:
    """Return the failure code of a 429, by the name of the violated quota: rate limit or exhausted quota."""
    if error.get("status") != "RESOURCE_EXHAUSTED" and error.get("code") != 429:
        return None
    quotas = [
        a_text(violation.get("quotaId"))
        for detail in details
        for violation in dicts_of(detail.get("violations"))
    ]
    if _MONEY.search(message) or any(_DAILY.search(quota) for quota in quotas):
        return FailureCode.QUOTA
    return FailureCode.RATE_LIMITED


class GeminiStream:
    """Assembles an answer from documents with parts of the text; the last one has the finish reason."""

    def __init__(self) -> None:
        self._events = SseReader()
        self._collected = Collected()
        self._garbled: Garbled | None = None
        self._failure: Failed | None = None

    def feed(self, data: bytes) -> list[str]:
        return self._take(self._events.feed(data))

    def finish(self) -> WireAnswer:
        self._take(self._events.close())
        if self._garbled is not None:
            raise self._garbled
        if not self._collected.is_complete:
            raise Garbled("The stream ended before the answer was complete")
        return self._collected.answer()

    def failure(self) -> Failed | None:
        return self._failure

    def _take(self, events: list[ServerSentEvent]) -> list[str]:
        texts: list[str] = []
        for event in events:
            if self._garbled is not None:
                break
            try:
                texts += self._event(a_dict(loaded(event.data)))
            except Garbled as garbled:
                self._garbled = garbled
        return texts

    def _event(self, document: dict[str, Any]) -> list[str]:
        if error := a_dict(document.get("error")):
            self._failure = named_in_stream(complaint_in(error))
            raise Garbled(shown(self._failure.message))
        return self._collected.add(document)
