"""Calls in doubt: sent before their worker stopped, so that it is unknown whether the provider charged for them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from edison.domain.ids import ModelId
from edison.domain.money import MicroUsd
from edison.domain.runs.cell import Phase, Worst
from edison.domain.runs.run_sums import ColumnSums, ScoreSums


class CountDoubt(StrEnum):
    """How calls in doubt count against the budget: at their highest possible cost, or at their probable cost."""

    WORST = "worst"
    PROBABLE = "probable"


@dataclass(frozen=True, slots=True, kw_only=True)
class CallInDoubt:
    ordinal: int
    # None: the call was for the answer itself.
    scorer: int | None
    claim: int
    model: ModelId
    phase: Phase
    started_at: datetime
    # When another worker noticed.
    stopped_at: datetime
    worst: Worst
    # What the budgets count for it now.
    counted: Worst


@dataclass(frozen=True, slots=True, kw_only=True)
class Usual:
    """Sums over the finished calls of a run, by column and by scorer, used to estimate the cost of a call in doubt."""

    columns: Mapping[int, ColumnSums]
    scores: Mapping[tuple[int, int], ScoreSums]

    def probable(self, call: CallInDoubt) -> Worst:
        """Return the mean cost of finished calls of the same target or judge, or the worst case if there are none."""
        column = call.ordinal % max(1, len(self.columns))
        if call.scorer is None:
            sums = self.columns[column]
            paid = sums.answered + sums.malformed - sums.reused
            if paid <= 0:
                return call.worst
            return _at_most(
                call.worst,
                _mean(sums.cost, paid),
                _mean(sums.prompt_tokens + sums.completion_tokens, paid + sums.reused),
            )
        scores = self.scores.get((column, call.scorer), ScoreSums())
        asked = scores.scored + scores.errors
        if asked <= 0:
            return call.worst
        cost = _mean(scores.cost, asked)
        # Tokens of judges are not summed by scorer: use the same share as of the cost.
        tokens = _mean(call.worst.tokens * cost, call.worst.cost) if call.worst.cost else None
        return _at_most(call.worst, cost, call.worst.tokens if tokens is None else tokens)


def _mean(total: int, count: int) -> int:
    return -(-total // count)


def _at_most(worst: Worst, cost: int, tokens: int) -> Worst:
    return Worst(cost=MicroUsd(min(worst.cost, cost)), tokens=min(worst.tokens, tokens))


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubtSummary:
    """Number and cost of a run's calls in doubt."""

    calls: int
    # How often work was taken over from a stopped worker, and when last.
    stops: int
    last_stop: datetime
    worst: MicroUsd
    probable: MicroUsd
    counted: MicroUsd


def summarise_doubt(calls: list[CallInDoubt], usual: Usual) -> DoubtSummary | None:
    if not calls:
        return None
    minutes = {call.stopped_at.replace(second=0, microsecond=0) for call in calls}
    return DoubtSummary(
        calls=len(calls),
        stops=len(minutes),
        last_stop=max(call.stopped_at for call in calls),
        worst=MicroUsd(sum(call.worst.cost for call in calls)),
        probable=MicroUsd(sum(usual.probable(call).cost for call in calls)),
        counted=MicroUsd(sum(call.counted.cost for call in calls)),
    )
