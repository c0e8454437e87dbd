"""The pace of one model's calls.

Limits, requests, grants, and the state that all processes share.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from edison.domain.rate_limits.call_history import StartCount
from edison.domain.rate_limits.leases import Lease

# Before the first refusal: so many starts may be unanswered, one more with every second answer.
FIRST_WINDOW = 48.0
SPREAD_S = 0.2

# After it: just under the ceiling, flat for long, then ever faster above it.
UNDER = 0.97
PROBE_AFTER = 1.25
DOUBLES_PER_PATIENCE = 4.0
CEILING_IS_WRONG = 8.0
FIRST_PATIENCE_S = 4.0
SHORT_SETBACK_S = 0.1
SLOWEST = 0.1
# One caller that waits for each answer is no burden: it takes more than a refusal to go below this.
ONE_CALLER = 2.0


class DeadlinePassed(Exception):
    """No permit came in time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RateLimits:
    """What the user set. None: not set, so it is learned."""

    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None
    concurrency: int | None = None


UNSET = RateLimits()


@dataclass(frozen=True, slots=True, kw_only=True)
class CallSlot:
    """Permission to start one call at a time of the database's clock."""

    at: float
    tokens: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RateLimitReport:
    """What happened at one process since it last asked. Counts are by the beat of the start."""

    answered: Mapping[int, int] = field(default_factory=dict[int, int])
    unused: Mapping[int, int] = field(default_factory=dict[int, int])
    refused: tuple[float, ...] = ()
    # Retry-After, as a time of the database's clock.
    resume_at: float = 0.0
    # Tokens used or granted in error: positive is more than what was asked for.
    tokens_off: int = 0
    told_requests: float | None = None
    told_tokens: float | None = None


NOTHING_HAPPENED = RateLimitReport()


@dataclass(frozen=True, slots=True, kw_only=True)
class SlotRequest:
    process: str
    # One entry per wanted start: how many tokens it may take.
    wanted: tuple[int, ...] = ()
    in_flight: int = 0
    waiting: int = 0
    report: RateLimitReport = NOTHING_HAPPENED
    leaving: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    now: float
    slots: tuple[CallSlot, ...]
    # How many calls the process may have in flight.
    share: int
    # With fewer slots than asked for: when it makes sense to ask again.
    ask_again_at: float
    # Refusals of calls that started until then tell nothing new.
    heeded_until: float
    resume_at: float
    rate: float
    ceiling: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """All that processes share about one (credential, model)."""

    at: float = 0.0
    window: float = FIRST_WINDOW
    # Starts per second that the provider was seen to let in when it began to refuse.
    ceiling: float | None = None
    # The best of what was let in when hardly anything was refused; halves with time.
    proven: float = 0.0
    # The part that is refused now and then whatever the rate, as far as was seen.
    noise: float = 0.0
    # The part of the last few calls that was refused.
    denied: float = 0.0
    # Starts that were handed out and not made, while callers waited: made up for little by little.
    owed: float = 0.0
    measured_from: float = 0.0
    measured_to: float = 0.0
    heeded_until: float = 0.0
    slow_until: float = 0.0
    brief_until: float = 0.0
    resume_at: float = 0.0
    probed_s: float = 0.0
    patience_s: float = FIRST_PATIENCE_S
    setback_s: float = SHORT_SETBACK_S
    told_requests: float | None = None
    told_tokens: float | None = None
    next_request: float = 0.0
    next_tokens: float = 0.0
    beats: tuple[StartCount, ...] = ()
    leases: tuple[Lease, ...] = ()

    def rate(self, limits: RateLimits) -> float:
        """Starts per second, now."""
        if self.ceiling is None:
            rate = self.window / SPREAD_S
        else:
            rate = self.ceiling * probe_height(self.probed_s / self.patience_s)
        if self.at < max(self.slow_until, self.brief_until):
            rate = max(rate / 2, min(rate, ONE_CALLER))
        caps = [limits.requests_per_minute, self.told_requests]
        return max(SLOWEST, min([rate, *(cap / 60 for cap in caps if cap)]))

    def token_rate(self, limits: RateLimits) -> float | None:
        caps = [cap for cap in (limits.tokens_per_minute, self.told_tokens) if cap]
        return min(caps) / 60 if caps else None


def probe_height(x: float) -> float:
    """The rate as a part of the ceiling, `x` patiences after it was found."""
    if x < PROBE_AFTER:
        return UNDER + (1 - UNDER) * x**3
    top = UNDER + (1 - UNDER) * PROBE_AFTER**3
    return top * min(2.0 ** (DOUBLES_PER_PATIENCE * (x - PROBE_AFTER)), 4 * CEILING_IS_WRONG)
