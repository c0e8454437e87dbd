"""A dataset with questions of which it is known what is wrong.

Answered by models of known strength and judged by three judges.
"""

from dataclasses import dataclass

import numpy as np

from edison.domain.arena.psychometrics.gather_answers import QuestionEvidenceArrays, compared
from edison.domain.arena.psychometrics.suspicions import Suspicion

TRIALS = 3
JUDGES = 3
# What a model says that does not know: mostly the mistake that everybody makes, else one of its own.
COMMON_MISTAKE = 0.45
OTHER_ANSWERS = 6

WORDS = [
    "invoice",
    "refund",
    "parcel",
    "router",
    "password",
    "contract",
    "battery",
    "warranty",
    "delivery",
    "address",
    "discount",
    "garden",
    "airport",
    "library",
    "engine",
    "weather",
    "bridge",
    "museum",
    "forest",
    "kitchen",
    "market",
    "ticket",
    "planet",
    "river",
    "mountain",
    "doctor",
    "teacher",
    "camera",
    "violin",
    "window",
]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Planted:
    evidence: QuestionEvidenceArrays
    texts: list[str]
    bad: dict[Suspicion, set[int]]
    # What was said, by question, model and trial; and what each judge gave for it, in one more dimension.
    answers: list[list[list[str]]]
    told: np.ndarray


def planted(
    seed: int,
    *,
    questions: int = 300,
    models: int = 8,
    each: int = 15,
    common_mistake: float = COMMON_MISTAKE,
) -> Planted:
    chance = np.random.default_rng(seed)
    kinds = (
        Suspicion.WRONG_KEY,
        Suspicion.AMBIGUOUS,
        Suspicion.DUPLICATE,
        Suspicion.SATURATED,
    )
    # A duplicate comes after what it repeats.
    chosen = chance.permutation(np.arange(questions // 2, questions))[: each * len(kinds)]
    bad = {
        kind: set(map(int, part))
        for kind, part in zip(kinds, np.split(chosen, len(kinds)), strict=True)
    }
    strengths = np.linspace(-1.2, 1.6, models) + chance.normal(0, 0.2, models)
    hardness = chance.uniform(-1.4, 1.4, questions)
    sharpness = chance.lognormal(0.3, 0.3, questions)
    knows = 1 / (1 + np.exp(-sharpness[:, None] * (strengths - hardness[:, None])))
    for place in bad[Suspicion.SATURATED]:
        knows[place] = 0.999
    answers = _answers(chance, knows, bad[Suspicion.WRONG_KEY], common_mistake)
    grades = np.array(
        [[[float(said == "key") for said in trials] for trials in row] for row in answers]
    )
    key, other, rest = compared(answers, ["key"] * questions)
    told = _told(chance, grades, bad[Suspicion.AMBIGUOUS])
    return Planted(
        evidence=QuestionEvidenceArrays(
            grades=grades.mean(axis=2),
            answers=np.full((questions, models), TRIALS),
            disagreement=told.std(axis=3, ddof=1).mean(axis=(1, 2)),
            judged_twice=np.full(questions, models * TRIALS),
            key=key,
            other=other,
            rest=rest,
        ),
        texts=_texts(chance, questions, bad[Suspicion.DUPLICATE]),
        bad=bad,
        answers=answers,
        told=told,
    )


def _answers(
    chance: np.random.Generator, knows: np.ndarray, wrong: set[int], common_mistake: float
) -> list[list[list[str]]]:
    """Who knows gives the true answer, which is the expected one unless the key is wrong."""
    said: list[list[list[str]]] = []
    for place, row in enumerate(knows):
        truth, mistake = ("true", "key") if place in wrong else ("key", "mistake")
        said.append(
            [
                [
                    truth
                    if chance.random() < known
                    else mistake
                    if chance.random() < common_mistake
                    else f"other {chance.integers(OTHER_ANSWERS)}"
                    for _ in range(TRIALS)
                ]
                for known in row
            ]
        )
    return said


def _told(chance: np.random.Generator, grades: np.ndarray, ambiguous: set[int]) -> np.ndarray:
    """Judges see a right answer as about 0.85 and a wrong one as 0.3, each with an error.

    Of an ambiguous one each judge makes what it likes.
    """
    questions, models, trials = grades.shape
    quality = np.where(grades > 0, 0.85, 0.3)[..., None]
    seen = quality + chance.normal(0, 0.1, (questions, models, trials, JUDGES))
    own = (
        chance.uniform(0, 1, (questions, 1, 1, JUDGES)) * 0.3
        + chance.uniform(0, 1, seen.shape) * 0.7
    )
    odd = np.array([place in ambiguous for place in range(questions)])
    seen = np.where(odd[:, None, None, None], own, seen)
    # Judges give one of five grades.
    return np.round(np.clip(seen, 0, 1) * 4) / 4


def _texts(chance: np.random.Generator, questions: int, duplicates: set[int]) -> list[str]:
    texts: list[str] = []
    for place in range(questions):
        if place in duplicates:
            words = texts[int(chance.integers(questions // 2))].split()
            words[int(chance.integers(len(words)))] = str(chance.choice(WORDS))
            texts.append(" ".join(words).capitalize() + "!")
        else:
            texts.append(" ".join(chance.choice(WORDS, 14)))
    return texts
