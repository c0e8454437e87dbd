"""Worlds whose truth is known: how often the statistics are right about them. Same dice every time."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import beta, expit

from edison.domain.statistics.bradley_terry import rank
from edison.domain.statistics.corrected_means import corrected_mean
from edison.domain.statistics.estimates import Estimate, mean_of, proportion_of
from edison.domain.statistics.paired_comparison import (
    BETTER_HERE,
    WORSE_HERE,
    Paired,
    PairedComparison,
    compare_passes,
    compare_scores,
)
from edison.domain.statistics.repeated_trials import flip_rate, pass_at_k, pass_hat_k

Dice = np.random.Generator
Numbers = NDArray[Any]
# Few cases and many: a method that is right with one number of cases only is not right.
SIZES = (12, 25, 60, 150)
TRIALS = 3


@dataclass(frozen=True, slots=True)
class Coverage:
    """How often an interval of 95 % contained the truth, of so many."""

    share: float
    of: int

    def __str__(self) -> str:
        return f"{self.share:.1%} of {self.of:,}"


def _dice(seed: int, runs: int) -> Iterator[Dice]:
    """Independent dice for each run, so that run 7 is the same in a short and in a long simulation."""
    return (np.random.default_rng(each) for each in np.random.SeedSequence(seed).spawn(runs))


def _covered(found: Estimate | None, truth: float) -> bool:
    return found is not None and found.low <= truth <= found.high


def _coverage(seed: int, runs: int, covers: Callable[[Dice, int], bool]) -> Coverage:
    hits = [covers(dice, SIZES[run % len(SIZES)]) for run, dice in enumerate(_dice(seed, runs))]
    return Coverage(sum(hits) / len(hits), len(hits))


# Cases differ in how hard they are, and the trials of a case share that: this is the clustering.


def trials_of_scores(dice: Dice, cases: int, trials: int = TRIALS) -> tuple[Numbers, Numbers]:
    """Scores in sixths, crowded at the upper end; their true mean is 5/7."""
    easy = np.repeat(dice.beta(5, 2, cases), trials)
    return dice.binomial(6, easy) / 6, np.repeat(np.arange(cases), trials)


def trials_of_passes(dice: Dice, cases: int, trials: int = 5) -> Numbers:
    """Passes of each case in a row of its own; the true pass rate is 2/3."""
    easy = dice.beta(2, 1, (cases, 1))
    return dice.random((cases, trials)) < easy


def coverage_of_means(runs: int, seed: int = 1) -> Coverage:
    return _coverage(
        seed, runs, lambda dice, cases: _covered(mean_of(*trials_of_scores(dice, cases)), 5 / 7)
    )


def coverage_of_proportions(runs: int, seed: int = 2) -> Coverage:
    def covers(dice: Dice, cases: int) -> bool:
        passed = trials_of_passes(dice, cases)
        found = proportion_of(passed.ravel(), np.repeat(np.arange(cases), passed.shape[1]))
        return _covered(found, 2 / 3)

    return _coverage(seed, runs, covers)


def coverage_of_pass_at_k(runs: int, seed: int = 3) -> Coverage:
    """That one of three trials passes: 1 less the third moment of failing."""
    truth = 1 - float(beta(2, 1 + 3) / beta(2, 1))
    return _coverage(
        seed,
        runs,
        lambda dice, cases: _covered(pass_at_k(trials_of_passes(dice, cases).tolist(), 3), truth),
    )


def coverage_of_pass_hat_k(runs: int, seed: int = 4) -> Coverage:
    truth = float(beta(2 + 3, 1) / beta(2, 1))
    return _coverage(
        seed,
        runs,
        lambda dice, cases: _covered(pass_hat_k(trials_of_passes(dice, cases).tolist(), 3), truth),
    )


def coverage_of_flip_rates(runs: int, seed: int = 5) -> Coverage:
    truth = 2 * float(beta(3, 2) / beta(2, 1))
    return _coverage(
        seed,
        runs,
        lambda dice, cases: _covered(flip_rate(trials_of_passes(dice, cases).tolist()), truth),
    )


def coverage_of_differences(runs: int, seed: int = 6) -> Coverage:
    """The effect's interval, when the other one is truly better by 0.05."""

    def covers(dice: Dice, cases: int) -> bool:
        return _covered(compare_scores([pair_of_scores(dice, cases, 0.05)])[0].effect, 0.05)

    return _coverage(seed, runs, covers)


