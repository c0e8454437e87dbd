"""Looking at rare pieces only finds the same repetitions as comparing everything, and does not take long."""

from random import Random
from time import perf_counter

import pytest

from edison.domain.datasets.near_duplicates import KnownTexts, nearly_same
from tests.support.slowness import soon_enough

WORDS = [f"word{number}" for number in range(60)]


def texts(seed: int, count: int) -> list[str]:
    chance = Random(seed)
    made: list[str] = []
    for _ in range(count):
        if made and chance.random() < 0.3:
            words = chance.choice(made).split()
            words[chance.randrange(len(words))] = chance.choice(WORDS)
            made.append(" ".join(words))
        else:
            made.append(" ".join(chance.choices(WORDS, k=chance.randint(2, 20))))
    return made


def test_the_same_is_found_as_by_comparing_all_with_all() -> None:
    for seed in range(20):
        given = texts(seed, 120)
        known = KnownTexts()
        expected = {place for place, text in enumerate(given) if known.meet(text) is not None}

        found = nearly_same(given)

        assert {place for place, _, _ in found} == expected
        assert all(earlier < place and 0.6 <= like <= 1 for place, earlier, like in found)


def ten_thousand_of_one_form() -> list[str]:
    return [
        f"What is the answer if {n} people share {n * 7 % 9973} apples among them?"
        for n in range(10_000)
    ]


def test_repetitions_among_ten_thousand_questions_of_one_form_are_found() -> None:
    """The second number begins again after 9,973 questions."""
    found = nearly_same(ten_thousand_of_one_form())

    assert [(place, earlier) for place, earlier, _ in found] == [
        (9973 + number, number) for number in range(27)
    ]


@pytest.mark.nightly
def test_ten_thousand_questions_of_one_form_are_looked_through_quickly() -> None:
    given = ten_thousand_of_one_form()

    def took() -> float:
        began = perf_counter()
        nearly_same(given)
        return perf_counter() - began

    soon_enough(took, 1.0)


def test_sums_of_the_same_numbers_are_different_questions() -> None:
    known = KnownTexts()

    assert all(known.add(f"What is 12 {sign} 4?") for sign in "+-*/")
    assert not known.add("what is 12+4")
    # Elsewhere a sign is punctuation.
    assert known.add("A well-known riddle - or so they say, at least")
    assert not known.add("A well known riddle, or so they say, at least!")
