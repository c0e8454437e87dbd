"""Tokens in disjoint buckets: their sum is what the provider counted, so nothing is paid twice on paper."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    input: int = 0
    cache_read: int = 0
    # Into a cache that is kept for minutes, and for an hour: they have prices of their own.
    cache_write: int = 0
    cache_write_1h: int = 0
    output: int = 0
    reasoning: int = 0
    # What the provider sent, untouched.
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
