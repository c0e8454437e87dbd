"""Semantic similarity to the expected answer by a provider's embedding model.

This file builds the request and compares the vectors; the engine makes the call.
"""

from collections.abc import Sequence
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from edison.domain.judging.score import Sample, ScoreOutcome
from edison.domain.models.embedding_vectors import NotEmbeddings, cosine, unpack_vectors
from edison.domain.models.model_call import Message
from edison.scorers.judge_conversation import JudgeContext, JudgeQuestion, judge_error
from edison.scorers.registry import settled
from edison.scorers.scorer_plugin import (
    PassAt,
    TextSpec,
    graded,
    not_applicable,
    scorer,
    text_of,
    yes_or_no,
)


class SemanticSimilaritySpec(TextSpec, frozen=True):
    kind: Literal["semantic_similarity"] = "semantic_similarity"
    model: Annotated[
        UUID,
        Field(
            title="Model",
            description="An embedding model of the catalog, such as text-embedding-3-small",
        ),
    ]
    pass_at: PassAt = 0.75


@scorer(
    SemanticSimilaritySpec,
    title="Semantic similarity (embedding model)",
    needs_expected=True,
    calls_model=True,
)
def semantic_similarity(spec: SemanticSimilaritySpec, sample: Sample) -> ScoreOutcome:
    """Cosine similarity of the answer and the expected answer, from the vectors of a provider's embedding model.
    Texts of the same meaning score high in other words, too. The values of two models cannot be compared.
    """
    return judge_error("Semantic similarity calls a provider and only works in a run")


def similarity_next(
    spec: SemanticSimilaritySpec, context: JudgeContext, said: Sequence[str]
) -> JudgeQuestion | ScoreOutcome:
    known = settled(spec, context.sample)
    if known is not None:
        return known
    text, expected = text_of(spec, context.sample).strip(), (context.sample.expected or "").strip()
    if not expected:
        return not_applicable("The expected answer of the case is empty")
    if not text:
        return yes_or_no(False, "The answer is empty")
    if text == expected:
        return graded(1.0, spec.pass_at, "The answer is equal to the expected answer")
    texts = (expected, text)
    at_once = 1 if context.one_text_a_call else len(texts)
    sent = at_once * len(said)
    if sent < len(texts):
        next_ones = texts[sent : sent + at_once]
        return JudgeQuestion(
            messages=tuple(Message(role="user", content=each) for each in next_ones), task="embed"
        )
    try:
        one, two = [vector for each in said for vector in unpack_vectors(each)]
        value = cosine(one, two)
    except NotEmbeddings as wrong:
        return judge_error(f"The embeddings cannot be compared: {wrong}")
    except ValueError:
        return judge_error(
            "The embedding model did not return one vector for each of the two texts"
        )
    return graded(value, spec.pass_at, f"Cosine {value:.3f}", dimensions=len(one))
