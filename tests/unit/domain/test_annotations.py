"""Who gets which answer next, when labels agree, and what comes of them."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest

from edison.domain.annotations.annotation_queue import (
    AnnotationQueue,
    Choice,
    DecisionKind,
    GivenLabel,
    Item,
    Label,
    LabelDecision,
    LabelKind,
    QueueState,
    Value,
    agree,
    decision_of,
    drawn,
    is_disputed,
    left_for,
    must_be_decidable,
    must_take_label,
    next_item,
    value_of,
    value_of_criteria,
)
from edison.domain.annotations.annotator_agreement import consent_of, sentence_of
from edison.domain.errors import InvalidInput, WrongState
from edison.domain.ids import ItemId, QueueId, RunId, UserId
from edison.domain.judging.rubric import Criterion, Rubric

NOW = datetime(2026, 1, 1, tzinfo=UTC)
ADA, BOB, EVE = (UserId(UUID(int=number)) for number in (1, 2, 3))
RUBRIC = Rubric(
    criteria=(
        Criterion(name="Accuracy", description="Is it right?", weight=0.75, scale=10),
        Criterion(name="Polite", description="Is it kind?", weight=0.25, scale=1),
    )
)


def a_queue(ask: LabelKind = LabelKind.THUMBS, people: int = 2, **changes: Any) -> AnnotationQueue:
    queue = AnnotationQueue(
        id=QueueId(UUID(int=7)),
        run=RunId(UUID(int=8)),
        run_number=1,
        run_name="Run",
        name="Tone",
        instructions="",
        ask=ask,
        rubric_id=None,
        rubric_name=None,
        rubric_version=None,
        rubric=RUBRIC if ask is LabelKind.RUBRIC else None,
        people=people,
        seed=1,
        state=QueueState.OPEN,
        choice=Choice(),
        created_by=None,
        created_by_label="Ada",
        created_at=NOW,
        closed_at=None,
    )
    return replace(queue, **changes)


def label(user: UserId, grade: float | None, criteria: dict[str, float] | None = None) -> Label:
    value = None if grade is None else Value(grade=grade, criteria=criteria)
    return Label(user=user, name=f"Person {user.int}", value=value, note="", at=NOW)


def item(position: int = 0, *labels: Label, **more: Any) -> Item:
    return Item(
        id=ItemId(UUID(int=100 + position)),
        position=position,
        ordinal=position * 3,
        attempt=1,
        labels=labels,
        **more,
    )


def test_the_same_seed_draws_the_same_answers_in_the_same_order_and_another_seed_others() -> None:
    cells = list(range(200))

    assert drawn(cells, 20, 5) == drawn(list(reversed(cells)), 20, 5)
    assert len(set(drawn(cells, 20, 5))) == 20
    assert drawn(cells, None, 5) != cells
    assert sorted(drawn(cells, None, 5)) == cells
    assert drawn(cells, 20, 5) != drawn(cells, 20, 6)
    with pytest.raises(InvalidInput):
        drawn([], 20, 5)


def test_nobody_gets_an_answer_twice_and_a_skipped_one_stays_for_others() -> None:
    items = [item(0, label(ADA, 1.0)), item(1, label(ADA, None)), item(2)]

    assert next_item(items, ADA, 1) is items[2]
    assert next_item(items, BOB, 1) is items[1], "the first has its label, the skip counts for none"
    assert next_item(items, BOB, 2) is items[0]
    assert (left_for(items, ADA, 2), left_for(items, BOB, 2)) == (1, 3)


def test_the_last_seat_is_for_one_and_who_was_handed_an_answer_keeps_it() -> None:
    items = [item(0, label(EVE, 1.0), seats=(ADA,)), item(1, seats=(BOB,))]

    assert next_item(items, ADA, 2) is items[0]
    assert next_item(items, BOB, 2) is items[1]
    # One label and one seat: nothing is free on the first for a third person.
    assert not items[0].has_seat_for(BOB, 2)
    with pytest.raises(WrongState):
        must_take_label(a_queue(), items[0], BOB)
    must_take_label(a_queue(), items[0], ADA)
    # Who has labelled it may change their mind, though it is full.
    must_take_label(a_queue(people=1), item(0, label(ADA, 1.0)), ADA)


def test_what_was_asked_anew_or_decided_is_not_handed_out() -> None:
    decided = LabelDecision(
        how=DecisionKind.ADJUDICATED,
        value=Value(grade=1.0),
        by=None,
        by_label="Eve",
        note="",
        at=NOW,
    )
    stale, done = item(0, stale=True), item(1, label(ADA, 1.0), decision=decided)

    assert next_item([stale, done], BOB, 3) is None
    for one in (stale, done):
        with pytest.raises(WrongState):
            must_take_label(a_queue(people=3), one, ADA)
    with pytest.raises(WrongState):
        must_take_label(a_queue(state=QueueState.CLOSED), item(2), ADA)
    with pytest.raises(WrongState):
        must_be_decidable(a_queue(), item(2, label(ADA, 1.0), label(BOB, None)))


@pytest.mark.parametrize(
    ("ask", "said", "grade"),
    [
        (LabelKind.THUMBS, GivenLabel(good=True), 1.0),
        (LabelKind.THUMBS, GivenLabel(good=False), 0.0),
        (LabelKind.STARS, GivenLabel(stars=1), 0.0),
        (LabelKind.STARS, GivenLabel(stars=4), 0.75),
        (LabelKind.RUBRIC, GivenLabel(criteria={"Accuracy": 8, "Polite": 1}), 0.85),
    ],
)
def test_what_people_say_becomes_a_number_from_0_to_1(
    ask: LabelKind, said: GivenLabel, grade: float
) -> None:
    assert value_of(ask, RUBRIC, said).grade == pytest.approx(grade)


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (LabelKind.THUMBS, GivenLabel(stars=5)),
        (LabelKind.THUMBS, GivenLabel()),
        (LabelKind.STARS, GivenLabel(stars=6)),
        (LabelKind.STARS, GivenLabel(stars=0)),
        (LabelKind.STARS, GivenLabel(good=True, stars=3)),
        (LabelKind.RUBRIC, GivenLabel(criteria={"Accuracy": 8})),
        (LabelKind.RUBRIC, GivenLabel(criteria={"Accuracy": 11, "Polite": 1})),
        (LabelKind.RUBRIC, GivenLabel(criteria={"Accuracy": float("nan"), "Polite": 1})),
        (LabelKind.RUBRIC, GivenLabel(criteria={"Accuracy": 8, "Polite": 1, "Rude": 1})),
        (LabelKind.RUBRIC, GivenLabel(good=True)),
    ],
)
def test_an_invalid_score_is_refused(ask: LabelKind, said: GivenLabel) -> None:
    """ARENA-3.5.6"""
    with pytest.raises(InvalidInput):
        value_of(ask, RUBRIC, said)


def test_labels_agree_within_one_step_and_not_at_all_on_yes_or_no() -> None:
    thumbs, stars = a_queue(LabelKind.THUMBS).steps, a_queue(LabelKind.STARS).steps
    criteria = a_queue(LabelKind.RUBRIC).steps

    assert agree(thumbs, [Value(grade=1.0), Value(grade=1.0)])
    assert not agree(thumbs, [Value(grade=1.0), Value(grade=0.0)])
    assert agree(stars, [Value(grade=0.5), Value(grade=0.75)])
    assert not agree(stars, [Value(grade=0.25), Value(grade=0.75)])
    near = [value_of_criteria(RUBRIC, {"Accuracy": each, "Polite": 1}) for each in (6, 8)]
    far = [value_of_criteria(RUBRIC, {"Accuracy": each, "Polite": 1}) for each in (5, 8)]
    rude = [value_of_criteria(RUBRIC, {"Accuracy": 8, "Polite": each}) for each in (0, 1)]
    assert [agree(criteria, each) for each in (near, far, rude)] == [True, False, False]


def test_what_people_agree_on_is_their_mean_and_one_alone_decides_where_one_is_asked() -> None:
    two = a_queue(LabelKind.STARS)
    both = decision_of(two, item(0, label(ADA, 0.5), label(BOB, 0.75), label(EVE, None)), NOW)
    alone = decision_of(a_queue(people=1), item(0, label(ADA, 1.0)), NOW)
    criteria = [
        value_of_criteria(RUBRIC, {"Accuracy": accuracy, "Polite": 1}) for accuracy in (6, 8)
    ]
    scored = item(
        0,
        *(
            Label(user=user, name="", value=value, note="", at=NOW)
            for user, value in zip((ADA, BOB), criteria, strict=True)
        ),
    )
    by_criteria = decision_of(a_queue(LabelKind.RUBRIC), scored, NOW)

    assert both is not None
    assert alone is not None
    assert by_criteria is not None
    assert (both.value.grade, both.by, both.by_label) == (0.625, None, "2 people, Tone")
    assert (alone.value.grade, alone.by, alone.by_label) == (1.0, ADA, "Person 1")
    assert by_criteria.value.criteria == {"Accuracy": pytest.approx(0.7), "Polite": 1.0}
    assert by_criteria.value.grade == pytest.approx(0.775)
    assert decision_of(two, item(0, label(ADA, 0.5)), NOW) is None
    disputed = item(0, label(ADA, 0.0), label(BOB, 1.0))
    assert decision_of(two, disputed, NOW) is None
    assert is_disputed(two, disputed)


def test_agreement_is_told_in_words_that_say_what_to_do() -> None:
    queue = a_queue(LabelKind.THUMBS)
    good = [item(n, label(ADA, n % 2), label(BOB, n % 2)) for n in range(10)]
    poor = [item(n, label(ADA, n % 2), label(BOB, (n // 2) % 2)) for n in range(10)]
    same = [item(n, label(ADA, 1.0), label(BOB, 1.0)) for n in range(10)]

    [well], [badly], [alike] = (consent_of(queue, items) for items in (good, poor, same))

    assert well.alpha == pytest.approx(1.0)
    assert "agree well (alpha 1.00 on 10 answers)" in well.sentence
    assert badly.alpha is not None
    assert badly.alpha < 0.3
    assert alike.alpha is None
    assert "Everyone gave the same value" in alike.sentence
    assert consent_of(a_queue(people=1), good) == ()
    [early] = consent_of(queue, good[:2])
    assert early.sentence.startswith("Too early to tell: 2 answers")
    words = [sentence_of(alpha, 5).split(" (")[0] for alpha in (0.8, 0.7, 0.2, -0.1)]
    assert words == [
        "People agree well",
        "People agree fairly",
        "People agree poorly",
        "People agree no better than by chance",
    ]


def test_agreement_is_measured_for_each_criterion() -> None:
    queue = a_queue(LabelKind.RUBRIC)
    items = [
        item(
            n,
            label(ADA, 0.5, {"Accuracy": n / 10, "Polite": n % 2}),
            label(BOB, 0.5, {"Accuracy": n / 10, "Polite": (n + 1) % 2}),
        )
        for n in range(10)
    ]

    found = {each.criterion: each.alpha for each in consent_of(queue, items)}

    assert found[None] is None
    assert found["Accuracy"] == pytest.approx(1.0)
    assert found["Polite"] is not None
    assert found["Polite"] < 0
