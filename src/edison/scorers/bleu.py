"""Sentence-level BLEU, computed as in sacrebleu."""

from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

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
    from sacrebleu.metrics.bleu import BLEU


class BleuSpec(TextSpec, frozen=True):
    kind: Literal["bleu"] = "bleu"
    pass_at: PassAt = 0.3
    ignore_case: Annotated[bool, Field(title="Ignore case")] = False
    tokenize: Annotated[
        Literal["13a", "intl", "zh", "char"],
        Field(
            title="Words",
            description="13a: the standard for European languages. intl: all scripts with spaces. "
            "zh: Chinese. char: every character",
        ),
    ] = "13a"


@scorer(
    BleuSpec,
    title="BLEU",
    needs_expected=True,
    heavy=True,
    examples=[
        Example(
            output="the cat sat on the mat", expected="the cat is on the mat", value=0.3799178428
        ),
        Example(output="hello", expected="hello", value=1.0),
        Example(output="", expected="hello", value=0.0),
    ],
)
def bleu(spec: BleuSpec, sample: Sample) -> ScoreOutcome:
    """Word sequences of up to four words that the answer shares with the expected text; used for translations."""
    text, expected = text_of(spec, sample), sample.expected or ""
    if max(len(text), len(expected)) > MAX_TEXT:
        return cannot(f"A text of over {MAX_TEXT:,} characters takes too long to compare")
    if not text.strip() or not expected.strip():
        return graded(0.0, spec.pass_at, "One of the texts is empty")
    found = _metric(spec.tokenize, spec.ignore_case).sentence_score(text, [expected])
    value = float(found.score) / 100
    return graded(value, spec.pass_at, f"BLEU {value:.3f}")


@lru_cache(maxsize=8)
def _metric(tokenize: str, lowercase: bool) -> "BLEU":
    # Imported on first use, because it takes a quarter of a second.
    from sacrebleu.metrics.bleu import BLEU

    return BLEU(tokenize=tokenize, lowercase=lowercase, effective_order=True)
