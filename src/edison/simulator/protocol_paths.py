"""Map a URL path to its protocol; written by hand, because a router would take longer than the answer."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from edison.simulator.named_models import MODELS
from edison.simulator.protocols import (
    anthropic_protocol,
    bedrock_protocol,
    gemini_protocol,
    ollama_protocol,
    openai_protocol,
    responses_protocol,
)
from edison.simulator.protocols.application_protocol import SimulatedApplication
from edison.simulator.protocols.gemini_embeddings import GeminiVectors
from edison.simulator.protocols.openai_embeddings import Embeddings
from edison.simulator.protocols.openai_moderations import Moderations
from edison.simulator.protocols.protocol_base import Speaker
from edison.simulator.protocols.single_embeddings import SingleEmbedding

OPENAI, AZURE = openai_protocol.OpenAi(), openai_protocol.OpenAi(name="azure", azure=True)
RESPONSES = responses_protocol.Responses(chat=OPENAI)
AZURE_RESPONSES = responses_protocol.Responses(name="azure-responses", chat=AZURE)
ANTHROPIC, BEDROCK, OLLAMA = (
    anthropic_protocol.Anthropic(),
    bedrock_protocol.Bedrock(),
    ollama_protocol.Ollama(),
)
GEMINI, VERTEX = gemini_protocol.Gemini(), gemini_protocol.Gemini(name="vertex", vertex=True)
EMBEDDINGS = Embeddings()
APPLICATION = SimulatedApplication()
VERTEX_EMBEDDING, TITAN_EMBEDDING = SingleEmbedding(name="vertex"), SingleEmbedding(name="bedrock")
GEMINI_EMBEDDINGS = {
    "embedContent": GeminiVectors(batch=False),
    "batchEmbedContents": GeminiVectors(batch=True),
}

_AZURE = re.compile(r"/openai/deployments/([^/]+)/(chat/completions|embeddings)")
_GEMINI = re.compile(r"/v1(?:beta)?/models/([^/:]+):(generateContent|streamGenerateContent)")
_GEMINI_EMBEDDINGS = re.compile(r"/v1(?:beta)?/models/([^/:]+):(embedContent|batchEmbedContents)")
_VERTEX = re.compile(
    r"/v1(?:beta1)?/(?:projects/[^/]+/locations/[^/]+/)?publishers/google/models/([^/:]+)"
    r":(generateContent|streamGenerateContent)"
)
_VERTEX_EMBEDDING = re.compile(
    r"/v1(?:beta1)?/(?:projects/[^/]+/locations/[^/]+/)?publishers/google/models/([^/:]+)"
    r":(predict|embedContent)"
)
# An application of a user, in front of the named model.
_APPLICATION = re.compile(r"/applications/([^/]+)/answer")
_TITAN = re.compile(r"/model/(.+)/invoke")
_BEDROCK = re.compile(r"/model/(.+)/(converse|converse-stream)")


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRoute:
    speaker: Speaker
    model: str = ""
    stream: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRoute:
    speaker: Speaker
    listing: Callable[[], bytes]


def titles() -> dict[str, str]:
    return {model.name: model.title for model in MODELS.values()}


def windows() -> dict[str, int]:
    return {model.name: model.context_window for model in MODELS.values()}


_PLAIN_CALLS: dict[str, CallRoute] = {
    "/v1/chat/completions": CallRoute(speaker=OPENAI),
    "/v1/responses": CallRoute(speaker=RESPONSES),
    "/openai/v1/responses": CallRoute(speaker=AZURE_RESPONSES),
    "/v1/embeddings": CallRoute(speaker=EMBEDDINGS),
    "/v1/moderations": CallRoute(speaker=Moderations()),
    "/v1/messages": CallRoute(speaker=ANTHROPIC),
    "/api/chat": CallRoute(speaker=OLLAMA),
}
_LISTS: dict[str, ListRoute] = {
    "/v1/models": ListRoute(speaker=OPENAI, listing=lambda: openai_protocol.listing(list(MODELS))),
    "/openai/models": ListRoute(
        speaker=AZURE, listing=lambda: openai_protocol.azure_models(list(MODELS))
    ),
    "/openai/deployments": ListRoute(
        speaker=AZURE, listing=lambda: openai_protocol.azure_deployments(list(MODELS))
    ),
    "/v1beta/models": ListRoute(
        speaker=GEMINI, listing=lambda: gemini_protocol.listing(titles(), windows())
    ),
    "/foundation-models": ListRoute(
        speaker=BEDROCK, listing=lambda: bedrock_protocol.listing(titles())
    ),
    "/api/tags": ListRoute(speaker=OLLAMA, listing=lambda: ollama_protocol.listing(list(MODELS))),
}
_ANTHROPIC_LIST = ListRoute(speaker=ANTHROPIC, listing=lambda: anthropic_protocol.listing(titles()))


def find(method: str, path: str, headers: Mapping[str, str]) -> CallRoute | ListRoute | None:
    if method == "GET":
        # Three providers list models at the same path; a header identifies the client.
        if path == "/v1/models" and "anthropic-version" in headers:
            return _ANTHROPIC_LIST
        if path == "/v1/models" and "x-goog-api-key" in headers:
            return _LISTS["/v1beta/models"]
        return _LISTS.get(path)
    if method != "POST":
        return None
    return _PLAIN_CALLS.get(path) or _with_model(path)


def _with_model(path: str) -> CallRoute | None:
    found = _AZURE.fullmatch(path)
    if found:
        speaker = AZURE if found.group(2) == "chat/completions" else EMBEDDINGS
        return CallRoute(speaker=speaker, model=found.group(1))
    found = _GEMINI_EMBEDDINGS.fullmatch(path)
    if found:
        return CallRoute(speaker=GEMINI_EMBEDDINGS[found.group(2)], model=found.group(1))
    found = _VERTEX_EMBEDDING.fullmatch(path)
    if found:
        by_predict = found.group(2) == "predict"
        speaker = VERTEX_EMBEDDING if by_predict else GEMINI_EMBEDDINGS["embedContent"]
        return CallRoute(speaker=speaker, model=found.group(1))
    found = _TITAN.fullmatch(path)
    if found:
        return CallRoute(speaker=TITAN_EMBEDDING, model=found.group(1))
    found = _APPLICATION.fullmatch(path)
    if found:
        return CallRoute(speaker=APPLICATION, model=found.group(1))
    for where, speaker in ((_GEMINI, GEMINI), (_VERTEX, VERTEX), (_BEDROCK, BEDROCK)):
        found = where.fullmatch(path)
        if found:
            stream = found.group(2) in ("streamGenerateContent", "converse-stream")
            return CallRoute(speaker=speaker, model=found.group(1), stream=stream)
    return None


def api_key(headers: Mapping[str, str], query: Mapping[str, str]) -> str:
    """Return the API key of a request, wherever the provider's clients send it; for AWS the access key id."""
    for name in ("api-key", "x-api-key", "x-goog-api-key"):
        if name in headers:
            return headers[name]
    said = headers.get("authorization", "")
    signed = re.search(r"Credential=([^/,\s]+)", said)
    if signed:
        return signed.group(1)
    return said.removeprefix("Bearer ").strip() or query.get("key", "")
