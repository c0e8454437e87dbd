"""Prompt caching: when a provider is asked to keep the beginning of a prompt that many calls share.

The rule. A breakpoint is set behind the shared beginning (tools, system text, few-shots, and the messages without
variables) if all of these hold:

1. The provider caches only on request, and the model is documented to cache a beginning of this length.
2. At least `FEWEST_CALLS` calls of the run share it.
3. At the price of the model the calls cost less even if every fourth of them finds no cache and writes it again. The
   first call pays more than without a cache, because a provider charges for writing.

The first call is sent before the others: a cache can be read only after the response that wrote it has begun.
"""

from dataclasses import dataclass
from datetime import date

from edison.domain.models.price import Price
from edison.domain.models.token_usage import Usage
from edison.domain.money import MicroUsd

FEWEST_CALLS = 4
# Of these calls, one is assumed to find no cache: it has expired, or another server answers.
CALLS_PER_WRITE = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class CacheFact:
    """How a provider caches prompts to a model: on request, and from this length on."""

    shortest: int
    # Seconds after the last use.
    lives_s: float = 300.0
    source: str
    read_on: date


@dataclass(frozen=True, slots=True, kw_only=True)
class CachedPrefix:
    """The beginning of a prompt that is cached: the number of its messages, and its tokens."""

    messages: int
    tokens: int
    # Seconds for which it is kept after its last use.
    lives_s: float


def worth_caching(fact: CacheFact, price: Price, *, tokens: int, calls: int) -> bool:
    """Return whether the rule above holds for a beginning of this length that so many calls share."""
    if tokens < fact.shortest or calls < FEWEST_CALLS:
        return False
    writes = 1 + calls // CALLS_PER_WRITE
    plain = calls * price.cost(Usage(input=tokens))
    return cost_cached(price, tokens=tokens, calls=calls, writes=writes) < plain


def cost_cached(price: Price, *, tokens: int, calls: int, writes: int = 1) -> MicroUsd:
    """Return the cost of the shared tokens of all calls, of which some write the cache and the others read it."""
    write, read = price.cost(Usage(cache_write=tokens)), price.cost(Usage(cache_read=tokens))
    return MicroUsd(min(writes, calls) * write + max(0, calls - writes) * read)
