"""Backoff after rate limit errors ("refusals").

Contains the estimate of the rate ceiling, the time to stay below it, and the detection of refusals that do not depend
on the rate ("noise").
"""

from collections.abc import Sequence
from dataclasses import replace

from edison.domain.rate_limits.call_history import KEPT_S, accepted, clear_at, counted
from edison.domain.rate_limits.limit_state import (
    FIRST_PATIENCE_S,
    FIRST_WINDOW,
    ONE_CALLER,
    PROBE_AFTER,
    SHORT_SETBACK_S,
    SLOWEST,
    UNDER,
    Pace,
    RateLimitReport,
    RateLimits,
)

LONGEST_PATIENCE_S = 20.0
# A guessed ceiling is tested soon.
GUESS_PATIENCE_S = 1.0
# Where refusals are noisy it takes longer to recognise a rate limit: raise the rate slowly.
NOISY_PATIENCE_S = 10.0
RETURNS_AFTER_S = 1.0
FLAT_WHEN_NOISY_S = 6.0
EARLY = 0.8
STEADY = 1.5
# A refusal that causes a pause is worth avoiding: wait for this many times the pause.
PATIENCE_PER_PAUSE = (16.0, 40.0)
SOME_PATIENCE_S = 60.0
MUCH_PATIENCE_S = 600.0
PATIENCE_GROWS = 4.0
SOME_SETBACK_S = 1.2
LONG_SETBACK_S = 8.0
BRIEF_SETBACK_S = 0.1
QUICK_S = (2.0, 4.0)
QUICK_STARTS = 60.0
# Slots held by other processes were granted at the old rate.
OLD_RATE_S = 0.4

# Refusals this far below the proven rate, and this rare, are a temporary fault of the provider, not the rate.
NOISE_BELOW = 0.75
NOISE_SHARE = 0.08
NOISE_NEEDS = 6
SUSTAINED_S = 2.0
LEAST_NOISE = 0.015
MOST_NOISE = 0.05
NOISE_SPREAD = 2.5
LIGHT_SHARE = 0.1
LIGHT_STEP = 0.9
# From this share on refusals are caused by the rate, whatever was accepted before.
HEAVY_SHARE = 0.15
HEAVY_NEEDS = 4
# Most calls are refused even so: some providers accept less than one sequential caller sends.
MOSTLY = 0.35


def lower_rate(pace: Pace, report: RateLimitReport, limits: RateLimits) -> Pace:
    """Lower the rate at the first refusal of an episode. Later refusals of the episode only refine the ceiling."""
    if report.resume_at > pace.at:
        pace = replace(
            pace,
            resume_at=max(pace.resume_at, report.resume_at),
            next_request=max(pace.next_request, report.resume_at),
        )
    if not report.refused:
        return pace
    pace = _doubted(pace, max(report.refused))
    fresh = [at for at in report.refused if at > pace.heeded_until]
    if not fresh:
        return _sharpened(pace, report.refused)
    pace = _noise_heard(pace, max(fresh))
    if _is_noise(pace):
        return _set_back_briefly(pace, max(fresh), limits)
    return _lowered(pace, fresh, limits)


def _doubted(pace: Pace, last: float) -> Pace:
    """Lower the proven rate if a large share of recent calls was refused."""
    starts, refused = counted(pace.beats, last - 1.0, pace.at)
    if refused < HEAVY_NEEDS or refused < (HEAVY_SHARE + NOISE_SPREAD * pace.noise) * starts:
        return pace
    seen = accepted(pace.beats, last - 1.0, last)
    noise = pace.noise / 2
    return replace(
        pace, proven=min(pace.proven, seen), noise=noise if noise >= LEAST_NOISE else 0.0
    )


