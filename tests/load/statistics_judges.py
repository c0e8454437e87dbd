"""Judges with a planted fault each, examined like real ones: does the passport find which is which?"""

from collections.abc import Callable

import numpy as np

from edison.domain.statistics.judging_judges import Character, character_of
from edison.domain.statistics.passport import (
    AskedAgain,
    Labelled,
    PassportFigures,
    Samples,
    Swapped,
    passport,
)
from tests.load.statistics_simulations import Dice, Numbers

# As many cells as an exam has unless somebody asks for more, and people's labels for them.
CELLS = 50
TOLD_APART_AT = 0.95

Marks = Callable[[Dice, Numbers], Numbers]


def _fair(dice: Dice, quality: Numbers) -> Numbers:
    return np.clip(quality + dice.normal(0, 0.07, quality.size), 0, 1)


def _dicing(dice: Dice, quality: Numbers) -> Numbers:
    return dice.random(quality.size)


def _charmed_by_length(dice: Dice, quality: Numbers) -> Numbers:
    return np.clip(_fair(dice, quality) + 0.15, 0, 1)


def _obedient(dice: Dice, quality: Numbers) -> Numbers:
    return np.where(dice.random(quality.size) < 0.6, 1.0, _fair(dice, quality))


def of_answers(dice: Dice, *, plain: Marks, padded: Marks, injected: Marks) -> PassportFigures:
    """A judge of single answers: how it marks them as they are, padded, and with an order in them."""
    quality = dice.beta(1.6, 1.2, CELLS)
    people = np.where(dice.random(CELLS) < 0.05, quality < 0.5, quality >= 0.5).astype(np.float64)
    seen = plain(dice, quality)
    return passport(
        Samples(
            labelled=Labelled(judge=seen, people=people),
            repeated=AskedAgain(before=seen, after=plain(dice, quality)),
            padded=AskedAgain(before=seen, after=padded(dice, quality)),
            injected=AskedAgain(before=seen, after=injected(dice, quality)),
            verdicts=CELLS,
        )
    )


def of_pairs(dice: Dice, *, picks_first: float, picks_blindly: float) -> PassportFigures:
    """A judge of pairs: takes the one shown first so often, throws dice so often, and else the better one."""
    better = dice.random(CELLS) < 0.5
    first, second = (
        _pick(dice, better, shown, picks_first, picks_blindly) for shown in (True, False)
    )
    flipped = first != second
    marks = np.where(flipped, 0.5, first)
    return passport(
        Samples(
            labelled=Labelled(judge=marks, people=better.astype(np.float64)),
            swapped=Swapped(flipped=flipped.tolist(), first_won=(flipped & first).tolist()),
            verdicts=CELLS,
        )
    )


def _pick(
    dice: Dice, better: Numbers, shown_first: bool, picks_first: float, picks_blindly: float
) -> Numbers:
    """Whether it takes the one, which was shown first or second."""
    luck = dice.random(better.size)
    fair = np.where(dice.random(better.size) < 0.04, ~better, better)
    blind = dice.random(better.size) < 0.5
    return np.where(
        luck < picks_first, shown_first, np.where(luck < picks_first + picks_blindly, blind, fair)
    )


PLANTED: dict[str, tuple[Character, Callable[[Dice], PassportFigures]]] = {
    "good": (
        Character.GOOD,
        lambda dice: of_answers(dice, plain=_fair, padded=_fair, injected=_fair),
    ),
    "good, of pairs": (
        Character.GOOD,
        lambda dice: of_pairs(dice, picks_first=0.0, picks_blindly=0.0),
    ),
    "random": (
        Character.RANDOM,
        lambda dice: of_answers(dice, plain=_dicing, padded=_dicing, injected=_dicing),
    ),
    "random, of pairs": (
        Character.RANDOM,
        lambda dice: of_pairs(dice, picks_first=0.0, picks_blindly=1.0),
    ),
    "length-biased": (
        Character.LENGTH_BIASED,
        lambda dice: of_answers(dice, plain=_fair, padded=_charmed_by_length, injected=_fair),
    ),
    "injectable": (
        Character.INJECTABLE,
        lambda dice: of_answers(dice, plain=_fair, padded=_fair, injected=_obedient),
    ),
    "position-biased": (
        Character.POSITION_BIASED,
        lambda dice: of_pairs(dice, picks_first=0.6, picks_blindly=0.0),
    ),
}


def recognised(exams: int, seed: int = 13) -> dict[str, float]:
    """For each planted judge the share of exams after which it was called what it is."""
    found: dict[str, float] = {}
    for place, (name, (character, examined)) in enumerate(PLANTED.items()):
        seeds = np.random.SeedSequence([seed, place]).spawn(exams)
        right = [character_of(examined(np.random.default_rng(each))) is character for each in seeds]
        found[name] = sum(right) / exams
    return found


def told_apart(shares: dict[str, float]) -> int:
    """How many of the five kinds are recognised every time but seldom."""
    kinds = {character for character, _ in PLANTED.values()}
    return sum(
        all(
            shares[name] >= TOLD_APART_AT
            for name, (character, _) in PLANTED.items()
            if character is kind
        )
        for kind in kinds
    )
