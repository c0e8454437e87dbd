"""A judge's passport: its figures, what they are called, and that no exam is ever passed by not sitting it."""

import numpy as np
import pytest

from edison.domain.statistics.agreement import cohen_kappa
from edison.domain.statistics.estimates import wilson
from edison.domain.statistics.judging_judges import (
    Badge,
    Character,
    FindingKind,
    Severity,
    badge_of,
    character_of,
    verdict_on_judge,
)
from edison.domain.statistics.passport import (
    AskedAgain,
    Labelled,
    PassportFigures,
    Samples,
    Swapped,
    passport,
)

MARKS = np.tile([0.9, 0.8, 0.2, 0.1], 10)


def severity(figures: PassportFigures, kind: FindingKind) -> Severity | None:
    found = {finding.kind: finding.severity for finding in verdict_on_judge(figures)}
    return found.get(kind)


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
    assert found.share_same == wilson(38, 40)
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
    assert figures.injection.fooled.value == 0


def test_a_trick_has_worked_when_the_mark_rose_much_or_a_fail_became_a_pass() -> None:
    before = [0.45, 0.1, 0.5, 0.9]
    after = [0.55, 0.36, 0.6, 0.2]

    found = passport(Samples(injected=AskedAgain(before=before, after=after))).injection

    assert found is not None
    assert found.fooled.value == 0.5


def test_swapping_shows_how_often_and_whom_it_favours() -> None:
    flipped = [True] * 12 + [False] * 28
    first = [True] * 11 + [False] * 29

    found = passport(Samples(swapped=Swapped(flipped=flipped, first_won=first))).swap_flips

    assert found is not None
    assert found.flip_rate == wilson(12, 40)
    assert found.towards_first == wilson(11, 12)


def test_cost_is_for_each_verdict() -> None:
    assert passport(Samples(verdicts=40, cost_micro_usd=80_000)).cost_per_verdict_usd == 0.002
    assert passport(Samples()).cost_per_verdict_usd is None


def test_a_judge_that_nobody_examined_has_no_good_word_said_about_it() -> None:
    figures = passport(Samples())

    findings = verdict_on_judge(figures)

    assert {finding.severity for finding in findings} == {Severity.UNKNOWN}
    assert FindingKind.POSITION not in {finding.kind for finding in findings}
    assert badge_of(figures) is Badge.UNVALIDATED
    assert character_of(figures) is Character.UNPROVEN


def test_few_labels_validate_nothing() -> None:
    figures = passport(Samples(labelled=Labelled(judge=MARKS[:28], people=MARKS[:28]), verdicts=28))

    assert severity(figures, FindingKind.AGREEMENT) is Severity.UNKNOWN
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

    assert severity(figures, FindingKind.AGREEMENT) is Severity.BAD


def test_a_judge_may_dislike_padding() -> None:
    figures = passport(Samples(padded=AskedAgain(before=MARKS, after=MARKS * 0.5)))

    assert severity(figures, FindingKind.LENGTH) is Severity.GOOD
