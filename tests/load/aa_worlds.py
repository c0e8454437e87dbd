"""A against A in worlds of many shapes: how often a difference is called that is not there, and what power is left.

Whole cells are computed at once, by the functions of the product where they take rows, and by the same rules where they
do not; `disagreements` holds these against the product, comparison by comparison.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from scipy.special import bdtr, ndtri, stdtr

from edison.domain.results.run_arrays import mean_by_case
from edison.domain.statistics.estimates import Floats, t_quantile, unseen_share
from edison.domain.statistics.paired_comparison import (
    FEWEST_CASES,
    Paired,
    Verdict,
    compare_passes,
    compare_scores,
)
from edison.domain.statistics.paired_tests import ALL_WAYS, SAMPLED, SAMPLES, every_way, some_ways
from edison.domain.statistics.unseen_case_share import unseen_p_of_rows

Dice = np.random.Generator
# Draws so many comparisons of so many cases, with this true mean difference: one difference for each case.
Draw = Callable[[Dice, int, int, float], Floats]
ALPHA = 0.05
LEVEL = 1 - ALPHA
SIZES = (8, 12, 20, 50, 150, 500)
EFFECTS = (0.05, 0.1, 0.2)
SIMULATIONS = 4_000
POWER_SIMULATIONS = 1_000
_ROWS_AT_ONCE = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    name: str
    # What the differences are when there is none in the mean.
    meaning: str
    draw: Draw
    passes: bool = False


def symmetric(dice: Dice, runs: int, cases: int, effect: float) -> Floats:
    return np.clip(dice.normal(effect, 0.15, (runs, cases)), -1, 1)


def skewed(dice: Dice, runs: int, cases: int, effect: float) -> Floats:
    return effect + np.where(dice.random((runs, cases)) < 0.1, -0.45, 0.05)


def rare_loss(dice: Dice, runs: int, cases: int, effect: float) -> Floats:
    share = 0.02
    lost = dice.random((runs, cases)) < share
    return effect + np.where(lost, -0.75, 0.75 * share / (1 - share))


def bounded(dice: Dice, runs: int, cases: int, effect: float) -> Floats:
    """The base always scores 0.7; the other is nearly 0 or nearly 1."""
    mean = 0.7 + effect
    return dice.beta(mean, 1 - mean, (runs, cases)) - 0.7


def heavy_tailed(dice: Dice, runs: int, cases: int, effect: float) -> Floats:
    """Losses by Pareto's law, up to 0.9."""
    least, power, most = 0.02, 0.8, 0.9
    ends = (least / most) ** (1 / power)
    mean = most * ends + least * (1 - ends ** (1 - power)) / (1 - power)
    lost = np.minimum(least * dice.random((runs, cases)) ** -power, most)
    return np.minimum(effect + mean - lost, 1)


def mostly_tied(dice: Dice, runs: int, cases: int, effect: float) -> Floats:
    kind = dice.random((runs, cases))
    return np.where(kind < 0.05, -0.8, np.where(kind > 1 - (effect + 0.04) / 0.4, 0.4, 0.0))


def clustered(dice: Dice, runs: int, cases: int, effect: float, trials: int = 3) -> Floats:
    """Trials of a case share how hard it is and what the change does to it; Edison takes their mean."""
    shape = (runs * cases, 1)
    easy = dice.uniform(0.3, 0.6, shape)
    moved = effect + np.where(dice.random(shape) < 0.2, -0.2, 0.05)
    base = easy + dice.uniform(-0.1, 0.1, (runs * cases, trials))
    other = easy + moved + dice.uniform(-0.1, 0.1, (runs * cases, trials))
    return (mean_by_case(other) - mean_by_case(base)).reshape(runs, cases)


def pass_or_fail(dice: Dice, runs: int, cases: int, effect: float) -> Floats:
    changed = 0.2
    kind = dice.random((runs, cases))
    gained = (changed + effect) / 2
    return np.where(kind < gained, 1.0, np.where(kind < changed, -1.0, 0.0))


