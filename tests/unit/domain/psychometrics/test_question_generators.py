"""Which model makes good questions is said with an interval, and only as far as the interval carries it."""

from uuid import UUID

from edison.domain.arena.psychometrics.question_generators import (
    GradedQuestion,
    by_generator,
    sentence_about,
)


def questions(model: str, *values: float, dataset: int = 1) -> list[GradedQuestion]:
    return [
        GradedQuestion(
            model_name=model, dataset=UUID(int=dataset), value=value, reviews=frozenset({"r"})
        )
        for value in values
    ]


def test_the_best_comes_first_with_its_interval() -> None:
    given = [*questions("poor", *[0.2, 0.3] * 20), *questions("good", *[0.8, 0.9] * 20)]

    found = by_generator(given)

    assert [each.model_name for each in found] == ["good", "poor"]
    best = found[0]
    assert best.low is not None
    assert best.high is not None
    assert best.low < best.mean < best.high
    assert (best.questions, best.datasets, best.reviews) == (40, 1, 1)
    assert sentence_about(found) == "good makes the best questions: 0.85 on average."


def test_what_chance_explains_is_not_claimed() -> None:
    found = by_generator([*questions("a", 0.5, 0.9, 0.7), *questions("b", 0.6, 0.8, 0.6)])

    assert sentence_about(found) == "a has the highest mean, but is not clearly better than b."


def test_one_question_has_no_interval_and_none_says_so() -> None:
    [alone] = by_generator(questions("a", 0.5))

    assert (alone.low, alone.high) == (None, None)
    assert sentence_about([]) == "No generated questions have been judged yet."