STRENGTHS = np.array([0.9, 0.3, -0.2, -1.0])


def duels(dice: Dice, cases: int, strengths: Numbers = STRENGTHS, judges: int = 3) -> Numbers:
    """Wins by case. Judges of a case mostly repeat each other, and its pairs share their luck."""
    items = strengths.size
    chance = expit(strengths[:, None] - strengths)
    shared = np.broadcast_to(dice.random((cases, 1, 1, 1)), (cases, judges, items, items))
    alone = dice.random((cases, judges, items, items))
    luck = np.where(dice.random((cases, judges, items, items)) < 0.6, shared, alone)
    won = np.triu(np.ones((items, items)), 1) * (luck < chance)
    lost = np.triu(np.ones((items, items)), 1) * (luck >= chance)
    return (won + lost.transpose(0, 1, 3, 2)).sum(axis=1)


def coverage_of_ranking(runs: int, seed: int = 7) -> Coverage:
    """Of each item's strength."""
    truth = expit(STRENGTHS - STRENGTHS.mean())
    hits: list[bool] = []
    for run, dice in enumerate(_dice(seed, runs)):
        by_case = duels(dice, SIZES[1:][run % 3])
        hits += [
            each.low <= truth[each.item] <= each.high for each in rank(by_case.sum(axis=0), by_case)
        ]
    return Coverage(sum(hits) / len(hits), len(hits))


def judged(dice: Dice, cases: int) -> tuple[Numbers, Numbers, Numbers]:
    """Two trials of each case: what people would say, what a judge says that is too kind, and the case."""
    easy = np.repeat(dice.beta(3, 2, cases), 2)
    people = (dice.random(easy.size) < easy).astype(np.float64)
    judge = np.clip(0.5 + 0.35 * people + dice.normal(0, 0.15, easy.size), 0, 1)
    return people, judge, np.repeat(np.arange(cases), 2)


def coverage_of_corrected(runs: int, seed: int = 8) -> Coverage:
    """200 cases, 30 to 120 of the 400 cells labelled at random; people's true mean is 3/5."""

    def covers(dice: Dice, size: int) -> bool:
        people, judge, case = judged(dice, 200)
        chosen = np.zeros(people.size, dtype=np.bool_)
        chosen[dice.choice(people.size, {12: 30, 25: 50, 60: 80, 150: 120}[size], False)] = True
        found = corrected_mean(
            judge[~chosen],
            judge[chosen],
            people[chosen],
            rest_clusters=case[~chosen],
            labelled_clusters=case[chosen],
        )
        return _covered(found, 3 / 5)

    return _coverage(seed, runs, covers)


def pair_of_scores(dice: Dice, cases: int, effect: float, trials: int = 2) -> Paired:
    """The same cases twice, each with trials of its own; scores in hundredths."""
    easy = dice.uniform(0.3, 0.7, (cases, 1))
    base = easy + dice.uniform(-0.2, 0.2, (cases, trials))
    other = easy + effect + dice.uniform(-0.2, 0.2, (cases, trials))
    return Paired(base=base.round(2).mean(axis=1), other=other.round(2).mean(axis=1))


def pair_of_passes(dice: Dice, cases: int, effect: float) -> Paired:
    """One trial each; 30 % of the cases change sides."""
    kind = dice.random(cases)
    changed = 0.3
    gained = kind < (changed + effect) / 2
    lost = (kind >= (changed + effect) / 2) & (kind < changed)
    same = dice.random(cases) < 0.6
    base = np.where(gained, 0.0, np.where(lost, 1.0, same))
    other = np.where(gained, 1.0, np.where(lost, 0.0, same))
    return Paired(base=base, other=other)


