"""What a case may hold, and how it is stored and found."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.datasets.case_json import content_from_json, content_to_json
from edison.domain.datasets.case_rules import (
    check,
    clean_tags,
    cleaned,
    folded,
    name_problem,
    problems_of,
    search_text,
    with_columns,
)
from edison.domain.datasets.dataset import CaseContent, Split
from edison.domain.errors import InvalidInput
from edison.domain.models.model_call import Message
from tests.unit.domain.test_case_files import contents


def nested(levels: int) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for _ in range(levels):
        value = {"a": value}
    return value


def case(**more: Any) -> CaseContent:
    fields: dict[str, Any] = {"values": {"q": "x"}, **more}
    return CaseContent(**fields)


FITS = [
    case(),
    case(values={"q": "x" * 500_000}),
    case(values={"q": "x" * 500_000, "r": "y" * 500_000}),
    case(values={"n" * 100: ""}),
    case(values={f"v{number}": "" for number in range(200)}),
    case(values={"q": (Message(role="user", content="hi"),) * 200}),
    case(tags=tuple(f"t{number}" for number in range(50))),
    case(tags=("t" * 100,)),
    case(difficulty=1),
    case(difficulty=5),
    case(metadata=nested(19)),
    case(metadata={"a": "x" * 19_990}),
    case(expected="x" * 500_000),
]

BREAKS = [
    (case(values={}), "values", "at least one"),
    (case(values={"q": "x" * 500_001}), "values.q", "500,000"),
    (case(values={"q": "x" * 500_000, "r": "y" * 500_000, "s": "z"}), "values", "1,000,000"),
    (case(values={"n" * 101: ""}), "values", "100 characters"),
    (case(values={"": ""}), "values", "missing"),
    (case(values={" q": ""}), "values", "begin or end with a space"),
    (case(values={"a\nb": ""}), "values", "control characters"),
    (case(values={"\ud800": ""}), "values", "Unicode"),
    (case(values={"q": "\x00"}), "values.q", "zero"),
    (case(values={"q": "\udfff"}), "values.q", "Unicode"),
    (case(values={f"v{number}": "" for number in range(201)}), "values", "200 values"),
    (case(values={"q": ()}), "values.q", "1 to 200"),
    (case(values={"q": (Message(role="user", content="hi"),) * 201}), "values.q", "1 to 200"),
    (case(values={"q": (Message(role="user", content="\x00"),)}), "values.q", "zero"),
    (case(tags=tuple(f"t{number}" for number in range(51))), "tags", "50 tags"),
    (case(tags=("t" * 101,)), "tags", "100 characters"),
    (case(tags=("a\tb",)), "tags", "control characters"),
    (case(difficulty=0), "difficulty", "1 to 5"),
    (case(difficulty=6), "difficulty", "1 to 5"),
    (case(metadata=nested(21)), "metadata", "20 levels"),
    (case(metadata={"a": "x" * 20_000}), "metadata", "20,000"),
    (case(metadata={"a": [float("inf")]}), "metadata", "finite"),
    (case(metadata={"a\x00": 1}), "metadata", "zero"),
    (case(expected="x" * 500_001), "expected", "500,000"),
]


@pytest.mark.parametrize("content", FITS, ids=range(len(FITS)))
def test_what_is_within_the_limits_is_taken(content: CaseContent) -> None:
    check(content)


@pytest.mark.parametrize(
    ("content", "field", "words"), BREAKS, ids=[f"{each[1]} {each[2]}" for each in BREAKS]
)
def test_what_breaks_a_rule_is_named(content: CaseContent, field: str, words: str) -> None:
    [problem] = problems_of(content)
    with pytest.raises(InvalidInput) as refusal:
        check(content, "cases.3.")

    assert (problem.field, refusal.value.field) == (field, f"cases.3.{field}")
    assert words in problem.message == refusal.value.message


@given(contents())
def test_what_is_stored_is_read_back_equal(found: list[CaseContent]) -> None:
    assert [content_from_json(content_to_json(content)) for content in found] == found


@given(st.lists(st.text()))
def test_cleaning_tags_twice_changes_nothing_more(tags: list[str]) -> None:
    once = clean_tags(tags)

    assert clean_tags(once) == once
    assert all(tag == tag.strip() and tag for tag in once)
    assert len(set(once)) == len(once)


@given(contents(), st.data())
def test_every_text_of_a_case_finds_it(found: list[CaseContent], data: st.DataObject) -> None:
    """Any piece of any value, in capitals or not."""
    content = data.draw(st.sampled_from(found))
    texts = [value for value in content.values.values() if isinstance(value, str)]
    for text in texts:
        piece = text[: data.draw(st.integers(0, len(text)))]
        assert folded(piece) in search_text(content)


def test_nothing_expected_is_one_thing_only() -> None:
    assert cleaned(case(expected="")) == cleaned(case(expected=None))
    assert cleaned(case(expected=" ")).expected == " "


def test_new_names_come_after_known_ones_in_their_order() -> None:
    found = with_columns(("b", "a"), [case(values={"a": "", "d": ""}), case(values={"c": ""})])

    assert found == ("b", "a", "d", "c")


def test_a_dataset_has_at_most_two_hundred_columns() -> None:
    names = tuple(f"v{number}" for number in range(200))

    assert with_columns(names, [case(values={"v0": ""})]) == names
    with pytest.raises(InvalidInput, match="at most 200 columns"):
        with_columns(names, [case(values={"one more": ""})])


@pytest.mark.parametrize("name", ["question", "a b", "Ünï", "?", "x.y"])
def test_a_name_is_any_line_of_text(name: str) -> None:
    assert name_problem(name) is None


def test_a_case_belongs_to_no_split_at_first() -> None:
    assert case().split is Split.NONE
