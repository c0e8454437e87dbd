"""Every error has a code of its own and a status."""

import inspect

import pytest

from edison.api.error_responses import STATUS
from edison.domain import errors
from edison.domain.errors import EdisonError

KINDS = [
    kind
    for _, kind in inspect.getmembers(errors, inspect.isclass)
    if issubclass(kind, EdisonError) and kind is not EdisonError
]


def test_codes_are_unique() -> None:
    codes = [kind.code for kind in KINDS]

    assert len(set(codes)) == len(codes) > 10
    assert all(code == code.upper() and code.replace("_", "").isalpha() for code in codes)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_an_error_has_a_status_and_its_next_step_is_a_sentence(kind: type[EdisonError]) -> None:
    """NFR-4.6.4: whoever gets it is told what to do."""
    assert 400 <= STATUS[kind] < 600
    assert kind.next_step
    assert kind.next_step[0].isupper()
    assert kind.next_step.endswith(".")


def test_every_error_is_a_direct_child() -> None:
    """The status is looked up by the exact kind, so a grandchild would have none."""
    assert all(kind.__base__ is EdisonError for kind in KINDS)
    assert set(STATUS) == set(KINDS)