def false_alarms(runs: int, seed: int = 9) -> float:
    """A against A: the share called better or worse, on these cases or beyond them."""
    called = [
        compare_scores([pair_of_scores(dice, SIZES[run % len(SIZES)], 0.0)])[0].verdict
        in BETTER_HERE | WORSE_HERE
        for run, dice in enumerate(_dice(seed, runs))
    ]
    return sum(called) / runs


def false_alarms_of_passes(runs: int, seed: int = 10) -> float:
    called = [
        compare_passes([pair_of_passes(dice, SIZES[run % len(SIZES)], 0.0)])[0].verdict
        in BETTER_HERE | WORSE_HERE
        for run, dice in enumerate(_dice(seed, runs))
    ]
    return sum(called) / runs


def family_errors(runs: int, comparisons: int = 10, seed: int = 11) -> float:
    """Families of ten, nothing truly different: the share of families with even one false alarm."""
    wrong = 0
    for run, dice in enumerate(_dice(seed, runs)):
        cases = SIZES[run % len(SIZES)]
        first = pair_of_scores(dice, cases, 0.0).base
        # All against the same base, as versions are.
        pairs = [
            Paired(base=first, other=pair_of_scores_like(dice, first)) for _ in range(comparisons)
        ]
        found = compare_scores(pairs)
        wrong += any(each.verdict in BETTER_HERE | WORSE_HERE for each in found)
    return wrong / runs


def pair_of_scores_like(dice: Dice, base: Numbers) -> Numbers:
    """Another version that is no different on the whole."""
    return np.clip(base + dice.normal(0, 0.1, base.size).round(2), 0, 1)


@dataclass(frozen=True, slots=True)
class Promise:
    """The power that comparisons stated, on average, and how often they then saw the difference that was there."""

    design: str
    stated: float
    reached: float

    @property
    def gap(self) -> float:
        return abs(self.stated - self.reached)

    def __str__(self) -> str:
        return f"{self.design}: stated {self.stated:.1%}, reached {self.reached:.1%}"


def power_promises(runs: int, seed: int = 12) -> list[Promise]:
    designs: list[tuple[str, int, float, bool]] = [
        ("scores, 25 cases, 0.05", 25, 0.05, True),
        ("scores, 60 cases, 0.05", 60, 0.05, True),
        ("scores, 150 cases, 0.02", 150, 0.02, True),
        ("passes, 60 cases, 15 points", 60, 0.15, False),
        ("passes, 150 cases, 15 points", 150, 0.15, False),
    ]
    promises: list[Promise] = []
    for place, (name, cases, effect, scores) in enumerate(designs):
        found = [_one(dice, cases, effect, scores) for dice in _dice(seed * 100 + place, runs)]
        stated = sum(each.power or 0.0 for each in found) / runs
        # Seen on these cases; how many of them hold beyond is in `aa_worlds`.
        reached = sum(each.verdict in BETTER_HERE for each in found) / runs
        promises.append(Promise(name, stated, reached))
    return promises


def _one(dice: Dice, cases: int, effect: float, scores: bool) -> PairedComparison:
    if scores:
        pair = pair_of_scores(dice, cases, effect)
        return compare_scores([pair], minimum_effect=effect)[0]
    pair = pair_of_passes(dice, cases, effect)
    return compare_passes([pair], minimum_effect=effect)[0]


COVERAGES: dict[str, Callable[[int], Coverage]] = {
    "coverage_mean": coverage_of_means,
    "coverage_proportion": coverage_of_proportions,
    "coverage_pass_at_k": coverage_of_pass_at_k,
    "coverage_pass_hat_k": coverage_of_pass_hat_k,
    "coverage_flip_rate": coverage_of_flip_rates,
    "coverage_difference": coverage_of_differences,
    "coverage_ranking": coverage_of_ranking,
    "coverage_corrected": coverage_of_corrected,
}
