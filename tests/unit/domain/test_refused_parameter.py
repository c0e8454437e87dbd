"""A refused parameter: what is left out of later calls, and what a user is told to change."""

from uuid import UUID

import pytest

from edison.domain.ids import ProjectId
from edison.domain.models.model_api import CHAT_COMPLETIONS, RESPONSES
from edison.domain.models.model_call import Failed, FailureCode
from edison.domain.models.parameters import Parameters
from edison.domain.models.provider import Provider
from edison.domain.models.refused_parameter import named_refusal
from edison.domain.rate_limits.allocation import RateLimits
from edison.providers.gateway import CallTarget
from edison.providers.wire.error_text import speaks_of_combination
from tests.unit.providers.wire.recordings import an_endpoint
from tests.unit.providers.wire.sample_calls import a_call

EFFORT = Parameters(reasoning_effort="high")
COMBINED = (
    "Function tools with reasoning_effort are not supported for gpt-5.4 in /v1/chat/completions."
    " Please use /v1/responses instead."
)


def refusal(message: str, *, combined: bool) -> Failed:
    return Failed(
        code=FailureCode.BAD_REQUEST,
        message=message,
        parameter="reasoning_effort",
        combined=combined,
    )


def test_what_a_model_rejected_before_is_left_out_only_where_edison_set_it() -> None:
    target = CallTarget(
        project=ProjectId(UUID(int=1)),
        endpoint=an_endpoint(Provider.OPENAI),
        model="m",
        price=None,
        limits=RateLimits(),
        learned=frozenset({"reasoning_effort"}),
    )
    ours = a_call("Hi", parameters=EFFORT, adaptable=frozenset({"reasoning_effort"}))

    assert target.left_out_of(a_call("Hi", parameters=EFFORT)) == frozenset()
    assert target.left_out_of(ours) == {"reasoning_effort"}


@pytest.mark.parametrize(
    ("failed", "api", "suggestion"),
    [
        (refusal(COMBINED, combined=True), CHAT_COMPLETIONS, "Set the API of some-model to"),
        (refusal(COMBINED, combined=True), RESPONSES, "Remove reasoning_effort, or what"),
        (refusal("Unsupported", combined=False), CHAT_COMPLETIONS, "Remove reasoning_effort from"),
    ],
)
def test_a_refusal_is_named_and_a_change_is_suggested(
    failed: Failed, api: str, suggestion: str
) -> None:
    chosen = RESPONSES if api == RESPONSES else CHAT_COMPLETIONS

    named = named_refusal(failed, a_call("Hi", parameters=EFFORT), chosen, has_both=True)

    assert named.code is FailureCode.PARAMETER_REFUSED
    assert not named.retryable
    assert named.message == failed.message
    assert named.suggestion is not None
    assert named.suggestion.startswith(suggestion)


def test_a_parameter_that_the_call_does_not_have_is_another_failure() -> None:
    failed = refusal("Unsupported", combined=False)

    assert named_refusal(failed, a_call("Hi"), CHAT_COMPLETIONS, has_both=True) is failed


@pytest.mark.parametrize(
    ("message", "combined"),
    [
        (COMBINED, True),
        (COMBINED.replace("Please use /v1/responses instead.", "Set it to 'none'."), True),
        ("`temperature` may only be set to 1 when thinking is enabled.", True),
        ("`temperature` and `top_p` cannot both be specified for this model.", True),
        ("Unsupported parameter: 'temperature' is not supported with this model.", False),
        ("Unsupported value: 'temperature' does not support 0 with this model.", False),
    ],
)
def test_a_combination_is_told_from_a_parameter(message: str, combined: bool) -> None:
    assert speaks_of_combination(message) is combined
