"""Waits between attempts: doubled, capped, jittered, and never shorter than the provider asked for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.models.model_call import RETRYABLE, USUAL, FailureCode


def test_the_usual_policy_is_the_specified_one() -> None:
    """LLM-10.2.1, LLM-10.2.2, LLM-10.2.3, NFR-4.1.6"""
    assert (USUAL.attempts, USUAL.first_wait_s, USUAL.growth, USUAL.wait_at_most_s) == (3, 1, 2, 30)
    assert (USUAL.jitter, USUAL.timeout_s) == (0.25, 60)


@pytest.mark.parametrize(("failures", "wait"), [(1, 1), (2, 2), (3, 4), (5, 16), (6, 30), (9, 30)])
def test_waits_double_up_to_a_cap(failures: int, wait: float) -> None:
    """LLM-10.2.2"""
    assert USUAL.wait_s(failures, 0.0) == wait


@given(st.integers(1, 20), st.floats(-1, 1), st.none() | st.floats(0, 100))
def test_jitter_is_a_quarter_and_the_providers_wish_counts(
    failures: int, chance: float, asked: float | None
) -> None:
    """LLM-10.2.3"""
    wait, usual = USUAL.wait_s(failures, chance, asked), USUAL.wait_s(failures, 0.0)

    assert wait >= (asked or 0)
    if asked is None or asked <= usual * 0.75:
        assert usual * 0.75 <= wait <= usual * 1.25


def test_only_what_may_pass_is_tried_again() -> None:
    """LLM-10.2.4"""
    assert {str(code) for code in FailureCode if code in RETRYABLE} == {
        "rate_limited",
        "provider_error",
        "timed_out",
        "unreachable",
    }
