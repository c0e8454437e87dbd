"""Annotation queues, in which people label answers of a run.

Contains the selection of answers, the assignment of the next answer to a person, and the decision on an answer:
automatic if enough labels agree, otherwise by a reviewer.
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
# How long an answer is reserved for a person; after that someone else may get it.
SEAT_FOR = timedelta(minutes=10)
# Defaults: the highest grade that counts as low, and the distance at which judges count as disagreeing.
USUAL_LOW = 0.5
USUAL_APART = 0.3
# Labels this far apart still agree; where one step of the scale is larger, the step counts.
TOLERANCE = 0.2


class LabelKind(StrEnum):
    """Kind of label that people give to each answer."""

    THUMBS = "thumbs"
    STARS = "stars"
    RUBRIC = "rubric"


class AnswerPick(StrEnum):
    """Criterion by which answers of a run are selected for a queue."""

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
    # At most this many, drawn with the queue's seed.
    count: int | None = None
    below: float = USUAL_LOW
    apart: float = USUAL_APART
    # None: all columns of the run.
    columns: tuple[int, ...] | None = None
    # Skip answers that already have a grade by a person.
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
    # Copy of the rubric from when the queue was created; only for labels by criteria.
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
        """Number of steps of each criterion's scale. The key None stands for the overall grade."""
        if self.ask is LabelKind.RUBRIC and self.rubric is not None:
            return {criterion.name: criterion.scale for criterion in self.rubric.criteria}
        return {None: 1 if self.ask is LabelKind.THUMBS else MOST_STARS - 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenLabel:
    """Label as entered by a person: good or bad, stars, or a value for each criterion on the criterion's own scale."""

    good: bool | None = None
    stars: int | None = None
    criteria: Mapping[str, float] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """Label converted to a grade from 0 to 1, with a value from 0 to 1 for each criterion."""

    grade: float
    stars: int | None = None
    criteria: Mapping[str, float] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    user: UserId
    name: str
    # None: this person skipped the answer.
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
    """One answer in a queue. `ordinal` is its cell; `attempt` is the attempt of the cell that gave the answer."""

    id: ItemId
    position: int
    ordinal: int
    attempt: int
    labels: tuple[Label, ...] = ()
    # People who were recently given this answer and have not labelled it.
    seats: tuple[UserId, ...] = ()
    decision: LabelDecision | None = None
    # The cell was run again, so this answer no longer exists.
    stale: bool = False

    @property
    def given(self) -> tuple[Label, ...]:
        """Labels without those of people who skipped the answer."""
        return tuple(label for label in self.labels if label.value is not None)

    def of(self, user: UserId) -> Label | None:
        return next((label for label in self.labels if label.user == user), None)

    def is_full(self, people: int) -> bool:
        return len(self.given) >= people

    def has_seat_for(self, user: UserId, people: int) -> bool:
        """Return whether a person may label the answer. Reservations of other people count as labels."""
        mine = self.of(user)
        if mine is not None and mine.value is not None:
            return True
        others = {seat for seat in self.seats if seat != user}
        return len(self.given) + len(others) < people

    def values(self) -> list[Value]:
        return [label.value for label in self.labels if label.value is not None]


def drawn(ordinals: Sequence[int], count: int | None, seed: int) -> list[int]:
    """Draw at most `count` cells in random order, so that the order does not reveal the model or the case.

    The same seed gives the same order.
    """
    if not ordinals:
        raise InvalidInput(
            "No answer of this run matches",
            field="cells",
            advice="Choose other answers; failed and unfinished cells cannot be labelled.",
        )
    size = min(len(ordinals), MOST_ITEMS if count is None else count)
    return Random(seed).sample(sorted(ordinals), size)


def next_item(items: Sequence[Item], me: UserId, people: int) -> Item | None:
    """Return the next answer for a person: one already reserved for this person, else the first that needs a label.

    Everyone follows the order of the queue, so that answers are completed one by one and disagreement shows early.
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
    """Validate a label for a queue of kind `ask`, and convert the label to numbers from 0 to 1."""
    if ask is LabelKind.THUMBS:
        if said.good is None or said.stars is not None or said.criteria is not None:
            raise InvalidInput("Choose good or bad", field="good")
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
    """Return the difference between the highest and the lowest label on each scale."""
    found: dict[str | None, float] = {}
    for name in steps:
        numbers = [_on(value, name) for value in values]
        found[name] = max(numbers) - min(numbers) if numbers else 0.0
    return found


def agree(steps: Mapping[str | None, int], values: Sequence[Value]) -> bool:
    """Return whether the labels are close enough on every scale to replace them by their mean."""
    apart = spreads(steps, values)
    return all(apart[name] <= _tolerance(scale) + 1e-9 for name, scale in steps.items())


def mean_of(values: Sequence[Value]) -> Value:
    """Return the mean of several labels, for the grade and for each criterion."""
    if len(values) == 1:
        return values[0]
    names = list(values[0].criteria or ())
    return Value(
        grade=fsum(value.grade for value in values) / len(values),
        criteria={name: fsum(_on(value, name) for value in values) / len(values) for name in names}
        or None,
    )


def is_disputed(queue: AnnotationQueue, item: Item) -> bool:
    """Return whether an answer has all its labels, the labels disagree, and no reviewer has decided."""
    full = item.is_full(queue.people)
    return full and item.decision is None and not agree(queue.steps, item.values())


def decision_of(queue: AnnotationQueue, item: Item, at: datetime) -> LabelDecision | None:
    """Return the decision that follows from the labels of an answer, or None while labels are missing or disagree."""
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
    """Raise if a person cannot label an answer.

    The queue is closed, or the answer was replaced by a new attempt, decided by a reviewer, or has enough labels.
    """
    queue.must_be_open()
    if item.stale:
        raise WrongState(
            "The cell was run again after it was labelled", advice="Continue with the next answer."
        )
    if item.decision is not None and item.decision.how is DecisionKind.ADJUDICATED:
        raise WrongState(
            "A reviewer has decided on this answer", advice="Continue with the next answer."
        )
    if not item.has_seat_for(user, queue.people):
        raise WrongState(
            "Others have labelled this answer in the meantime",
            advice="Continue with the next answer.",
        )


def must_be_decidable(queue: AnnotationQueue, item: Item) -> None:
    if item.stale:
        raise WrongState(
            "The cell was run again after it was labelled", advice="There is nothing to decide."
        )
    if not item.is_full(queue.people):
        raise WrongState(
            "This answer does not have all its labels yet",
            advice="Wait until everyone has labelled it: a decision is based on all labels.",
        )


def _on(value: Value, name: str | None) -> float:
    return value.grade if name is None else (value.criteria or {})[name]


def _tolerance(scale: int) -> float:
    return 0.0 if scale == 1 else max(1 / scale, TOLERANCE)
