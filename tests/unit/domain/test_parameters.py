"""What a user did not set is not there; what no provider takes is refused in words."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.errors import InvalidInput
from edison.domain.models.parameters import KEPT, MAX_TOKENS_AT_MOST, NAMES, NOTHING_SET, Parameters

EFFORTS = ("none", "minimal", "low", "medium", "high")

ALLOWED = st.builds(
    Parameters,
    temperature=st.none() | st.floats(0, 2),
    max_tokens=st.none() | st.integers(1, MAX_TOKENS_AT_MOST),
    top_p=st.none() | st.floats(0, 1),
    top_k=st.none() | st.integers(1, 10_000),
    frequency_penalty=st.none() | st.floats(-2, 2),
    presence_penalty=st.none() | st.floats(-2, 2),
    seed=st.none() | st.integers(),
    stop=st.lists(st.text(min_size=1), max_size=4).map(tuple),
    reasoning_effort=st.none() | st.sampled_from(EFFORTS),
)


def test_nothing_set_gives_nothing() -> None:
    assert NOTHING_SET.given() == {}
    NOTHING_SET.check()


def test_zero_is_a_value() -> None:
    given_ = Parameters(temperature=0.0, top_p=0.0, frequency_penalty=0.0, seed=0).given()
    assert given_ == {"temperature": 0.0, "top_p": 0.0, "frequency_penalty": 0.0, "seed": 0}


@given(ALLOWED)
def test_what_was_given_makes_the_same_again(parameters: Parameters) -> None:
    assert Parameters(**parameters.given()) == parameters
    assert parameters.given().keys() <= NAMES


@given(ALLOWED)
def test_what_is_within_the_limits_passes(parameters: Parameters) -> None:
    parameters.check()


@given(ALLOWED, st.frozensets(st.sampled_from(sorted(NAMES))))
def test_what_is_left_out_is_gone_and_the_rest_stays(
    parameters: Parameters, names: frozenset[str]
) -> None:
    left = parameters.without(names).given()
    assert left == {name: item for name, item in parameters.given().items() if name not in names}


def test_a_name_that_is_no_parameter_of_ours_is_ignored() -> None:
    parameters = Parameters(temperature=1.0)
    assert parameters.without(frozenset({"logit_bias", ""})) == parameters


def test_the_length_of_an_answer_is_never_dropped() -> None:
    assert frozenset({"max_tokens"}) == KEPT
    assert KEPT <= NAMES


@pytest.mark.parametrize(
    ("values", "field", "words"),
    [
        ({"temperature": 2.1}, "temperature", "between 0 and 2"),
        ({"temperature": -0.1}, "temperature", "between 0 and 2"),
        ({"temperature": float("nan")}, "temperature", "between 0 and 2"),
        ({"max_tokens": 0}, "max_tokens", "positive"),
        ({"max_tokens": MAX_TOKENS_AT_MOST + 1}, "max_tokens", "too large"),
        ({"top_p": 1.1}, "top_p", "between 0 and 1"),
        ({"top_k": 0}, "top_k", "positive"),
        ({"frequency_penalty": 2.5}, "frequency_penalty", "between -2 and 2"),
        ({"presence_penalty": -2.5}, "presence_penalty", "between -2 and 2"),
        ({"presence_penalty": float("inf")}, "presence_penalty", "between -2 and 2"),
        ({"stop": ("a", "b", "c", "d", "e")}, "stop", "At most 4"),
        ({"stop": ("a", "")}, "stop", "none empty"),
    ],
)
def test_what_no_provider_takes_is_refused_by_name(
    values: dict[str, Any], field: str, words: str
) -> None:
    with pytest.raises(InvalidInput, match=words) as refused:
        Parameters(**values).check()
    assert refused.value.field == field
