"""Predefined kinds of grid rows, and the earlier run for the kind "changed"."""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from edison.domain.ids import RunId
from edison.domain.runs.run_plan import Plan
from edison.kit.digests import canonical_json


class RowKind(StrEnum):
    """A row is of a kind if one of its cells is."""

    # A person or a scorer rejected the answer.
    NOT_PASSED = "not_passed"
    # There is no answer, it is malformed, or a scorer failed on it.
    ERRORS = "errors"
    # It passes now and failed in the earlier run, or the reverse.
    CHANGED = "changed"
    # Flagged for others to check.
    FLAGGED = "flagged"


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierAnswers:
    """Mapping to the answers of an earlier run that are comparable with this one's."""

    run: RunId
    number: int
    # Indexes of equal columns and of equal scorers: here, and there.
    columns: tuple[tuple[int, int], ...]
    scorers: tuple[tuple[int, int], ...]
    # Number of columns and of trials there.
    width: int
    trials: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RowCounts:
    """Number of a run's rows of each kind; `changed` is None without a comparable earlier run."""

    not_passed: int
    errors: int
    changed: int | None
    flagged: int
    earlier: EarlierAnswers | None


def match_earlier(
    plan: Plan,
    scorers: Mapping[int, Mapping[str, Any]],
    earlier: tuple[RunId, int, Plan],
    their_scorers: Mapping[int, Mapping[str, Any]],
) -> EarlierAnswers | None:
    """Match columns of the same prompt, model and parameters, and scorers with the same settings; None: no match."""
    run, number, their_plan = earlier
    columns = _pairs(
        [(column.prompt, column.model, column.parameters) for column in plan.columns],
        [(column.prompt, column.model, column.parameters) for column in their_plan.columns],
    )
    ours, theirs = list(scorers), list(their_scorers)
    same = _pairs(
        [canonical_json({**scorers[one], "name": None}) for one in ours],
        [canonical_json({**their_scorers[one], "name": None}) for one in theirs],
    )
    if not columns or not same:
        return None
    return EarlierAnswers(
        run=run,
        number=number,
        columns=columns,
        scorers=tuple((ours[here], theirs[there]) for here, there in same),
        width=len(their_plan.columns),
        trials=their_plan.trials,
    )


def _pairs(here: Sequence[Hashable], there: Sequence[Hashable]) -> tuple[tuple[int, int], ...]:
    """Pair equal elements in their order: a run may contain several versions of one prompt."""
    places = {key: place for place, key in enumerate(_numbered(there))}
    return tuple((place, places[key]) for place, key in enumerate(_numbered(here)) if key in places)


def _numbered(things: Iterable[Hashable]) -> list[tuple[Hashable, int]]:
    seen: Counter[Hashable] = Counter()
    numbered: list[tuple[Hashable, int]] = []
    for thing in things:
        numbered.append((thing, seen[thing]))
        seen[thing] += 1
    return numbered
