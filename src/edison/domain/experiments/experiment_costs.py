"""Cost of an experiment by phase, from the ledger: the one total of its page, report, list entry and budget.

It contains every call made for the experiment: the answers and judges of its runs (iterations and final check), the
refiner, and assistance, also assistance with the draft. Amounts in doubt are part of the costs.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from edison.domain.ids import ExperimentId
from edison.domain.money import MicroUsd
from edison.domain.runs.cell import Phase


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentCostLine:
    """Sum of the ledger for one experiment, phase and model."""

    experiment: ExperimentId
    phase: Phase
    model: str
    settled: MicroUsd
    doubt: MicroUsd
    calls: int
    prompt_tokens: int
    completion_tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseCost:
    phase: Phase
    # Contains the amount in doubt.
    cost: MicroUsd
    doubt: MicroUsd
    calls: int
    tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelTokens:
    model: str
    prompt: int
    completion: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentCosts:
    """Costs of all phases, in the order of `Phase`, and the tokens of each model."""

    phases: tuple[PhaseCost, ...]
    tokens_by_model: tuple[ModelTokens, ...]

    @property
    def total(self) -> MicroUsd:
        return MicroUsd(sum(phase.cost for phase in self.phases))

    @property
    def doubt(self) -> MicroUsd:
        return MicroUsd(sum(phase.doubt for phase in self.phases))

    @property
    def tokens(self) -> int:
        return sum(phase.tokens for phase in self.phases)

    def of(self, phase: Phase) -> MicroUsd:
        return next(each.cost for each in self.phases if each.phase is phase)


def costs_of(lines: Iterable[ExperimentCostLine]) -> ExperimentCosts:
    """Sum the lines of one experiment."""
    found = list(lines)
    return ExperimentCosts(
        phases=tuple(_phase(phase, found) for phase in Phase),
        tokens_by_model=tuple(
            sorted(_tokens(found), key=lambda one: (-(one.prompt + one.completion), one.model))
        ),
    )


def _phase(phase: Phase, lines: Iterable[ExperimentCostLine]) -> PhaseCost:
    own = [line for line in lines if line.phase is phase]
    return PhaseCost(
        phase=phase,
        cost=MicroUsd(sum(line.settled + line.doubt for line in own)),
        doubt=MicroUsd(sum(line.doubt for line in own)),
        calls=sum(line.calls for line in own),
        tokens=sum(line.prompt_tokens + line.completion_tokens for line in own),
    )


def _tokens(lines: Iterable[ExperimentCostLine]) -> Iterable[ModelTokens]:
    sums: dict[str, tuple[int, int]] = {}
    for line in lines:
        prompt, completion = sums.get(line.model, (0, 0))
        sums[line.model] = (prompt + line.prompt_tokens, completion + line.completion_tokens)
    for model, (prompt, completion) in sums.items():
        if prompt or completion:
            yield ModelTokens(model=model, prompt=prompt, completion=completion)


NO_COSTS = costs_of(())
