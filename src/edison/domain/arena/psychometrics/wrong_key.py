"""Probability that the expected answer of a question is wrong.

Estimated from which columns gave the expected answer, and which gave the most frequent different answer.
"""

import numpy as np
from scipy.special import betaln, expit, logit

from edison.domain.arena.psychometrics.gather_answers import Floats, QuestionEvidenceArrays

# Prior probability of a wrong key: reviews of well-known datasets found 1 to 6 in 100.
USUALLY_WRONG = 0.05
# Grid of difficulties relative to the other questions, with a prior that is highest in the middle.
_HARDNESS = np.linspace(-3.5, 3.5, 29)
_HARDNESS_SPREAD = 1.5
# Grid of discriminations.
_SHARPNESS = (0.7, 1.0, 1.5, 2.5)
_EASIEST, _HARDEST = 0.02, 0.98
# Weight of the dataset's usual agreement between wrong answers, in pseudo-observations.
_AGREEING_AS_IF_SEEN = 6.0
_WRONG_AT_LEAST = 3


def chance_of_wrong_key(evidence: QuestionEvidenceArrays) -> Floats:
    """Return the probability of a wrong expected answer for each question; 0 without comparable or different answers.

    Compares two hypotheses: the expected answer is right and the most frequent different answer is a common mistake, or
    the reverse. In both, strong columns know the right answer more often than weak columns, and wrong answers coincide
    as often as is usual in the dataset. Likelihoods are averaged over difficulties and discriminations.
    """
    strengths = _strengths(evidence)
    agreeing = _usual_agreement(evidence)
    expected = _likelihood(strengths, evidence.key, evidence.other, evidence.rest, agreeing)
    swapped = _likelihood(strengths, evidence.other, evidence.key, evidence.rest, agreeing)
    said = (evidence.other.sum(axis=1) > 0) & (evidence.answers.sum(axis=1) > 0)
    return np.where(said, expit(swapped - expected + logit(USUALLY_WRONG)), 0.0)


def _strengths(evidence: QuestionEvidenceArrays) -> Floats:
    """Return the strength of each column in logits: its mean grade, adjusted for the difficulty of its questions."""
    known = ~np.isnan(evidence.grades)
    grades = np.where(known, evidence.grades, 0.0)
    usual = grades.sum(axis=1) / np.maximum(known.sum(axis=1), 1)
    above = np.where(known, grades - usual[:, None], 0.0).sum(axis=0)
    level = float(usual.mean()) + above / np.maximum(known.sum(axis=0), 1)
    return logit(np.clip(level, _EASIEST, _HARDEST))


def _usual_agreement(evidence: QuestionEvidenceArrays) -> float:
    """Return the share of the most frequent wrong answer among all wrong answers, averaged over questions."""
    common, wrong = evidence.other.sum(axis=1), (evidence.other + evidence.rest).sum(axis=1)
    several = wrong >= _WRONG_AT_LEAST
    if not several.any():
        return 0.5
    return float(np.clip((common[several] / wrong[several]).mean(), 0.1, 0.9))


def _likelihood(
    strengths: Floats, right: Floats, mistake: Floats, rest: Floats, agreeing: float
) -> Floats:
    """Return the log-likelihood of the answers to each question, averaged over difficulties and discriminations."""
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
