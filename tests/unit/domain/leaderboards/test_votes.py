"""Votes as duels: strengths against choix, sides, circles, people who disagree."""

from uuid import UUID

import numpy as np
import pytest
from scipy.special import expit, logit

from edison.domain.arena.leaderboards.duels import (
    by_both,
    by_judges,
    by_votes,
    circles,
    fights_of_judges,
    fights_of_votes,
    joined,
    no_fights,
    wins_by_case,
)
from edison.domain.arena.leaderboards.votes import (
    CountedVote,
    EntryOf,
    ShownVote,
    VoteOutcome,
    disagreement_of,
    outcome_of,
    said_of,
    sides_of,
)
from edison.domain.ids import RunId
from edison.domain.results.pairwise_results import Pairing
from tests.unit.domain.results.made import a_run, said
from tests.unit.domain.statistics.oracles import choix

NAMES = ["a", "b", "c"]
ADA, BOB = UUID(int=1), UUID(int=2)


def a_vote(
    a: int = 0,
    b: int = 1,
    outcome: VoteOutcome = VoteOutcome.A,
    *,
    case: int = 0,
    left_is_a: bool = True,
    voter: UUID = ADA,
) -> CountedVote:
    return CountedVote(case=case, a=a, b=b, outcome=outcome, left_is_a=left_is_a, voter=voter)


def tournament(votes: int, strengths: list[float], seed: int = 1) -> list[CountedVote]:
    dice = np.random.default_rng(seed)
    found: list[CountedVote] = []
    for case in range(votes):
        a, b = sorted(dice.choice(len(strengths), 2, replace=False).tolist())
        won = dice.random() < expit(strengths[a] - strengths[b])
        found.append(
            a_vote(
                a,
                b,
                VoteOutcome.A if won else VoteOutcome.B,
                case=case,
                left_is_a=bool(dice.random() < 0.5),
            )
        )
    return found


@pytest.mark.parametrize("left_is_a", [True, False])
@pytest.mark.parametrize("word", list(ShownVote))
def test_what_was_said_of_sides_is_kept_of_answers_and_told_back(
    word: ShownVote, left_is_a: bool
) -> None:
    outcome = outcome_of(word, left_is_a=left_is_a)

    assert said_of(outcome, left_is_a=left_is_a) is word
    if word is ShownVote.LEFT:
        assert outcome is (VoteOutcome.A if left_is_a else VoteOutcome.B)


def test_strengths_are_those_of_choix() -> None:
    votes = tournament(600, [1.0, 0.0, -1.0])

    found = by_votes(votes, NAMES)

    assert found is not None
    wins = wins_by_case(fights_of_votes(votes), 3).sum(axis=0)
    expected = choix.ilsr_pairwise_dense(wins, alpha=0)
    strengths = {item.entry: logit(item.strength) for item in found.items}
    assert [strengths[entry] for entry in range(3)] == pytest.approx(
        expected - expected.mean(), abs=0.02
    )
    assert [item.rank for item in found.items] == [1, 2, 3]
    assert [(item.rank_low, item.rank_high) for item in found.items] == [(1, 1), (2, 2), (3, 3)]


def test_two_bad_ones_are_a_tie_and_counted_apart() -> None:
    votes = [a_vote(outcome=each, case=n) for n, each in enumerate(VoteOutcome)]

    found = by_votes(votes, NAMES[:2])

    assert found is not None
    assert found.both_bad == 1
    [[_, first], [second, _]] = found.matrix
    assert (first.wins, first.losses, first.ties, first.n) == (1, 1, 2, 4)
    assert (second.wins, second.losses, second.ties) == (1, 1, 2)
    assert [item.wins for item in found.items] == [2.0, 2.0]


def test_a_lean_to_the_left_is_measured_and_said() -> None:
    """Sides are drawn, so that everybody's left one should win half."""
    votes = [
        a_vote(
            case=n,
            left_is_a=n % 2 == 0,
            outcome=VoteOutcome.A if (n % 2 == 0) == (n % 10 < 8) else VoteOutcome.B,
        )
        for n in range(200)
    ]

    found = by_votes(votes, NAMES[:2])

    assert found is not None
    assert (found.position.first, found.position.second) == (160, 40)
    assert found.position.rate is not None
    assert found.position.rate.low > 0.7
    assert "prefer the left side" in found.position.sentence
    fair = sides_of([a_vote(case=n, left_is_a=n % 2 == 0) for n in range(200)])
    assert fair.rate is not None
    assert fair.rate.low < 0.5 < fair.rate.high


