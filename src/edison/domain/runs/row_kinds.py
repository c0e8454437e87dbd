"""The rows of a grid that people look for first, and the earlier run that a change is measured against."""

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

    # A person or a scorer did not let the answer pass.
    NOT_PASSED = "not_passed"
    # There is no answer, it is malformed, or a scorer could not score it.
    ERRORS = "errors"
    # It passes now and did not in the earlier run, or the other way round.
    CHANGED = "changed"
    # Someone asked others to look at it.
    FLAGGED = "flagged"


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierAnswers:
    """Where the answers of an earlier run stand that can be compared with those of this one."""

    run: RunId
    number: int
    # The places of columns and the numbers of scorers that are the same: here, and there.
    columns: tuple[tuple[int, int], ...]
    scorers: tuple[tuple[int, int], ...]
    # The number of columns and of trials there.
    width: int
    trials: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RowCounts:
    """How many rows of a run are of each kind; `changed` is None if no earlier run can be compared."""

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
    """Pair columns of the same prompt, model and parameters, and scorers with the same settings; None: none are."""
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
    """Pair equal things, the first with the first: a run may hold several versions of one prompt."""
    places = {key: place for place, key in enumerate(_numbered(there))}
    return tuple((place, places[key]) for place, key in enumerate(_numbered(here)) if key in places)


def _numbered(things: Iterable[Hashable]) -> list[tuple[Hashable, int]]:
    seen: Counter[Hashable] = Counter()
    numbered: list[tuple[Hashable, int]] = []
    for thing in things:
        numbered.append((thing, seen[thing]))
        seen[thing] += 1
    return numbered
