"""Usage objects in the format of each provider's protocol, for many kinds of calls, without code of Edison."""

from collections.abc import Iterator
from typing import Any

from tests.support.independent_bill import PublishedPrice, Tokens

SHORT = 12_345
OUTPUT, THOUGHT = 678, 321


def calls_of(price: PublishedPrice) -> Iterator[Tokens]:
    """Return calls that together use every rate of a price, at the lengths where its tiers begin."""
    lengths = [SHORT, *(at for above in sorted(price.longer_than) for at in (above, above + 1))]
    kinds = [kind for kind in ("cached", "write_5m", "write_1h") if kind in price.rates]
    for prompt in lengths:
        yield Tokens(input=prompt, output=OUTPUT)
        for kind in kinds:
            part = prompt // 3
            yield Tokens(**{"input": prompt - part, kind: part, "output": OUTPUT})
        if kinds:
            parts = {kind: 1_111 for kind in kinds}
            yield Tokens(input=prompt - sum(parts.values()), output=OUTPUT, **parts)


def usage_in(protocol: str, tokens: Tokens) -> dict[str, Any]:
    """Return the usage of these tokens; a part of the output is reasoning."""
    thought = min(THOUGHT, tokens.output)
    match protocol:
        case "anthropic":
            return {
                "input_tokens": tokens.input,
                "cache_read_input_tokens": tokens.cached,
                "cache_creation_input_tokens": tokens.write_5m + tokens.write_1h,
                "cache_creation": {
                    "ephemeral_5m_input_tokens": tokens.write_5m,
                    "ephemeral_1h_input_tokens": tokens.write_1h,
                },
                "output_tokens": tokens.output,
                "output_tokens_details": {"thinking_tokens": thought},
                "service_tier": "standard",
            }
        case "gemini":
            return {
                "promptTokenCount": tokens.prompt,
                "cachedContentTokenCount": tokens.cached,
                "candidatesTokenCount": tokens.output - thought,
                "thoughtsTokenCount": thought,
                "totalTokenCount": tokens.prompt + tokens.output,
            }
        case "bedrock":
            return {
                "inputTokens": tokens.input,
                "outputTokens": tokens.output,
                "totalTokens": tokens.prompt + tokens.output,
                "cacheReadInputTokens": tokens.cached,
                "cacheWriteInputTokens": tokens.write_5m + tokens.write_1h,
                "cacheDetails": [
                    {"ttl": "1h", "inputTokens": tokens.write_1h},
                    {"ttl": "5m", "inputTokens": tokens.write_5m},
                ],
            }
        case _:
            return {
                "prompt_tokens": tokens.prompt,
                "completion_tokens": tokens.output,
                "total_tokens": tokens.prompt + tokens.output,
                "prompt_tokens_details": {
                    "cached_tokens": tokens.cached,
                    "cache_write_tokens": tokens.write_5m,
                },
                "completion_tokens_details": {"reasoning_tokens": thought},
            }
