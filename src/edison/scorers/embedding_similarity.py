"""Semantic similarity by word vectors, computed locally.

An optional extra: `pip install edison-workbench[local-embeddings]`.
"""

import importlib.util
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from edison.domain.judging.score import Sample, ScoreOutcome
from edison.scorers.scorer_plugin import (
    MAX_TEXT,
    Example,
    PassAt,
    TextSpec,
    cannot,
    graded,
    scorer,
    text_of,
)

if TYPE_CHECKING:
    from wordllama.inference import WordLlamaInference

PACKAGE = "wordllama"


class EmbeddingSimilaritySpec(TextSpec, frozen=True):
    kind: Literal["embedding_similarity"] = "embedding_similarity"
    pass_at: PassAt = 0.6


def missing() -> str | None:
    if importlib.util.find_spec(PACKAGE) is None:
        return "Not installed here: pip install 'edison-workbench[local-embeddings]'"
    return None


@scorer(
    EmbeddingSimilaritySpec,
    title="Embedding similarity (local)",
    needs_expected=True,
    heavy=True,
    missing=missing,
    examples=[
        Example(output="The cat sat on the mat", expected="The cat sat on the mat", value=1.0),
    ],
)
def embedding_similarity(spec: EmbeddingSimilaritySpec, sample: Sample) -> ScoreOutcome:
    """Cosine similarity of word vectors, without a model call. Detects similar words, but not negation."""
    absent = missing()
    if absent is not None:
        return cannot(absent)
    text, expected = text_of(spec, sample), sample.expected or ""
    if max(len(text), len(expected)) > MAX_TEXT:
        return cannot(f"A text of over {MAX_TEXT:,} characters takes too long to compare")
    value = float(_vectors().similarity(_whole(text), _whole(expected)))
    return graded(value, spec.pass_at, f"Cosine {value:.3f}")


def _whole(text: str) -> str:
    """Remove lone surrogates, which the tokenizer rejects."""
    return text if text.isascii() else text.encode(errors="replace").decode()


@cache
def _vectors() -> "WordLlamaInference":
    """Load the word vectors once, from the package itself; nothing is downloaded."""
    import wordllama

    return wordllama.WordLlama.load(
        disable_download=True, cache_dir=Path(wordllama.__file__).parent
    )
