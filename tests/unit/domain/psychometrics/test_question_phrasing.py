"""Every suspicion is said in a sentence with its numbers, and a dataset as a whole in one more."""

from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import numpy as np
import pytest

from edison.domain.arena.psychometrics.question_assessment import (
    AnswerColumn,
    DatasetQuestion,
    QualitySort,
    assess_questions,
    order_of,
)
from edison.domain.arena.psychometrics.question_phrasing import (
    Enough,
    Facts,
    enough_of,
    retired,
    sentence_of,
    summary_of,
    unchecked_keys,
)
from edison.domain.arena.psychometrics.suspicions import Suspect, Suspicion
from tests.unit.domain.psychometrics.planted import planted

NONE = Enough(questions=0)

FACTS = Facts(
    answers=24,
    columns=8,
    keys=2,
    others=15,
    discrimination=-0.71,
    high=0.12,
    spread=0.31,
    usual_spread=0.08,
    judged_twice=24,
)


def said(kind: Suspicion, strength: float = 0.92, **facts: Any) -> str:
    known = replace(FACTS, **facts)
    suspect = Suspect(question=0, kind=kind, strength=strength)
    return sentence_of(suspect, known)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            said(Suspicion.SATURATED),
            "All 24 answers of 8 models passed: it does not separate strong from weak models.",
        ),
        (
            said(Suspicion.HOPELESS, models=False),
            "None of the 24 answers of 8 columns passed: it is too hard for all of them, or cannot be answered.",
        ),
        (
            said(Suspicion.WRONG_KEY),
            "The expected answer came twice, another one 15 times, mostly from models that do well on other "
            "questions: it is wrong with probability 92%.",
        ),
        (
            said(Suspicion.WRONG_KEY, others=0),
            (
                "Models that do well on other questions do badly here (correlation "
                "-0.71 over 8 models): the grading may be reversed."
            ),
        ),
        (
            said(Suspicion.AMBIGUOUS),
            "Judges of one answer are 0.31 apart here (over 24 answers) and 0.08 on other questions: "
            "it may be ambiguous.",
        ),
        (said(Suspicion.DUPLICATE, 1.0, like=12), "It says the same as question 12."),
        (
            said(Suspicion.DUPLICATE, 0.87, like=1),
            "It says nearly the same as question 1 (87% alike).",
        ),
        (
            said(Suspicion.FLAT),
            "Models that do well elsewhere do no better here (correlation -0.71, at most 0.12, over 8 models): "
            "it does not separate strong from weak models.",
        ),
    ],
)
def test_a_suspicion_says_why(sentence: str, expected: str) -> None:
    assert sentence == expected


def test_the_whole_is_said_with_what_it_comes_from() -> None:
    counts = {Suspicion.SATURATED: 2, Suspicion.DUPLICATE: 1}

    assert summary_of(300, 3, counts, 7_200, 8, 3, Enough(questions=300)) == (
        "Of 300 questions 3 look bad: 1 repeating another one, 2 that everyone passes, "
        "by 7,200 answers of 8 columns in 3 runs."
    )
    assert summary_of(24, 0, {}, 240, 8, 3, Enough(questions=24)).startswith(
        "None of 24 questions looks bad, by 240 answers"
    )
    assert summary_of(10, 0, {}, 0, 0, 0, NONE) == (
        "Not enough evidence yet to tell whether any of 10 questions is bad. "
        "No finished run has graded answers to them: only duplicates can be detected."
    )
    assert summary_of(0, 0, {}, 0, 0, 0, NONE) == "There are no questions in this version."


def test_too_few_answers_are_never_called_a_good_result() -> None:
    three = Enough(questions=0, most_answers=3, most_columns=3)

    assert summary_of(24, 0, {}, 72, 3, 1, three) == (
        "Not enough answers to tell whether any of 24 questions is bad (3 of 5), "
        "by 72 answers of 3 columns in 1 run."
    )
    assert summary_of(24, 0, {}, 200, 8, 2, Enough(questions=20, most_answers=4)).startswith(
        "None of 20 questions with enough answers looks bad; 4 more do not have enough answers (4 of 5)"
    )
    assert "22 do not have enough answers (3 of 5)" in summary_of(
        24, 2, {Suspicion.DUPLICATE: 2}, 72, 3, 1, Enough(questions=2, most_answers=3)
    )


def test_enough_answers_come_from_enough_columns() -> None:
    answers, columns = np.array([6, 6, 3]), np.array([3, 2, 3])

    assert enough_of(answers, columns) == Enough(questions=1, most_answers=6, most_columns=3)


def test_a_retirement_has_a_note() -> None:
    assert retired(3, Suspicion.SATURATED) == "Retired 3 questions: saturated"
    assert retired(1, None) == "Retired 1 question"


def test_a_look_puts_what_is_known_of_each_question_together() -> None:
    world = planted(11, questions=80, each=5)
    questions = [
        DatasetQuestion(
            case=UUID(int=place),
            revision=uuid4(),
            position=place + 1,
            text=text,
            expected="key",
            tags=(),
            difficulty=None,
        )
        for place, text in enumerate(world.texts)
    ]
    columns = [
        AnswerColumn(
            model=uuid4(), model_name=f"m{at}", version=UUID(int=1), prompt_name="P", number=1
        )
        for at in range(8)
    ]

    found = assess_questions(questions, columns, [], world.evidence)

    saturated = next(iter(world.bad[Suspicion.SATURATED]))
    [about] = [each for each in found.suspicions[saturated] if each.kind is Suspicion.SATURATED]
    assert (
        about.sentence
        == "All 24 answers of 8 models passed: it does not separate strong from weak models."
    )
    dismissed = frozenset({(questions[saturated].case, Suspicion.SATURATED)})
    assert (
        found.counts(frozenset())[Suspicion.SATURATED]
        == 1 + found.counts(dismissed)[Suspicion.SATURATED]
    )
    assert about not in found.open(saturated, dismissed)
    assert found.answered == 80
    assert found.mean_of(0) == pytest.approx(world.evidence.grades[:, 0].mean(), abs=1e-4)

    places = list(found.suspicions)
    clearest = order_of(found, QualitySort.STRENGTH, places, frozenset())
    assert [key for key, _ in clearest] == sorted(
        -found.suspicions[at][0].strength for at in places
    )
    hardest = order_of(found, QualitySort.HARDEST, range(80), frozenset())
    assert hardest[0][1] == int(np.argmin(found.items.easiness))
    assert order_of(found, QualitySort.POSITION, [5, 3], frozenset()) == [(0.0, 3), (0.0, 5)]


def test_too_few_models_to_tell_a_wrong_key_are_counted() -> None:
    assert unchecked_keys(np.array([5, 8])) == ""
    assert unchecked_keys(np.array([3, 3, 0])) == (
        " Not enough models to detect a wrong expected answer: 3 of 5."
    )
    assert unchecked_keys(np.array([5, 4, 2])) == (
        " Not enough models to detect a wrong expected answer for 2 questions: 4 of 5."
    )
