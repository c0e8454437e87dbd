"""What a single scorer shows of a target tonight, computed from its sums.

Of other nights only the overall grade is kept case by case.
"""

from math import sqrt

from edison.domain.monitoring.assessment import TargetSeen
from edison.domain.monitoring.comparison_windows import TargetLevel
from edison.domain.monitoring.false_alarm_levels import LOST_AT_MOST

FEWEST_CASES = 2
# What sums of equal scores leave as their spread.
ALIKE = 1e-6


def level_of_scorer(
    target: TargetSeen, scorer: str, limit: float, *, passes: bool
) -> TargetLevel | str:
    """The level, or why there is none."""
    sums = target.scorers.get(scorer)
    if sums is None:
        return f"The run has no scorer {scorer}."
    if sums.errors > LOST_AT_MOST * (sums.scored + sums.errors):
        return f"{scorer} failed on {sums.errors} answers, too many to say anything of the rest."
    answers = sums.passed + sums.not_passed if passes else sums.scored
    # Answers to the same case are counted as one: nobody knows here how much they are alike.
    cases = answers // max(1, target.scores.shape[1])
    if cases < FEWEST_CASES:
        return f"Too little has a {'pass or fail' if passes else 'score'} by {scorer}."
    # Rounded: fifty times 0.7 is not quite 35.
    value = round((sums.passed if passes else sums.total) / answers, 9)
    spread = 0.0 if passes else sums.deviation or 0.0
    if spread < ALIKE:
        # That all are alike may be luck: they vary as passes do that just keep the limit.
        spread = sqrt(limit * (1 - limit))
    error = spread / sqrt(cases)
    return TargetLevel(value=value, error=error, freedom=cases - 1, cases=cases, usual=error**2)
