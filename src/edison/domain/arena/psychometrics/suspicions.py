"""Detection of questions that look bad. A suspicion is a reason for a person to check a question, not a decision."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from edison.domain.arena.psychometrics.gather_answers import Counts, Floats, QuestionEvidenceArrays
from edison.domain.arena.psychometrics.item_difficulty import Items, items_of
from edison.domain.arena.psychometrics.wrong_key import chance_of_wrong_key
from edison.domain.datasets.near_duplicates import nearly_same

# Fewest answers, and fewest answering columns, to assess a question.
FEWEST_ANSWERS = 5
FEWEST_ANSWERERS = 3
# Mean grades from which on "all pass" and "none pass".
TOP, BOTTOM = 0.95, 0.05
# With fewer models, too many right keys are suspected and too many wrong ones are missed.
MODELS_FOR_KEYS = 5
# Probability of a wrong key from which on a question is suspected: most wrong keys are above it.
WORTH_A_LOOK = 0.08
# Confidence that weak columns do better than strong ones, for answers that cannot be compared as texts.
SURE = 0.99
# Disagreement of judges (on 0 to 1), and its distance from the dataset's median in robust deviations.
FAR_APART = 0.15
UNUSUAL = 3.5
FEWEST_JUDGED_TWICE = 3
# A question is flat if the upper bound of its correlation is below this.
FLAT_BELOW = 0.2
_MAD_TO_DEVIATION = 1.4826


class Suspicion(StrEnum):
    WRONG_KEY = "wrong_key"
    AMBIGUOUS = "ambiguous"
    DUPLICATE = "duplicate"
    SATURATED = "saturated"
    HOPELESS = "hopeless"
    FLAT = "flat"


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspect:
    question: int
    kind: Suspicion
    # From 0 to 1, for sorting.
    strength: float
    # For a duplicate: the earlier question.
    like: int | None = None


def suspects(
    evidence: QuestionEvidenceArrays,
    texts: Sequence[str],
    items: Items | None = None,
    models: Sequence[Hashable] | None = None,
) -> list[Suspect]:
    """Return the suspicions about all questions, strongest first. A question may have several suspicions.

    `models` gives the model of each column; None means that each column is a different model.
    """
    if not evidence.questions:
        return []
    items = items or items_of(evidence)
    found = [
        *_marked(Suspicion.WRONG_KEY, _wrong_key(evidence, items, models)),
        *_marked(Suspicion.AMBIGUOUS, _ambiguous(evidence)),
        *_marked(Suspicion.SATURATED, _all_alike(items, evidence, top=True)),
        *_marked(Suspicion.HOPELESS, _all_alike(items, evidence, top=False)),
        *_marked(Suspicion.FLAT, _flat(items)),
        *(
            Suspect(question=later, kind=Suspicion.DUPLICATE, strength=likeness, like=earlier)
            for later, earlier, likeness in nearly_same(texts)
        ),
    ]
    # A wrong key explains other findings on the same question, so they are left out.
    wrong = {each.question for each in found if each.kind is Suspicion.WRONG_KEY}
    explained = {Suspicion.HOPELESS, Suspicion.FLAT}
    kept = [each for each in found if each.question not in wrong or each.kind not in explained]
    return sorted(kept, key=lambda each: (-each.strength, each.question, each.kind))


def _marked(kind: Suspicion, strengths: Floats) -> list[Suspect]:
    return [
        Suspect(question=int(place), kind=kind, strength=float(min(strengths[place], 1.0)))
        for place in np.flatnonzero(strengths > 0)
    ]


def models_of_questions(
    evidence: QuestionEvidenceArrays, models: Sequence[Hashable] | None = None
) -> Counts:
    """Return the number of different models that answered each question."""
    known = ~np.isnan(evidence.grades)
    places: dict[Hashable, list[int]] = {}
    for column in range(evidence.columns):
        places.setdefault(column if models is None else models[column], []).append(column)
    answered = [known[:, columns].any(axis=1) for columns in places.values()]
    return np.stack(answered).sum(axis=0) if answered else known.sum(axis=1)


def _wrong_key(
    evidence: QuestionEvidenceArrays, items: Items, models: Sequence[Hashable] | None
) -> Floats:
    enough = models_of_questions(evidence, models) >= MODELS_FOR_KEYS
    answered = (items.answers >= FEWEST_ANSWERS) & enough
    chance = chance_of_wrong_key(evidence)
    comparable = (evidence.key + evidence.other + evidence.rest).sum(axis=1) > 0
    surely = items_of(evidence, SURE)
    backwards = ~comparable & (np.nan_to_num(surely.high, nan=1.0) < 0)
    strength = np.where(chance > WORTH_A_LOOK, chance, 0.0)
    strength = np.where(backwards, -np.nan_to_num(items.discrimination), strength)
    return np.where(answered, strength, 0.0)


def _ambiguous(evidence: QuestionEvidenceArrays) -> Floats:
    """Return how strong the suspicion is that a question is ambiguous; 0 unless judges disagree unusually often."""
    enough = evidence.judged_twice >= FEWEST_JUDGED_TWICE
    spread = np.where(enough, evidence.disagreement, np.nan)
    if np.isnan(spread).all():
        return np.zeros(evidence.questions)
    usual = float(np.nanmedian(spread))
    deviation = _MAD_TO_DEVIATION * float(np.nanmedian(np.abs(spread - usual)))
    limit = max(FAR_APART, usual + UNUSUAL * deviation)
    spread = np.nan_to_num(spread)
    # Two judges at opposite ends of the scale have a standard deviation of half the scale.
    return np.where(spread > limit, spread * 2, 0.0)


def _all_alike(items: Items, evidence: QuestionEvidenceArrays, *, top: bool) -> Floats:
    """Return how strong the suspicion is that every column passes (`top`) or fails a question; 0 for no suspicion."""
    enough = (items.answers >= FEWEST_ANSWERS) & (items.columns >= FEWEST_ANSWERERS)
    grades = evidence.grades
    known = ~np.isnan(grades)
    at_end = np.where(known, grades >= TOP if top else grades <= BOTTOM, True).all(axis=1)
    # More answers give a higher strength.
    return np.where(enough & at_end, 1 - 1 / np.maximum(items.answers, 1), 0.0)


def _flat(items: Items) -> Floats:
    tells_nothing = np.nan_to_num(items.high, nan=1.0) < FLAT_BELOW
    return np.where(tells_nothing, FLAT_BELOW - np.nan_to_num(items.discrimination), 0.0)
