"""Labelling of answers by people.

Who gets which answer next, when an answer has enough labels, whether people agree, and what comes
of the labels.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from math import fsum, isfinite
from random import Random

from edison.domain.errors import InvalidInput, WrongState
from edison.domain.ids import ItemId, QueueId, RubricId, RunId, UserId
from edison.domain.judging.rubric import Rubric, composite

MOST_NAME = 100
MOST_INSTRUCTIONS = 4_000
MOST_NOTE = 2_000
MOST_PEOPLE = 5
MOST_ITEMS = 5_000
MOST_STARS = 5
# So long an answer is kept for whoever was handed it; then someone else may get it.
SEAT_FOR = timedelta(minutes=10)
# What counts as a low grade, and as judges being apart, unless someone says otherwise.
USUAL_LOW = 0.5
USUAL_APART = 0.3
# Labels this far apart still agree, unless one step of the scale is more than that.
TOLERANCE = 0.2


class LabelKind(StrEnum):
    """What people are asked about each answer."""

    THUMBS = "thumbs"
    STARS = "stars"
    RUBRIC = "rubric"


class AnswerPick(StrEnum):
    """Which answers of a run are put into a queue."""

    ALL = "all"
    RANDOM = "random"
    FLAGGED = "flagged"
    LOW = "low"
    DISAGREE = "disagree"


class QueueState(StrEnum):
    OPEN = "open"
    CLOSED = "closed"


class DecisionKind(StrEnum):
    AGREED = "agreed"
    ADJUDICATED = "adjudicated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    pick: AnswerPick = AnswerPick.ALL
    # At most so many, drawn by the queue's seed.
    count: int | None = None
    below: float = USUAL_LOW
    apart: float = USUAL_APART
    # None: all columns of the run.
    columns: tuple[int, ...] | None = None
    # Leave out what a person has graded already.
    unmarked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotationQueue:
    id: QueueId
    run: RunId
    run_number: int
    run_name: str
    name: str
    instructions: str
    ask: LabelKind
    rubric_id: RubricId | None
    rubric_name: str | None
    rubric_version: int | None
    # As it was when the queue was made; only where criteria are asked for.
    rubric: Rubric | None
    people: int
    seed: int
    state: QueueState
    choice: Choice
    created_by: UserId | None
    created_by_label: str
    created_at: datetime
    closed_at: datetime | None

    def must_be_open(self) -> None:
        if self.state is not QueueState.OPEN:
            raise WrongState(
                "The queue is closed", advice="Make a new queue to label more answers."
            )

    @property
    def steps(self) -> dict[str | None, int]:
        """How many steps each scale has; None is the grade as a whole."""
        if self.ask is LabelKind.RUBRIC and self.rubric is not None:
            return {criterion.name: criterion.scale for criterion in self.rubric.criteria}
        return {None: 1 if self.ask is LabelKind.THUMBS else MOST_STARS - 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenLabel:
    """What a person chose, in the words of the question; criteria on their own scales."""

    good: bool | None = None
    stars: int | None = None
    criteria: Mapping[str, float] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """What was said as numbers from 0 to 1."""

    grade: float
    stars: int | None = None
    criteria: Mapping[str, float] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    user: UserId
    name: str
    # None: this person skipped it.
    value: Value | None
    note: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelDecision:
    how: DecisionKind
    value: Value
    by: UserId | None
    by_label: str
    note: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One answer in a queue. `attempt` says which answer of the cell it is."""

    id: ItemId
    position: int
    ordinal: int
    attempt: int
    labels: tuple[Label, ...] = ()
    # People to whom it was handed lately, and who have not answered.
    seats: tuple[UserId, ...] = ()
    decision: LabelDecision | None = None
    # The cell was asked anew since, so the answer is no longer there.
    stale: bool = False

    @property
    def given(self) -> tuple[Label, ...]:
        """Labels that say something; skips do not."""
        return tuple(label for label in self.labels if label.value is not None)

    def of(self, user: UserId) -> Label | None:
        return next((label for label in self.labels if label.user == user), None)

    def is_full(self, people: int) -> bool:
        return len(self.given) >= people

    def has_seat_for(self, user: UserId, people: int) -> bool:
        """Whether this person may label it: nobody waits in vain for a seat that two were promised."""
        mine = self.of(user)
        if mine is not None and mine.value is not None:
            return True
        others = {seat for seat in self.seats if seat != user}
        return len(self.given) + len(others) < people

    def values(self) -> list[Value]:
        return [label.value for label in self.labels if label.value is not None]


def drawn(ordinals: Sequence[int], count: int | None, seed: int) -> list[int]:
    """Cells in an order that says nothing of models or cases; the same seed gives the same."""
    if not ordinals:
        raise InvalidInput(
            "No answer of this run fits",
            field="cells",
            advice="Choose other answers; failed and unfinished cells cannot be labelled.",
        )
    size = min(len(ordinals), MOST_ITEMS if count is None else count)
    return Random(seed).sample(sorted(ordinals), size)


def next_item(items: Sequence[Item], me: UserId, people: int) -> Item | None:
    """The next answer for a person: what was handed to them already, else the first with a free seat.

    In the queue's own order for everyone, so that answers are finished one after another and disagreement shows early.
    """
    mine = [item for item in items if _is_open_for(item, me, people)]
    held = [item for item in mine if me in item.seats]
    return min(held or mine, key=lambda item: item.position, default=None)


