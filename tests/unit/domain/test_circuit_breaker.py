"""The breaker opens after five failures, tries again after a minute, and closes after two successes."""

from edison.domain.models.circuit_breaker import (
    COUNTS,
    USUAL,
    BreakerState,
    Circuit,
    admit_call,
    after_failure,
    after_success,
    return_trial,
)
from edison.domain.models.model_call import FailureCode


def failing(times: int, now: float = 100.0) -> Circuit:
    circuit = Circuit()
    for _ in range(times):
        circuit = after_failure(circuit, now, trial=False)
    return circuit


def test_four_failures_leave_it_closed_and_the_fifth_opens_it() -> None:
    assert failing(4).state is BreakerState.CLOSED
    assert failing(4).failures == 4

    opened = failing(5)

    assert opened.state is BreakerState.OPEN
    assert opened.failures == 5
    assert opened.next_attempt_at == 160.0


def test_a_success_forgets_the_failures_before_it() -> None:
    circuit = after_success(failing(4), trial=False)

    assert circuit == Circuit()
    assert after_failure(circuit, 100.0, trial=False).state is BreakerState.CLOSED


def test_an_open_one_lets_nobody_through_until_its_time() -> None:
    opened = failing(5)

    assert not admit_call(opened, 159.9).admitted
    late = admit_call(opened, 160.0)
    assert late.admitted
    assert late.trial
    assert late.circuit.state is BreakerState.HALF_OPEN


def test_a_half_open_one_lets_through_only_as_many_as_it_needs() -> None:
    first = admit_call(failing(5), 160.0)
    second = admit_call(first.circuit, 160.1)
    third = admit_call(second.circuit, 160.2)

    assert [first.admitted, second.admitted, third.admitted] == [True, True, False]


def test_two_successful_trials_close_it() -> None:
    circuit = admit_call(admit_call(failing(5), 160.0).circuit, 160.0).circuit

    circuit = after_success(circuit, trial=True)
    assert (circuit.state, circuit.successes) == (BreakerState.HALF_OPEN, 1)
    assert not admit_call(circuit, 160.5).admitted, "one trial still runs, and one is needed"
    assert after_success(circuit, trial=True) == Circuit()


def test_one_failed_trial_opens_it_for_another_minute() -> None:
    trial = admit_call(failing(5), 160.0)

    again = after_failure(trial.circuit, 170.0, trial=True)

    assert again.state is BreakerState.OPEN
    assert again.next_attempt_at == 230.0


def test_late_answers_from_before_it_opened_change_nothing() -> None:
    opened = failing(5)
    half_open = admit_call(opened, 160.0).circuit

    assert after_success(opened, trial=False) == opened
    assert after_failure(opened, 150.0, trial=False) == opened
    assert after_success(half_open, trial=False) == half_open
    assert after_failure(half_open, 161.0, trial=False) == half_open


def test_a_trial_that_tells_nothing_frees_its_place() -> None:
    both = admit_call(admit_call(failing(5), 160.0).circuit, 160.0).circuit

    assert not admit_call(both, 160.1).admitted
    assert admit_call(return_trial(both, trial=True), 160.1).admitted


def test_a_trial_that_is_never_heard_of_again_frees_its_place_in_time() -> None:
    both = admit_call(admit_call(failing(5), 160.0).circuit, 160.0).circuit

    assert not admit_call(both, 160.0 + USUAL.trial_lives_s - 1).admitted
    assert admit_call(both, 160.0 + USUAL.trial_lives_s).admitted


def test_only_the_health_of_the_provider_counts() -> None:
    assert {FailureCode.PROVIDER_ERROR, FailureCode.TIMED_OUT, FailureCode.UNREACHABLE} == COUNTS
