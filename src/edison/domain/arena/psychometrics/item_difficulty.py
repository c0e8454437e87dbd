"""Difficulty and discrimination of every question, with confidence intervals for the discrimination."""

from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from edison.domain.arena.psychometrics.gather_answers import Counts, Floats, QuestionEvidenceArrays

# Fewest columns for a correlation over columns.
FEWEST_COLUMNS = 4
_LIMIT = 0.999


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Items:
    """Arrays with one value per question; NaN if there is too little data for a question."""

    # Mean grade over columns; 1 is easy.
    easiness: Floats
    # Number of columns with an answer, and number of answers.
    columns: Counts
    answers: Counts
    # Item-rest correlation over columns: the question's grade against the mean grade on all other questions. Near 1 the
    # question separates strong from weak columns; below 0 the weak ones do better.
    discrimination: Floats
    low: Floats
    high: Floats


def items_of(evidence: QuestionEvidenceArrays, level: float = 0.95) -> Items:
    grades = evidence.grades
    known = ~np.isnan(grades)
    filled = np.where(known, grades, 0.0)
    columns = known.sum(axis=1)
    easiness = np.divide(
        filled.sum(axis=1), columns, out=np.full(evidence.questions, np.nan), where=columns > 0
    )
    discrimination = _rest_correlation(grades, known, easiness)
    discrimination[columns < FEWEST_COLUMNS] = np.nan
    low, high = _fisher(discrimination, columns, level)
    return Items(
        easiness=easiness,
        columns=columns,
        answers=np.where(known, evidence.answers, 0).sum(axis=1),
        discrimination=discrimination,
        low=low,
        high=high,
    )


def _rest_correlation(grades: Floats, known: Floats, easiness: Floats) -> Floats:
    """Return the item-rest correlation of each question: its grades against the columns' grades on other questions.

    The mean grade of each question is subtracted first, so that a column that answered easy questions has no advantage.
    """
    questions = grades.shape[0]
    above = np.where(known, grades - easiness[:, None], 0.0)
    others = known.sum(axis=0) - known
    rest = np.divide(
        above.sum(axis=0) - above, others, out=np.full(grades.shape, np.nan), where=others > 0
    )
    usable = known & ~np.isnan(rest)
    count = usable.sum(axis=1)
    found = np.full(questions, np.nan)
    x, y = _centred(above, usable, count), _centred(np.nan_to_num(rest), usable, count)
    spread = np.sqrt((x**2).sum(axis=1) * (y**2).sum(axis=1))
    np.divide((x * y).sum(axis=1), spread, out=found, where=spread > 1e-12)
    return found


def _centred(values: Floats, usable: Floats, count: Counts) -> Floats:
    mean = np.where(usable, values, 0.0).sum(axis=1) / np.maximum(count, 1)
    return np.where(usable, values - mean[:, None], 0.0)


def _fisher(correlation: Floats, columns: Counts, level: float) -> tuple[Floats, Floats]:
    """Return the confidence interval of a correlation over this many columns, by Fisher's z-transformation."""
    reach = float(ndtri((1 + level) / 2)) / np.sqrt(np.maximum(columns - 3, 1))
    middle = np.arctanh(np.clip(correlation, -_LIMIT, _LIMIT))
    return np.tanh(middle - reach), np.tanh(middle + reach)
