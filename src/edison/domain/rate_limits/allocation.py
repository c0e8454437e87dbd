"""Allocation of start times ("slots") for calls to one model, at a rate that adapts to rate limit errors.

All functions are pure: the result depends only on the stored state, the request of a process, and the time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import ceil

from edison.domain.rate_limits.backoff import lower_rate
from edison.domain.rate_limits.call_history import (
    BEAT_S,
    recent,
    time_step_of,
    unanswered,
    with_granted,
    with_outcomes,
)
from edison.domain.rate_limits.leases import competing_processes, remove_lease, renew_lease
from edison.domain.rate_limits.limit_state import (
    CEILING_IS_WRONG,
    FIRST_PATIENCE_S,
    NOTHING_HAPPENED,
    SPREAD_S,
    UNSET,
    CallSlot,
    DeadlinePassed,
    Grant,
    Pace,
    RateLimitReport,
    RateLimits,
    SlotRequest,
    probe_height,
)

__all__ = [
    "NOTHING_HAPPENED",
    "UNSET",
    "CallSlot",
    "DeadlinePassed",
    "Grant",
    "Pace",
    "RateLimitReport",
    "RateLimits",
    "SlotRequest",
    "exchange_slots",
]

DEFAULT_CONCURRENCY = 256
# How far ahead of its start a slot is granted. Short, because granted slots cannot be revoked.
HORIZON_S = 0.2
AHEAD_S = 2 * HORIZON_S
# At a slow rate the next slot may be beyond the horizon; waiting for it keeps the order.
FURTHEST_S = 2.0
SLOT_LIVES_S = 1.0
LARGEST_WINDOW = 8192.0
WIDENS_BY = 0.5
PROOF_HALVES_S = 300.0
# Decay per call: the estimate covers about the last ten calls.
FORGETS = 0.9
OWED_HALVES_S = 1.0
OWED_S = 1.0
OWED_BEATS = 20
MOST_EXTRA = 0.1

FADES_AFTER_S = 60.0
FADES_BY = 0.1
FORGOTTEN_AFTER_S = 600.0
TOKEN_BURST_S = 2.0


def exchange_slots(
    pace: Pace, ask: SlotRequest, limits: RateLimits, now: float
) -> tuple[Pace, Grant]:
    """Update the shared state with a process's report, and grant slots to the process."""
    pace, elapsed = _at(pace, max(now, pace.at))
    pace = _heard(pace, ask.report, limits)
    pace = lower_rate(pace, ask.report, limits)
    if ask.leaving:
        pace, share = replace(pace, leases=remove_lease(pace.leases, ask.process)), 0
    else:
        leases, share = renew_lease(
            pace.leases,
            ask.process,
            in_flight=ask.in_flight,
            waiting=ask.waiting,
            places=limits.concurrency or DEFAULT_CONCURRENCY,
            now=pace.at,
        )
        pace = replace(pace, leases=leases)
    busy = pace.next_request > pace.at
    pace, slots = _handed_out(pace, ask.wanted, limits)
    if ask.wanted and (busy or len(slots) < len(ask.wanted)):
        pace = _probed(pace, min(elapsed, 1.0))
    again = max(pace.at + BEAT_S / 2, pace.next_request - HORIZON_S)
    return pace, Grant(
        now=pace.at,
        slots=slots,
        share=share,
        ask_again_at=again,
        heeded_until=pace.heeded_until,
        resume_at=pace.resume_at,
        rate=pace.rate(limits),
        ceiling=pace.ceiling,
    )


def _at(pace: Pace, now: float) -> tuple[Pace, float]:
    """Advance the state to `now` and return the elapsed time.

    Learned values decay gradually after a minute without calls and are reset after ten minutes.
    """
    elapsed = now - pace.at
    if elapsed > FORGOTTEN_AFTER_S:
        return Pace(at=now, told_requests=pace.told_requests, told_tokens=pace.told_tokens), 0.0
    probed = pace.probed_s
    if elapsed > FADES_AFTER_S:
        probed = max(probed, min(pace.patience_s, probed + elapsed * FADES_BY))
    return replace(
        pace,
        at=now,
        probed_s=probed,
        proven=pace.proven * 0.5 ** (elapsed / PROOF_HALVES_S),
        noise=pace.noise * 0.5 ** (elapsed / PROOF_HALVES_S),
        owed=pace.owed * 0.5 ** (elapsed / OWED_HALVES_S),
        beats=recent(pace.beats, now),
    ), elapsed


