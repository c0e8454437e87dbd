"""One look at all questions of a dataset: who answered them, how good each is, and what speaks against it."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

import numpy as np

from edison.domain.arena.psychometrics.gather_answers import Counts, QuestionEvidenceArrays
from edison.domain.arena.psychometrics.item_difficulty import Items, items_of
from edison.domain.arena.psychometrics.question_phrasing import (
    Enough,
    Facts,
    enough_of,
    sentence_of,
    usual_spread,
)
from edison.domain.arena.psychometrics.suspicions import (
    MODELS_FOR_KEYS,
    Suspect,
    Suspicion,
    models_of_questions,
    suspects,
)

# What someone has looked at and found all right: by case and kind.
Dismissed = Set[tuple[UUID, Suspicion]]


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetQuestion:
    case: UUID
    revision: UUID
    # The number that people know it by.
    position: int
    text: str
    expected: str | None
    tags: tuple[str, ...]
    difficulty: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerColumn:
    """Who answered: a model with a version of a prompt."""

    model: UUID
    model_name: str
    version: UUID
    prompt_name: str
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerRun:
    run: UUID
    number: int
    name: str
    columns: int
    finished_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspected:
    kind: Suspicion
    strength: float
    sentence: str
    # Of a duplicate: where the earlier one stands.
    like: int | None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class QuestionAssessment:
    """`suspicions` by the place of the question, the clearest first."""

    questions: tuple[DatasetQuestion, ...]
    columns: tuple[AnswerColumn, ...]
    runs: tuple[AnswerRun, ...]
    evidence: QuestionEvidenceArrays
    items: Items
    suspicions: Mapping[int, tuple[Suspected, ...]]
    # How many different models answered each question.
    models: Counts

    def open(self, place: int, dismissed: Dismissed) -> tuple[Suspected, ...]:
        """What speaks against a question and nobody has dismissed."""
        case = self.questions[place].case
        return tuple(
            each for each in self.suspicions.get(place, ()) if (case, each.kind) not in dismissed
        )

    def counts(self, dismissed: Dismissed) -> Counter[Suspicion]:
        return Counter(
            each.kind for place in self.suspicions for each in self.open(place, dismissed)
        )

    @property
    def answered(self) -> int:
        return int(np.count_nonzero(self.items.columns))

    @property
    def enough(self) -> Enough:
        """How many questions have enough answers for a missing suspicion to mean something."""
        return enough_of(self.items.answers, self.items.columns)

    @property
    def keys_checked(self) -> int:
        """Questions with enough models to tell a wrong expected answer."""
        return int(np.count_nonzero(self.models >= MODELS_FOR_KEYS))

    def mean_of(self, column: int) -> float | None:
        """What a column achieved on average over its questions."""
        grades = self.evidence.grades[:, column]
        known = grades[~np.isnan(grades)]
        return number(known.mean()) if known.size else None


class QualitySort(StrEnum):
    # What is suspected most clearly first.
    STRENGTH = "strength"
    POSITION = "position"
    EASIEST = "easiest"
    HARDEST = "hardest"
    # What tells least apart first.
    DISCRIMINATION = "discrimination"


def assess_questions(
    questions: Sequence[DatasetQuestion],
    columns: Sequence[AnswerColumn],
    runs: Sequence[AnswerRun],
    evidence: QuestionEvidenceArrays,
) -> QuestionAssessment:
    items = items_of(evidence)
    models = len({column.model for column in columns}) == len(columns)
    usual = usual_spread(evidence)
    found: dict[int, list[Suspected]] = defaultdict(list)
    models_of = [column.model for column in columns]
    for each in suspects(evidence, [question.text for question in questions], items, models_of):
        like = None if each.like is None else questions[each.like].position
        facts = _facts(each, evidence, items, usual, models=models, like=like)
        found[each.question].append(
            Suspected(
                kind=each.kind,
                strength=round(each.strength, 4),
                sentence=sentence_of(each, facts),
                like=each.like,
            )
        )
    return QuestionAssessment(
        questions=tuple(questions),
        columns=tuple(columns),
        runs=tuple(runs),
        evidence=evidence,
        items=items,
        suspicions={place: tuple(each) for place, each in found.items()},
        models=models_of_questions(evidence, models_of),
    )


def order_of(
    looked: QuestionAssessment, sort: QualitySort, places: Sequence[int], dismissed: Dismissed
) -> list[tuple[float, int]]:
    """Sort keys with the places they belong to, in order; what has no value comes last."""
    items = looked.items
    match sort:
        case QualitySort.POSITION:
            keys = [0.0 for _ in places]
        case QualitySort.STRENGTH:
            strengths = [looked.open(place, dismissed) for place in places]
            keys = [-each[0].strength if each else 1.0 for each in strengths]
        case QualitySort.EASIEST:
            keys = [-float(items.easiness[place]) for place in places]
        case QualitySort.HARDEST:
            keys = [float(items.easiness[place]) for place in places]
        case QualitySort.DISCRIMINATION:
            keys = [float(items.discrimination[place]) for place in places]
    return sorted(zip((_last(key) for key in keys), places, strict=True))


def number(value: float) -> float | None:
    """None where too little is known to say it."""
    return None if np.isnan(value) else round(float(value), 4)


def _last(key: float) -> float:
    return 9.0 if np.isnan(key) else round(key, 6)


def _facts(
    suspect: Suspect,
    evidence: QuestionEvidenceArrays,
    items: Items,
    usual: float,
    *,
    models: bool,
    like: int | None,
) -> Facts:
    place = suspect.question
    return Facts(
        answers=int(items.answers[place]),
        columns=int(items.columns[place]),
        models=models,
        like=like,
        keys=int(evidence.key[place].sum()),
        others=int(evidence.other[place].sum()),
        discrimination=float(items.discrimination[place]),
        high=float(items.high[place]),
        spread=float(evidence.disagreement[place]),
        usual_spread=usual,
        judged_twice=int(evidence.judged_twice[place]),
    )
