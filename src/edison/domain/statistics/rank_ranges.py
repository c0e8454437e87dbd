"""From which rank to which each of several may truly be."""

import numpy as np
from scipy.special import stdtrit

from edison.domain.statistics.estimates import Floats

# The same draws each time, so that the same figures have the same ranges.
_DRAWS = 2_000
_SEED = 20_261_116
# Gaps that luck makes more seldom than this are no luck.
_CHANCE = 3e-5
# How much of what sets items apart may be luck: from hardly any to nearly all.
_LUCK = (np.arange(64) + 0.5) / 64
_NOTHING = 1e-18
_SAME = 1e-9


def rank_ranges(
    values: Floats, covariance: Floats, freedom: int, level: float = 0.95
) -> list[tuple[int, int]]:
    """For each item the ranks that hold about `level` of what the true values of all may be.

    Ranks are whole, so that no range holds just that much: it is the one that comes nearest.
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
    """Items from the highest to the lowest, cut where all above are surely above all below: how far one group lies off
    says nothing about how close the items of another are."""
    order = np.argsort(-values)
    errors = np.diag(covariance)
    errors = np.clip(errors[:, None] + errors - 2 * covariance, _NOTHING, None)
    apart = ((values[:, None] - values) / np.sqrt(errors))[np.ix_(order, order)]
    sure = float(stdtrit(freedom, 1 - _CHANCE))
    cuts = [at for at in range(1, order.size) if apart[:at, at:].min() > sure]
    return [group.tolist() for group in np.split(order, cuts)]


def _drawn(values: Floats, covariance: Floats, freedom: int, dice: np.random.Generator) -> Floats:
    """What the true values may be, `[draw, item]`, but for what all have in common.

    Items look further apart than they are, for luck is added to what sets them apart; ranges that
    leave this out are told too surely. So the true values are taken to be spread normally, as
    widely as is left when the luck is taken off, and are drawn together by that much (Laird and
    Louis, 1989). How widely is not known either: before the values are seen, any share of luck is
    as likely as any other (Daniels, 1999).
    """
    apart = _contrasts(values.size)
    errors, axes = np.linalg.eigh(apart @ covariance @ apart.T)
    turned = axes.T @ apart
    seen = turned @ values
    # What is known exactly, as of two who are alike on every case, says nothing about luck.
    unsure = errors > _NOTHING
    spread = _spreads(seen[unsure], errors[unsure], dice)[:, None]
    # Few cases do not even know how far off they may be: Student's tails instead of the bell's.
    off = np.where(unsure, errors, 0.0) * (freedom / dice.chisquare(freedom, (_DRAWS, 1)))
    kept = spread / (spread + off)
    drawn = kept * seen + np.sqrt(kept * off) * dice.standard_normal((_DRAWS, seen.size))
    # Between those who fall on one place the dice decide.
    return drawn @ turned + _SAME * dice.random((_DRAWS, values.size))


def _spreads(seen: Floats, errors: Floats, dice: np.random.Generator) -> Floats:
    """Variances that the true values may have, one for each draw."""
    if not seen.size:
        return np.ones(_DRAWS)
    variances = np.exp(np.log(errors).mean()) * (1 - _LUCK) / _LUCK
    total = variances[:, None] + errors
    likely = -0.5 * (np.log(total) + seen**2 / total).sum(axis=1)
    shares = np.exp(likely - likely.max())
    return dice.choice(variances, size=_DRAWS, p=shares / shares.sum())


def _contrasts(items: int) -> Floats:
    """Rows that are orthogonal to each other and to what all items have in common."""
    return np.linalg.svd(np.eye(items) - 1 / items)[2][: items - 1]


def _nearest(shares: Floats, level: float) -> tuple[int, int]:
    """Of each width the range that holds most; of these the one that holds nearest to `level`, or the wider of two."""
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
