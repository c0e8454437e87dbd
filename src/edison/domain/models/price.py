"""Prices per million tokens by kind of token, and the cost of a call."""

from dataclasses import dataclass, replace
from datetime import datetime
from decimal import ROUND_CEILING, ROUND_HALF_UP, Decimal
from typing import Literal

from edison.domain.models.token_usage import Usage
from edison.domain.money import MICRO, MicroUsd, from_usd

PriceSource = Literal["list", "override", "free", "simulated"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tier:
    """Rates that apply to all tokens of a call if its prompt has more than `above` tokens."""

    above: int
    input: Decimal
    output: Decimal
    cache_read: Decimal | None = None
    cache_write: Decimal | None = None
    cache_write_1h: Decimal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """Rates in dollars per million tokens. Without a rate for cached tokens, the input rate applies.

    With `per_call`, each call costs this amount of dollars, and its tokens cost nothing.
    """

    input: Decimal
    output: Decimal
    cache_read: Decimal | None = None
    cache_write: Decimal | None = None
    # Missing: same as for the other lifetime.
    cache_write_1h: Decimal | None = None
    source: PriceSource = "list"
    effective_from: datetime | None = None
    tiers: tuple[Tier, ...] = ()
    # The declared cost of one call to an application.
    per_call: Decimal | None = None

    def cost_of_call(self, usage: Usage | None) -> MicroUsd | None:
        """Return the cost of one call; None if it is unknown, because it depends on tokens that were not reported."""
        return (
            self.cost(usage or NO_USAGE) if usage is not None or self.per_call is not None else None
        )

    def cost(self, usage: Usage) -> MicroUsd:
        """Return the cost of the used tokens. Reasoning tokens are part of the completion and cost the output rate."""
        if self.per_call is not None:
            return from_usd(self.per_call)
        return _rounded(self._exact(usage), ROUND_HALF_UP)

    def at_most(self, prompt_tokens: int, completion_tokens: int) -> MicroUsd:
        """Return an upper bound of the cost of a call with at most these numbers of tokens."""
        if self.per_call is not None:
            return _rounded(self.per_call * MICRO, ROUND_CEILING)
        # A shorter prompt may be in a cheaper or more expensive tier, and some lists charge more for a cached
        # token than for a new one. No call requests a cache of an hour.
        reachable = [self, *(tier for tier in self.tiers if prompt_tokens > tier.above)]
        prompt = max(
            rate
            for rates in reachable
            for rate in (rates.input, rates.cache_read, rates.cache_write)
            if rate is not None
        )
        output = max(rates.output for rates in reachable)
        return _rounded(prompt * prompt_tokens + output * completion_tokens, ROUND_CEILING)

    def scaled(self, share: Decimal) -> "Price":
        """Return the price with all rates multiplied by a share, such as 0.5 for a batch."""
        return replace(
            self,
            per_call=_times(self.per_call, share),
            input=self.input * share,
            output=self.output * share,
            cache_read=_times(self.cache_read, share),
            cache_write=_times(self.cache_write, share),
            cache_write_1h=_times(self.cache_write_1h, share),
            tiers=tuple(
                replace(
                    tier,
                    input=tier.input * share,
                    output=tier.output * share,
                    cache_read=_times(tier.cache_read, share),
                    cache_write=_times(tier.cache_write, share),
                    cache_write_1h=_times(tier.cache_write_1h, share),
                )
                for tier in self.tiers
            ),
        )

    def _rates(self, prompt_tokens: int) -> "Price | Tier":
        fitting = [tier for tier in self.tiers if prompt_tokens > tier.above]
        return max(fitting, key=lambda tier: tier.above, default=self)

    def _exact(self, usage: Usage) -> Decimal:
        rates = self._rates(usage.prompt)
        read = rates.input if rates.cache_read is None else rates.cache_read
        write = rates.input if rates.cache_write is None else rates.cache_write
        return (
            rates.input * usage.input
            + read * usage.cache_read
            + write * usage.cache_write
            + (write if rates.cache_write_1h is None else rates.cache_write_1h)
            * usage.cache_write_1h
            + rates.output * usage.completion
        )


NO_USAGE = Usage()
FREE = Price(input=Decimal(0), output=Decimal(0), source="free")


def _times(rate: Decimal | None, share: Decimal) -> Decimal | None:
    return None if rate is None else rate * share


def _rounded(dollars_per_million: Decimal, how: str) -> MicroUsd:
    # Dollars per million tokens times tokens gives micro-dollars.
    assert MICRO == 1_000_000
    return MicroUsd(int(dollars_per_million.to_integral_value(how)))