def _noise_heard(pace: Pace, last: float) -> Pace:
    """Classify a rare refusal at a rate far below the proven rate as noise, and update the estimated share of noise."""
    lately, _ = counted(pace.beats, last - 1.0, pace.at)
    starts, refused = _since_lowered(pace, KEPT_S)
    far_below = lately < NOISE_BELOW * pace.proven
    if not far_below or starts < NOISE_NEEDS or refused > max(1.0, NOISE_SHARE * starts):
        return pace
    noise = max(pace.noise, LEAST_NOISE, min(2 * pace.noise, MOST_NOISE, refused / starts))
    known, pace = pace.noise > 0, replace(pace, noise=noise)
    if pace.ceiling is None or (known and pace.ceiling >= NOISE_BELOW * pace.proven):
        return pace
    # The rate was lowered without need, so raise it again soon.
    soon = PROBE_AFTER * NOISY_PATIENCE_S - RETURNS_AFTER_S
    return replace(pace, patience_s=NOISY_PATIENCE_S, probed_s=max(soon, pace.probed_s))


def _is_noise(pace: Pace) -> bool:
    """Return whether recent refusals are no more frequent than the estimated noise."""
    if not pace.noise:
        return False
    for length, spare in ((1.0, 2), (KEPT_S, 1)):
        starts, refused = _since_lowered(pace, length)
        if refused > spare + NOISE_SPREAD * pace.noise * starts:
            return False
    return True


def _since_lowered(pace: Pace, length: float) -> tuple[int, int]:
    """Count recent starts and refusals after the measurement that led to the last reduction of the rate."""
    return counted(pace.beats, max(pace.at - length, pace.measured_to + OLD_RATE_S), pace.at)


def _set_back_briefly(pace: Pace, last: float, limits: RateLimits) -> Pace:
    seen = accepted(pace.beats, last - 1.0, last)
    if pace.ceiling is not None and 1.1 * pace.ceiling < seen < pace.rate(limits):
        # While the rate rises: keep the rate that was accepted so far.
        pace = replace(pace, ceiling=seen, probed_s=PROBE_AFTER * pace.patience_s)
    return replace(
        pace,
        proven=max(pace.proven, _sustained(pace, last)),
        heeded_until=pace.at + OLD_RATE_S,
        brief_until=pace.at + BRIEF_SETBACK_S,
    )


def _sustained(pace: Pace, last: float) -> float:
    """Return the accepted rate, measured over a period longer than a burst."""
    return accepted(pace.beats, last - SUSTAINED_S, last) / SUSTAINED_S


def _lowered(pace: Pace, fresh: Sequence[float], limits: RateLimits) -> Pace:
    # In slow start the calls are so close together that later ones were accepted as well.
    last = pace.at if pace.ceiling is None else max(fresh)
    pause = max(0.0, pace.resume_at - pace.at)
    known = pace.ceiling
    quick = known is not None and pace.at < pace.slow_until + min(
        QUICK_S[1], max(QUICK_S[0], QUICK_STARTS / known)
    )
    length = _measured_over(pace, limits, quick=quick)
    seen = accepted(pace.beats, last - length, last) / length
    ceiling, expected = _ceiling(pace, seen, limits, quick=quick, costly=pause > 0)
    longest = SOME_SETBACK_S if _light(pace) else LONG_SETBACK_S
    setback = min(longest, pace.setback_s * 2) if quick else SHORT_SETBACK_S
    resume = pace.resume_at if pause else pace.at
    if known is None and seen > STEADY * accepted(pace.beats, last - 2.0, last - 1.0):
        # A burst uses a second's capacity at once: wait until it has passed.
        resume = max(resume, clear_at(pace.beats, pace.at, ceiling / 2))
    starts, refused = counted(pace.beats, last - KEPT_S, pace.at)
    patience = _patience(
        pace.patience_s if expected else None,
        pause,
        guessed=seen < ONE_CALLER <= ceiling or (known is None and refused == 1),
    )
    if known is None:
        # A measurement during a burst is inaccurate: test again soon, even at the cost of a pause.
        patience = min(patience, FIRST_PATIENCE_S + 4 * pause)
    probed = 0.0
    if pace.noise and not pause:
        patience = NOISY_PATIENCE_S
        probed = PROBE_AFTER * NOISY_PATIENCE_S - FLAT_WHEN_NOISY_S
    elif expected and not pause and pace.probed_s < EARLY * pace.patience_s:
        # Well below the ceiling, so this refusal says nothing about it.
        patience, probed = pace.patience_s, pace.probed_s
    return replace(
        pace,
        next_request=max(pace.next_request, resume),
        ceiling=ceiling,
        proven=max(pace.proven, _sustained(pace, last))
        if refused <= 0.05 * starts
        else pace.proven,
        owed=0.0,
        measured_from=last - length,
        measured_to=last,
        heeded_until=pace.at + OLD_RATE_S,
        slow_until=resume if pause else resume + setback,
        setback_s=setback,
        patience_s=patience,
        probed_s=probed,
        window=FIRST_WINDOW,
    )


