"""Progress of an experiment: finished iterations, and whether each gained over the best earlier one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from edison.domain.experiments.experiment import Iteration
from edison.domain.results.run_summary import Figure
from edison.domain.statistics.paired_comparison import BETTER_HERE


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedIteration:
    """A finished iteration, as input of the stop rules."""

    number: int
    composite: Figure | None
    # Verdict against the best one before; None for the first.
    verdict: str | None
    effect: float | None
    gained: bool


def turn_of(iteration: Iteration) -> FinishedIteration:
    verdict = iteration.verdict
    return FinishedIteration(
        number=iteration.number,
        composite=iteration.composite,
        verdict=None if verdict is None else verdict.verdict,
        effect=None if verdict is None or verdict.effect is None else verdict.effect.value,
        gained=bool(iteration.gained),
    )


def turns_of(iterations: Iterable[Iteration]) -> list[FinishedIteration]:
    """Return the iterations that have a score, oldest first. Failed iterations say nothing about the prompt."""
    scored = [iteration for iteration in iterations if iteration.composite is not None]
    return [turn_of(iteration) for iteration in sorted(scored, key=lambda each: each.number)]


def has_gained(
    verdict: str, effect: float | None, champion: Figure | None, min_delta: float
) -> bool:
    """Return whether a gain over the champion is significant and at least `min_delta` times the champion's composite.

    Significance on the cases of the experiment is enough; it need not generalize to other cases.
    """
    if verdict not in BETTER_HERE or effect is None:
        return False
    return champion is None or effect >= min_delta * champion.value


def rounds_without_gain(turns: Sequence[FinishedIteration]) -> int:
    """Count the iterations since the last gain. The first iteration has no predecessor and is not counted."""
    found = 0
    for turn in reversed(turns[1:]):
        if turn.gained:
            break
        found += 1
    return found
