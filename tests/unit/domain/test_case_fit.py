"""Whether cases fit into a dataset: the same names of values, or none there yet."""

import pytest

from edison.domain.datasets.case_rules import must_fit
from edison.domain.errors import InvalidInput


def fit(new: set[str], there: set[str]) -> None:
    must_fit(new, there, coming="the cases of B", dataset="A", field="source")


def test_the_same_columns_fit_and_so_does_an_empty_dataset() -> None:
    fit({"a", "b"}, {"b", "a"})
    fit({"a"}, set())


@pytest.mark.parametrize(
    ("new", "there", "message"),
    [
        ({"a", "x", "y"}, {"a"}, 'The columns do not fit: A has no "x" or "y"'),
        ({"a"}, {"a", "b"}, 'The columns do not fit: the cases of B have no "b"'),
        ({"x"}, {"a"}, 'The columns do not fit: A has no "x", and the cases of B have no "a"'),
    ],
)
def test_columns_in_the_way_are_named(new: set[str], there: set[str], message: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        fit(new, there)
    assert (refused.value.message, refused.value.field) == (message, "source")
