"""Evidence for a refiner: the criteria with the lowest scores, and answers that failed on these criteria."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from uuid import UUID

from edison.domain.judging.rubric import Rubric

MOST_WEAK = 2
MOST_EXEMPLARS = 10
# Score from which on an answer does not count as failing on a criterion.
GOOD = 0.8


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedCell:
    """Scores of one answer, from 0 to 1, as means over the judges."""

    ordinal: int
    # Row of its case in the run.
    case: int
    value: float
    criteria: Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Weak:
    name: str
    description: str
    # On the criterion's own scale.
    mean: float
    scale: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Exemplar:
    """An answer that failed. `scores` are on the scales of the criteria. All texts are untrusted."""

    ordinal: int
    run: UUID
    # None in a run without a dataset.
    case: UUID | None
    input: str
    output: str
    value: float
    scores: Mapping[str, float]
    reasons: Mapping[str, str]


def weakest(
    rubric: Rubric, cells: Sequence[JudgedCell], *, most: int = MOST_WEAK
) -> tuple[Weak, ...]:
    """Return the criteria with the lowest mean scores, worst first; equal means are ordered by weight.

    Criteria without a score are left out.
    """
    given: dict[str, list[float]] = defaultdict(list)
    for cell in cells:
        for name, value in cell.criteria.items():
            given[name].append(value)
    means = {name: fsum(values) / len(values) for name, values in given.items()}
    judged = [each for each in rubric.criteria if each.name in means]
    judged.sort(key=lambda each: (means[each.name], -each.weight))
    return tuple(
        Weak(
            name=each.name,
            description=each.description,
            mean=round(means[each.name] * each.scale, 4),
            scale=each.scale,
        )
        for each in judged[:most]
    )


def failing(
    cells: Sequence[JudgedCell], weak: Sequence[Weak], *, most: int = MOST_EXEMPLARS
) -> tuple[JudgedCell, ...]:
    """Return the answers with the lowest scores on the weak criteria.

    At most one answer per case is returned, so that the answers show different problems.
    """
    names = [each.name for each in weak]
    worst: dict[int, tuple[float, float, int]] = {}
    by_ordinal = {cell.ordinal: cell for cell in cells}
    for cell in cells:
        values = [cell.criteria[name] for name in names if name in cell.criteria]
        if not values or min(values) >= GOOD:
            continue
        rank = (fsum(values) / len(values), cell.value, cell.ordinal)
        worst[cell.case] = min(rank, worst.get(cell.case, rank))
    return tuple(by_ordinal[ordinal] for _, _, ordinal in sorted(worst.values())[:most])


def scores_of(rubric: Rubric, cell: JudgedCell) -> dict[str, float]:
    """Return the scores of an answer on the scales of the criteria, in the order of the rubric."""
    return {
        each.name: round(cell.criteria[each.name] * each.scale, 4)
        for each in rubric.criteria
        if each.name in cell.criteria
    }
