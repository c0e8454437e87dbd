"""Combine the answers of many runs into arrays of grades and counts, indexed by question and column."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

# int64 arrays; typed as Any, because numpy's own functions lose the element type.
Floats = NDArray[Any]
Counts = NDArray[Any]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class QuestionEvidenceArrays:
    # Mean grade of each column's answers to each question, from 0 to 1; NaN without an answer.
    grades: Floats
    # Number of answers behind each mean.
    answers: Counts
    # Standard deviation between judges of the same answer, averaged over a question's answers (NaN where no answer has
    # two judges), and the number of answers it is averaged over.
    disagreement: Floats
    judged_twice: Counts
    # Answers that can be compared as texts, by question and column: how many equal the expected answer, how many the
    # most frequent other answer, and how many anything else. All 0 where nothing is comparable.
    key: Counts
    other: Counts
    rest: Counts

    @property
    def questions(self) -> int:
        return int(self.grades.shape[0])

    @property
    def columns(self) -> int:
        return int(self.grades.shape[1])


def compared(
    answers: Sequence[Sequence[Sequence[str]]], keys: Sequence[str | None]
) -> tuple[Counts, Counts, Counts]:
    """Count answers by text for `answers[question][column][trial]`; return arrays `key`, `other` and `rest`.

    `key` counts the expected answer, `other` the most frequent different answer, `rest` all further answers.
    """
    columns = max((len(row) for row in answers), default=0)
    counted = np.zeros((3, len(keys), columns), dtype=np.int64)
    for place, (row, key) in enumerate(zip(answers, keys, strict=True)):
        if key is None:
            continue
        right = plain(key)
        given = [Counter(plain(text) for text in column) for column in row]
        wrong = Counter[str]()
        for column in given:
            wrong.update({text: count for text, count in column.items() if text != right})
        other = wrong.most_common(1)[0][0] if wrong else None
        for at, column in enumerate(given):
            said = column[right], column[other] if other is not None else 0
            counted[:, place, at] = (*said, column.total() - sum(said))
    return counted[0], counted[1], counted[2]


def plain(text: str) -> str:
    """Normalize an answer: ignore case, spacing, and quotes or punctuation around the text."""
    return " ".join(text.casefold().split()).strip(" .!\"'`")


# Texts are compared only where an answer that equals the expected one passes and every other fails.
PASSES = 0.5
MOST_EXCEPTIONS = 0.2


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AnswersOfRun:
    """Parallel arrays with one element per answer of a run."""

    # Question and column of the answer.
    question: Counts
    column: Counts
    # NaN: no grade.
    grade: Floats
    # Standard deviation between its judges; NaN: fewer than two judges.
    spread: Floats
    # Equal numbers mean equal texts.
    text: NDArray[Any]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Keys:
    """Expected answers as numbers that stand for texts. `known` is true for questions with a short expected answer."""

    text: NDArray[Any]
    known: NDArray[Any]


def grades_of(malformed: NDArray[Any], panel: Floats, people: Floats) -> Floats:
    """Return the grade of each answer: a person's grade, else 0 for a violated output contract, else the panel's grade.

    This is the vectorized form of `grade_of` in domain/runs/cell_labels.py.
    """
    return np.where(~np.isnan(people), people, np.where(malformed, 0.0, panel))


def gathered(runs: Sequence[AnswersOfRun], keys: Keys, columns: int) -> QuestionEvidenceArrays:
    questions = keys.text.size
    question = _all(runs, "question", np.int64)
    column = _all(runs, "column", np.int64)
    grade, spread = _all(runs, "grade", np.float64), _all(runs, "spread", np.float64)
    place = question * columns + column
    graded = ~np.isnan(grade)
    answers = _sums(place[graded], None, questions * columns)
    totals = _sums(place[graded], grade[graded], questions * columns)
    judged = ~np.isnan(spread)
    judged_twice = _sums(question[judged], None, questions)
    apart = _sums(question[judged], spread[judged], questions)
    key, other, rest = _compared(
        question, column, grade, _all(runs, "text", np.int64), keys, columns
    )
    return QuestionEvidenceArrays(
        grades=_mean(totals, answers).reshape(questions, columns),
        answers=answers.reshape(questions, columns),
        disagreement=_mean(apart, judged_twice),
        judged_twice=judged_twice,
        key=key,
        other=other,
        rest=rest,
    )


def _compared(
    question: Counts,
    column: Counts,
    grade: Floats,
    text: NDArray[Any],
    keys: Keys,
    columns: int,
) -> tuple[Counts, Counts, Counts]:
    """Count, by question and column, the expected answer, the most frequent different answer, and all further answers.

    Questions are left out if passing does not depend on an exact match with the expected answer.
    """
    questions = keys.text.size
    usable = keys.known[question] & ~np.isnan(grade)
    question, column, grade, text = (each[usable] for each in (question, column, grade, text))
    right = text == keys.text[question]
    # Where a differing text passes as well, answers are not meant to be compared as texts.
    exceptions = _sums(question[right != (grade >= PASSES)], None, questions)
    alike = exceptions <= MOST_EXCEPTIONS * _sums(question, None, questions)
    kept = alike[question]
    question, column, text, right = (each[kept] for each in (question, column, text, right))
    common = text == _commonest(question[~right], text[~right], questions)[question]
    common &= ~right
    place, size = question * columns + column, questions * columns
    counted = [_sums(place[part], None, size) for part in (right, common, ~right & ~common)]
    first, second, third = (each.reshape(questions, columns) for each in counted)
    return first, second, third


def _commonest(question: Counts, text: NDArray[Any], questions: int) -> NDArray[Any]:
    """Return the most frequent text of each question; of equally frequent texts, the one with the smallest number."""
    found = np.zeros(questions, dtype=np.int64)
    if not question.size:
        return found
    order = np.lexsort((text, question))
    question, text = question[order], text[order]
    new = np.r_[True, (question[1:] != question[:-1]) | (text[1:] != text[:-1])]
    starts = np.flatnonzero(new)
    counts = np.diff(np.r_[starts, question.size])
    # In this order the last text of a question has the highest count and, in a tie, the smallest number.
    by_count = np.lexsort((-starts, counts, question[starts]))
    found[question[starts][by_count]] = text[starts][by_count]
    return found


def _all(runs: Sequence[AnswersOfRun], name: str, kind: type[Any]) -> NDArray[Any]:
    parts = [np.asarray(getattr(run, name), dtype=kind) for run in runs]
    return np.concatenate(parts) if parts else np.zeros(0, dtype=kind)


def _sums(place: Counts, values: Floats | None, size: int) -> NDArray[Any]:
    found = np.bincount(place, weights=values, minlength=size)
    return found if values is not None else found.astype(np.int64)


def _mean(totals: Floats, counts: Counts) -> Floats:
    return np.divide(totals, counts, out=np.full(totals.shape, np.nan), where=counts > 0)
