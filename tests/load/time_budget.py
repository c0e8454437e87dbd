"""A time budget for measurements that can be made with a smaller sample when time is short."""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Self, TypeVar

Item = TypeVar("Item")
Clock = Callable[[], float]


def _say_nothing(_: str) -> None:
    """Ignore a progress line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeBudget:
    """A number of seconds, counted from a moment of a monotonic clock."""

    seconds: float
    began: float
    clock: Clock = time.monotonic

    @classmethod
    def start(cls, seconds: float, clock: Clock = time.monotonic) -> Self:
        """Start to count now."""
        return cls(seconds=seconds, began=clock(), clock=clock)

    @property
    def elapsed_s(self) -> float:
        return self.clock() - self.began

    @property
    def left_s(self) -> float:
        return max(0.0, self.seconds - self.elapsed_s)

    @property
    def is_spent(self) -> bool:
        return self.left_s == 0

    def split(self, share: float) -> Self:
        """Start a budget of this share of the seconds that are left."""
        return type(self).start(self.left_s * share, self.clock)

    def take(
        self,
        items: Sequence[Item],
        *,
        at_least: int = 1,
        what: str = "sample",
        say: Callable[[str], None] = _say_nothing,
    ) -> Iterator[Item]:
        """Yield items until the next one, if it takes as long as the mean so far, would not fit.

        The first `at_least` items are always yielded. What is left out is reported.
        """
        began = self.clock()
        for taken, item in enumerate(items):
            mean_s = (self.clock() - began) / max(1, taken)
            if taken >= at_least and (self.is_spent or self.left_s < mean_s):
                rest = len(items) - taken
                say(f"{what}: {taken:,} of {len(items):,}; {rest:,} left out for time")
                return
            yield item

    def fit(self, per_second: float, *, at_most: int, at_least: int = 1) -> int:
        """Return how many items fit into the seconds that are left at this speed."""
        if math.isinf(self.left_s):
            return at_most
        return max(at_least, min(at_most, int(per_second * self.left_s)))


UNLIMITED = TimeBudget(seconds=math.inf, began=0.0)
