"""Registry of wire protocols by provider, with the parameters that each protocol does not support."""

from edison.domain.models.model_api import RESPONSES, ModelApi
from edison.domain.models.model_call import ModelCall
from edison.domain.models.provider import Endpoint, Provider
from edison.providers.wire.anthropic import AnthropicWire
from edison.providers.wire.bedrock import BedrockWire
from edison.providers.wire.gemini import GeminiWire, VertexWire
from edison.providers.wire.openai import AzureWire, OllamaWire, OpenAiWire
from edison.providers.wire.responses import ResponsesWire
from edison.providers.wire.wire_protocol import Wire

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
    Provider.SIMULATED: frozenset(),
}

# Responses has no field for them (openai client 3.49.0, `types/responses/response_create_params.py`, 2026-11-18).
NOT_IN_RESPONSES = frozenset({"top_k", "frequency_penalty", "presence_penalty", "seed", "stop"})


def wire_of(endpoint: Endpoint, call: ModelCall | None = None) -> Wire:
    """Return the protocol of a call; without a call, that of the probe and the listing."""
    wires = (
        RESPONSES_WIRES
        if endpoint.api == RESPONSES and endpoint.provider in RESPONSES_WIRES
        else WIRES
    )
    if call is not None and call.task == "moderate":
        wires = WIRES
    return wires[endpoint.provider]


def left_out(provider: Provider, api: ModelApi) -> frozenset[str]:
    """Return the parameters that the protocol has no field for."""
    if api == RESPONSES and provider in RESPONSES_WIRES:
        return NOT_IN_RESPONSES
    return LEFT_OUT.get(provider, frozenset())
