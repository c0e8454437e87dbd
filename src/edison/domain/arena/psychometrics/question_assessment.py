"""Assessment of all questions of a dataset: runs and columns that answered them, item statistics, and suspicions."""

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

# Dismissed suspicions, by case and kind.
Dismissed = Set[tuple[UUID, Suspicion]]


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetQuestion:
    case: UUID
    revision: UUID
    # Number of the question as shown to users.
    position: int
    text: str
    expected: str | None
    tags: tuple[str, ...]
    difficulty: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerColumn:
    """A column of answers, given by one model with one prompt version."""

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
    # For a duplicate: index of the earlier question.
    like: int | None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class QuestionAssessment:
    """Assessment of a dataset. `suspicions` maps the index of a question to its suspicions, strongest first."""

    questions: tuple[DatasetQuestion, ...]
    columns: tuple[AnswerColumn, ...]
    runs: tuple[AnswerRun, ...]
    evidence: QuestionEvidenceArrays
    items: Items
    suspicions: Mapping[int, tuple[Suspected, ...]]
    # Number of different models that answered each question.
    models: Counts

    def open(self, place: int, dismissed: Dismissed) -> tuple[Suspected, ...]:
        """Return the suspicions about the question with index `place` that nobody has dismissed."""
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
        """Number of questions that have enough answers to be assessed."""
        return enough_of(self.items.answers, self.items.columns)

    @property
    def keys_checked(self) -> int:
        """Number of questions that enough models have answered to detect a wrong expected answer."""
        return int(np.count_nonzero(self.models >= MODELS_FOR_KEYS))

    def mean_of(self, column: int) -> float | None:
        """Return the mean grade of a column over the questions that it answered, or None without a grade."""
        grades = self.evidence.grades[:, column]
        known = grades[~np.isnan(grades)]
        return number(known.mean()) if known.size else None


class QualitySort(StrEnum):
    # Strongest suspicion first.
    STRENGTH = "strength"
    POSITION = "position"
    EASIEST = "easiest"
    HARDEST = "hardest"
    # Least discriminating first.
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
    """Return pairs of sort key and index of the question, sorted. Questions without a value come last."""
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
    """Round a value to four digits, and convert NaN to None."""
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
