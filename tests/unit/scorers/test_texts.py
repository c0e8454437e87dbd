"""Exact, contains, pattern, length: what counts as the same, and that no pattern hangs."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.errors import InvalidInput
from edison.domain.judging.score import Sample, Scored, ScoreProblem
from edison.scorers import registry
from tests.unit.scorers.judging import judged, judged_sample, problem, value

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"))
# Only ends the wait for a version that backtracks, which would take longer than anyone waits.
PATIENCE_S = 30.0


@given(TEXT)
def test_every_text_equals_itself(text: str) -> None:
    assert value(judged("exact", text, text)) == 1.0
    assert value(judged("exact", text, text, negate=True)) == 0.0


@given(TEXT, TEXT)
def test_negating_turns_a_score_round(left: str, right: str) -> None:
    plain, negated = judged("exact", left, right), judged("exact", left, right, negate=True)

    assert value(plain) + value(negated) == 1.0


def test_spaces_around_count_only_if_asked_for() -> None:
    assert value(judged("exact", " a\n", "a")) == 1.0
    assert value(judged("exact", " a\n", "a", trim=False)) == 0.0


def test_the_raw_answer_is_looked_at_if_asked_for() -> None:
    sample = Sample(output="<response>a</response>", parsed="a", expected="a")

    assert value(judged_sample("exact", sample)) == 1.0
    assert value(judged_sample("exact", sample, part="raw")) == 0.0


def test_the_raw_part_of_a_malformed_answer_can_be_judged() -> None:
    sample = Sample(output="a", parsed=None, malformed="no", expected="a")

    assert value(judged_sample("exact", sample, part="raw")) == 1.0


@given(TEXT.filter(str.strip), TEXT, TEXT)
def test_a_text_contains_what_was_put_into_it(wanted: str, before: str, after: str) -> None:
    verdict = judged("contains", before + wanted + after, values=[wanted], ignore_case=False)

    assert value(verdict) == 1.0


def test_an_empty_expected_text_proves_nothing() -> None:
    """Every text contains the empty one: that would be a pass for free."""
    assert problem(judged("contains", "anything", "  ")) is ScoreProblem.NOT_APPLICABLE


def test_case_is_folded_in_every_script() -> None:
    assert value(judged("contains", "Der STRASSE entlang", "straße")) == 1.0


@pytest.mark.parametrize(
    "pattern",
    [
        "(a+)+$",
        "(a|aa)+$",
        "(a|a?)+$",
        "(.*a){20}",
        "^(([a-z])+.)+[A-Z]([a-z])+$",
        "a*a*a*a*a*a*a*b",
    ],
)
def test_catastrophic_patterns_take_linear_time(pattern: str) -> None:
    started = time.perf_counter()

    judged("regex", "a" * 20_000 + "!", pattern=pattern)

    assert time.perf_counter() - started < PATIENCE_S


@pytest.mark.parametrize(
    "pattern", ["(?=a)b", r"(a)\1", "(", "a{1001}", "((a{1,100}){1,100}){1,100}"]
)
def test_a_pattern_that_cannot_be_used_is_refused_before_a_run(pattern: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        registry.parse_spec({"kind": "regex", "pattern": pattern})

    assert refused.value.field == "pattern"
    assert "cannot be used" in refused.value.message


def test_a_pattern_knows_letters_of_every_script() -> None:
    assert value(judged("regex", "日本", pattern=r"^\p{Han}+$")) == 1.0
    assert value(judged("regex", "É", pattern="é", ignore_case=True)) == 1.0


def test_a_match_at_lines_and_over_lines() -> None:
    assert value(judged("regex", "a\nb", pattern="^b$")) == 0.0
    assert value(judged("regex", "a\nb", pattern="^b$", multiline=True)) == 1.0
    assert value(judged("regex", "a\nb", pattern="a.b")) == 0.0
    assert value(judged("regex", "a\nb", pattern="a.b", dot_all=True)) == 1.0


def test_what_matches_is_in_the_reason() -> None:
    verdict = judged("regex", "call 555-1234 now", pattern=r"\d{3}-\d{4}", negate=True)

    assert verdict == Scored(value=0.0, passed=False, reason='Matches "555-1234"')


def test_tokens_are_counted_by_the_provider_or_not_at_all() -> None:
    counted = Sample(output="a b c", parsed="a b c", completion_tokens=12)

    assert value(judged_sample("length", counted, unit="tokens", at_most=12)) == 1.0
    assert problem(judged("length", "a b c", unit="tokens", at_most=12)) is (
        ScoreProblem.NOT_APPLICABLE
    )


@pytest.mark.parametrize("limits", [{}, {"at_least": 3, "at_most": 2}])
def test_limits_that_make_no_sense_are_refused(limits: dict[str, int]) -> None:
    with pytest.raises(InvalidInput):
        registry.parse_spec({"kind": "length", **limits})
