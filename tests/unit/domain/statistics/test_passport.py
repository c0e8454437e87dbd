"""A judge's passport: its figures, which faults are found or ruled out, and that nothing is ruled out unexamined."""

import numpy as np
import pytest

from edison.domain.judging.passport_figures import (
    BOUNDS,
    AskedAgain,
    Labelled,
    PassportFigures,
    Samples,
    Swapped,
    passport,
)
from edison.domain.judging.passport_findings import (
    Badge,
    FindingKind,
    PassportFinding,
    PassportOutcome,
    badge_of,
    faults_found,
    verdict_on_judge,
)
from edison.domain.statistics.estimates import wilson
from edison.domain.statistics.rater_agreement import cohen_kappa

MARKS = np.tile([0.9, 0.8, 0.2, 0.1], 10)


def finding(figures: PassportFigures, kind: FindingKind) -> PassportFinding:
    return next(each for each in verdict_on_judge(figures) if each.kind is kind)


def test_agreement_is_kappa_of_the_decisions_with_the_base_rate() -> None:
    people = np.tile([1.0, 1, 0, 1], 10)

    found = passport(Samples(labelled=Labelled(judge=MARKS, people=people))).agreement

    assert found == cohen_kappa(people, (MARKS >= 0.5).astype(float))
    assert found is not None
    assert (found.base_rate, found.accuracy) == (0.75, 0.75)


def test_a_judge_with_a_threshold_of_its_own_passes_there() -> None:
    strict = Labelled(judge=MARKS, people=np.tile([1.0, 0, 0, 0], 10), judge_passes_at=0.85)

    found = passport(Samples(labelled=strict)).agreement

    assert found is not None
    assert found.value == 1


def test_criteria_agree_one_by_one() -> None:
    labelled = Labelled(
        judge=MARKS,
        people=MARKS,
        criteria={
            "tone": (MARKS, MARKS),
            "facts": (MARKS, 1 - MARKS),
            "style": ([None] * 40, MARKS),
        },
    )

    found = {each.name: each.alpha for each in passport(Samples(labelled=labelled)).criteria}

    assert found["tone"] is not None
    assert found["tone"].value == 1
    assert found["facts"] is not None
    assert found["facts"].value < 0
    assert found["style"] is None


def test_asking_again_shows_how_steady_it_is() -> None:
    again = MARKS.copy()
    again[:4] = [0.4, 0.8, 0.2, 0.6]

    found = passport(Samples(repeated=AskedAgain(before=MARKS, after=again))).consistency

    assert found is not None
    assert found.share_same == wilson(38, 40, BOUNDS)
    assert found.mean_change == pytest.approx(1.0 / 40)


def test_an_error_is_no_change() -> None:
    after = np.where(np.arange(40) < 10, np.nan, MARKS)

    figures = passport(
        Samples(
            repeated=AskedAgain(before=MARKS, after=after),
            padded=AskedAgain(before=MARKS, after=after),
            injected=AskedAgain(before=MARKS, after=after),
        )
    )

    assert figures.consistency is not None
    assert figures.consistency.share_same.n == 30
    assert figures.length_bias is not None
    assert (figures.length_bias.value, figures.length_bias.n) == (0, 30)
    assert figures.injection is not None
    assert figures.injection.fooled is not None
    assert (figures.injection.fooled.value, figures.injection.fooled.n) == (0, 16)


def test_a_trick_has_worked_when_a_score_that_could_rise_rose_clearly() -> None:
    before = [0.45, 0.1, 0.5, 0.9]
    after = [0.55, 0.36, 0.6, 1.0]

    found = passport(Samples(injected=AskedAgain(before=before, after=after))).injection

    assert found is not None
    assert found.fooled is not None
    assert (found.fooled.value, found.fooled.n) == (pytest.approx(1 / 3), 3)


def test_what_rises_when_merely_asked_again_is_no_obedience() -> None:
    """A judge that throws dice gives many answers more the second time, with an order in them or without."""
    before = np.tile([0.0, 1.0], 50)
    again, injected = np.tile([1.0, 0.0, 0.0, 1.0], 25), np.tile([0.0, 0.0, 1.0, 1.0], 25)
    repeated = AskedAgain(before=before, after=again)

    steady = passport(Samples(injected=AskedAgain(before=before, after=again), repeated=repeated))
    noisy = passport(Samples(injected=AskedAgain(before=before, after=injected), repeated=repeated))
    obeys = passport(Samples(injected=AskedAgain(before=before, after=np.ones(100))))

    assert FindingKind.INJECTION not in faults_found(steady) | faults_found(noisy)
    assert FindingKind.INJECTION in faults_found(obeys)


def test_an_exam_of_other_cells_says_nothing_about_chance() -> None:
    """Rises are set against the same cells asked again; where too few were, falls stand for chance."""
    before, after = np.zeros(40), np.repeat([1.0, 0.0], 20)
    injected = AskedAgain(before=before, after=after, cells=range(40))
    few = AskedAgain(before=before[:10], after=after[:10], cells=range(10))

    alone = passport(Samples(injected=injected)).injection
    beside_few = passport(Samples(injected=injected, repeated=few)).injection
    beside_all = passport(
        Samples(injected=injected, repeated=AskedAgain(before=before, after=after, cells=range(40)))
    ).injection

    assert alone == beside_few
    assert alone is not None
    assert alone.fooled is not None
    assert alone.fooled.value == 0.5
    assert beside_all is not None
    assert beside_all.fooled is not None
    assert beside_all.fooled.value == 0


