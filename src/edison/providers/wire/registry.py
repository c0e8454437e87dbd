"""Registry of wire protocols by provider, with the parameters that each protocol does not support."""

from edison.domain.models.provider import Provider
from edison.providers.wire.anthropic import AnthropicWire
from edison.providers.wire.bedrock import BedrockWire
from edison.providers.wire.gemini import GeminiWire, VertexWire
from edison.providers.wire.openai import AzureWire, OllamaWire, OpenAiWire
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
