"""Numbers in answers: which are found, and what is near enough. Latency and cost: unknown is not zero."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from edison.domain.judging.score import Sample, ScoreProblem
from edison.domain.money import MicroUsd
from tests.unit.scorers.judging import judged, judged_sample, problem, value


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("42", 42),
        ("The answer is 42.", 42),
        ("-3.5 degrees", -3.5),
        ("\u22123.5 degrees", -3.5),
        ("$1,234,567.89 in all", 1234567.89),
        ("6.02e23 of them", 6.02e23),
        ("a range of 9-5", 5),
        (".5", 0.5),
        ("答案42", 42),
        ("一共1,000元", 1000),
        ("half of gpt4 gives 7", 7),
        ("50%", 50),
        ("**12**", 12),
        (r"\boxed{12}", 12),
    ],
)
def test_the_number_is_found(text: str, number: float) -> None:
    assert value(judged("numeric_tolerance", text, value=number)) == 1.0


def test_first_or_last_of_several() -> None:
    assert value(judged("numeric_tolerance", "first 1, then 2", "1", which="first")) == 1.0
    assert value(judged("numeric_tolerance", "first 1, then 2", "2", which="last")) == 1.0


def test_a_decimal_comma() -> None:
    assert value(judged("numeric_tolerance", "1.234,5 €", value=1234.5, decimal_comma=True)) == 1.0


@given(st.floats(-1e12, 1e12), st.floats(0, 1e6))
def test_what_is_within_the_tolerance_passes(number: float, tolerance: float) -> None:
    near = number + tolerance * 0.99
    # Numbers that large are further apart than the tolerance.
    assume(abs(near - number) <= tolerance)

    verdict = judged("numeric_tolerance", repr(near), value=number, absolute=tolerance)

    assert value(verdict) == 1.0


def test_the_edge_of_a_tolerance_counts() -> None:
    assert value(judged("numeric_tolerance", "9.7", "10", absolute=0.3)) == 1.0
    assert value(judged("numeric_tolerance", "9.69", "10", absolute=0.3)) == 0.0
    assert value(judged("numeric_tolerance", "105", "100", relative=0.05)) == 1.0
    assert value(judged("numeric_tolerance", "105.1", "100", relative=0.05)) == 0.0


def test_an_expected_answer_without_number_is_the_cases_fault() -> None:
    assert problem(judged("numeric_tolerance", "7", "seven")) is ScoreProblem.SCORER_ERROR


def test_unknown_latency_and_cost_are_not_scored() -> None:
    assert problem(judged("latency", "a", max_ms=10)) is ScoreProblem.NOT_APPLICABLE
    assert problem(judged("cost", "a", max_usd=1)) is ScoreProblem.NOT_APPLICABLE


def test_a_cost_is_compared_to_the_micro_dollar() -> None:
    for micro, passes in ((100_000, 1.0), (100_001, 0.0)):
        sample = Sample(output="", parsed="", cost=MicroUsd(micro))
        assert value(judged_sample("cost", sample, max_usd=0.1)) == passes