def test_ties_say_nothing_about_sides() -> None:
    found = by_votes([a_vote(outcome=VoteOutcome.TIE)], NAMES[:2])

    assert found is not None
    assert found.position.rate is None
    assert found.position.sentence == "No vote has preferred one of the two answers yet."


def test_three_that_beat_each_other_on_a_case_are_a_circle() -> None:
    round_ = [(0, 1, VoteOutcome.A), (1, 2, VoteOutcome.A), (0, 2, VoteOutcome.B)]
    straight = [(0, 1, VoteOutcome.A), (1, 2, VoteOutcome.A), (0, 2, VoteOutcome.A)]
    open_ = [(0, 1, VoteOutcome.A), (1, 2, VoteOutcome.TIE), (0, 2, VoteOutcome.B)]
    votes = [
        a_vote(a, b, outcome, case=case)
        for case, three in enumerate((round_, straight, open_))
        for a, b, outcome in three
    ]

    circular, of, rate = circles(wins_by_case(fights_of_votes(votes), 3))

    assert (circular, of) == (1, 2)
    assert rate is not None
    assert rate.value == 0.5


def test_people_disagree_on_the_same_two_answers_only() -> None:
    votes = [
        a_vote(case=0, voter=ADA),
        # The same pair the other way round.
        a_vote(1, 0, VoteOutcome.A, case=0, voter=BOB),
        a_vote(case=1, voter=ADA),
        a_vote(case=1, voter=BOB, outcome=VoteOutcome.TIE),
        a_vote(case=2, voter=ADA),
        a_vote(case=3, voter=BOB, outcome=VoteOutcome.B),
    ]

    found = disagreement_of(votes)

    assert found is not None
    assert found.value == pytest.approx((1.0 + 0.5) / 2)
    assert disagreement_of(votes[:1]) is None


def test_judges_compare_within_a_run_and_count_with_the_votes() -> None:
    run = a_run(
        {3: said([None, 1.0, None, 0.0, None, 0.5], flipped=[False] * 5 + [True])},
        cells=6,
        columns=2,
    )
    # The run has the cases of the board in reverse, and its columns are the entries 2 and 0.
    fights = fights_of_judges(
        run, [Pairing(scorer=3, a=0, b=1)], [2, 0], np.array([2, 1, 0], dtype=np.int64)
    )

    assert fights.case.tolist() == [2, 1, 0]
    assert set(fights.first.tolist()) == {0}
    assert set(fights.second.tolist()) == {2}
    judges = by_judges(fights, NAMES)
    assert judges is not None
    assert (judges.position.first, judges.position.second) == (2, 1)
    both = by_both(fights, [a_vote(0, 2, case=1)], NAMES)
    assert both is not None
    assert both.matrix[0][2].n == 4
    assert both.matrix[2][0].losses == 2


def test_an_entry_does_not_fight_itself() -> None:
    run = a_run({3: said([None, 1.0])}, cells=2, columns=2)

    fights = fights_of_judges(run, [Pairing(scorer=3, a=0, b=1)], [0, 0], np.array([0]))

    assert fights.case.size == 0


def test_nothing_compared_is_nothing_told() -> None:
    assert by_judges(no_fights(), NAMES) is None
    assert by_votes([], NAMES) is None
    assert by_both(no_fights(), [], NAMES) is None
    assert joined([]).case.size == 0
    only_votes = by_both(no_fights(), [a_vote()], NAMES)
    assert only_votes is not None
    assert only_votes.cases == 1


def test_fights_of_some_cases_only() -> None:
    fights = fights_of_votes([a_vote(case=0), a_vote(case=2)])

    assert fights.within(np.array([False, True, True])).case.tolist() == [2]


def test_a_cell_is_found_by_its_column() -> None:
    run, other = RunId(UUID(int=1)), RunId(UUID(int=2))
    cells = EntryOf(widths={run: 2}, entries={(run, 0): 4, (run, 1): 5})

    assert (cells.entry(run, 0), cells.entry(run, 7)) == (4, 5)
    assert cells.entry(other, 0) is None
