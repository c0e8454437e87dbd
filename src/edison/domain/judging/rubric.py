"""Rubrics: weighted criteria, their validation, and the composite score."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from math import fsum, isfinite

from edison.domain.errors import InvalidInput
from edison.domain.ids import RubricId

FEWEST_CRITERIA = 2
MOST_CRITERIA = 10
MOST_CRITERION_NAME = 50
FEWEST_DESCRIPTION = 10
MOST_DESCRIPTION = 500
MOST_LEVEL = 300
MOST_NAME = 100
# Highest levels of a criterion; the lowest is always 0.
SCALES = (1, 3, 5, 10, 100)
# Scale of a rubric whose criteria have different scales.
SHARED_SCALE = 10
WEIGHT_TOLERANCE = 0.01

_NAME = re.compile(r"[a-zA-Z0-9 ]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    name: str
    description: str
    weight: float
    scale: int
    # Descriptions of levels; some may be missing.
    levels: Mapping[int, str] = field(default_factory=dict[int, str])


@dataclass(frozen=True, slots=True, kw_only=True)
class Rubric:
    """Criteria in the order in which people and judges see them. Their weights sum to 1."""

    criteria: tuple[Criterion, ...]

    @property
    def scale(self) -> int:
        """Scale of the composite: the scale of the criteria if all have the same one, otherwise the shared scale."""
        scales = {criterion.scale for criterion in self.criteria}
        return scales.pop() if len(scales) == 1 else SHARED_SCALE

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(criterion.name for criterion in self.criteria)


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricVersion:
    """Immutable version of a rubric; an edit creates the next version."""

    id: RubricId
    name: str
    number: int
    rubric: Rubric
    created_by: str
    created_at: datetime
    removed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionNote:
    """Entry in the version history of a rubric or a judge."""

    number: int
    created_by: str
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Composite:
    # From 0 to 1.
    value: float
    # The same on the rubric's own scale.
    own: float
    # Criteria without a score. Each counted as 0, which must be shown with the composite.
    missing: tuple[str, ...]


def composite(rubric: Rubric, given: Mapping[str, Sequence[float]]) -> Composite:
    """Compute the composite score: the weighted mean over criteria of the judges' mean scores.

    `given` holds the scores of each criterion on the criterion's scale.
    """
    parts: list[float] = []
    missing: list[str] = []
    for criterion in rubric.criteria:
        values = given.get(criterion.name, ())
        if not values:
            missing.append(criterion.name)
            continue
        mean = fsum(values) / len(values)
        parts.append(criterion.weight * mean / criterion.scale)
    value = min(1.0, max(0.0, fsum(parts)))
    return Composite(value=value, own=value * rubric.scale, missing=tuple(missing))


def check_name(name: str) -> str:
    name = name.strip()
    if not name:
        raise InvalidInput("Name is required", field="name")
    if len(name) > MOST_NAME:
        raise InvalidInput(f"A name can have at most {MOST_NAME} characters", field="name")
    return name


def checked(criteria: Sequence[Criterion], *, normalise: bool) -> Rubric:
    """Return a validated rubric. Raise InvalidInput for the first rule that the criteria break.

    `normalise` scales the weights if they do not sum to 1; otherwise such weights are rejected.
    """
    if len(criteria) < FEWEST_CRITERIA:
        raise InvalidInput(f"At least {FEWEST_CRITERIA} criteria required", field="criteria")
    if len(criteria) > MOST_CRITERIA:
        raise InvalidInput(f"Maximum {MOST_CRITERIA} criteria", field="criteria")
    clean = [
        check_criterion(criterion, f"criteria.{place}") for place, criterion in enumerate(criteria)
    ]
    seen: set[str] = set()
    for place, criterion in enumerate(clean):
        if criterion.name.casefold() in seen:
            raise InvalidInput(
                f"Two criteria are named {criterion.name}", field=f"criteria.{place}.name"
            )
        seen.add(criterion.name.casefold())
    return Rubric(criteria=_weighed(clean, normalise=normalise))


def equal_weights(criteria: Sequence[Criterion]) -> tuple[Criterion, ...]:
    """Return the criteria with equal weights that sum to 1."""
    return _normalised([replace(criterion, weight=1.0) for criterion in criteria])


def check_criterion(criterion: Criterion, where: str) -> Criterion:
    """Return the criterion with trimmed texts. Raise InvalidInput for the first rule that it breaks."""
    name = criterion.name.strip()
    if not 1 <= len(name) <= MOST_CRITERION_NAME or not _NAME.fullmatch(name):
        raise InvalidInput(
            f"A criterion's name has 1 to {MOST_CRITERION_NAME} letters, digits and spaces",
            field=f"{where}.name",
        )
    description = criterion.description.strip()
    if not FEWEST_DESCRIPTION <= len(description) <= MOST_DESCRIPTION:
        raise InvalidInput(
            f"A description has {FEWEST_DESCRIPTION} to {MOST_DESCRIPTION} characters",
            field=f"{where}.description",
        )
    if not isfinite(criterion.weight) or not 0 <= criterion.weight <= 1:
        raise InvalidInput("A weight is between 0 and 1", field=f"{where}.weight")
    if criterion.scale not in SCALES:
        scales = ", ".join(f"0-{scale}" for scale in SCALES)
        raise InvalidInput(f"A scale is one of {scales}", field=f"{where}.scale")
    levels: dict[int, str] = {}
    for level, words in sorted(criterion.levels.items()):
        words = words.strip()
        if not 0 <= level <= criterion.scale:
            raise InvalidInput(
                f"Level {level} is not on the scale 0-{criterion.scale}", field=f"{where}.levels"
            )
        if len(words) > MOST_LEVEL:
            raise InvalidInput(f"At most {MOST_LEVEL} characters", field=f"{where}.levels.{level}")
        if words:
            levels[level] = words
    return replace(criterion, name=name, description=description, levels=levels)


def _weighed(criteria: Sequence[Criterion], *, normalise: bool) -> tuple[Criterion, ...]:
    total = fsum(criterion.weight for criterion in criteria)
    # Rounded, so that 0.33 three times is accepted.
    if round(abs(total - 1), 9) > WEIGHT_TOLERANCE and not normalise:
        raise InvalidInput("Weights must sum to 1.0", field="criteria", total=round(total, 6))
    if total == 0:
        return equal_weights(criteria)
    return _normalised(criteria)


def _normalised(criteria: Sequence[Criterion]) -> tuple[Criterion, ...]:
    """Scale the weights proportionally so that they sum to 1."""
    total = fsum(criterion.weight for criterion in criteria)
    return tuple(replace(criterion, weight=criterion.weight / total) for criterion in criteria)