WORLDS = (
    World(name="symmetric", meaning="normal, deviation 0.15", draw=symmetric),
    World(name="skewed", meaning="10 % lose 0.45, the rest gain 0.05", draw=skewed),
    World(name="rare loss", meaning="2 % lose 0.75, the rest gain 0.015", draw=rare_loss),
    World(name="bounded", meaning="0.7 against nearly 0 or nearly 1", draw=bounded),
    World(name="heavy-tailed", meaning="losses by Pareto's law, up to 0.9", draw=heavy_tailed),
    World(
        name="mostly tied",
        meaning="85 % the same, 5 % lose 0.8, 10 % gain 0.4",
        draw=mostly_tied,
    ),
    World(name="clustered", meaning="3 trials a case; 20 % of cases lose 0.2", draw=clustered),
    World(
        name="pass or fail",
        meaning="10 % gained, 10 % lost; exact McNemar",
        draw=pass_or_fail,
        passes=True,
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shares:
    """Of the comparisons of a cell: called better or worse, and called so on these cases only."""

    called: float
    only_here: float

    @property
    def without_guard(self) -> float:
        return self.called + self.only_here


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    world: World
    cases: int
    simulations: int
    false: Shares
    power_simulations: int
    # By true difference; only calls in its direction count.
    power: dict[float, Shares]


def verdicts_of(differences: Floats, *, passes: bool = False) -> list[Verdict]:
    """Judge rows of differences as a comparison without a smallest difference that matters does."""
    p, low, high = _passes(differences) if passes else _scores(differences)
    real = (p <= ALPHA) & ((low > 0) | (high < 0)) & (differences.shape[1] >= FEWEST_CASES)
    p_unseen = np.ones(len(differences))
    p_unseen[real] = unseen_p_of_rows(differences[real])
    names = {
        (True, True): Verdict.BETTER,
        (True, False): Verdict.BETTER_ON_THESE_CASES,
        (False, True): Verdict.WORSE,
        (False, False): Verdict.WORSE_ON_THESE_CASES,
    }
    return [
        names[bool(up), bool(sure)] if is_real else Verdict.CANNOT_TELL
        for is_real, up, sure in zip(real, low > 0, p_unseen <= ALPHA, strict=True)
    ]


def measure(
    world: World,
    cases: int,
    simulations: int = SIMULATIONS,
    power_simulations: int = POWER_SIMULATIONS,
) -> Cell:
    power: dict[float, Shares] = {}
    if power_simulations:
        for effect in EFFECTS:
            found = _simulated(world, cases, power_simulations, effect)
            power[effect] = _shares(found, (Verdict.BETTER,), (Verdict.BETTER_ON_THESE_CASES,))
    return Cell(
        world=world,
        cases=cases,
        simulations=simulations,
        false=_shares(
            _simulated(world, cases, simulations, 0.0),
            (Verdict.BETTER, Verdict.WORSE),
            (Verdict.BETTER_ON_THESE_CASES, Verdict.WORSE_ON_THESE_CASES),
        ),
        power_simulations=power_simulations,
        power=power,
    )


def figures_of(cells: Sequence[Cell]) -> dict[str, float]:
    """Return the keys for `just show`: the largest share of false verdicts of a cell, and the number of worlds."""
    return {
        "worst_aa_false_share": max(cell.false.called for cell in cells),
        "aa_worlds": len({cell.world.name for cell in cells}),
    }


def most_by_chance(simulations: int, deviations: float = 3.0) -> float:
    """Return the largest share of false verdicts that a true 5 % explains."""
    return ALPHA + deviations * sqrt(ALPHA * (1 - ALPHA) / simulations)


def disagreements(world: World, cases: int, comparisons: int, effect: float = 0.0) -> int:
    """Count the comparisons that the product judges otherwise than this file does."""
    differences = world.draw(_dice(world, cases, effect), comparisons, cases, effect)
    verdicts = verdicts_of(differences, passes=world.passes)
    compare = compare_passes if world.passes else compare_scores
    bases = np.maximum(-differences, 0.0)
    return sum(
        compare([Paired(base=base, other=base + row)])[0].verdict is not verdict
        for base, row, verdict in zip(bases, differences, verdicts, strict=True)
    )


def _dice(world: World, cases: int, effect: float) -> Dice:
    place = [each.name for each in WORLDS].index(world.name)
    return np.random.default_rng([place, cases, round(1_000 * effect)])


def _simulated(world: World, cases: int, simulations: int, effect: float) -> list[Verdict]:
    differences = world.draw(_dice(world, cases, effect), simulations, cases, effect)
    return verdicts_of(differences, passes=world.passes)


def _shares(
    found: Sequence[Verdict], called: Sequence[Verdict], only_here: Sequence[Verdict]
) -> Shares:
    return Shares(
        called=sum(each in called for each in found) / len(found),
        only_here=sum(each in only_here for each in found) / len(found),
    )


def _scores(differences: Floats) -> tuple[Floats, Floats, Floats]:
    cases = differences.shape[1]
    mean, deviation = differences.mean(axis=1), differences.std(axis=1, ddof=1)
    quantile = t_quantile(LEVEL, cases - 1)
    reach = np.where(np.abs(mean) > 1e-12, 2 * np.abs(mean), 1.0)
    alike = reach * unseen_share(cases, quantile)
    half = np.where(deviation > 1e-12, quantile * deviation / sqrt(cases), alike)
    return _sign_flips(differences), mean - half, mean + half


def _sign_flips(differences: Floats) -> Floats:
    """Test rows as `sign_flip` does one: differences of 0 last, so that each row takes the same signs."""
    still = np.abs(differences) <= 1e-12
    rows = np.take_along_axis(differences, np.argsort(still, axis=1, kind="stable"), axis=1)
    moved = (~still).sum(axis=1)
    p = np.ones(len(rows))
    few = (moved > 0) & (moved <= ALL_WAYS)
    ways = every_way(ALL_WAYS).T
    p[few] = _as_extreme(rows[few], ways) / ways.shape[1]
    some = (moved > ALL_WAYS) & (moved <= SAMPLED)
    p[some] = (1 + _as_extreme(rows[some], some_ways())) / (1 + SAMPLES)
    many = moved > SAMPLED
    error = rows[many].std(axis=1, ddof=1) / sqrt(rows.shape[1])
    # Rows without any spread: no chance.
    distance = np.abs(rows[many].mean(axis=1)) / np.maximum(error, 1e-15)
    p[many] = 2 * stdtr(rows.shape[1] - 1, -distance)
    return p


def _as_extreme(rows: Floats, ways: Floats) -> Floats:
    """Count the ways of the signs that make a sum as far from 0 as the one observed."""
    width = min(rows.shape[1], ways.shape[0])
    counts: list[Floats] = [np.zeros(0)]
    for first in range(0, len(rows), _ROWS_AT_ONCE):
        part = rows[first : first + _ROWS_AT_ONCE, :width]
        observed = np.abs(part.sum(axis=1)) - 1e-9 * np.abs(part).sum(axis=1)
        counts.append(np.count_nonzero(np.abs(part @ ways[:width]) >= observed[:, None], axis=1))
    return np.concatenate(counts)


def _passes(differences: Floats) -> tuple[Floats, Floats, Floats]:
    cases = differences.shape[1]
    gained, lost = (differences > 0).sum(axis=1), (differences < 0).sum(axis=1)
    p = np.minimum(1.0, 2 * bdtr(np.minimum(gained, lost), gained + lost, 0.5))
    more, less = (gained + 1) / (cases + 2), (lost + 1) / (cases + 2)
    half = float(ndtri((1 + LEVEL) / 2)) * np.sqrt((more + less - (more - less) ** 2) / (cases + 2))
    return np.where(gained + lost == 0, 1.0, p), more - less - half, more - less + half
