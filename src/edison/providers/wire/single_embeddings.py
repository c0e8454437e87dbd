"""Embeddings of Vertex AI and of Amazon's Titan models, which take one text in each request.

Sources, read on 2026-11-19: the google-genai Python client 3.1.0 (`models.py`, `_embed_content`: `predict`, and
`embedContent` for later models), and docs.aws.amazon.com, "Amazon Titan Embeddings G1 - Text".
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote

from edison.domain.models.model_call import Failed, ModelCall
from edison.domain.models.provider import Endpoint
from edison.domain.models.token_usage import Usage
from edison.providers.wire.bedrock import BedrockWire
from edison.providers.wire.embeddings import embeddings_answer, google_usage
from edison.providers.wire.gemini import VertexWire
from edison.providers.wire.untrusted_json import a_dict, count, dicts_of, dumped, loaded
from edison.providers.wire.wire_protocol import (
    ListedModel,
    StreamReader,
    WireAnswer,
    WireRequest,
)

# Models before Gemini Embedding 2 are called by `predict`, as in the client.
_BY_PREDICT = re.compile(r"^(?:gemini-embedding-001|text-(?:multilingual-)?embedding)")


@dataclass(frozen=True, slots=True, kw_only=True)
class VertexEmbeddings:
    chat: VertexWire

    def request(
        self, endpoint: Endpoint, call: ModelCall, *, stream: bool, bearer: str | None
    ) -> WireRequest:
        text = call.messages[0].content
        if _BY_PREDICT.match(call.model):
            verb = "predict"
            body = {"instances": [{"content": text, "task_type": "SEMANTIC_SIMILARITY"}]}
        else:
            verb = "embedContent"
            body = {"content": {"role": "user", "parts": [{"text": text}]}}
        return WireRequest(
            method="POST",
            url=f"{self.chat.model_url(endpoint, call.model)}:{verb}",
            headers={**self.chat.headers(endpoint, bearer), "content-type": "application/json"},
            body=dumped(body),
        )

    def answer(self, body: bytes) -> WireAnswer:
        document = a_dict(loaded(body))
        if "predictions" not in document:
            vector = a_dict(document.get("embedding")).get("values")
            return embeddings_answer([vector], google_usage(document), "")
        found = [a_dict(item.get("embeddings")) for item in dicts_of(document["predictions"])]
        counts = [count(a_dict(item.get("statistics")).get("token_count")) for item in found]
        known = [tokens for tokens in counts if tokens is not None]
        tokens = sum(known)
        usage = Usage(input=tokens, raw={"token_count": tokens}) if known == counts else None
        return embeddings_answer([item.get("values") for item in found], usage, "")

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
class TitanEmbeddings:
    chat: BedrockWire

    def request(
        self, endpoint: Endpoint, call: ModelCall, *, stream: bool, bearer: str | None
    ) -> WireRequest:
        unsigned = WireRequest(
            method="POST",
            url=f"{endpoint.base_url}/model/{quote(call.model, safe='')}/invoke",
            headers={"content-type": "application/json"},
            body=dumped({"inputText": call.messages[0].content}),
        )
        return self.chat.signed(endpoint, unsigned)

    def answer(self, body: bytes) -> WireAnswer:
        document = a_dict(loaded(body))
        tokens = count(document.get("inputTextTokenCount"))
        raw = {"inputTextTokenCount": tokens}
        usage = None if tokens is None else Usage(input=tokens, raw=raw)
        return embeddings_answer([document.get("embedding")], usage, "")

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
