"""Agreement between the annotators of a queue: Krippendorff's alpha with an interval, and a sentence about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np

from edison.domain.annotations.annotation_queue import AnnotationQueue, Item, LabelKind
from edison.domain.ids import UserId
from edison.domain.statistics.rater_agreement import krippendorff_alpha

# Fewest answers with two labels or more from which agreement is estimated.
FEWEST_ITEMS = 3
# Krippendorff's own thresholds.
GOOD = 0.8
FAIR = 0.667


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotatorAgreement:
    # None: the overall grade.
    criterion: str | None
    # None: too few answers, or all labels are equal.
    alpha: float | None
    low: float | None
    high: float | None
    items: int
    sentence: str


def consent_of(queue: AnnotationQueue, items: Sequence[Item]) -> tuple[AnnotatorAgreement, ...]:
    """Return Krippendorff's alpha for the grade and for each criterion, over the answers with at least two labels."""
    shared = [item for item in items if len(item.given) >= 2]
    if queue.people < 2:
        return ()
    names: list[str | None] = [None]
    if queue.rubric is not None:
        names += queue.rubric.names
    return tuple(_consent(queue, shared, name) for name in names)


def _consent(queue: AnnotationQueue, items: Sequence[Item], name: str | None) -> AnnotatorAgreement:
    level = "nominal" if queue.ask is LabelKind.THUMBS else "interval"
    found = None
    same = False
    if len(items) >= FEWEST_ITEMS:
        ratings = _ratings(items, name)
        same = bool(np.nanmax(ratings) == np.nanmin(ratings))
        found = None if same else krippendorff_alpha(ratings, level)
    if found is not None and not isfinite(found.value):
        found = None
    alpha = None if found is None else found.value
    return AnnotatorAgreement(
        criterion=name,
        alpha=alpha,
        low=None if found is None or not isfinite(found.low) else found.low,
        high=None if found is None or not isfinite(found.high) else found.high,
        items=len(items),
        sentence=sentence_of(alpha, len(items), same=same),
    )


def _ratings(items: Sequence[Item], name: str | None) -> np.ndarray:
    """Return a matrix of labels with one row per person and one column per answer; NaN means no label."""
    people: list[UserId] = sorted({label.user for item in items for label in item.given})
    rows = {user: row for row, user in enumerate(people)}
    ratings = np.full((len(people), len(items)), np.nan)
    for column, item in enumerate(items):
        for label in item.given:
            assert label.value is not None
            said = label.value.grade if name is None else (label.value.criteria or {}).get(name)
            ratings[rows[label.user], column] = np.nan if said is None else said
    return ratings


def sentence_of(alpha: float | None, items: int, *, same: bool = False) -> str:
    """Describe the agreement, and whether the labels can be relied on."""
    answers = "1 answer" if items == 1 else f"{items} answers"
    if same:
        return (
            f"Everyone gave the same value to all {answers}: nobody disagrees, but without any variety "
            "agreement cannot be measured."
        )
    if alpha is None:
        return f"Too early to tell: {answers} with two labels or more, and it takes at least {FEWEST_ITEMS}."
    figure = f"alpha {alpha:.2f} on {answers}"
    if alpha >= GOOD:
        return f"People agree well ({figure}): the labels can be relied on."
    if alpha >= FAIR:
        return f"People agree fairly ({figure}): good enough for tentative conclusions."
    if alpha > 0:
        return (
            f"People agree poorly ({figure}): talk about the disagreements and sharpen the instructions "
            "before you rely on the labels."
        )
    return f"People agree no better than by chance ({figure}): the question is not understood in the same way."
