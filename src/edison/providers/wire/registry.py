"""Registry of wire protocols by provider, with the parameters that each protocol does not support."""

from edison.domain.models.model_api import RESPONSES, ModelApi
from edison.domain.models.model_call import ModelCall, Task
from edison.domain.models.parameters import NAMES
from edison.domain.models.provider import Endpoint, Provider
from edison.providers.wire.anthropic import AnthropicWire
from edison.providers.wire.application import ApplicationWire
from edison.providers.wire.bedrock import BedrockWire
from edison.providers.wire.embeddings import GeminiEmbeddings, OpenAiEmbeddings
from edison.providers.wire.gemini import GeminiWire, VertexWire
from edison.providers.wire.openai import AzureWire, OllamaWire, OpenAiWire
from edison.providers.wire.responses import ResponsesWire
from edison.providers.wire.single_embeddings import TitanEmbeddings, VertexEmbeddings
from edison.providers.wire.wire_protocol import Wire

# The protocol of an application depends on its credential: see `wire_of`.
WIRES: dict[Provider, Wire] = {
    Provider.OPENAI: OpenAiWire(
        limit_name="max_completion_tokens", takes_top_k=False, chat_models_only=True
    ),
    Provider.AZURE: AzureWire(limit_name="max_completion_tokens", takes_top_k=False),
    Provider.ANTHROPIC: AnthropicWire(),
    Provider.GEMINI: GeminiWire(),
    Provider.VERTEX: VertexWire(),
    Provider.BEDROCK: BedrockWire(),
    Provider.OLLAMA: OllamaWire(takes_top_k=False),
    Provider.COMPATIBLE: OpenAiWire(),
    Provider.SIMULATED: OpenAiWire(),
}

# The second protocol of these providers. On Azure its path has no deployment and no API version: the deployment is
# the model (learn.microsoft.com, "Use the Azure OpenAI Responses API", 2026-11-18).
RESPONSES_WIRES: dict[Provider, Wire] = {
    Provider.OPENAI: ResponsesWire(chat=OpenAiWire(chat_models_only=True)),
    Provider.AZURE: ResponsesWire(chat=AzureWire(), path="/openai/v1/responses"),
    Provider.COMPATIBLE: ResponsesWire(chat=OpenAiWire()),
    Provider.SIMULATED: ResponsesWire(chat=OpenAiWire()),
}

# Have a moderation endpoint beside the chat.
MODERATES = frozenset({Provider.OPENAI, Provider.COMPATIBLE, Provider.SIMULATED})

# Have an endpoint for embeddings; Anthropic has none. On Bedrock it is that of Amazon's Titan models.
EMBEDDING_WIRES: dict[Provider, Wire] = {
    Provider.OPENAI: OpenAiEmbeddings(chat=OpenAiWire(chat_models_only=True)),
    Provider.AZURE: OpenAiEmbeddings(chat=AzureWire()),
    Provider.OLLAMA: OpenAiEmbeddings(chat=OllamaWire()),
    Provider.COMPATIBLE: OpenAiEmbeddings(chat=OpenAiWire()),
    Provider.SIMULATED: OpenAiEmbeddings(chat=OpenAiWire()),
    Provider.GEMINI: GeminiEmbeddings(chat=GeminiWire()),
    Provider.VERTEX: VertexEmbeddings(chat=VertexWire()),
    Provider.BEDROCK: TitanEmbeddings(chat=BedrockWire()),
}
# Their endpoint takes one text in each request.
ONE_TEXT_A_CALL = frozenset({Provider.VERTEX, Provider.BEDROCK})

_NOT_CLAUDE = frozenset({"frequency_penalty", "presence_penalty", "seed"})

# These are left out of the request and reported as dropped.
LEFT_OUT: dict[Provider, frozenset[str]] = {
    Provider.OPENAI: frozenset({"top_k"}),
    Provider.AZURE: frozenset({"top_k"}),
    Provider.OLLAMA: frozenset({"top_k"}),
    Provider.ANTHROPIC: _NOT_CLAUDE,
    Provider.BEDROCK: _NOT_CLAUDE,
    Provider.GEMINI: frozenset(),
    Provider.VERTEX: frozenset(),
    Provider.COMPATIBLE: frozenset(),
    # Its request has the fields of its template only.
    Provider.APPLICATION: NAMES,
    Provider.SIMULATED: frozenset(),
}

# Responses has no field for them (openai client 3.49.0, `types/responses/response_create_params.py`, 2026-11-18).
NOT_IN_RESPONSES = frozenset({"top_k", "frequency_penalty", "presence_penalty", "seed", "stop"})


def wire_of(endpoint: Endpoint, call: ModelCall | None = None) -> Wire:
    """Return the protocol of a call; without a call, that of the probe and the listing."""
    if endpoint.provider is Provider.APPLICATION:
        # What is sent and read depends on the templates of this credential.
        return ApplicationWire.of(endpoint)
    wires = (
        RESPONSES_WIRES
        if endpoint.api == RESPONSES and endpoint.provider in RESPONSES_WIRES
        else WIRES
    )
    if call is not None and call.task == "moderate":
        wires = WIRES
    if call is not None and call.task == "embed":
        wires = EMBEDDING_WIRES
    return wires[endpoint.provider]


def missing_task(provider: Provider, task: Task) -> str | None:
    """Return what the provider has no endpoint for, in words; None if it can do the task."""
    if task == "moderate" and provider not in MODERATES:
        return "moderation endpoint"
    if task == "embed" and provider not in EMBEDDING_WIRES:
        return "embeddings endpoint"
    return None


def left_out(provider: Provider, api: ModelApi) -> frozenset[str]:
    """Return the parameters that the protocol has no field for."""
    if api == RESPONSES and provider in RESPONSES_WIRES:
        return NOT_IN_RESPONSES
    return LEFT_OUT.get(provider, frozenset())
