"""What prompt caches of providers did in one run, from the tokens of its ledger lines and the prices of its models."""

from collections.abc import Mapping
from dataclasses import dataclass

from edison.domain.models.price import Price
from edison.domain.money import MicroUsd
from edison.domain.reports.savings import saved_by_cache
from edison.domain.reports.spend_breakdown import Sums


@dataclass(frozen=True, slots=True, kw_only=True)
class MeanLatency:
    calls: int
    mean_ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RunCaching:
    """Prompt tokens of a run by what its providers did with them. A reused answer has no prompt tokens."""

    prompt_tokens: int
    read_tokens: int
    written_tokens: int
    # Compared with no caching, at today's prices as in the savings report. None: a price is unknown. Negative: writing
    # cost more than reading saved.
    saved: MicroUsd | None
    # Of answers whose call read a cache, and of the others. None: there are none, or the run is too large to read all.
    latency_read: MeanLatency | None = None
    latency_other: MeanLatency | None = None

    @property
    def share(self) -> float:
        """Share of the prompt tokens that were read from a cache."""
        return self.read_tokens / self.prompt_tokens if self.prompt_tokens else 0.0


NO_LATENCIES: Mapping[bool, MeanLatency] = {}


def run_caching(
    by_model: Mapping[str, Sums],
    prices: Mapping[str, Price],
    latencies: Mapping[bool, MeanLatency] = NO_LATENCIES,
) -> RunCaching | None:
    """Sum up the calls of a run by model; None if no provider has cached anything."""
    sums = by_model.values()
    read = sum(one.cache_read_tokens for one in sums)
    written = sum(one.cache_write_tokens for one in sums)
    if not read and not written:
        return None
    saved = [saved_by_cache(one, prices.get(model)) for model, one in by_model.items()]
    known = [one for one in saved if one is not None]
    return RunCaching(
        prompt_tokens=sum(one.prompt_tokens for one in sums),
        read_tokens=read,
        written_tokens=written,
        saved=MicroUsd(sum(known)) if len(known) == len(saved) else None,
        latency_read=latencies.get(True),
        latency_other=latencies.get(False),
    )
