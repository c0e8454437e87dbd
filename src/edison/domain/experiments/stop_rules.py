"""Stop rules of an experiment. The first rule that applies gives the reason to stop."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from edison.domain.experiments.experiment_plan import StopRules
from edison.domain.experiments.experiment_progress import FinishedIteration, rounds_without_gain

StopKind = Literal["max_iterations", "budget", "converged", "no_refinement", "person"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    kind: StopKind
    sentence: str


NO_REFINEMENT = Stop(kind="no_refinement", sentence="No refinement suggestions generated")
BY_A_PERSON = Stop(kind="person", sentence="Finished by a person")
BUDGET = Stop(kind="budget", sentence="Budget limit reached")
MAX_ITERATIONS = Stop(kind="max_iterations", sentence="Maximum iterations reached")


def reason_to_stop(
    rules: StopRules, history: Sequence[FinishedIteration], spent: int, tokens: int = 0
) -> Stop | None:
    """Return the reason to stop, or None. `history` is ordered oldest first; `spent` is in micro-dollars."""
    if history and history[-1].number >= rules.max_iterations:
        return MAX_ITERATIONS
    if spent >= rules.max_budget or (rules.max_tokens is not None and tokens >= rules.max_tokens):
        return BUDGET
    if rounds_without_gain(history) >= rules.convergence_window:
        return converged(rules)
    return None


def converged(rules: StopRules) -> Stop:
    return Stop(
        kind="converged",
        sentence=f"Converged (improvement < {rules.min_delta * 100:.1f}% "
        f"for {rules.convergence_window} iterations)",
    )
