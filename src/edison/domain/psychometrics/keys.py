"""Is the expected answer the right one? Weighs who gave it against who gave the answer that most others gave."""

import numpy as np
from scipy.special import expit, logit

from edison.domain.psychometrics.evidence import Evidence, Floats

# How many keys are wrong before anything is known of them: looks at well-known datasets found 1 to 6 in 100.
USUALLY_WRONG = 0.05
# How hard a question may be, from a strong model's walk-over to a riddle.
_HARDNESS = np.linspace(-5, 5, 41)
_SHARPNESS = (1.0, 1.5, 2.5)
_EASIEST, _HARDEST = 0.02, 0.98


def chance_of_wrong_key(evidence: Evidence) -> Floats:
    """For each question; 0 where answers cannot be compared or nobody gave another answer.

    Two stories are compared. In one the expected answer is right, and the other is the mistake that people make; in the
    second it is the other way round. In both the strong know the right answer more often than the weak. Each story may
    choose how hard the question is.
    """
    strengths = _strengths(evidence)
    expected = _likelihood(strengths, evidence.key, evidence.other, evidence.rest)
    swapped = _likelihood(strengths, evidence.other, evidence.key, evidence.rest)
    said = (evidence.other.sum(axis=1) > 0) & (evidence.answers.sum(axis=1) > 0)
    return np.where(said, expit(swapped - expected + logit(USUALLY_WRONG)), 0.0)


def _strengths(evidence: Evidence) -> Floats:
    """By what each column achieves on all questions; where some were not asked, by what is usual for those asked."""
    known = ~np.isnan(evidence.grades)
    grades = np.where(known, evidence.grades, 0.0)
    usual = grades.sum(axis=1) / np.maximum(known.sum(axis=1), 1)
    above = np.where(known, grades - usual[:, None], 0.0).sum(axis=0)
    level = float(usual.mean()) + above / np.maximum(known.sum(axis=0), 1)
    return logit(np.clip(level, _EASIEST, _HARDEST))


def _likelihood(strengths: Floats, right: Floats, mistake: Floats, rest: Floats) -> Floats:
    """The best logarithm that a story reaches, over all ways to be hard."""
    wrong = (mistake + rest).sum(axis=1)
    share = np.divide(mistake.sum(axis=1), wrong, out=np.full(len(wrong), 0.5), where=wrong > 0)
    share = np.clip(share, 1e-9, 1 - 1e-9)
    told = mistake.sum(axis=1) * np.log(share) + rest.sum(axis=1) * np.log(1 - share)
    reached = [
        right @ np.log(expit(sharpness * (strengths - hardness)))
        + (mistake + rest) @ np.log(expit(sharpness * (hardness - strengths)))
        for sharpness in _SHARPNESS
        for hardness in _HARDNESS
    ]
    return told + np.max(reached, axis=0)