def left_for(items: Sequence[Item], me: UserId, people: int) -> int:
    return sum(_is_open_for(item, me, people) for item in items)


def _is_open_for(item: Item, me: UserId, people: int) -> bool:
    return (
        not item.stale
        and item.decision is None
        and item.of(me) is None
        and item.has_seat_for(me, people)
    )


def value_of(ask: LabelKind, rubric: Rubric | None, said: GivenLabel) -> Value:
    """Check what a person chose against what was asked."""
    if ask is LabelKind.THUMBS:
        if said.good is None or said.stars is not None or said.criteria is not None:
            raise InvalidInput("Say good or bad", field="good")
        return Value(grade=1.0 if said.good else 0.0)
    if ask is LabelKind.STARS:
        if said.stars is None or said.good is not None or said.criteria is not None:
            raise InvalidInput("Give 1 to 5 stars", field="stars")
        return value_of_stars(said.stars)
    if said.criteria is None or said.good is not None or said.stars is not None:
        raise InvalidInput("Give a value for every criterion", field="criteria")
    assert rubric is not None
    return value_of_criteria(rubric, said.criteria)


def value_of_stars(stars: int) -> Value:
    if not 1 <= stars <= MOST_STARS:
        raise InvalidInput("Give 1 to 5 stars", field="stars")
    return Value(grade=(stars - 1) / (MOST_STARS - 1), stars=stars)


def value_of_criteria(rubric: Rubric, given: Mapping[str, float]) -> Value:
    unknown = sorted(set(given) - set(rubric.names))
    if unknown:
        raise InvalidInput(f"The rubric has no criterion {unknown[0]}", field="criteria")
    shares: dict[str, float] = {}
    for criterion in rubric.criteria:
        raw = given.get(criterion.name)
        if raw is None:
            raise InvalidInput(f"Give a value for {criterion.name}", field="criteria")
        if not isfinite(raw) or not 0 <= raw <= criterion.scale:
            raise InvalidInput(
                f"{criterion.name} is between 0 and {criterion.scale}", field="criteria"
            )
        shares[criterion.name] = raw / criterion.scale
    whole = composite(rubric, {name: [raw] for name, raw in given.items()})
    return Value(grade=whole.value, criteria=shares)


def spreads(steps: Mapping[str | None, int], values: Sequence[Value]) -> dict[str | None, float]:
    """How far apart the labels are, on each scale."""
    found: dict[str | None, float] = {}
    for name in steps:
        numbers = [_on(value, name) for value in values]
        found[name] = max(numbers) - min(numbers) if numbers else 0.0
    return found


def agree(steps: Mapping[str | None, int], values: Sequence[Value]) -> bool:
    """Whether labels are close enough on every scale to take their mean for what people think."""
    apart = spreads(steps, values)
    return all(apart[name] <= _tolerance(scale) + 1e-9 for name, scale in steps.items())


def mean_of(values: Sequence[Value]) -> Value:
    """What several people said together."""
    if len(values) == 1:
        return values[0]
    names = list(values[0].criteria or ())
    return Value(
        grade=fsum(value.grade for value in values) / len(values),
        criteria={name: fsum(_on(value, name) for value in values) / len(values) for name in names}
        or None,
    )


def is_disputed(queue: AnnotationQueue, item: Item) -> bool:
    """It has all its labels, they do not agree, and nobody has decided."""
    full = item.is_full(queue.people)
    return full and item.decision is None and not agree(queue.steps, item.values())


def decision_of(queue: AnnotationQueue, item: Item, at: datetime) -> LabelDecision | None:
    """What the labels come to by themselves: None as long as some are missing, or they disagree."""
    given = item.given
    if not item.is_full(queue.people) or not agree(queue.steps, item.values()):
        return None
    alone = given[0] if len(given) == 1 else None
    return LabelDecision(
        how=DecisionKind.AGREED,
        value=mean_of(item.values()),
        by=alone.user if alone else None,
        by_label=alone.name if alone else f"{len(given)} people, {queue.name}",
        note=alone.note if alone else "",
        at=at,
    )


def must_take_label(queue: AnnotationQueue, item: Item, user: UserId) -> None:
    """Refuse a label of an answer that is gone, decided, or already has enough of them."""
    queue.must_be_open()
    if item.stale:
        raise WrongState("The cell has been asked anew since", advice="Go on with the next answer.")
    if item.decision is not None and item.decision.how is DecisionKind.ADJUDICATED:
        raise WrongState("A reviewer has decided on this answer", advice="Go on with the next.")
    if not item.has_seat_for(user, queue.people):
        raise WrongState(
            "Others have labelled this answer meanwhile", advice="Go on with the next answer."
        )


def must_be_decidable(queue: AnnotationQueue, item: Item) -> None:
    if item.stale:
        raise WrongState("The cell has been asked anew since", advice="Nothing is to be decided.")
    if not item.is_full(queue.people):
        raise WrongState(
            "This answer has not all its labels yet",
            advice="Wait until everyone has labelled it; who decides sees what they said.",
        )


def _on(value: Value, name: str | None) -> float:
    return value.grade if name is None else (value.criteria or {})[name]


def _tolerance(scale: int) -> float:
    return 0.0 if scale == 1 else max(1 / scale, TOLERANCE)
