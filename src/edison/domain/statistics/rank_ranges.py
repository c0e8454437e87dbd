"""Credible ranges of the true ranks of items, from estimates and their covariance."""

import numpy as np
from scipy.special import stdtrit

from edison.domain.statistics.estimates import Floats

# Fixed seed, so that equal figures have equal ranges.
_DRAWS = 2_000
_SEED = 20_261_116
# Probability below which a gap between groups is not due to chance.
_CHANCE = 3e-5
# Grid of the share of the differences that may be chance: from almost none to almost all.
_LUCK = (np.arange(64) + 0.5) / 64
_NOTHING = 1e-18
_SAME = 1e-9


def rank_ranges(
    values: Floats, covariance: Floats, freedom: int, level: float = 0.95
) -> list[tuple[int, int]]:
    """Return, for each item, the range of ranks with a posterior probability of about `level`.

    Ranks are whole numbers, so the range with the nearest probability is returned.
    """
    dice = np.random.default_rng(_SEED)
    found = [(0, 0)] * values.size
    ahead = 0
    for group in _groups(values, covariance, freedom):
        drawn = _drawn(values[group], covariance[np.ix_(group, group)], freedom, dice)
        places = np.argsort(np.argsort(-drawn, axis=1), axis=1)
        for at, item in enumerate(group):
            shares = np.bincount(places[:, at], minlength=len(group)) / _DRAWS
            low, high = _nearest(shares, level)
            found[item] = ahead + low, ahead + high
        ahead += len(group)
    return found


def _groups(values: Floats, covariance: Floats, freedom: int) -> list[list[int]]:
    """Split the items, ordered from highest to lowest, into groups that are certainly in this order.

    Each group is analyzed separately, because the distance between groups says nothing about differences within a
    group.
    """
    order = np.argsort(-values)
    errors = np.diag(covariance)
    errors = np.clip(errors[:, None] + errors - 2 * covariance, _NOTHING, None)
    apart = ((values[:, None] - values) / np.sqrt(errors))[np.ix_(order, order)]
    sure = float(stdtrit(freedom, 1 - _CHANCE))
    cuts = [at for at in range(1, order.size) if apart[:at, at:].min() > sure]
    return [group.tolist() for group in np.split(order, cuts)]


def _drawn(values: Floats, covariance: Floats, freedom: int, dice: np.random.Generator) -> Floats:
    """Draw posterior samples `[draw, item]` of the true values, up to a common constant.

    Estimates vary more than the true values because of their errors. So the true values get a normal prior and are
    shrunk (Laird and Louis, 1989). The variance of this prior is drawn with a uniform shrinkage prior (Daniels,
    1999).
    """
    apart = _contrasts(values.size)
    errors, axes = np.linalg.eigh(apart @ covariance @ apart.T)
    turned = axes.T @ apart
    seen = turned @ values
    # Exact contrasts, such as of two items that are equal on every case, say nothing about errors.
    unsure = errors > _NOTHING
    spread = _spreads(seen[unsure], errors[unsure], dice)[:, None]
    # With few cases the errors are themselves uncertain: Student's distribution instead of the normal one.
    off = np.where(unsure, errors, 0.0) * (freedom / dice.chisquare(freedom, (_DRAWS, 1)))
    kept = spread / (spread + off)
    drawn = kept * seen + np.sqrt(kept * off) * dice.standard_normal((_DRAWS, seen.size))
    # Break ties at random.
    return drawn @ turned + _SAME * dice.random((_DRAWS, values.size))


def _spreads(seen: Floats, errors: Floats, dice: np.random.Generator) -> Floats:
    """Draw posterior samples of the variance between true values, one per draw."""
    if not seen.size:
        return np.ones(_DRAWS)
    variances = np.exp(np.log(errors).mean()) * (1 - _LUCK) / _LUCK
    total = variances[:, None] + errors
    likely = -0.5 * (np.log(total) + seen**2 / total).sum(axis=1)
    shares = np.exp(likely - likely.max())
    return dice.choice(variances, size=_DRAWS, p=shares / shares.sum())


def _contrasts(items: int) -> Floats:
    """Return an orthonormal basis of the contrasts: rows that are orthogonal to the constant vector."""
    return np.linalg.svd(np.eye(items) - 1 / items)[2][: items - 1]


def _nearest(shares: Floats, level: float) -> tuple[int, int]:
    """Return the range of ranks with coverage nearest to `level`; the wider range in case of a tie."""
    below = np.concatenate([[0.0], np.cumsum(shares)])
    best, held = (1, shares.size), 1.0
    for width in range(shares.size - 1, 0, -1):
        holds = below[width:] - below[:-width]
        first = int(holds.argmax())
        holding = float(holds[first])
        loses = held - holding > _SAME
        if loses and abs(holding - level) >= abs(held - level) - _SAME:
            break
        best, held = (first + 1, first + width), holding
    return best
