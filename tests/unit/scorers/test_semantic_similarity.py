"""Semantic similarity: which texts are sent, and that no response without two vectors becomes a score."""

from uuid import UUID

import pytest

from edison.domain.judging.score import NotScored, Sample, Scored, ScoreProblem
from edison.domain.models.embedding_vectors import pack_vectors
from edison.scorers.judge_conversation import JudgeContext, JudgeQuestion
from edison.scorers.scorer_dialogue import next_scorer_step
from edison.scorers.semantic_similarity import SemanticSimilaritySpec

SPEC = SemanticSimilaritySpec(model=UUID(int=1), pass_at=0.9)


def step(
    output: str, expected: str | None, *said: str, spec: SemanticSimilaritySpec = SPEC
) -> JudgeQuestion | Scored | NotScored:
    sample = Sample(output=output, parsed=output, expected=expected)
    return next_scorer_step(spec, JudgeContext(sample=sample), said)


def test_both_texts_are_sent_in_one_request() -> None:
    asked = step("It is Paris", "Paris")

    assert isinstance(asked, JudgeQuestion)
    assert asked.task == "embed"
    assert [message.content for message in asked.messages] == ["Paris", "It is Paris"]


@pytest.mark.parametrize(
    ("vectors", "value", "passed"),
    [
        ([(1.0, 0.0), (1.0, 0.0)], 1.0, True),
        ([(3.0, 4.0), (4.0, 3.0)], 0.96, True),
        ([(1.0, 0.0), (1.0, 1.0)], 0.7071, False),
        # A score is not negative.
        ([(1.0, 0.0), (-1.0, 0.0)], 0.0, False),
    ],
)
def test_the_score_is_the_cosine(
    vectors: list[tuple[float, ...]], value: float, passed: bool
) -> None:
    found = step("It is Paris", "Paris", pack_vectors(vectors))

    assert isinstance(found, Scored)
    assert (found.value, found.passed) == (pytest.approx(value, abs=1e-4), passed)


@pytest.mark.parametrize(
    "said",
    [
        "",
        "[]",
        "nonsense",
        pack_vectors([(1.0, 0.0)]),
        pack_vectors([(1.0, 0.0)] * 3),
        pack_vectors([(1.0, 0.0), (1.0, 0.0, 0.0)]),
        pack_vectors([(0.0, 0.0), (1.0, 0.0)]),
    ],
)
def test_what_is_not_two_vectors_is_an_error_and_not_a_score(said: str) -> None:
    found = step("It is Paris", "Paris", said)

    assert isinstance(found, NotScored)
    assert found.problem is ScoreProblem.JUDGE_ERROR


def test_what_needs_no_model_calls_none() -> None:
    same, empty = step(" Paris\n", "Paris"), step("  ", "Paris")
    assert isinstance(same, Scored)
    assert (same.value, same.passed) == (1.0, True)
    assert isinstance(empty, Scored)
    assert (empty.value, empty.passed) == (0.0, False)
    for expected in (None, "  "):
        nothing = step("Paris", expected)
        assert isinstance(nothing, NotScored)
        assert nothing.problem is ScoreProblem.NOT_APPLICABLE


def test_a_provider_that_takes_one_text_is_asked_twice() -> None:
    sample = Sample(output="It is Paris", parsed="It is Paris", expected="Paris")
    context = JudgeContext(sample=sample, one_text_a_call=True)
    one, two = pack_vectors([(3.0, 4.0)]), pack_vectors([(4.0, 3.0)])

    first, second = (next_scorer_step(SPEC, context, said) for said in ((), (one,)))
    found = next_scorer_step(SPEC, context, (one, two))

    assert isinstance(first, JudgeQuestion)
    assert isinstance(second, JudgeQuestion)
    asked = [message.content for each in (first, second) for message in each.messages]
    assert asked == ["Paris", "It is Paris"]
    assert isinstance(found, Scored)
    assert found.value == pytest.approx(0.96)
