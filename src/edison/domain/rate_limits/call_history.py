"""History of call starts of one model, counted in short time steps to keep the stored state small."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

BEAT_S = 0.05
KEPT_S = 4.0
# Refusals come quickly: a call that was not refused within this time was accepted.
SILENCE_IS_CONSENT_S = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class StartCount:
    """Number of call starts in one time step, by outcome."""

    number: int
    granted: int = 0
    refused: int = 0
    unanswered: int = 0


Beats = tuple[StartCount, ...]


def time_step_of(at: float) -> int:
    return int(at / BEAT_S)


def recent(beats: Beats, now: float) -> Beats:
    oldest = time_step_of(now - KEPT_S)
    return tuple(beat for beat in beats if beat.number > oldest)


def with_granted(beats: Beats, starts: Sequence[float]) -> Beats:
    if not starts:
        return beats
    found = {beat.number: beat for beat in beats}
    for number, count in Counter(map(time_step_of, starts)).items():
        beat = found.get(number, StartCount(number=number))
        found[number] = replace(
            beat, granted=beat.granted + count, unanswered=beat.unanswered + count
        )
    return tuple(found[number] for number in sorted(found))


def with_outcomes(
    beats: Beats,
    answered: Mapping[int, int],
    unused: Mapping[int, int],
    refused: Sequence[float],
) -> Beats:
    """Record the outcomes of earlier starts. Outcomes of starts that are no longer in the history are ignored."""
    if not answered and not unused and not refused:
        return beats
    refusals = Counter(map(time_step_of, refused))
    changed: list[StartCount] = []
    for beat in beats:
        back, no = unused.get(beat.number, 0), refusals[beat.number]
        open_still = beat.unanswered - answered.get(beat.number, 0) - back - no
        changed.append(
            StartCount(
                number=beat.number,
                granted=max(0, beat.granted - back),
                refused=beat.refused + no,
                unanswered=max(0, open_still),
            )
        )
    return tuple(changed)


def accepted(beats: Beats, start: float, end: float) -> float:
    """Return the number of starts in a period that have not been refused."""
    total = 0.0
    for beat in beats:
        begins = beat.number * BEAT_S
        covered = min(end, begins + BEAT_S) - max(start, begins)
        if covered > 0:
            total += (beat.granted - beat.refused) * covered / BEAT_S
    return total


def unanswered(beats: Beats, now: float) -> int:
    oldest = time_step_of(now - SILENCE_IS_CONSENT_S)
    return sum(beat.unanswered for beat in beats if beat.number > oldest)


def counted(beats: Beats, start: float, end: float) -> tuple[int, int]:
    """Return the number of starts in a period, and the number of refused starts among them."""
    first, last = time_step_of(start), time_step_of(end)
    seen = [beat for beat in beats if first < beat.number <= last]
    return sum(beat.granted for beat in seen), sum(beat.refused for beat in seen)


def clear_at(beats: Beats, now: float, at_most: float) -> float:
    """Return the first time at which at most `at_most` accepted starts lie within the preceding second."""
    at = now
    while accepted(beats, at - 1.0, at) > at_most and at < now + 1.0:
        at += BEAT_S
    return at
