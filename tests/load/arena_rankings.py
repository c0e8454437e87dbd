"""Boards whose true order is known.

How often strengths, ranks and the lean to one side are told right. The random seeds are fixed.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import Any
from uuid import UUID

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from edison.domain.arena.leaderboards.duels import Duels, by_votes
from edison.domain.arena.leaderboards.next_vote_pair import in_telling_order
from edison.domain.arena.leaderboards.standings import certainly_above, means_and_covariance
from edison.domain.arena.leaderboards.votes import CountedVote, ShownVote, VoteOutcome, outcome_of
from edison.domain.statistics.rank_ranges import rank_ranges

Dice = np.random.Generator
Numbers = NDArray[Any]
# Worlds that stay the same: four whose strengths, and five whose grades, are clearly apart or nearly alike.
STRENGTHS = np.array([0.9, 0.3, -0.2, -1.0])
GRADES = np.array([0.60, 0.55, 0.50, 0.42, 0.40])
# Worlds that are drawn anew for each board: so many entries, from nearly alike, as the best of
# public arenas are, to far apart.
ENTRIES = 8
SPREADS = (0.1, 1.2)
GRADE_SPREADS = (0.01, 0.12)
# Few votes and many.
VOTES = (80, 200, 500)
CASES = 300
VOTERS = 5
# Strengths are reckoned anew after so many votes, as if so many people voted at the same time.
AT_ONCE = 10
# How often a voter takes the left one without looking.
BIAS = 0.15


@dataclass(frozen=True, slots=True)
class VoteFindings:
    strengths: float
    rank_ranges: float
    # Ranks that a range has, of as many as there are entries.
    width: float
    # Boards on which someone is told to be better than who truly is better.
    false_orders: float
    of: int


@dataclass(frozen=True, slots=True)
class BiasFindings:
    # Boards whose order is the true one, with the lean and without.
    same_order: float
    same_order_unbiased: float
    false_orders: float
    # The interval of the left one's share holds the true share, and excludes one half.
    covered: float
    noticed: float
    of: int


@dataclass(frozen=True, slots=True)
class GradeFindings:
    rank_ranges: float
    width: float
    false_orders: float
    of: int


def dice_for(seed: int, runs: int) -> Iterator[Dice]:
    """Independent for each board, so that board 7 is the same in a short and in a long simulation."""
    return (np.random.default_rng(each) for each in np.random.SeedSequence(seed).spawn(runs))


def between(ends: tuple[float, float], dice: Dice) -> float:
    """Twice as much is as likely everywhere."""
    low, high = ends
    return low * (high / low) ** dice.random()


def votes_on(
    dice: Dice, count: int, strengths: Numbers = STRENGTHS, bias: float = 0.0
) -> list[CountedVote]:
    """People vote on the pairs that they are shown; those who see the same two answers mostly see the same in them."""
    entries = strengths.size
    wins = np.zeros((entries, entries))
    shared: dict[tuple[int, int, int], float] = {}
    votes: list[CountedVote] = []
    chosen: list[tuple[int, int]] = []
    for number in range(count):
        chosen = chosen or in_telling_order(wins, dice)[:AT_ONCE]
        a, b = chosen.pop(0)
        case = int(dice.integers(CASES))
        luck = shared.setdefault((case, a, b), dice.random())
        if dice.random() > 0.6:
            luck = dice.random()
        left_is_a = bool(dice.random() < 0.5)
        a_is_better = luck < expit(strengths[a] - strengths[b])
        said = ShownVote.LEFT if a_is_better == left_is_a else ShownVote.RIGHT
        if dice.random() < bias:
            said = ShownVote.LEFT
        outcome = outcome_of(said, left_is_a=left_is_a)
        winner, loser = (a, b) if outcome is VoteOutcome.A else (b, a)
        wins[winner, loser] += 1
        votes.append(
            CountedVote(
                case=case,
                a=a,
                b=b,
                outcome=outcome,
                left_is_a=left_is_a,
                voter=UUID(int=number % VOTERS),
            )
        )
    return votes


def votes_told(runs: int, seed: int = 21, *, anew: bool = False) -> VoteFindings:
    """Four entries that stay the same or, `anew`, eight that are drawn for each board."""
    inside: list[bool] = []
    ranges: list[bool] = []
    widths: list[int] = []
    wrong = 0
    for run, dice in enumerate(dice_for(seed, runs)):
        strengths = dice.normal(0, between(SPREADS, dice), ENTRIES) if anew else STRENGTHS
        truth, places = expit(strengths - strengths.mean()), true_ranks(strengths)
        found = _told(votes_on(dice, VOTES[run % len(VOTES)], strengths), strengths.size)
        for one in found.items:
            inside.append(bool(one.low <= truth[one.entry] <= one.high))
            ranges.append(one.rank_low <= places[one.entry] <= one.rank_high)
            widths.append(one.rank_high - one.rank_low + 1)
        wrong += _is_false(found, places)
    return VoteFindings(
        _share(inside), _share(ranges), sum(widths) / len(widths), wrong / runs, len(inside)
    )


def bias_told(runs: int, seed: int = 22, votes: int = 1_500) -> BiasFindings:
    """A voter who takes the left one in 15 of 100 votes without looking, on sides that are drawn."""
    truth = BIAS + (1 - BIAS) / 2
    same: list[bool] = []
    plain: list[bool] = []
    covered: list[bool] = []
    noticed: list[bool] = []
    wrong = 0
    for dice in dice_for(seed, runs):
        leaning = _told(votes_on(dice, votes, bias=BIAS), 4)
        plain.append(_order(_told(votes_on(dice, votes), 4)) == [0, 1, 2, 3])
        same.append(_order(leaning) == [0, 1, 2, 3])
        wrong += _is_false(leaning, true_ranks(STRENGTHS))
        rate = leaning.position.rate
        assert rate is not None
        covered.append(rate.low <= truth <= rate.high)
        noticed.append(rate.low > 0.5)
    return BiasFindings(
        _share(same), _share(plain), wrong / runs, _share(covered), _share(noticed), runs
    )


def grades_told(runs: int, seed: int = 23, *, anew: bool = False) -> GradeFindings:
    """Entries on 20 to 120 cases that are easy or hard for all of them: five that stay, or eight that are drawn."""
    ranges: list[bool] = []
    widths: list[int] = []
    wrong = 0
    for run, dice in enumerate(dice_for(seed, runs)):
        cases = (20, 50, 120)[run % 3]
        truth = dice.normal(0.5, between(GRADE_SPREADS, dice), ENTRIES) if anew else GRADES
        easy = dice.uniform(-0.25, 0.25, (cases, 1))
        luck = dice.normal(0, 0.25 if anew else 0.12, (cases, truth.size))
        # Nothing is cut off at 0 and 1 where the truth may lie near them: it would be another truth.
        grades = truth + easy + luck if anew else np.clip(truth + easy + luck, 0, 1)
        means, covariance = means_and_covariance(grades)
        places = true_ranks(truth)
        for entry, (low, high) in enumerate(rank_ranges(means, covariance, cases - 1)):
            ranges.append(low <= places[entry] <= high)
            widths.append(high - low + 1)
        if not anew:
            wrong += bool(np.tril(certainly_above(grades), -1).any())
    return GradeFindings(_share(ranges), sum(widths) / len(widths), wrong / runs, len(ranges))


def no_difference(runs: int, seed: int = 24) -> float:
    """All entries equally good: the share of boards on which anybody is told to be better."""
    wrong = 0
    for run, dice in enumerate(dice_for(seed, runs)):
        cases = (20, 50, 120)[run % 3]
        grades = dice.uniform(0.2, 0.8, (cases, 1)) + dice.normal(0, 0.1, (cases, 6))
        wrong += bool(certainly_above(np.clip(grades, 0, 1)).any())
    return wrong / runs


def true_ranks(values: Numbers) -> list[int]:
    return [1 + int((values > value).sum()) for value in values]


def _told(votes: list[CountedVote], entries: int) -> Duels:
    found = by_votes(votes, [f"entry {number}" for number in range(entries)])
    assert found is not None
    return found


def _order(found: Duels) -> list[int]:
    return [one.entry for one in sorted(found.items, key=lambda one: -one.strength)]


def _is_false(found: Duels, places: list[int]) -> bool:
    """Someone has a rank that is worse than the true one: too many are told to be certainly better."""
    return any(one.rank > places[one.entry] for one in found.items)


def _share(hits: list[bool]) -> float:
    return float(sum(hits)) / len(hits)


def places_by_spread(boards: int = 300, cases: int = 80) -> dict[str, float]:
    """How often places hold the truth, by how far apart eight are in errors of one of them.

    Also where they are not evenly spread.
    """
    worlds: dict[str, Callable[[Dice], Numbers]] = {
        f"spread_{spread}": lambda dice, spread=spread: dice.normal(0, spread, ENTRIES)
        for spread in (0.3, 0.6, 1, 2, 4, 8)
    }
    worlds["one_far_behind"] = lambda dice: np.array([*dice.normal(0, 0.5, ENTRIES - 1), -15])
    worlds["two_groups"] = lambda dice: dice.normal([0] * 4 + [-6] * 4, 0.5)
    found: dict[str, float] = {}
    for name, world in worlds.items():
        held: list[bool] = []
        for dice in dice_for(33, boards):
            truth = world(dice)
            luck = dice.normal(0, cases**0.5, (cases, ENTRIES)) + dice.normal(0, 1, (cases, 1))
            ranges = rank_ranges(*means_and_covariance(truth + luck), cases - 1)
            held += [
                low <= place <= high
                for place, (low, high) in zip(true_ranks(truth), ranges, strict=True)
            ]
        found[name] = round(_share(held), 3)
    return found


def rank_coverage(simulations: int = 1_000) -> dict[str, float]:
    """Boards of eight that are drawn anew.

    How often the ranges of ranks, and the intervals of strengths, hold the truth.
    """
    votes = votes_told(simulations, seed=31, anew=True)
    grades = grades_told(simulations, seed=32, anew=True)
    return {
        "rank_coverage": round(votes.rank_ranges, 4),
        "rank_width": round(votes.width, 2),
        "strength_coverage": round(votes.strengths, 4),
        "false_orders": round(votes.false_orders, 4),
        "grade_rank_coverage": round(grades.rank_ranges, 4),
        "grade_rank_width": round(grades.width, 2),
    }


def bias_figures(boards: int = 200) -> dict[str, float]:
    bias = bias_told(boards)
    return {
        "bias_boards": bias.of,
        "bias_same_order": round(bias.same_order, 4),
        "unbiased_same_order": round(bias.same_order_unbiased, 4),
        "bias_false_orders": round(bias.false_orders, 4),
        "bias_share_coverage": round(bias.covered, 4),
        "bias_noticed": round(bias.noticed, 4),
    }


def fixed_figures(simulations: int = 1_000) -> dict[str, float]:
    """Worlds that stay the same."""
    votes, grades = votes_told(simulations), grades_told(simulations)
    return {
        "fixed_strength_coverage": round(votes.strengths, 4),
        "fixed_rank_coverage": round(votes.rank_ranges, 4),
        "fixed_false_orders": round(votes.false_orders, 4),
        "fixed_grade_rank_coverage": round(grades.rank_ranges, 4),
        "fixed_grade_false_orders": round(grades.false_orders, 4),
        "no_difference_false_orders": round(no_difference(simulations), 4),
    }


def main(runs: int = 1_000) -> None:
    began = perf_counter()
    told = {"boards": runs, **rank_coverage(runs), **bias_figures(max(50, runs // 5))}
    told |= fixed_figures(runs) | places_by_spread()
    print(json.dumps({**told, "took_s": round(perf_counter() - began, 1)}))


if __name__ == "__main__":
    main()
