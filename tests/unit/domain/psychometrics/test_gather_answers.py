"""Answers of several runs make one table.

Nothing is lost, nothing counts twice, and letters count only where they may.
"""

from collections.abc import Sequence
from zlib import crc32

import numpy as np

from edison.domain.arena.psychometrics.gather_answers import (
    AnswersOfRun,
    Keys,
    compared,
    gathered,
    grades_of,
)
from edison.domain.runs.cell import CellState
from edison.domain.runs.cell_labels import grade_of
from tests.unit.domain.psychometrics.planted import planted

KEY = "key"


def number(text: str) -> int:
    return crc32(text.encode())


def of_run(
    answers: Sequence[tuple[int, int, str]],
    *,
    grades: Sequence[float] | None = None,
    spreads: Sequence[float] | None = None,
) -> AnswersOfRun:
    """Question, column and text of each; graded by whether it is the key."""
    texts = [text for _, _, text in answers]
    return AnswersOfRun(
        question=np.array([question for question, _, _ in answers]),
        column=np.array([column for _, column, _ in answers]),
        grade=np.array([float(text == KEY) for text in texts] if grades is None else grades),
        spread=np.array([np.nan] * len(texts) if spreads is None else spreads),
        text=np.array([number(text) for text in texts]),
    )


def keys(count: int, known: bool = True) -> Keys:
    return Keys(text=np.full(count, number(KEY)), known=np.full(count, known))


def test_a_planted_world_cut_into_runs_is_put_together_again() -> None:
    world = planted(7, questions=60, each=3)
    flat = [
        [
            (place, column, trials[trial])
            for place, row in enumerate(world.answers)
            for column, trials in enumerate(row)
        ]
        for trial in range(3)
    ]

    found = gathered([of_run(part) for part in flat], keys(60), 8)

    expected = world.evidence
    np.testing.assert_allclose(found.grades, expected.grades)
    np.testing.assert_array_equal(found.answers, expected.answers)
    key, other, rest = compared(world.answers, [KEY] * 60)
    np.testing.assert_array_equal(found.key, key)
    # Of two other answers that came as often, either may be taken.
    np.testing.assert_array_equal(found.other.sum(axis=1), other.sum(axis=1))
    np.testing.assert_array_equal(found.other + found.rest, other + rest)


def test_an_answer_without_a_grade_says_nothing() -> None:
    run = of_run([(0, 0, KEY), (0, 1, "no"), (1, 0, KEY)], grades=[1.0, np.nan, 0.5])

    found = gathered([run], keys(3), 2)

    assert found.answers.tolist() == [[1, 0], [1, 0], [0, 0]]
    assert np.isnan(found.grades[0, 1])
    assert np.isnan(found.grades[2]).all()
    assert found.other.sum() == 0


def test_the_spread_of_a_question_is_the_mean_over_answers_with_two_judges() -> None:
    run = of_run([(0, 0, "a"), (0, 1, "b"), (1, 0, "c")], spreads=[0.2, 0.4, np.nan])

    found = gathered([run], keys(2), 2)

    np.testing.assert_allclose(found.disagreement[0], 0.3)
    assert np.isnan(found.disagreement[1])
    assert found.judged_twice.tolist() == [2, 0]


def test_letters_do_not_count_where_another_wording_passes_too() -> None:
    """A judge passes whole sentences: they are not the short expected answer, and not wrong either."""
    sentence = "The capital is " + KEY
    run = of_run([(0, column, sentence) for column in range(6)], grades=[0.9] * 6)
    strict = of_run([(1, column, "no") for column in range(6)], grades=[0.0] * 6)

    found = gathered([run, strict], keys(2), 6)

    assert found.other.sum(axis=1).tolist() == [0, 6]
    assert found.rest.sum() == 0


def test_without_an_expected_answer_nothing_is_compared_and_without_runs_nothing_is_known() -> None:
    found = gathered([of_run([(0, 0, "a"), (0, 1, "a")])], keys(1, known=False), 2)
    nothing = gathered([], keys(2), 0)

    assert (found.key + found.other + found.rest).sum() == 0
    assert (nothing.questions, nothing.columns) == (2, 0)
    assert np.isnan(nothing.disagreement).all()


def test_a_person_has_the_last_word_and_a_broken_contract_is_zero() -> None:
    """The same as of one cell: domain/runs/cell_labels.py."""
    states = [state for state in (CellState.ANSWERED, CellState.MALFORMED) for _ in range(4)]
    people = [None, None, 0.3, 0.3] * 2
    panel = [None, 0.8, None, 0.8] * 2
    expected = [grade_of(*each) for each in zip(states, people, panel, strict=True)]

    found = grades_of(
        np.array([state is CellState.MALFORMED for state in states]),
        np.array(panel, dtype=np.float64),
        np.array(people, dtype=np.float64),
    )

    assert [None if np.isnan(each) else each for each in found] == expected
