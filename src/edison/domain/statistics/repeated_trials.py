"""Statistics of repeated trials: pass@k, pass^k and flip rate.

All estimates are unbiased and clustered by case.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from scipy.special import gammaln

from edison.domain.statistics.estimates import Estimate, Floats, mean_of

Trials = Sequence[Sequence[bool | None]]


def pass_at_k(passed_by_case: Trials, k: int, level: float = 0.95) -> Estimate | None:
    """Return the probability that at least one of k trials passes. Cases with fewer usable trials are left out."""
    return _over_cases(
        passed_by_case, k, lambda n, passed: 1 - _all_from(n - passed, n, k), f"pass@{k}", level
    )


def pass_hat_k(passed_by_case: Trials, k: int, level: float = 0.95) -> Estimate | None:
    """Return the probability that all of k trials pass."""
    return _over_cases(
        passed_by_case, k, lambda n, passed: _all_from(passed, n, k), f"pass^{k}", level
    )


def flip_rate(passed_by_case: Trials, level: float = 0.95) -> Estimate | None:
    """Return the probability that two trials of the same case disagree."""
    return _over_cases(
        passed_by_case,
        2,
        lambda n, passed: 2 * passed * (n - passed) / (n * (n - 1)),
        "flip rate",
        level,
    )


def _over_cases(
    passed_by_case: Trials,
    fewest: int,
    chance: Callable[[Floats, Floats], Floats],
    method: str,
    level: float,
) -> Estimate | None:
    if fewest < 1:
        raise ValueError("At least one trial is needed")
    usable = [[bool(trial) for trial in case if trial is not None] for case in passed_by_case]
    usable = [case for case in usable if len(case) >= fewest]
    if not usable:
        return None
    n = np.array([len(case) for case in usable], dtype=np.float64)
    passed = np.array([sum(case) for case in usable], dtype=np.float64)
    chances = np.clip(chance(n, passed), 0.0, 1.0)
    # Near an end most cases always pass or always fail, and the few others decide: allow for an unseen one.
    near_an_end = abs(2 * float(np.mean(chances)) - 1)
    found = mean_of(chances, level=level, unseen=near_an_end)
    return found and replace(found, n=int(n.sum()), method=method)


def _all_from(good: Floats, n: Floats, k: int) -> Floats:
    """Return the probability that k trials drawn from n without replacement are all among the `good` trials."""
    enough = good >= k
    safe = np.where(enough, good, k)
    logs = gammaln(safe + 1) - gammaln(safe - k + 1) - gammaln(n + 1) + gammaln(n - k + 1)
    return np.where(enough, np.exp(logs), 0.0)
