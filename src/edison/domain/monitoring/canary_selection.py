"""Which answers are frozen, to be judged again with each execution: a judge that changes shows itself on them."""

from collections.abc import Sequence
from typing import Any

# As many as a person would look at; each is a question to each judge, each time.
MOST_FROZEN = 20
# Fewer say nothing about a judge.
LEAST_FROZEN = 3
# Scorers that ask a model about one answer. Who compares two, or examines a judge, has no part in it.
JUDGING = frozenset({"judge", "grader", "moderation"})


def judging_scorers(specs: Sequence[dict[str, Any]]) -> list[int]:
    """Their places in a run's scorers."""
    return [
        place
        for place, spec in enumerate(specs)
        if spec.get("kind") in JUDGING and not spec.get("exam")
    ]


def who_judges(spec: dict[str, Any]) -> str:
    """Names whom a scorer asks, whatever its version."""
    by = spec.get("judge") or spec.get("prompt") or spec.get("model")
    return f"{spec.get('kind')}:{by}"


def chosen_to_freeze(scored: Sequence[int], columns: int, trials: int) -> list[int]:
    """Spread over all cases, of the first trial and of the column that has most; empty if there are too few."""
    by_column: dict[int, list[int]] = {}
    for ordinal in scored:
        row, column = divmod(ordinal, columns)
        if row % trials == 0:
            by_column.setdefault(column, []).append(ordinal)
    if not by_column:
        return []
    most = max(by_column.values(), key=lambda cells: (len(cells), -cells[0]))
    if len(most) < LEAST_FROZEN:
        return []
    count = min(MOST_FROZEN, len(most))
    return [most[place * len(most) // count] for place in range(count)]
