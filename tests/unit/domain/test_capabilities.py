"""Three answers to each question: yes, no, and nobody knows."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from edison.domain.models import parameters
from edison.domain.models.capabilities import (
    NAMES,
    PARAMETERS_OF,
    UNKNOWN,
    Capabilities,
    refused_parameters,
)

KNOWN = st.sampled_from([True, False, None])
CAPABILITIES = st.fixed_dictionaries(
    {name: KNOWN for name in sorted(NAMES - {"context_window", "max_output_tokens"})}
).map(lambda values: Capabilities(**values))


def test_of_an_unknown_model_nothing_is_refused() -> None:
    assert refused_parameters(UNKNOWN) == frozenset()
    assert set(UNKNOWN.as_dict().values()) == {None}


@given(CAPABILITIES)
def test_only_a_clear_no_refuses(known: Capabilities) -> None:
    values = known.as_dict()
    refused = refused_parameters(known)
    for capability, names in PARAMETERS_OF.items():
        for name in names:
            assert (name in refused) == (values[capability] is False)


def test_every_parameter_but_the_length_belongs_to_one_capability() -> None:
    named = [name for names in PARAMETERS_OF.values() for name in names]
    assert len(named) == len(set(named))
    assert set(named) == parameters.NAMES - parameters.KEPT
    assert PARAMETERS_OF.keys() <= NAMES


@given(CAPABILITIES, st.dictionaries(st.sampled_from(sorted(NAMES)), KNOWN))
def test_a_correction_counts_and_the_rest_stays(known: Capabilities, by: dict[str, Any]) -> None:
    assert known.corrected(by).as_dict() == {**known.as_dict(), **by}


def test_a_correction_of_something_else_is_ignored() -> None:
    assert UNKNOWN.corrected({"colour": "blue", "tools": True}) == Capabilities(tools=True)


@given(CAPABILITIES)
def test_capabilities_come_back_from_their_dict(known: Capabilities) -> None:
    assert Capabilities(**known.as_dict()) == known
