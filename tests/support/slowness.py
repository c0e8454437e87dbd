"""Time limits for machines that are slower than the one on which the limits were set.

Only nightly tests and tests/load may use this: `tools/checks/timing_assertions.py` checks it. The speed
of the machine is measured once, at import, so that a slow product cannot raise its own limits.
"""

from collections.abc import Callable
from time import perf_counter

# Duration of `_work` on the idle machine on which the limits were set.
_REFERENCE_S = 0.06
_ROUNDS = 3
# On a slower machine measurements cannot be compared.
_MOST = 2.0
# A short measurement has few samples, so a single pause dominates its 95th percentile.
_SHORT = 2.0
_TRIES = 3


def _work() -> None:
    numbers: dict[int, str] = {}
    for number in range(233_000):
        numbers[number % 5_000] = str(number)


def _measure() -> float:
    rounds: list[float] = []
    for _ in range(_ROUNDS):
        began = perf_counter()
        _work()
        rounds.append(perf_counter() - began)
    return min(max(1.0, min(rounds) / _REFERENCE_S), _MOST)


# From 1, for a machine as fast as the one on which the limits were set, to 2.
SLOWNESS = _measure()


def allowed(limit: float) -> float:
    """Return the limit of a short measurement; `limit` is for a long one on an idle machine."""
    return limit * _SHORT * SLOWNESS


def soon_enough(measure: Callable[[], float], limit: float) -> None:
    """Measure until one result is within the limit; fail after three that are not."""
    found: list[float] = []
    for _ in range(_TRIES):
        found.append(measure())
        if found[-1] <= allowed(limit):
            return
    raise AssertionError(f"{found}, but at most {allowed(limit)} is allowed")
