"""Share of equal word sequences between the answer and given texts: sentence BLEU, GLEU and ROUGE-1."""

import math
from collections import Counter
from typing import Annotated, Literal

from pydantic import Field

from edison.domain.judging.score import Sample, ScoreOutcome
from edison.scorers.scorer_plugin import (
    MAX_TEXT,
    Example,
    PassAt,
    TextSpec,
    graded,
    scorer,
    text_of,
)

MOST_WORDS = 4
# Stands for a precision of 0, whose logarithm does not exist.
_SMALL = 1e-7
Wanted = Annotated[str, Field(min_length=1, max_length=MAX_TEXT)]


class NgramOverlapSpec(TextSpec, frozen=True):
    kind: Literal["ngram_overlap"] = "ngram_overlap"
    measure: Annotated[
        Literal["bleu", "gleu", "rouge_1"],
        Field(
            title="Measure",
            description="bleu: precision of sequences of 1 to 4 words. gleu: the smaller of precision and recall. "
            "rouge_1: F-measure of single words",
        ),
    ] = "gleu"
    values: Annotated[
        tuple[Wanted, ...],
        Field(
            max_length=20,
            title="Texts",
            description="Compare with these instead of the case's expected answer; the best counts",
        ),
    ] = ()
    pass_at: PassAt = 0.5


@scorer(
    NgramOverlapSpec,
    title="Word sequences",
    needs_expected=True,
    brings_its_own=lambda spec: bool(spec.values),
    heavy=True,
    examples=[
        Example(output="the cat sat on the mat", expected="The cat sat on the mat.", value=1.0),
        Example(output="a b c", spec={"measure": "rouge_1", "values": ["a b d"]}, value=2 / 3),
        Example(output="", expected="hello", value=0.0),
    ],
)
def ngram_overlap(spec: NgramOverlapSpec, sample: Sample) -> ScoreOutcome:
    """How many word sequences the answer shares with the expected text, by a measure for single sentences."""
    text = text_of(spec, sample)
    wanted = spec.values or (sample.expected or "",)
    if spec.measure == "bleu":
        value = _bleu(_words(text), [_words(each) for each in wanted])
    elif spec.measure == "gleu":
        value = max(_gleu(_words(text, dots=False), _words(each, dots=False)) for each in wanted)
    else:
        value = max(_rouge(_words(text), _words(each)) for each in wanted)
    return graded(value, spec.pass_at, f"{spec.measure} is {value:.3f}")


def _words(text: str, *, dots: bool = True) -> list[str]:
    words = text.lower().split()
    return words if dots else [word.rstrip(".") for word in words]


def _sequences(words: list[str], size: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(words[at : at + size]) for at in range(len(words) - size + 1))


def _bleu(words: list[str], wanted: list[list[str]]) -> float:
    if not words:
        return 0.0
    logs = 0.0
    for size in range(1, MOST_WORDS + 1):
        made = _sequences(words, size)
        most = max((made & _sequences(each, size)).total() for each in wanted)
        precision = most / made.total() if made else 0.0
        logs += math.log(precision or _SMALL) / MOST_WORDS
    nearest = min((len(each) for each in wanted), key=lambda size: abs(size - len(words)))
    short = 1.0 if len(words) > nearest else math.exp(1 - nearest / len(words))
    return short * math.exp(logs)


def _gleu(words: list[str], wanted: list[str]) -> float:
    if not words or not wanted:
        return 0.0
    if words == wanted:
        return 1.0
    both = made = there = 0
    for size in range(1, MOST_WORDS + 1):
        mine, theirs = _sequences(words, size), _sequences(wanted, size)
        both += (mine & theirs).total()
        made += mine.total()
        there += theirs.total()
    return min(both / made, both / there)


def _rouge(words: list[str], wanted: list[str]) -> float:
    both = (_sequences(words, 1) & _sequences(wanted, 1)).total()
    return 2 * both / (len(words) + len(wanted)) if both else 0.0
