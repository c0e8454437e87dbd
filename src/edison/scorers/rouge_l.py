"""ROUGE-L: the longest common subsequence of words.

It is computed with rapidfuzz. The rouge-score package gives the same numbers (recorded in the tests) but depends on
NLTK, takes 1.6 s to import, and supports only the letters a to z. Words are not stemmed.
"""

import re
from typing import Annotated, Literal

from pydantic import Field
from rapidfuzz.distance import LCSseq

from edison.domain.judging.score import Sample, ScoreOutcome
from edison.scorers.scorer_plugin import Example, PassAt, TextSpec, cannot, graded, scorer, text_of

_WORD = re.compile(r"[^\W_]+")
# Two texts of 10,000 words take about 40 ms, during which the library holds the GIL.
MOST_WORK = 10_000 * 10_000


class RougeLSpec(TextSpec, frozen=True):
    kind: Literal["rouge_l"] = "rouge_l"
    measure: Annotated[
        Literal["f", "recall", "precision"],
        Field(
            title="Measure",
            description="recall: share of the expected words. precision: share of the answer's words. "
            "f: both",
        ),
    ] = "f"
    pass_at: PassAt = 0.5


@scorer(
    RougeLSpec,
    title="ROUGE-L",
    needs_expected=True,
    heavy=True,
    examples=[
        Example(output="the cat sat on the mat", expected="the cat is on the mat", value=5 / 6),
        Example(output="a b c d", expected="d c b a", value=0.25),
        Example(output="a b c d e f", expected="a b c", spec={"measure": "precision"}, value=0.5),
    ],
)
def rouge_l(spec: RougeLSpec, sample: Sample) -> ScoreOutcome:
    """How many of the expected words the answer has in the same order; used for summaries."""
    got = _WORD.findall(text_of(spec, sample).lower())
    wanted = _WORD.findall((sample.expected or "").lower())
    if len(got) * len(wanted) > MOST_WORK:
        return cannot("The texts are too long to compare word by word")
    common = LCSseq.similarity(got, wanted)
    precision = common / len(got) if got else 0.0
    recall = common / len(wanted) if wanted else 0.0
    both = 2 * precision * recall / (precision + recall) if common else 0.0
    value = {"f": both, "recall": recall, "precision": precision}[spec.measure]
    return graded(
        value,
        spec.pass_at,
        f"{common} of {len(wanted)} expected words in order; F {both:.3f}",
        precision=precision,
        recall=recall,
    )
