"""Gain of the best version over the first one: one result for the page and the report of an experiment.

The comparison is made and stored when an iteration becomes the best one, so it does not change afterwards.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from edison.domain.experiments.experiment import FirstComparison, Iteration
from edison.domain.ids import IterationId


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentGain:
    """The best iteration, the iteration that it is compared with, and the result.

    `base` is the first scored iteration. In an experiment of an earlier release it may be the best one before. `found`
    is None if the best iteration is the first one, or if the two were not compared.
    """

    base: Iteration
    best: Iteration
    found: FirstComparison | None

    @property
    def sentence(self) -> str:
        if self.found is not None:
            return self.found.sentence
        if self.best.id == self.base.id:
            return f"No later version was found to be better than iteration {self.base.number}."
        return "The two versions were not compared case by case."


def first_scored(iterations: Iterable[Iteration]) -> Iteration | None:
    """Return the first iteration with a score. `iterations` are ordered oldest first."""
    return next((one for one in iterations if one.composite is not None), None)


def gain_of(iterations: Sequence[Iteration], champion: IterationId | None) -> ExperimentGain | None:
    """Return the gain of the champion; None while there are not two scored iterations."""
    scored = [one for one in iterations if one.composite is not None]
    best = next((one for one in scored if one.id == champion), None)
    if best is None or len(scored) < 2:
        return None
    base, verdict = scored[0], best.verdict
    if verdict is None or best.id == base.id:
        return ExperimentGain(base=base, best=best, found=None)
    if verdict.against == base.number:
        return ExperimentGain(base=base, best=best, found=verdict.as_comparison())
    if verdict.since_first is not None:
        return ExperimentGain(base=base, best=best, found=verdict.since_first)
    before = next((one for one in scored if one.number == verdict.against), None)
    if before is None:
        return ExperimentGain(base=base, best=best, found=None)
    return ExperimentGain(base=before, best=best, found=verdict.as_comparison())
