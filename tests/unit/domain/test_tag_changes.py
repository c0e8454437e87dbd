"""Tags of a whole dataset: what may be asked for, and the note that is left."""

from typing import Any

import pytest

from edison.domain.datasets.tag_changes import TagAction, must_be_free, note_of, tag_change
from edison.domain.errors import DuplicateName, InvalidInput


@pytest.mark.parametrize(
    ("action", "tags", "to", "note"),
    [
        ("rename", ["x"], "y", "Renamed tag x to y on 12 cases"),
        ("merge", ["x", "z"], "y", "Merged tags x, z into y on 12 cases"),
        ("merge", ["x", "y"], "y", "Merged tag x into y on 12 cases"),
        ("remove", [" x ", "x"], None, "Removed tag x from 12 cases"),
        ("remove", list("abcdefg"), "", "Removed tags a, b, c, d, e and 2 more from 12 cases"),
    ],
)
def test_a_change_leaves_a_note(action: str, tags: list[str], to: str | None, note: str) -> None:
    assert note_of(tag_change(TagAction(action), tags, to), 12) == note


def test_one_case_is_one_case() -> None:
    change = tag_change(TagAction.RENAME, ["x"], " y ")
    assert note_of(change, 1) == "Renamed tag x to y on 1 case"
    assert change.gone == ("x",)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"action": "rename", "tags": ["x"], "to": None}, "to"),
        ({"action": "rename", "tags": ["x"], "to": "  "}, "to"),
        ({"action": "rename", "tags": ["x"], "to": "x"}, "to"),
        ({"action": "rename", "tags": ["x", "z"], "to": "y"}, "tags"),
        ({"action": "merge", "tags": ["y"], "to": "y"}, "to"),
        ({"action": "merge", "tags": ["x"], "to": "y" * 101}, "to"),
        ({"action": "merge", "tags": ["x"], "to": "two\nlines"}, "to"),
        ({"action": "merge", "tags": [" "], "to": "y"}, "tags"),
        ({"action": "remove", "tags": ["x"], "to": "y"}, "to"),
    ],
)
def test_what_makes_no_sense_is_refused(wrong: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        tag_change(TagAction(wrong["action"]), wrong["tags"], wrong["to"])
    assert refused.value.field == field


def test_renaming_never_makes_one_tag_of_two() -> None:
    """ARENA-3.3.6"""
    with pytest.raises(DuplicateName, match="The tag y already exists"):
        must_be_free(tag_change(TagAction.RENAME, ["x"], "y"), {"y"})
    must_be_free(tag_change(TagAction.RENAME, ["x"], "y"), {"x"})
    must_be_free(tag_change(TagAction.MERGE, ["x"], "y"), {"x", "y"})
