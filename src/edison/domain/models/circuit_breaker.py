"""Circuit breaker of a credential: stop calls to a provider that is down, and resume after successful trial calls."""

from dataclasses import dataclass, replace
from enum import StrEnum

from edison.domain.models.model_call import FailureCode

# Failures that indicate a problem of the provider. A rejected key or a bad request is a problem of the caller.
COUNTS = frozenset({FailureCode.PROVIDER_ERROR, FailureCode.TIMED_OUT, FailureCode.UNREACHABLE})


class BreakerState(StrEnum):
    CLOSED = "closed"
    OPEN = "open"
    HALF_OPEN = "half_open"


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakerPolicy:
    failures_to_open: int = 5
    open_s: float = 60.0
    successes_to_close: int = 2
    # A trial call without a result (its process died) is forgotten after this time.
    trial_lives_s: float = 120.0


USUAL = BreakerPolicy()


@dataclass(frozen=True, slots=True, kw_only=True)
class Circuit:
    """State of a circuit breaker. Times are in seconds of the database clock."""

    state: BreakerState = BreakerState.CLOSED
    failures: int = 0
    successes: int = 0
    next_attempt_at: float | None = None
    # Start times of the trial calls of a half-open circuit, oldest first.
    trials: tuple[float, ...] = ()

    @property
    def calm(self) -> bool:
        """Whether the circuit is closed without failures, so that a success does not change its state."""
        return self.state is BreakerState.CLOSED and self.failures == 0


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakerAdmission:
    admitted: bool
    circuit: Circuit
    # Whether this is one of the few calls that test if the provider is back.
    trial: bool = False


def admit_call(circuit: Circuit, now: float, policy: BreakerPolicy = USUAL) -> BreakerAdmission:
    """Decide whether a call may be sent. The caller must store the returned circuit."""
    if circuit.state is BreakerState.CLOSED:
        return BreakerAdmission(admitted=True, circuit=circuit)
    if circuit.state is BreakerState.OPEN:
        if circuit.next_attempt_at is not None and now < circuit.next_attempt_at:
            return BreakerAdmission(admitted=False, circuit=circuit)
        circuit = Circuit(state=BreakerState.HALF_OPEN, failures=circuit.failures)
    alive = tuple(at for at in circuit.trials if at > now - policy.trial_lives_s)
    needed = policy.successes_to_close - circuit.successes
    if len(alive) >= needed:
        return BreakerAdmission(admitted=False, circuit=replace(circuit, trials=alive))
    return BreakerAdmission(
        admitted=True, circuit=replace(circuit, trials=(*alive, now)), trial=True
    )


def after_success(circuit: Circuit, *, trial: bool, policy: BreakerPolicy = USUAL) -> Circuit:
    match circuit.state:
        case BreakerState.CLOSED:
            return Circuit()
        case BreakerState.OPEN:
            # Answer to a call from before the circuit opened; the wait does not change.
            return circuit
        case BreakerState.HALF_OPEN:
            if not trial:
                return circuit
            successes = circuit.successes + 1
            if successes >= policy.successes_to_close:
                return Circuit()
            return replace(circuit, successes=successes, trials=circuit.trials[1:])


def after_failure(
    circuit: Circuit, now: float, *, trial: bool, policy: BreakerPolicy = USUAL
) -> Circuit:
    match circuit.state:
        case BreakerState.CLOSED:
            failures = circuit.failures + 1
            if failures < policy.failures_to_open:
                return replace(circuit, failures=failures)
            return _opened(failures, now, policy)
        case BreakerState.OPEN:
            # Started before the circuit opened, so it adds no information.
            return circuit
        case BreakerState.HALF_OPEN:
            if not trial:
                # Started before the circuit opened; the trial calls decide.
                return circuit
            return _opened(circuit.failures + 1, now, policy)


def return_trial(circuit: Circuit, *, trial: bool) -> Circuit:
    """Return the circuit without its oldest trial call, after a trial that gave no information about the provider."""
    if trial and circuit.state is BreakerState.HALF_OPEN:
        return replace(circuit, trials=circuit.trials[1:])
    return circuit


def _opened(failures: int, now: float, policy: BreakerPolicy) -> Circuit:
    return Circuit(state=BreakerState.OPEN, failures=failures, next_attempt_at=now + policy.open_s)