def test_swapping_shows_how_often_and_whom_it_favours() -> None:
    flipped = [True] * 12 + [False] * 28
    first = [True] * 11 + [False] * 29

    figures = passport(Samples(swapped=Swapped(flipped=flipped, first_won=first)))
    found = figures.swap_flips

    assert found is not None
    assert found.flip_rate == wilson(12, 40, BOUNDS)
    assert found.preference.value == 0.25
    assert 0.1 < found.preference.low < 0.25 < found.preference.high < 0.4
    named = finding(figures, FindingKind.POSITION)
    assert named.outcome is PassportOutcome.FOUND
    assert "Found: position bias of 25" in named.title
    assert "towards the answer shown first" in named.title


def test_a_preference_for_the_second_is_a_position_bias_too() -> None:
    swapped = Swapped(flipped=[True] * 12 + [False] * 28, first_won=[False] * 40)

    named = finding(passport(Samples(swapped=swapped)), FindingKind.POSITION)

    assert (named.outcome, named.size) == (PassportOutcome.FOUND, 0.3)
    assert "towards the answer shown second" in named.title


def test_flips_to_both_sides_are_no_position_bias() -> None:
    swapped = Swapped(flipped=[True] * 60 + [False] * 60, first_won=[True, False] * 60)

    figures = passport(Samples(swapped=swapped))

    assert faults_found(figures) == {FindingKind.CONSISTENCY}
    assert finding(figures, FindingKind.POSITION).outcome is PassportOutcome.RULED_OUT


def test_what_is_ruled_out_depends_on_the_number_of_trials() -> None:
    def ruled_out(pairs: int) -> PassportFinding:
        swapped = Swapped(flipped=[False] * pairs, first_won=[False] * pairs)
        return finding(passport(Samples(swapped=swapped)), FindingKind.POSITION)

    assert ruled_out(120).outcome is PassportOutcome.RULED_OUT
    assert ruled_out(120).title == "Position bias above 3% is ruled out"
    assert ruled_out(8).outcome is PassportOutcome.NOT_ENOUGH
    assert ruled_out(8).title == "Not enough trials: position bias of up to 26% is possible"
    assert (ruled_out(500).high or 1) < (ruled_out(120).high or 0)


def test_trials_of_one_case_count_once_where_nothing_happened() -> None:
    def most(cases: list[int] | None) -> float:
        swapped = Swapped(flipped=[False] * 100, first_won=[False] * 100, cases=cases)
        return finding(passport(Samples(swapped=swapped)), FindingKind.POSITION).high or 0

    assert most([place // 5 for place in range(100)]) > 3 * most(None)
    assert most(list(range(100))) == most(None)


def test_cost_is_for_each_verdict() -> None:
    assert passport(Samples(verdicts=40, cost_micro_usd=80_000)).cost_per_verdict_usd == 0.002
    assert passport(Samples()).cost_per_verdict_usd is None


def test_a_judge_that_nobody_examined_has_nothing_ruled_out() -> None:
    figures = passport(Samples())

    findings = verdict_on_judge(figures)

    assert {finding.outcome for finding in findings} == {PassportOutcome.NOT_EXAMINED}
    assert FindingKind.POSITION not in {finding.kind for finding in findings}
    assert badge_of(figures) is Badge.UNVALIDATED
    assert faults_found(figures) == frozenset()


def test_no_finding_ever_says_good() -> None:
    same = AskedAgain(before=MARKS, after=MARKS)
    figures = passport(
        Samples(
            labelled=Labelled(judge=MARKS, people=MARKS),
            repeated=same,
            padded=same,
            injected=same,
            verdicts=40,
        )
    )

    for each in verdict_on_judge(figures):
        assert "good" not in f"{each.title} {each.sentence}".lower().split()
        assert "ruled out" in each.title or "Not enough" in each.title


def test_few_labels_validate_nothing() -> None:
    figures = passport(Samples(labelled=Labelled(judge=MARKS[:28], people=MARKS[:28]), verdicts=28))

    assert finding(figures, FindingKind.AGREEMENT).outcome is PassportOutcome.NOT_ENOUGH
    assert badge_of(figures) is Badge.UNVALIDATED


def test_people_who_agree_validate_and_one_bad_finding_takes_it_back() -> None:
    labelled = Labelled(judge=MARKS, people=MARKS)

    good = passport(Samples(labelled=labelled, verdicts=40))
    tricked = passport(
        Samples(
            labelled=labelled,
            injected=AskedAgain(before=MARKS, after=np.ones(40)),
            verdicts=40,
        )
    )
    failing = passport(Samples(labelled=labelled, verdicts=40, errors=10))

    assert badge_of(good) is Badge.VALIDATED
    assert badge_of(tricked) is badge_of(failing) is Badge.DOUBTFUL
    assert verdict_on_judge(tricked)[0].kind is FindingKind.INJECTION, "the worst comes first"


def test_always_the_commonest_answer_is_right_often_and_worth_nothing() -> None:
    people = np.repeat([1.0, 0.0], [36, 4])

    figures = passport(
        Samples(labelled=Labelled(judge=np.full(40, 0.9), people=people), verdicts=40)
    )

    assert finding(figures, FindingKind.AGREEMENT).outcome is PassportOutcome.FOUND


def test_a_judge_may_dislike_padding() -> None:
    figures = passport(Samples(padded=AskedAgain(before=MARKS, after=MARKS * 0.5)))

    assert finding(figures, FindingKind.LENGTH).outcome is PassportOutcome.RULED_OUT
