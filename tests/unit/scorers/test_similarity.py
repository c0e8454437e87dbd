"""Word overlap as the specification's code has it.

Edit distance, ROUGE-L and BLEU as their papers and packages have them.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.judging.score import Scored, ScoreProblem
from edison.scorers.word_overlap import HOURS, similarity
from tests.unit.scorers.judging import judged, problem, value

WORDS = st.text("ab c\nD", max_size=30)


def test_example_1_exact_match() -> None:
    assert similarity(HOURS, HOURS) == 1.0


def test_example_2_substring() -> None:
    actual = "Our business hours are: We are open Monday-Friday 9am-5pm PT. Thank you!"

    assert similarity(actual, HOURS) == 0.95


def test_example_3_follows_the_code_where_the_prose_counts_otherwise() -> None:
    """The prose has 14 words in the union and 0.135; the code keeps "friday," with its comma: 15 and 0.137."""
    actual = "We operate Monday through Friday, 9am to 5pm Pacific Time"

    assert similarity(actual, HOURS) == pytest.approx(1 / 15 * 0.3 + 1 / 6 * 0.7)
    assert similarity(actual, HOURS) == pytest.approx(0.135, abs=0.002)


def test_example_4_good_overlap() -> None:
    actual = "We are open Monday-Friday from 9am to 5pm Pacific Time"

    assert similarity(actual, HOURS) == pytest.approx(0.567, abs=0.0005)


def as_in_the_specification(actual: str, expected: str) -> float:
    """The code of the specification, word for word."""
    if not expected or not actual:
        return 0.0
    actual_lower = actual.lower().strip()
    expected_lower = expected.lower().strip()
    if actual_lower == expected_lower:
        return 1.0
    if expected_lower in actual_lower:
        return 0.95
    actual_words = set(actual_lower.split())
    expected_words = set(expected_lower.split())
    if not expected_words:
        return 0.0
    intersection = len(actual_words & expected_words)
    union = len(actual_words | expected_words)
    if union == 0:
        return 0.0
    jaccard_score = intersection / union
    recall = intersection / len(expected_words)
    score = (jaccard_score * 0.3) + (recall * 0.7)
    return min(score, 1.0)


@given(WORDS, WORDS)
def test_word_overlap_is_the_specification_for_all_texts(actual: str, expected: str) -> None:
    assert similarity(actual, expected) == as_in_the_specification(actual, expected)


@pytest.mark.parametrize("texts", [("", "a"), ("a", "")])
def test_an_empty_text_is_like_no_other(texts: tuple[str, str]) -> None:
    assert similarity(*texts) == 0.0


def test_a_threshold_decides_what_passes() -> None:
    actual = "We are open Monday-Friday from 9am to 5pm Pacific Time"

    strict, easy = (
        judged("word_overlap", actual, HOURS, pass_at=pass_at) for pass_at in (0.7, 0.5)
    )

    assert isinstance(strict, Scored)
    assert isinstance(easy, Scored)
    assert (strict.passed, easy.passed) == (False, True)


@given(WORDS, WORDS)
def test_edit_distance_is_the_same_both_ways(left: str, right: str) -> None:
    there = value(judged("edit_distance", left, right, trim=False))

    assert there == value(judged("edit_distance", right, left, trim=False))
    assert (there == 1.0) == (left == right)


def test_texts_too_long_to_compare_are_an_error_and_no_score() -> None:
    long = "ab" * 60_000

    assert problem(judged("edit_distance", long, long)) is ScoreProblem.SCORER_ERROR
    assert problem(judged("bleu", long, "ab")) is ScoreProblem.SCORER_ERROR
    assert problem(judged("rouge_l", "ab " * 60_000, "ab " * 5_000)) is ScoreProblem.SCORER_ERROR


def test_a_long_answer_to_a_short_expectation_is_compared() -> None:
    assert value(judged("edit_distance", "ab" * 60_000, "ab")) < 0.001
    assert value(judged("rouge_l", "ab " * 60_000, "ab", measure="recall")) == 1.0


@pytest.mark.parametrize(
    ("actual", "expected", "precision", "recall", "f"),
    [
        ("the cat sat on the mat", "the cat is on the mat", 0.8333333, 0.8333333, 0.8333333),
        ("police killed the gunman", "police kill the gunman", 0.75, 0.75, 0.75),
        (
            "We are open Monday-Friday from 9am to 5pm Pacific Time",
            HOURS,
            0.6363636,
            0.875,
            0.7368421,
        ),
        ("a b c d", "d c b a", 0.25, 0.25, 0.25),
        ("snake_case words", "snake case words", 1.0, 1.0, 1.0),
        ("", "x", 0.0, 0.0, 0.0),
    ],
)
def test_rouge_l_is_what_rouge_score_0_1_2_gave(
    actual: str, expected: str, precision: float, recall: float, f: float
) -> None:
    """Recorded from the package, without its stemmer."""
    for measure, wanted in (("precision", precision), ("recall", recall), ("f", f)):
        found = value(judged("rouge_l", actual, expected, measure=measure))
        assert found == pytest.approx(wanted, abs=1e-6)


def test_rouge_l_knows_words_of_other_scripts() -> None:
    assert value(judged("rouge_l", "кошка сидит", "кошка спит")) == 0.5


@pytest.mark.parametrize(
    ("actual", "expected", "wanted"),
    [
        ("the cat sat on the mat", "the cat is on the mat", 0.3799178428),
        (
            "The quick brown fox jumps over the lazy dog.",
            "The quick brown fox jumped over the lazy dog.",
            0.6580370065,
        ),
    ],
)
def test_bleu_is_what_sacrebleu_says(actual: str, expected: str, wanted: float) -> None:
    assert value(judged("bleu", actual, expected)) == pytest.approx(wanted, abs=1e-6)


def test_bleu_counts_chinese_by_characters() -> None:
    assert value(judged("bleu", "今天天气很好", "今天天气不好", tokenize="zh")) > 0.3
