"""Is the expected answer the right one? Weighs who gave it against who gave the answer that most others gave."""

import numpy as np
from scipy.special import betaln, expit, logit

from edison.domain.arena.psychometrics.gather_answers import Floats, QuestionEvidenceArrays

# How many keys are wrong before anything is known of them: looks at well-known datasets found 1 to 6 in 100.
USUALLY_WRONG = 0.05
# How hard a question may be beside the others, from a strong model's walk-over to a riddle; most are near the middle.
_HARDNESS = np.linspace(-3.5, 3.5, 29)
_HARDNESS_SPREAD = 1.5
# How clearly a question tells strong from weak.
_SHARPNESS = (0.7, 1.0, 1.5, 2.5)
_EASIEST, _HARDEST = 0.02, 0.98
# Wrong answers agree with each other as they do elsewhere in the dataset, as if so many more had been seen.
_AGREEING_AS_IF_SEEN = 6.0
_WRONG_AT_LEAST = 3


def chance_of_wrong_key(evidence: QuestionEvidenceArrays) -> Floats:
    """For each question; 0 where answers cannot be compared or nobody gave another answer.

    Two stories are compared. In one the expected answer is right, and the other is the mistake that people make; in the
    second it is the other way round. In both the strong know the right answer more often than the weak, and those who
    are wrong agree no more than is usual in the dataset. Each story is averaged over how hard the question is and how
    clearly it tells strong from weak.
    """
    strengths = _strengths(evidence)
    agreeing = _usual_agreement(evidence)
    expected = _likelihood(strengths, evidence.key, evidence.other, evidence.rest, agreeing)
    swapped = _likelihood(strengths, evidence.other, evidence.key, evidence.rest, agreeing)
    said = (evidence.other.sum(axis=1) > 0) & (evidence.answers.sum(axis=1) > 0)
    return np.where(said, expit(swapped - expected + logit(USUALLY_WRONG)), 0.0)


def _strengths(evidence: QuestionEvidenceArrays) -> Floats:
    """By what each column achieves on all questions; where some were not asked, by what is usual for those asked."""
    known = ~np.isnan(evidence.grades)
    grades = np.where(known, evidence.grades, 0.0)
    usual = grades.sum(axis=1) / np.maximum(known.sum(axis=1), 1)
    above = np.where(known, grades - usual[:, None], 0.0).sum(axis=0)
    level = float(usual.mean()) + above / np.maximum(known.sum(axis=0), 1)
    return logit(np.clip(level, _EASIEST, _HARDEST))


def _usual_agreement(evidence: QuestionEvidenceArrays) -> float:
    """The share of wrong answers that are the commonest one, on average over questions with several."""
    common, wrong = evidence.other.sum(axis=1), (evidence.other + evidence.rest).sum(axis=1)
    several = wrong >= _WRONG_AT_LEAST
    if not several.any():
        return 0.5
    return float(np.clip((common[several] / wrong[several]).mean(), 0.1, 0.9))


def _likelihood(
    strengths: Floats, right: Floats, mistake: Floats, rest: Floats, agreeing: float
) -> Floats:
    """The logarithm of how likely a story makes the answers, over all ways to be hard and to tell apart."""
    same, other = _AGREEING_AS_IF_SEEN * agreeing, _AGREEING_AS_IF_SEEN * (1 - agreeing)
    told = betaln(same + mistake.sum(axis=1), other + rest.sum(axis=1)) - betaln(same, other)
    wrong = mistake + rest
    reached = [
        right @ np.log(expit(sharpness * (strengths - hardness)))
        + wrong @ np.log(expit(sharpness * (hardness - strengths)))
        - (hardness / _HARDNESS_SPREAD) ** 2 / 2
        for sharpness in _SHARPNESS
        for hardness in _HARDNESS
    ]
    return told + np.logaddexp.reduce(reached, axis=0)
