"""Word-overlap similarity, as in the code of the specification.

If the text and the code of the specification disagree, the code applies. The third worked example strips the comma of
"Friday," and counts 14 words in the union, for a score of 0.135; the code splits at spaces only, finds 15, and gives
0.137.
"""

from typing import Literal

from edison.domain.judging.score import Sample, Scored
from edison.scorers.scorer_plugin import Example, PassAt, TextSpec, graded, scorer, text_of

SUBSTRING = 0.95
JACCARD_SHARE = 0.3
RECALL_SHARE = 0.7
HOURS = "We are open Monday-Friday 9am-5pm PT"


class WordOverlapSpec(TextSpec, frozen=True):
    kind: Literal["word_overlap"] = "word_overlap"
    pass_at: PassAt = 0.7


def similarity(actual: str, expected: str) -> float:
    """Return 1 if equal, 0.95 if the expected text is contained, else 30 % Jaccard and 70 % recall of words."""
    if not expected or not actual:
        return 0.0
    actual_lower = actual.lower().strip()
    expected_lower = expected.lower().strip()
    if actual_lower == expected_lower:
        return 1.0
    if expected_lower in actual_lower:
        return SUBSTRING
    actual_words = set(actual_lower.split())
    expected_words = set(expected_lower.split())
    # An expected text without words is contained in every text, so it is never empty here.
    shared = len(actual_words & expected_words)
    jaccard = shared / len(actual_words | expected_words)
    recall = shared / len(expected_words)
    return min(jaccard * JACCARD_SHARE + recall * RECALL_SHARE, 1.0)


@scorer(
    WordOverlapSpec,
    title="Word overlap",
    needs_expected=True,
    examples=[
        Example(output=HOURS, expected=HOURS, value=1.0),
        Example(
            output=f"Our business hours are: {HOURS}. Thank you!", expected=HOURS, value=SUBSTRING
        ),
        Example(
            output="We operate Monday through Friday, 9am to 5pm Pacific Time",
            expected=HOURS,
            value=(1 / 15) * JACCARD_SHARE + (1 / 6) * RECALL_SHARE,
        ),
        Example(
            output="We are open Monday-Friday from 9am to 5pm Pacific Time",
            expected=HOURS,
            value=(4 / 12) * JACCARD_SHARE + (4 / 6) * RECALL_SHARE,
        ),
    ],
)
def word_overlap(spec: WordOverlapSpec, sample: Sample) -> Scored:
    """How many of the expected words the answer has (70 %), and how few others (30 %). Case is ignored."""
    value = similarity(text_of(spec, sample), sample.expected or "")
    return graded(value, spec.pass_at, f"Word overlap {value:.3f}")