def _heard(pace: Pace, report: RateLimitReport, limits: RateLimits) -> Pace:
    """Record the reported answers and unused slots. During slow start, each answer widens the window."""
    before = unanswered(pace.beats, pace.at)
    window = pace.window
    # A window that is not filled is not evidence of capacity, and does not grow.
    if before > window / 2:
        window = min(LARGEST_WINDOW, window + WIDENS_BY * sum(report.answered.values()))
    pace = replace(
        pace,
        beats=with_outcomes(pace.beats, report.answered, report.unused, report.refused),
        window=window,
        denied=_denied(pace.denied, sum(report.answered.values()), len(report.refused)),
        told_requests=report.told_requests or pace.told_requests,
        told_tokens=report.told_tokens or pace.told_tokens,
    )
    if report.unused:
        pace = _given_back(pace, report.unused, limits)
    tokens = pace.token_rate(limits)
    if tokens and report.tokens_off:
        pace = replace(pace, next_tokens=pace.next_tokens + report.tokens_off / tokens)
    return pace


def _given_back(pace: Pace, unused: Mapping[int, int], limits: RateLimits) -> Pace:
    """Make unused future slots available again, and add unused past slots to the debt that later grants pay off."""
    current = time_step_of(pace.at)
    # Starts that were revoked by a lower rate are not compensated.
    oldest = max(current - OWED_BEATS, time_step_of(pace.heeded_until))
    ahead = sum(count for beat, count in unused.items() if beat > current)
    missed = sum(count for beat, count in unused.items() if oldest < beat <= current)
    earliest = max(pace.at, pace.resume_at, pace.slow_until - pace.setback_s)
    sooner = max(earliest, pace.next_request - ahead / pace.rate(limits))
    return replace(pace, next_request=min(pace.next_request, sooner), owed=pace.owed + missed)


def _denied(before: float, answered: int, refused: int) -> float:
    return 1 - (1 - before * FORGETS**answered) * FORGETS**refused


def _handed_out(
    pace: Pace, wanted: Sequence[int], limits: RateLimits
) -> tuple[Pace, tuple[CallSlot, ...]]:
    """Grant the next free start times to a process, at most its fair share of the planning horizon."""
    rate = pace.rate(limits)
    rivals = max(1, competing_processes(pace.leases, pace.at))
    most = max(1, ceil(rate * HORIZON_S / rivals))
    if pace.ceiling is None:
        room = int(pace.window) - unanswered(pace.beats, pace.at)
        # Half at a time: a delayed process with many slots would use them all against a full provider.
        most = max(0, min(most, room, ceil(pace.window / 2 / rivals)))
    token_rate = pace.token_rate(limits)
    if 0 < pace.at - pace.next_request < OWED_S and competing_processes(pace.leases, pace.at):
        # Callers were waiting, but no process asked in time.
        pace = replace(pace, owed=pace.owed + (pace.at - pace.next_request) * rate)
    owed = pace.owed if pace.ceiling is not None else 0.0
    extra = min(owed / OWED_S, MOST_EXTRA * rate)
    rate += extra
    request_clock = max(pace.next_request, pace.at)
    token_clock = max(pace.next_tokens, pace.at - TOKEN_BURST_S)
    slots: list[CallSlot] = []
    for tokens in wanted[:most]:
        at = max(request_clock, token_clock if token_rate else 0.0)
        if at > pace.at + (AHEAD_S if slots else FURTHEST_S):
            break
        slots.append(CallSlot(at=at, tokens=tokens))
        request_clock = at + 1 / rate
        if token_rate:
            token_clock += tokens / token_rate
    beats = with_granted(pace.beats, [slot.at for slot in slots])
    pace = replace(
        pace,
        next_request=request_clock,
        next_tokens=token_clock,
        beats=beats,
        owed=max(0.0, pace.owed - len(slots) * extra / rate),
    )
    return pace, tuple(slots)


def _probed(pace: Pace, elapsed: float) -> Pace:
    """Raise the rate over time, but only while callers wait, because an unused rate proves nothing."""
    ceiling = pace.ceiling
    if ceiling is None or pace.at < pace.slow_until:
        return pace
    pace = replace(pace, probed_s=pace.probed_s + elapsed)
    height = probe_height(pace.probed_s / pace.patience_s)
    if height < CEILING_IS_WRONG:
        return pace
    # Far above the ceiling without a refusal: the ceiling no longer exists.
    window = max(1.0, ceiling * height * SPREAD_S)
    return replace(pace, ceiling=None, window=window, patience_s=FIRST_PATIENCE_S)
