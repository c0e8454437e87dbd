"""Diffs are read as models write them, fit only where they fit, and what we make applies to the very same text."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from edison.domain.experiments.refining.unified_diff import DiffProblem, apply, parse, unified

TEXT = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten"
LINES = st.lists(
    st.text("ab +-@\\\t{é", max_size=4) | st.sampled_from(["--- a", "+++ b", "@@ -1 +1 @@", ""]),
    max_size=12,
).map("\n".join)


@given(before=LINES, after=LINES)
@example(before="a", after="a\n")
@example(before="", after="x")
@example(before="-- a\n++ b", after="")
def test_a_diff_we_make_turns_the_one_text_into_the_other(before: str, after: str) -> None:
    diff = unified(before, after)
    if before == after:
        assert diff == ""
    else:
        assert apply(before, parse(diff)) == after


@given(before=LINES, after=LINES)
def test_no_hunk_chosen_changes_nothing_and_all_chosen_change_all(before: str, after: str) -> None:
    if before == after:
        return
    patch = parse(unified(before, after))
    assert apply(before, patch, []) == before
    assert apply(before, patch, range(len(patch.hunks))) == after


def test_hunks_can_be_accepted_one_by_one() -> None:
    after = TEXT.replace("one\n", "one\nnew\n").replace("ten", "TEN")
    patch = parse(unified(TEXT, after))
    assert len(patch.hunks) == 2
    assert apply(TEXT, patch, [0]) == TEXT.replace("one\n", "one\nnew\n")
    assert apply(TEXT, patch, [1]) == TEXT.replace("ten", "TEN")
    with pytest.raises(DiffProblem, match="does not have this hunk"):
        apply(TEXT, patch, [2])


@pytest.mark.parametrize("before", ["a\r\nb\r\nc", "a  \nb\nc"])
def test_ends_of_lines_that_models_do_not_repeat_are_kept(before: str) -> None:
    done = apply(before, parse("@@ -1,3 +1,4 @@\n a\n b\n+new\n c"))
    assert done == before.replace("c", "new\r\nc" if "\r" in before else "new\nc")


def test_wrong_numbers_are_forgiven_where_only_one_place_fits() -> None:
    assert apply(TEXT, parse("@@ -90,9 +91,2 @@\n six\n+new")) == TEXT.replace("six", "six\nnew")
    with pytest.raises(DiffProblem, match="fits in 2 places"):
        apply("x\na\nx\na", parse("@@ -9,1 +9,2 @@\n x\n+new"))


@pytest.mark.parametrize(
    ("diff", "complaint"),
    [
        ("", "No patches found in diff"),
        ("Sorry, I cannot.", "No patches found in diff"),
        (unified(TEXT, "x") + unified(TEXT, "y"), "Multiple patches not supported"),
        ("@@ -1,2 +1,3 @@\n zero\n+new\n two", "Diff cannot be applied"),
        ("@@ -5 +5 @@\n-five\n+5\n@@ -1 +1 @@\n-one\n+1", "Diff cannot be applied"),
        ("--- a/../x\n+++ b/../x\n@@ -1 +1 @@\n-one\n+1", "nothing else"),
        ("rename from a\nrename to b\n@@ -1 +1 @@\n-one\n+1", "nothing else"),
        ("@@ -1,1 +1,1 @@\n one", "changes nothing"),
        ("@@ -1 +1 @@\n-one\n+1\nand so on", "outside of every hunk"),
        ("x" * 60_001, "longer than"),
    ],
)
def test_what_cannot_be_applied_is_refused_in_words(diff: str, complaint: str) -> None:
    with pytest.raises(DiffProblem, match=complaint):
        apply(TEXT, parse(diff))
