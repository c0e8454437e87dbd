"""Types of the rate limiter: limits, requests, grants, and the state of one model that all processes share."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from edison.domain.rate_limits.call_history import StartCount
from edison.domain.rate_limits.leases import Lease

# Slow start, before the first refusal: this many unanswered starts, one more with every second answer.
FIRST_WINDOW = 48.0
SPREAD_S = 0.2

# After the first refusal: just below the ceiling, flat for long, then rising ever faster.
UNDER = 0.97
PROBE_AFTER = 1.25
DOUBLES_PER_PATIENCE = 4.0
CEILING_IS_WRONG = 8.0
FIRST_PATIENCE_S = 4.0
SHORT_SETBACK_S = 0.1
SLOWEST = 0.1
# Rate of one sequential caller, which is hardly a load: a single refusal does not lower the rate below this.
ONE_CALLER = 2.0


class DeadlinePassed(Exception):
    """Raised if no call slot was granted before the deadline."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RateLimits:
    """Limits set by the user. None means that the limit is not set and is learned from refusals."""

    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None
    concurrency: int | None = None


UNSET = RateLimits()


@dataclass(frozen=True, slots=True, kw_only=True)
class CallSlot:
    """Permission to start one call at the given time of the database clock."""

    at: float
    tokens: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RateLimitReport:
    """Events in one process since its last request. The counts are keyed by the time step of the call's start."""

    answered: Mapping[int, int] = field(default_factory=dict[int, int])
    unused: Mapping[int, int] = field(default_factory=dict[int, int])
    refused: tuple[float, ...] = ()
    # Retry-After, as a time of the database's clock.
    resume_at: float = 0.0
    # Correction of estimated tokens: positive if more were used than requested.
    tokens_off: int = 0
    told_requests: float | None = None
    told_tokens: float | None = None


NOTHING_HAPPENED = RateLimitReport()


@dataclass(frozen=True, slots=True, kw_only=True)
class SlotRequest:
    process: str
    # One entry per wanted start: the tokens it may use.
    wanted: tuple[int, ...] = ()
    in_flight: int = 0
    waiting: int = 0
    report: RateLimitReport = NOTHING_HAPPENED
    leaving: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    now: float
    slots: tuple[CallSlot, ...]
    # Most calls that the process may have in flight.
    share: int
    # If fewer slots were granted than requested: when to ask again.
    ask_again_at: float
    # Refusals of calls that started before this time add no information.
    heeded_until: float
    resume_at: float
    rate: float
    ceiling: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """Rate limit state of one model and credential, shared by all processes."""

    at: float = 0.0
    window: float = FIRST_WINDOW
    # Starts per second that the provider accepted when it began to refuse.
    ceiling: float | None = None
    # Highest rate accepted with hardly any refusals; decays with time.
    proven: float = 0.0
    # Estimated share of calls that is refused at any rate.
    noise: float = 0.0
    # Share of the last few calls that was refused.
    denied: float = 0.0
    # Starts that were granted but not used while callers waited; compensated gradually.
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
        """Return the current rate in starts per second."""
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
    """Return the rate as a multiple of the ceiling, after `x` patience periods of probing."""
    if x < PROBE_AFTER:
        return UNDER + (1 - UNDER) * x**3
    top = UNDER + (1 - UNDER) * PROBE_AFTER**3
    return top * min(2.0 ** (DOUBLES_PER_PATIENCE * (x - PROBE_AFTER)), 4 * CEILING_IS_WRONG)
