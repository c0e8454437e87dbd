"""Parse model listings of servers with OpenAI's protocol; some listings contain capabilities and prices."""

import re
from datetime import date
from decimal import Decimal
from typing import Any

from edison.domain.models.capabilities import Capabilities
from edison.providers.wire.untrusted_json import a_dict, a_list, a_text, count, dicts_of, loaded
from edison.providers.wire.wire_protocol import Garbled, ListedModel

# OpenAI's listing does not say what a model is for; only its name does.
_NOT_FOR_CHAT = re.compile(
    r"embedding|whisper|tts|transcribe|audio|realtime|dall-e|image|sora|moderation"
    r"|davinci|babbage|instruct|computer-use|deep-research"
)

_PRICE = re.compile(r"\d{1,9}(?:\.\d{1,20})?(?:[eE]-\d{1,2})?")

# OpenRouter's names of prices per token.
_PRICES = {
    "prompt": "input",
    "completion": "output",
    "input_cache_read": "cache_read",
    "input_cache_write": "cache_write",
}


def models(body: bytes, *, chat_only: bool) -> list[ListedModel]:
    document = loaded(body)
    # Together sends the bare list.
    items = a_dict(document).get("data", document)
    if not isinstance(items, list):
        raise Garbled("The provider's list of models cannot be parsed")
    return [
        _listed(item, name)
        for item in dicts_of(a_list(items))
        if (name := a_text(item.get("id"))) and _chats(item, name, chat_only=chat_only)
    ]


def ollama_models(body: bytes) -> list[ListedModel]:
    items = a_dict(loaded(body)).get("models")
    if not isinstance(items, list):
        raise Garbled("The provider's list of models cannot be parsed")
    return [
        ListedModel(name=name, title=name)
        for item in dicts_of(a_list(items))
        if (name := a_text(item.get("name")) or a_text(item.get("model")))
    ]


def _chats(item: dict[str, Any], name: str, *, chat_only: bool) -> bool:
    if chat_only:
        return not _NOT_FOR_CHAT.search(name)
    outputs = a_list(a_dict(item.get("architecture")).get("output_modalities"))
    return (not outputs or "text" in outputs) and item.get("type") not in (
        "embedding",
        "embeddings",
    )


def _listed(item: dict[str, Any], name: str) -> ListedModel:
    return ListedModel(
        name=name,
        # Azure names the model behind a deployment.
        title=a_text(item.get("name")) or a_text(item.get("model")) or name,
        capabilities=_capabilities(item),
        deprecated=bool(item.get("shutdown_date") or item.get("expiration_date")),
        retires_on=_day(item.get("shutdown_date")) or _day(item.get("expiration_date")),
        prices=_prices(item.get("pricing")),
    )


def _capabilities(item: dict[str, Any]) -> Capabilities:
    # OpenRouter, vLLM, llama.cpp: three names for the same field.
    window = (
        count(item.get("context_length"))
        or count(item.get("max_model_len"))
        or count(a_dict(item.get("meta")).get("n_ctx_train"))
    )
    most = count(a_dict(item.get("top_provider")).get("max_completion_tokens"))
    known = Capabilities(context_window=window, max_output_tokens=most)
    supported = a_list(item.get("supported_parameters"))
    if not supported:
        return known
    return known.corrected(
        {
            "temperature": "temperature" in supported,
            "top_p": "top_p" in supported,
            "top_k": "top_k" in supported,
            "penalties": "frequency_penalty" in supported and "presence_penalty" in supported,
            "seed": "seed" in supported,
            "stop": "stop" in supported,
            "json_mode": "response_format" in supported,
            "schema": "structured_outputs" in supported,
            "tools": "tools" in supported,
            "reasoning": "reasoning" in supported or "reasoning_effort" in supported,
        }
    )


def _day(value: Any) -> date | None:
    """Parse a day as YYYY-MM-DD (developers.openai.com, "Deprecations", 2026-11-19); anything else is unknown."""
    try:
        return date.fromisoformat(a_text(value)[:10])
    except ValueError:
        return None


def _prices(value: Any) -> dict[str, str]:
    """Convert dollars per token to dollars per million tokens; a negative price means a variable price."""
    prices: dict[str, str] = {}
    for theirs, ours in _PRICES.items():
        given = str(a_dict(value).get(theirs))
        if _PRICE.fullmatch(given):
            prices[ours] = f"{(Decimal(given) * 1_000_000).normalize():f}"
    return prices
