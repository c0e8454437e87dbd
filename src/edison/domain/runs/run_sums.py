"""Sums over cells and scores. They are updated with each stored batch and always equal a full recount."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from edison.domain.judging.score import Scored, ScoreProblem
from edison.domain.models.model_call import Answered
from edison.domain.models.usage_tally import bucket_of
from edison.domain.money import MicroUsd
from edison.domain.runs.cell import CellState, Result, ScoreResult


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnSums:
    """Sums of a column. A reused answer counts with its recorded tokens and latency; it spends nothing."""

    answered: int = 0
    malformed: int = 0
    failed: int = 0
    reused: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    # What was spent.
    cost: int = 0
    # What reused answers cost when they were paid for.
    saved: int = 0
    doubt: int = 0
    latency_ms: float = 0.0
    latencies: int = 0
    buckets: Mapping[int, int] = field(default_factory=dict[int, int])

    @property
    def done(self) -> int:
        return self.answered + self.malformed + self.failed

    @property
    def answer_cost(self) -> int:
        """Return what the answers cost, whoever paid for them. Targets are compared by it, not by what was spent."""
        return self.cost + self.saved

    @property
    def mean_latency_ms(self) -> float | None:
        return self.latency_ms / self.latencies if self.latencies else None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSums:
    scored: int = 0
    passed: int = 0
    not_passed: int = 0
    errors: int = 0
    not_applicable: int = 0
    total: float = 0.0
    squares: float = 0.0
    # Part of these that belongs to malformed answers.
    malformed_scored: int = 0
    malformed_total: float = 0.0
    cost: int = 0
    doubt: int = 0

    @property
    def done(self) -> int:
        return self.scored + self.errors + self.not_applicable

    @property
    def mean(self) -> float | None:
        return self.total / self.scored if self.scored else None

    @property
    def deviation(self) -> float | None:
        """Standard deviation of the scores, or None with fewer than two scores."""
        if self.scored < 2:
            return None
        spread = (self.squares - self.total**2 / self.scored) / (self.scored - 1)
        return sqrt(max(0.0, spread))


def spent_on(
    columns: Mapping[int, ColumnSums], scores: Mapping[tuple[int, int], ScoreSums]
) -> MicroUsd:
    """Return what answers and judges cost; reused answers at their recorded cost."""
    answers = sum(one.answer_cost for one in columns.values())
    return MicroUsd(answers + sum(one.cost for one in scores.values()))


def column_sums(results: Iterable[tuple[int, Result]]) -> dict[int, ColumnSums]:
    """Sum results by column."""
    sums: dict[int, Counter[str]] = defaultdict(Counter)
    buckets: dict[int, Counter[int]] = defaultdict(Counter)
    for column, result in results:
        sums[column].update(_of_cell(result))
        if isinstance(result.outcome, Answered) and result.outcome.latency_ms is not None:
            buckets[column][bucket_of(result.outcome.latency_ms)] += 1
    return {
        column: ColumnSums(**_values(found), buckets=dict(buckets[column]))
        for column, found in sums.items()
    }


def score_sums(
    results: Iterable[tuple[int, int, ScoreResult]],
) -> dict[tuple[int, int], ScoreSums]:
    """Sum scores by column and scorer."""
    sums: dict[tuple[int, int], Counter[str]] = defaultdict(Counter)
    for column, scorer, result in results:
        sums[column, scorer].update(_of_score(result))
    return {place: ScoreSums(**_values(found)) for place, found in sums.items()}


def _of_cell(result: Result) -> dict[str, Any]:
    outcome = result.outcome
    found: dict[str, Any] = {"cost": result.bill.cost, "doubt": result.bill.doubt}
    if result.state in (CellState.ANSWERED, CellState.MALFORMED, CellState.FAILED):
        found[str(result.state)] = 1
    if isinstance(outcome, Answered) and outcome.reused is not None:
        found |= {"reused": 1, "saved": outcome.cost or 0}
    if outcome.usage is not None:
        found["prompt_tokens"] = outcome.usage.prompt
        found["completion_tokens"] = outcome.usage.completion
    if isinstance(outcome, Answered) and outcome.latency_ms is not None:
        found |= {"latency_ms": outcome.latency_ms, "latencies": 1}
    return found


def _of_score(result: ScoreResult) -> dict[str, Any]:
    found: dict[str, Any] = {"cost": result.bill.cost, "doubt": result.bill.doubt}
    verdict = result.verdict
    if result.left_open:
        return found
    if isinstance(verdict, Scored):
        found |= {"scored": 1, "total": verdict.value, "squares": verdict.value**2}
        if result.malformed:
            found |= {"malformed_scored": 1, "malformed_total": verdict.value}
        if verdict.passed is not None:
            found["passed" if verdict.passed else "not_passed"] = 1
    elif verdict.problem is ScoreProblem.NOT_APPLICABLE:
        found["not_applicable"] = 1
    else:
        found["errors"] = 1
    return found


def _values(found: Counter[str]) -> dict[str, Any]:
    return dict(found)
