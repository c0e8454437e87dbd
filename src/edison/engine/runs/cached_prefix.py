"""Decide whether the shared beginning of a target's prompts is cached; the same decision for forecast and run."""

from edison.domain.models.price import Price
from edison.domain.models.prompt_cache import CachedPrefix, worth_caching
from edison.domain.models.provider import Provider
from edison.domain.models.token_counts import count_tokens
from edison.domain.prompts.prompt import PromptContent
from edison.domain.prompts.shared_prefix import shared_messages, tools_text
from edison.providers.facts.caching_facts import cache_fact_of


def prefix_to_cache(
    content: PromptContent, provider: Provider, model: str, price: Price | None, calls: int
) -> CachedPrefix | None:
    """Return the beginning to cache; None if the rule in `domain/models/prompt_cache.py` does not hold.

    The token count is an estimate. If it is too high, the provider ignores the breakpoint and charges nothing for it.
    """
    fact = cache_fact_of(provider, model)
    shared = shared_messages(content)
    if fact is None or price is None or not shared:
        return None
    texts = [tools_text(content), *(message.content for message in shared)]
    tokens = sum(count_tokens(text, model, str(provider))[0] for text in texts)
    if not worth_caching(fact, price, tokens=tokens, calls=calls):
        return None
    return CachedPrefix(messages=len(shared), tokens=tokens, lives_s=fact.lives_s)
