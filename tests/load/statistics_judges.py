"""Judges with a planted fault each, examined like real ones: does the passport find which is which, and how often?"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from edison.domain.judging.judge import USUAL_EXAM_CELLS
from edison.domain.judging.passport_figures import (
    AskedAgain,
    Labelled,
    PassportFigures,
    Samples,
    Swapped,
    passport,
)
from edison.domain.judging.passport_findings import FindingKind, faults_found
from edison.domain.judging.passport_sizes import (
    FOUND_WITH,
    TRIALS,
    USUAL_CHANGE,
    USUAL_SLIPS,
    PassportSize,
    detectable_size,
)
from tests.load.statistics_simulations import Dice, Numbers

# The share of answers whose score can still rise clearly, where the scores are not known.
USUAL_ROOM = 0.75
# As many cells as a standard passport has, and people's labels for them.
CELLS = USUAL_EXAM_CELLS
TOLD_APART_AT = 0.95

Marks = Callable[[Dice, Numbers], Numbers]
Examined = Callable[[Dice, float, int], PassportFigures]


def _fair(dice: Dice, quality: Numbers) -> Numbers:
    return np.clip(quality + dice.normal(0, 0.07, quality.size), 0, 1)


def _dicing(dice: Dice, quality: Numbers) -> Numbers:
    return dice.random(quality.size)


def _longer_is_better(dice: Dice, quality: Numbers) -> Numbers:
    return np.clip(_fair(dice, quality) + 0.15, 0, 1)


def _obedient(share: float) -> Marks:
    return lambda dice, quality: np.where(
        dice.random(quality.size) < share, 1.0, _fair(dice, quality)
    )


def of_answers(
    dice: Dice, *, plain: Marks, padded: Marks, injected: Marks, cells: int = CELLS
) -> PassportFigures:
    """A judge of single answers: how it marks them as they are, padded, and with an order in them."""
    quality = dice.beta(1.6, 1.2, cells)
    people = np.where(dice.random(cells) < 0.05, quality < 0.5, quality >= 0.5).astype(np.float64)
    seen = plain(dice, quality)
    return passport(
        Samples(
            labelled=Labelled(judge=seen, people=people),
            repeated=AskedAgain(before=seen, after=plain(dice, quality)),
            padded=AskedAgain(before=seen, after=padded(dice, quality)),
            injected=AskedAgain(before=seen, after=injected(dice, quality)),
            verdicts=cells,
        )
    )


def of_pairs(
    dice: Dice, *, picks_first: float, picks_blindly: float, pairs: int = CELLS
) -> PassportFigures:
    """A judge of pairs: takes the one shown first so often, throws dice so often, and else the better one."""
    better = dice.random(pairs) < 0.5
    first, second = (
        _pick(dice, better, shown, picks_first, picks_blindly) for shown in (True, False)
    )
    flipped = first != second
    kept = ~flipped
    return passport(
        Samples(
            # People's preferences are compared with winners only; a flip is a tie.
            labelled=Labelled(
                judge=first[kept].astype(np.float64), people=better[kept].astype(np.float64)
            ),
            swapped=Swapped(flipped=flipped.tolist(), first_won=(flipped & first).tolist()),
            verdicts=pairs,
        )
    )


def _pick(
    dice: Dice, better: Numbers, shown_first: bool, picks_first: float, picks_blindly: float
) -> Numbers:
    """Whether it takes the one, which was shown first or second."""
    luck = dice.random(better.size)
    fair = np.where(dice.random(better.size) < USUAL_SLIPS, ~better, better)
    blind = dice.random(better.size) < 0.5
    return np.where(
        luck < picks_first, shown_first, np.where(luck < picks_first + picks_blindly, blind, fair)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Planted:
    kind: str
    examined: Callable[[Dice], PassportFigures]
    # What must be found, and what may be found beside it.
    must: frozenset[FindingKind] = frozenset()
    may: frozenset[FindingKind] = frozenset()


_DICE = frozenset({FindingKind.CONSISTENCY})
PLANTED: dict[str, Planted] = {
    "without a fault": Planted(
        kind="faultless",
        examined=lambda dice: of_answers(dice, plain=_fair, padded=_fair, injected=_fair),
    ),
    "without a fault, of pairs": Planted(
        kind="faultless",
        examined=lambda dice: of_pairs(dice, picks_first=0.0, picks_blindly=0.0),
    ),
    "random": Planted(
        kind="random",
        examined=lambda dice: of_answers(dice, plain=_dicing, padded=_dicing, injected=_dicing),
        must=_DICE | {FindingKind.AGREEMENT},
        may=frozenset({FindingKind.LENGTH, FindingKind.INJECTION}),
    ),
    "random, of pairs": Planted(
        kind="random",
        examined=lambda dice: of_pairs(dice, picks_first=0.0, picks_blindly=1.0),
        must=_DICE,
        may=frozenset({FindingKind.AGREEMENT, FindingKind.POSITION}),
    ),
    "length-biased": Planted(
        kind="length",
        examined=lambda dice: of_answers(
            dice, plain=_fair, padded=_longer_is_better, injected=_fair
        ),
        must=frozenset({FindingKind.LENGTH}),
    ),
    "injectable": Planted(
        kind="injection",
        examined=lambda dice: of_answers(dice, plain=_fair, padded=_fair, injected=_obedient(0.6)),
        must=frozenset({FindingKind.INJECTION}),
    ),
    "position-biased": Planted(
        kind="position",
        examined=lambda dice: of_pairs(dice, picks_first=0.6, picks_blindly=0.0),
        must=frozenset({FindingKind.POSITION}),
        may=_DICE,
    ),
}


def recognised(exams: int, seed: int = 13) -> dict[str, float]:
    """For each planted judge the share of passports that find its fault and no other."""
    found: dict[str, float] = {}
    for place, (name, planted) in enumerate(PLANTED.items()):
        right = 0
        for dice in _dice(exams, seed, place):
            faults = faults_found(planted.examined(dice))
            right += planted.must <= faults <= planted.must | planted.may
        found[name] = right / exams
    return found


def told_apart(shares: dict[str, float]) -> int:
    """How many of the five kinds are recognised nearly every time."""
    kinds = {planted.kind for planted in PLANTED.values()}
    return sum(
        all(
            shares[name] >= TOLD_APART_AT
            for name, planted in PLANTED.items()
            if planted.kind == kind
        )
        for kind in kinds
    )


def _obeys(dice: Dice, size: float, answers: int) -> PassportFigures:
    return of_answers(dice, plain=_fair, padded=_fair, injected=_obedient(size), cells=answers)


def _prefers_first(dice: Dice, size: float, pairs: int) -> PassportFigures:
    return of_pairs(dice, picks_first=size, picks_blindly=0.0, pairs=pairs)


def _rewards_length(dice: Dice, size: float, answers: int) -> PassportFigures:
    """Scores in the middle of the scale, so that each can rise by as much as the fault says."""
    quality = dice.uniform(0.4, 0.6, answers)
    before, after = (quality + dice.normal(0, USUAL_CHANGE / np.sqrt(2), answers) for _ in range(2))
    padded = AskedAgain(before=np.clip(before, 0, 1), after=np.clip(after + size, 0, 1))
    return passport(Samples(padded=padded, verdicts=answers))


def _changes_its_mind(dice: Dice, size: float, answers: int) -> PassportFigures:
    before = (dice.random(answers) < 0.5).astype(np.float64)
    after = np.where(dice.random(answers) < size, 1 - before, before)
    return passport(Samples(repeated=AskedAgain(before=before, after=after), verdicts=answers))


FAULTY: dict[FindingKind, Examined] = {
    FindingKind.INJECTION: _obeys,
    FindingKind.POSITION: _prefers_first,
    FindingKind.LENGTH: _rewards_length,
    FindingKind.CONSISTENCY: _changes_its_mind,
}


def found_share(
    kind: FindingKind, size: float, trials: int, passports: int, seed: int = 17
) -> float:
    """Share of passports of so many trials in which a fault of this size is found."""
    found = [
        kind in faults_found(FAULTY[kind](dice, size, trials))
        for dice in _dice(passports, seed, trials)
    ]
    return sum(found) / passports


def stated_size(kind: FindingKind, trials: int) -> float:
    """The size that the product says it finds with 90 %, in whole points and not below it."""
    usable = round(trials * USUAL_ROOM) if kind is FindingKind.INJECTION else trials
    found = detectable_size(kind, usable)
    assert found is not None
    return float(np.ceil(found * 100 - 1e-9) / 100)


def smallest_found(kind: FindingKind, passports: int = 1_000) -> float:
    """The smallest fault, in whole points, that standard passports find in nine of ten simulations."""
    size = 0.01
    while found_share(kind, size, TRIALS[PassportSize.STANDARD], passports) < FOUND_WITH:
        size += 0.01
    return round(size, 2)


def passport_min_injection_found(passports: int = 1_000) -> float:
    return smallest_found(FindingKind.INJECTION, passports)


def passport_min_position_bias_found(passports: int = 1_000) -> float:
    return smallest_found(FindingKind.POSITION, passports)


def _dice(count: int, *seed: int) -> Iterator[Dice]:
    return (np.random.default_rng(each) for each in np.random.SeedSequence(seed).spawn(count))
