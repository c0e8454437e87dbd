"""The next pair: never the same twice, the most telling first, on sides that nobody can foresee."""

from collections import Counter
from itertools import combinations
from time import perf_counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edison.domain.arena.leaderboards.next_vote_pair import (
    Deck,
    choose_pair,
    in_telling_order,
    left_to_do,
    pair_of,
    still_shown,
)
from edison.domain.arena.leaderboards.votes import AnswerCell, AnswerPair
from edison.domain.statistics.bradley_terry import learned_from_one
from tests.unit.domain.leaderboards.made import a_deck

Voted = frozenset[tuple[AnswerCell, AnswerCell]]
NOBODY: Voted = frozenset()


def all_pairs(deck: Deck, seed: int = 1) -> list[AnswerPair]:
    """What one person sees who votes until nothing is left."""
    dice = np.random.default_rng(seed)
    wins = np.zeros((deck.entries, deck.entries))
    voted: Voted = NOBODY
    found: list[AnswerPair] = []
    while (pair := choose_pair(deck, wins, voted, dice)) is not None:
        found.append(pair)
        voted |= {(pair.a, pair.b)}
    return found


@settings(max_examples=40, deadline=None)
@given(
    cases=st.integers(1, 4),
    entries=st.integers(0, 5),
    missing=st.sets(st.tuples(st.integers(0, 3), st.integers(0, 4)), max_size=8),
    alike=st.sets(st.tuples(st.integers(0, 3), st.integers(0, 4)), max_size=6),
    seed=st.integers(0, 1_000),
)
def test_everyone_sees_every_pair_once_and_none_twice(
    cases: int,
    entries: int,
    missing: set[tuple[int, int]],
    alike: set[tuple[int, int]],
    seed: int,
) -> None:
    gone = {(case, entry) for case, entry in missing if case < cases and entry < entries}
    same = {(case, entry): 7 for case, entry in alike if case < cases and entry < entries}
    deck = a_deck(cases, entries, unanswered=sorted(gone), same=same)

    seen = all_pairs(deck, seed)

    expected = {
        (case, i, j)
        for case in range(cases)
        for i, j in combinations(range(entries), 2)
        if not {(case, i), (case, j)} & gone and not {(case, i), (case, j)} <= set(same)
    }
    places = [(deck.find(pair.a), deck.find(pair.b)) for pair in seen]
    assert all(one is not None and other is not None for one, other in places)
    found = [
        (one[0], *sorted((one[1], other[1])))
        for one, other in places
        if one is not None and other is not None
    ]
    assert sorted(found) == sorted(expected)
    assert left_to_do(deck, NOBODY) == len(expected)
    assert left_to_do(deck, frozenset((pair.a, pair.b) for pair in seen)) == 0


def test_a_pair_has_one_name_whatever_the_sides() -> None:
    deck = a_deck(2, 3)

    one = pair_of(deck, 1, 0, 2, left_is_a=True)
    other = pair_of(deck, 1, 2, 0, left_is_a=False)

    assert (one.a, one.b) == (other.a, other.b)
    assert one.a < one.b
    assert one.sides == (one.a, one.b)
    assert other.sides == (one.b, one.a)


def test_sides_are_drawn() -> None:
    deck = a_deck(1, 2)
    dice = np.random.default_rng(2)

    dealt = [choose_pair(deck, np.zeros((2, 2)), NOBODY, dice) for _ in range(400)]

    left = Counter(pair.left_is_a for pair in dealt if pair is not None)
    assert 160 < left[True] < 240


def test_pairs_are_drawn_by_how_much_they_teach() -> None:
    """The first two are nearly equal; against the third, which loses always, a vote teaches less."""
    wins = np.array([[0, 10.0, 20.0], [10.0, 0, 20.0], [1.0, 1.0, 0.0]])
    taught = learned_from_one(wins)
    dice = np.random.default_rng(3)

    drawn = Counter(in_telling_order(wins, dice)[0] for _ in range(3_000))

    whole = taught[0, 1] + taught[0, 2] + taught[1, 2]
    assert taught[0, 1] > taught[0, 2]
    for pair, times in drawn.items():
        assert times / 3_000 == pytest.approx(taught[pair] / whole, abs=0.04)
    assert sorted(in_telling_order(wins, dice)) == [(0, 1), (0, 2), (1, 2)]


def test_who_never_met_is_worth_more_than_who_met_often() -> None:
    wins = np.zeros((3, 3))
    wins[0, 1] = wins[1, 0] = 20.0

    teaches = learned_from_one(wins)

    assert teaches[0, 2] > teaches[0, 1]
    assert teaches[0, 2] == pytest.approx(teaches[2, 0])


def test_among_equals_chance_decides() -> None:
    deck = a_deck(5, 4)

    first = {all_pairs(deck, seed)[0] for seed in range(30)}

    assert len(first) > 10


def test_of_several_trials_the_first_with_an_answer_is_shown() -> None:
    deck = a_deck(1, 2, trials=2, unanswered=[(0, 1)])

    assert deck.ordinal.tolist() == [[0, 3]]
    assert left_to_do(deck, NOBODY) == 1


def test_an_answer_that_was_asked_anew_is_another_one() -> None:
    deck = a_deck(1, 2)
    [pair] = all_pairs(deck)
    newer = AnswerPair(
        case=pair.case,
        a=AnswerCell(run=pair.a.run, ordinal=pair.a.ordinal, attempt=2),
        b=pair.b,
        left_is_a=True,
    )

    assert still_shown(deck, pair)
    assert not still_shown(deck, newer)
    assert left_to_do(deck, frozenset({(newer.a, newer.b)})) == 1
    far = AnswerCell(run=pair.a.run, ordinal=99, attempt=1)
    assert deck.find(far) is None


def deal_from(deck: Deck) -> tuple[AnswerPair | None, int]:
    pair = choose_pair(deck, np.zeros((20, 20)), NOBODY, np.random.default_rng(4))
    return pair, left_to_do(deck, NOBODY)


def test_ten_thousand_cases_of_twenty_entries_are_dealt() -> None:
    pair, left = deal_from(a_deck(10_000, 20))

    assert pair is not None
    assert left == 190 * 10_000


@pytest.mark.nightly
def test_ten_thousand_cases_of_twenty_entries_are_dealt_at_once() -> None:
    deck = a_deck(10_000, 20)

    began = perf_counter()
    deal_from(deck)

    assert perf_counter() - began < 1
