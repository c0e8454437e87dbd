"""Rate limits of the simulator: sliding windows over accepted calls, so that no burst passes at a window boundary."""

from collections import deque
from dataclasses import dataclass

from edison.simulator.behaviour import SimulatedLimits

SECOND = 1.0
MINUTE = 60.0
# Entries closer together than this are merged, which bounds the memory of a busy minute.
MERGED_WITHIN_S = 0.01


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitHeaders:
    """The values of the `x-ratelimit-*` headers."""

    requests: int | None
    requests_left: int
    tokens: int | None
    tokens_left: int
    reset_s: float


class Gate:
    """Rate limit counters of the models that share one set of limits."""

    def __init__(self) -> None:
        self._accepted: deque[float] = deque()
        self._tokens: deque[tuple[float, int]] = deque()
        self._token_sum = 0
        self.inside = 0

    def refusal(self, limits: SimulatedLimits, tokens: int, now: float) -> float | None:
        """Return the seconds until the call would be accepted; None if it is accepted now."""
        self._forget(now)
        waits: list[float] = []
        most = limits.requests_per_second
        if most is not None and len(self._accepted) >= most:
            waits.append(self._accepted[len(self._accepted) - most] + SECOND - now)
        budget = limits.tokens_per_minute
        if budget is not None and self._token_sum + tokens > budget:
            waits.append(self._until_room(budget, tokens, now))
        if limits.concurrent is not None and self.inside >= limits.concurrent:
            waits.append(0.05)
        if waits:
            return max(max(waits), 0.001)
        if most is not None:
            self._accepted.append(now)
        if budget is not None:
            self._count(tokens, now)
        return None

    def spent(self, limits: SimulatedLimits, tokens: int, now: float) -> None:
        """Add the completion tokens of an accepted call, which were unknown before its answer."""
        if limits.tokens_per_minute is not None:
            self._count(tokens, now)

    def standing(self, limits: SimulatedLimits, now: float) -> LimitHeaders:
        self._forget(now)
        requests, tokens = limits.requests_per_second, limits.tokens_per_minute
        return LimitHeaders(
            requests=requests,
            requests_left=max(0, (requests or 0) - len(self._accepted)),
            tokens=tokens,
            tokens_left=max(0, (tokens or 0) - self._token_sum),
            reset_s=max(0.0, self._accepted[0] + SECOND - now) if self._accepted else 0.0,
        )

    def _until_room(self, budget: int, tokens: int, now: float) -> float:
        over = self._token_sum + tokens - budget
        for at, amount in self._tokens:
            over -= amount
            if over <= 0:
                return at + MINUTE - now
        return MINUTE

    def _count(self, tokens: int, now: float) -> None:
        self._token_sum += tokens
        if self._tokens and now - self._tokens[-1][0] < MERGED_WITHIN_S:
            # The later time is used for both: tokens may count a moment longer, never shorter.
            tokens += self._tokens.pop()[1]
        self._tokens.append((now, tokens))

    def _forget(self, now: float) -> None:
        while self._accepted and self._accepted[0] <= now - SECOND:
            self._accepted.popleft()
        while self._tokens and self._tokens[0][0] <= now - MINUTE:
            self._token_sum -= self._tokens.popleft()[1]
