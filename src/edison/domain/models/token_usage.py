"""Token usage in disjoint categories. Their sum is the provider's count, so that no token is charged twice."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    input: int = 0
    cache_read: int = 0
    # Written to a cache with a lifetime of minutes, and of an hour: they have different prices.
    cache_write: int = 0
    cache_write_1h: int = 0
    output: int = 0
    reasoning: int = 0
    # The provider's usage report, unchanged.
    raw: dict[str, Any] = field(default_factory=dict[str, Any])

    @property
    def total(self) -> int:
        return self.prompt + self.completion

    @property
    def prompt(self) -> int:
        return self.input + self.cache_read + self.cache_write + self.cache_write_1h

    @property
    def completion(self) -> int:
        return self.output + self.reasoning
