"""Vectors survive storage as text; what is not a vector is an error and never a similarity."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.models.embedding_vectors import (
    NotEmbeddings,
    cosine,
    pack_vectors,
    unpack_vectors,
)

VECTORS = st.lists(
    st.lists(st.floats(-1e6, 1e6, width=32), min_size=1, max_size=20), min_size=1, max_size=4
)


@given(VECTORS)
def test_vectors_survive_storage_as_text(vectors: list[list[float]]) -> None:
    assert [list(vector) for vector in unpack_vectors(pack_vectors(vectors))] == vectors


@pytest.mark.parametrize(
    ("one", "two", "value"),
    [
        ((1.0, 0.0), (1.0, 0.0), 1),
        ((1.0, 0.0), (0.0, 2.0), 0),
        ((1.0, 2.0), (-2.0, -4.0), -1),
        ((3.0, 4.0), (4.0, 3.0), 24 / 25),
    ],
)
def test_cosine(one: tuple[float, ...], two: tuple[float, ...], value: float) -> None:
    assert cosine(one, two) == pytest.approx(value)


@pytest.mark.parametrize(
    ("one", "two"),
    [((0.0, 0.0), (1.0, 0.0)), ((1.0,), (1.0, 0.0)), ((math.inf, 1.0), (1.0, 0.0))],
)
def test_without_an_angle_there_is_no_cosine(
    one: tuple[float, ...], two: tuple[float, ...]
) -> None:
    with pytest.raises(NotEmbeddings):
        cosine(one, two)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "[1]", '["!"]', '["AAAA"]', '[""]', json.dumps(["AAAAAA=="])[:-1]]
)
def test_other_texts_are_not_vectors(text: str) -> None:
    with pytest.raises(NotEmbeddings):
        unpack_vectors(text)


@pytest.mark.parametrize("vector", [[], [math.nan], [math.inf], [1e300], [0.0] * 20_000])
def test_unusable_vectors_are_not_stored(vector: list[float]) -> None:
    with pytest.raises(NotEmbeddings):
        pack_vectors([vector])