def _measured_over(pace: Pace, limits: RateLimits, *, quick: bool) -> float:
    """Return the length of the measuring period in seconds: longer at a low, steady rate."""
    known = pace.ceiling
    if known is None or quick or pace.rate(limits) > 1.1 * known:
        return 1.0
    return min(KEPT_S, max(1.0, 20 / known))


def _patience(confirmed: float | None, pause: float, *, guessed: bool) -> float:
    """Return the number of seconds to stay below the ceiling.

    The time is longer if the ceiling was confirmed before, and if a refusal causes a pause.
    """
    if guessed:
        return GUESS_PATIENCE_S + pause
    first = min(SOME_PATIENCE_S, FIRST_PATIENCE_S + PATIENCE_PER_PAUSE[0] * pause)
    if confirmed is None:
        return first
    last = min(MUCH_PATIENCE_S, LONGEST_PATIENCE_S + PATIENCE_PER_PAUSE[1] * pause)
    return min(last, max(first, confirmed) * PATIENCE_GROWS)


def _ceiling(
    pace: Pace, seen: float, limits: RateLimits, *, quick: bool, costly: bool
) -> tuple[float, bool]:
    """Return a new estimate of the ceiling, and whether it is close to the previous estimate."""
    known = pace.ceiling
    lowest = _lowest(pace)
    if known is None:
        # Where a refusal costs a pause, stay further below.
        return max(lowest, min(seen, pace.rate(limits)) * (UNDER if costly else 1.0)), False
    if quick:
        # While the rate is halved, few calls were accepted because few were sent.
        step = LIGHT_STEP if _light(pace) else 0.5
        return max(lowest, min(max(seen, known * step), known * UNDER)), False
    if 0.85 * known <= seen <= 1.15 * known:
        # One refusal after a long time below the ceiling may have any cause: it does not lower the
        # ceiling, unless it costs a pause.
        both = (known + seen) / 2
        both = min(both, max(pace.rate(limits), known * UNDER)) if costly else max(both, known)
        return max(lowest, both), True
    return max(lowest, seen, known / 2), False


def _light(pace: Pace) -> bool:
    """Return whether only a small share of calls was refused, in the last second and over the whole history."""
    for length in (1.0, KEPT_S):
        starts, refused = counted(pace.beats, pace.at - length, pace.at)
        if refused > max(1.0, LIGHT_SHARE * starts):
            return False
    return True


def _lowest(pace: Pace) -> float:
    """Return the lower limit of the rate: the rate of one sequential caller, or less if most calls are refused."""
    slow = pace.ceiling is not None and pace.ceiling < ONE_CALLER
    return SLOWEST if slow or pace.denied > MOSTLY else ONE_CALLER


def _sharpened(pace: Pace, refused: Sequence[float]) -> Pace:
    """Lower the ceiling by the calls that were counted as accepted but were refused later."""
    late = sum(pace.measured_from < at <= pace.measured_to for at in refused)
    if not late or pace.ceiling is None:
        return pace
    lower = pace.ceiling - late / (pace.measured_to - pace.measured_from)
    return replace(
        pace,
        ceiling=max(_lowest(pace), pace.ceiling / 2, lower),
        patience_s=max(pace.patience_s, FIRST_PATIENCE_S),
    )
