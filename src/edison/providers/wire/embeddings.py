"""Embeddings: from texts to vectors, at the endpoints that providers have for it beside the chat.

Sources, read on 2026-11-19: OpenAI's reference "Create embeddings" (developers.openai.com), "Azure OpenAI REST API
reference" (learn.microsoft.com), "OpenAI compatibility" (docs.ollama.com), and Google's reference "Embeddings"
(ai.google.dev/api/embeddings).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from edison.domain.models.embedding_vectors import NotEmbeddings, pack_vectors
from edison.domain.models.model_call import Failed, FinishReason, ModelCall
from edison.domain.models.provider import Endpoint
from edison.domain.models.token_usage import Usage
from edison.providers.wire.gemini import GeminiWire
from edison.providers.wire.openai import OpenAiWire, with_query
from edison.providers.wire.openai_answers import usage_of
from edison.providers.wire.untrusted_json import (
    a_dict,
    a_list,
    a_text,
    count,
    dicts_of,
    dumped,
    loaded,
)
from edison.providers.wire.wire_protocol import (
    Garbled,
    ListedModel,
    StreamReader,
    WireAnswer,
    WireRequest,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenAiEmbeddings:
    """OpenAI's protocol. Listing, probe and errors are those of the chat protocol."""

    chat: OpenAiWire

    def request(
        self, endpoint: Endpoint, call: ModelCall, *, stream: bool, bearer: str | None
    ) -> WireRequest:
        # The clients' default encoding is base64, which compatible servers may not know; no encoding means floats.
        body = {"model": call.model, "input": [message.content for message in call.messages]}
        return WireRequest(
            method="POST",
            url=with_query(endpoint, self.chat.embeddings_url(endpoint, call)),
            headers={**self.chat.headers(endpoint), "content-type": "application/json"},
            body=dumped(body),
        )

    def answer(self, body: bytes) -> WireAnswer:
        document = a_dict(loaded(body))
        found = dicts_of(document.get("data"))
        # A server may send them in any order.
        places = [count(item.get("index")) for item in found]
        if sorted(place for place in places if place is not None) != list(range(len(found))):
            raise Garbled("The embeddings are not numbered")
        ordered = sorted(found, key=lambda item: count(item.get("index")) or 0)
        return embeddings_answer(
            [item.get("embedding") for item in ordered],
            usage_of(document.get("usage")),
            a_text(document.get("model")),
        )

    def stream(self) -> StreamReader:
        return self.chat.stream()

    def failure(self, status: int, headers: Mapping[str, str], body: bytes) -> Failed:
        return self.chat.failure(status, headers, body)

    def probe(self, endpoint: Endpoint, *, bearer: str | None) -> WireRequest:
        return self.chat.probe(endpoint, bearer=bearer)

    def listing(self, endpoint: Endpoint, *, bearer: str | None) -> WireRequest | None:
        return self.chat.listing(endpoint, bearer=bearer)

    def models(self, body: bytes) -> list[ListedModel]:
        return self.chat.models(body)


@dataclass(frozen=True, slots=True, kw_only=True)
class GeminiEmbeddings:
    """Google's batchEmbedContents. Listing, probe and errors are those of the chat protocol."""

    chat: GeminiWire

    def request(
        self, endpoint: Endpoint, call: ModelCall, *, stream: bool, bearer: str | None
    ) -> WireRequest:
        name = f"models/{call.model.removeprefix('models/')}"
        # Later models have no task types: their task is named in the text itself.
        task = {"taskType": "SEMANTIC_SIMILARITY"} if name.endswith("embedding-001") else {}
        requests = [
            {
                "model": name,
                "content": {"parts": [{"text": message.content}]},
                **task,
            }
            for message in call.messages
        ]
        return WireRequest(
            method="POST",
            url=f"{self.chat.model_url(endpoint, call.model)}:batchEmbedContents",
            headers={**self.chat.headers(endpoint, bearer), "content-type": "application/json"},
            body=dumped({"requests": requests}),
        )

    def answer(self, body: bytes) -> WireAnswer:
        document = a_dict(loaded(body))
        found = dicts_of(document.get("embeddings"))
        return embeddings_answer([item.get("values") for item in found], google_usage(document), "")

    def stream(self) -> StreamReader:
        return self.chat.stream()

    def failure(self, status: int, headers: Mapping[str, str], body: bytes) -> Failed:
        return self.chat.failure(status, headers, body)

    def probe(self, endpoint: Endpoint, *, bearer: str | None) -> WireRequest:
        return self.chat.probe(endpoint, bearer=bearer)

    def listing(self, endpoint: Endpoint, *, bearer: str | None) -> WireRequest | None:
        return self.chat.listing(endpoint, bearer=bearer)

    def models(self, body: bytes) -> list[ListedModel]:
        return self.chat.models(body)


def google_usage(document: dict[str, Any]) -> Usage | None:
    """Return the usage; None if the response has none: then the cost is unknown, not zero."""
    raw = a_dict(document.get("usageMetadata"))
    prompt = count(raw.get("promptTokenCount"))
    return None if prompt is None else Usage(input=prompt, raw=raw)


def embeddings_answer(vectors: Sequence[Any], usage: Usage | None, model: str) -> WireAnswer:
    """Return the vectors as an answer; raise Garbled if one of them is unusable."""
    if not vectors:
        raise Garbled("The provider returned no embeddings")
    try:
        text = pack_vectors([_numbers(vector) for vector in vectors])
    except NotEmbeddings as wrong:
        raise Garbled(f"The embeddings cannot be used: {wrong}") from None
    return WireAnswer(text=text, finish=FinishReason.STOP, usage=usage, model=model)


def _numbers(given: Any) -> list[float]:
    values = a_list(given)
    if not all(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
        raise NotEmbeddings("a vector has a value that is no number")
    return [float(value) for value in values]
