"""Ids sort by the time of their making."""

import time
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.kit.digests import canonical_json, sha256_hex
from edison.kit.uuids import is_uuid, new_id


def test_ids_are_unique_and_in_order_of_their_making() -> None:
    made = [new_id() for _ in range(2000)]

    assert len(set(made)) == len(made)
    assert made == sorted(made)


def test_an_id_carries_the_time_of_its_making() -> None:
    before = time.time_ns() // 1_000_000
    made = new_id()
    after = time.time_ns() // 1_000_000

    assert made.version == 7
    assert before <= made.int >> 80 <= after + 1


@given(st.uuids())
def test_an_id_is_known_in_any_spelling(identity: UUID) -> None:
    assert all(is_uuid(text) for text in (str(identity), identity.hex, str(identity).upper()))


@pytest.mark.parametrize("text", ["", "support-bot", "x" * 32, "0190b5c4", "1" * 31, "1" * 33])
def test_a_slug_is_no_id(text: str) -> None:
    assert not is_uuid(text)


def test_equal_values_have_one_rendering() -> None:
    assert canonical_json({"b": [1, None], "a": "é"}) == '{"a":"é","b":[1,null]}'
    assert canonical_json({"a": 1, "b": 2}) == canonical_json({"b": 2, "a": 1})
    assert sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
