"""What is known of the questions of a dataset, as arrays: rows are questions, columns are who answered them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

# Of 64 bits; the type checker is not told, because numpy's own functions forget it.
Floats = NDArray[Any]
Counts = NDArray[Any]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class QuestionEvidenceArrays:
    # The mean grade of each column's answers to each question, from 0 to 1; NaN where it has none.
    grades: Floats
    # How many answers each of these comes from.
    answers: Counts
    # How far judges of the same answer are from each other (a standard deviation), on average over a question's
    # answers; NaN where no answer has two judges. And how many answers that comes from.
    disagreement: Floats
    judged_twice: Counts
    # Of answers that can be compared letter by letter, by question and column: how many are the expected answer, how
    # many the most frequent other one, how many anything else. All 0 where nothing is comparable.
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
    """`key`, `other` and `rest` of plain answers: [question][column][trial]."""
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
    """An answer without what makes no difference: case, spacing, a full stop."""
    return " ".join(text.casefold().split()).strip(" .!\"'`")
