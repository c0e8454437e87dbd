"""Accept or reject a candidate prompt, on cases that its refiner has not seen if there are enough cases.

Each comparison on the validation split ("use") spends a third of the remaining significance level: 1.67 %, 1.11 %,
0.74 % and so on. All uses together spend at most 5 %, no matter how many candidates an experiment tries.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from edison.domain.experiments.experiment import EvidenceKind, Iteration, IterationVerdict
from edison.domain.experiments.experiment_progress import has_gained
from edison.domain.experiments.experiment_splits import FEWEST_CASES, CaseDraw
from edison.domain.results.column_comparisons import matched
from edison.domain.results.run_summary import Compared, Figure
from edison.domain.results.target_composites import (
    Several,
    compare_several,
    composite_of,
    paired_over,
)
from edison.domain.statistics.paired_comparison import WORSE_HERE, Verdict
from edison.domain.statistics.statistics_phrasing import Measure, count

ALPHA = 0.05
SPENT_BY_A_USE = 1 / 3
# Label of a gain on cases that the refiner has seen: the change may be kept, but it is not proven.
SEEN_GAIN = Verdict.BETTER_ON_THESE_CASES
NOT_EVIDENCE = "cases that the refiner has seen: this is not evidence of improvement"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MeasuredVersion:
    """Results of a prompt version in the iteration with this number."""

    number: int
    several: Several

    def score_on(self, validation: frozenset[bytes]) -> Figure | None:
        """Return the mean score on the validation cases, or on all cases if there is no validation split."""
        return composite_of(self.several.only(validation) if validation else self.several)


@dataclass(frozen=True, slots=True, kw_only=True)
class Assessed:
    verdict: IterationVerdict
    # None: the scores are not reliable.
    gained: bool | None


def alpha_of_use(use: int) -> float:
    """Return the significance level of the n-th use of the validation split, counted from 1."""
    return ALPHA * SPENT_BY_A_USE * (1 - SPENT_BY_A_USE) ** (use - 1)


def uses_of(iterations: Iterable[Iteration]) -> int:
    """Count the iterations whose candidate was compared with the champion."""
    return sum(iteration.verdict is not None for iteration in iterations)


def assess_candidate(
    champion: MeasuredVersion,
    candidate: MeasuredVersion,
    *,
    validation: frozenset[bytes],
    use: int,
    min_delta: float,
    measure: Measure,
) -> Assessed | None:
    """Compare a candidate with the champion. Return None if the two have no target in common."""
    base, other = champion.several, candidate.several
    if validation:
        base, other = base.only(validation), other.only(validation)
    alpha = alpha_of_use(use)
    names = f"iteration {champion.number}", f"iteration {candidate.number}"
    found = compare_several(base, other, names, measure, alpha=alpha)
    if found is None:
        return None
    effect = None if found.effect is None else found.effect.value
    gained = None
    if found.verdict != Verdict.INCONCLUSIVE:
        gained = has_gained(found.verdict, effect, champion.score_on(validation), min_delta)
    verdict = IterationVerdict(
        against=champion.number,
        verdict=found.verdict,
        effect=found.effect,
        p=found.p,
        cases=found.cases,
        sentence=f"{found.sentence} {evidence_sentence(found.cases, use)}",
        evidence=EvidenceKind.VALIDATION,
        use=use,
        alpha=alpha,
        train_effect=_train_effect(champion, candidate, validation),
    )
    return Assessed(
        verdict=verdict if validation else _on_seen_cases(verdict, found, names, measure),
        gained=gained,
    )


def evidence_sentence(cases: int, use: int) -> str:
    return (
        f"Measured on {count(cases, 'validation case')} that the refiner has not seen. "
        f"Validation was used {count(use, 'time')}, so p had to be at most {alpha_of_use(use):.4f}."
    )


def splits_sentence(draw: CaseDraw, uses: int) -> str:
    """Describe the splits of an experiment, and how often the validation split was used."""
    held = (
        f"The final check uses {count(draw.holdout, 'hold-out case')} that no iteration has seen."
        if draw.holdout
        else "There is no hold-out, so every case took part in some decision."
    )
    if not draw.validation:
        return (
            f"{count(draw.train, 'case')} are too few for a validation split (at least {FEWEST_CASES}): changes are "
            f"accepted on seen cases only, which is not evidence of improvement. {held}"
        )
    return (
        f"The refiner sees {count(draw.train, 'training case')}; changes are accepted on "
        f"{count(draw.validation, 'validation case')} that it does not see. Validation was used "
        f"{count(uses, 'time')}; the next change must reach p ≤ {alpha_of_use(uses + 1):.4f}. {held}"
    )


def _on_seen_cases(
    verdict: IterationVerdict, found: Compared, names: tuple[str, str], measure: Measure
) -> IterationVerdict:
    """Reword a verdict on cases that the refiner has seen: a gain on these cases is not reported as "better"."""
    seen = replace(verdict, evidence=EvidenceKind.SEEN)
    if found.verdict != Verdict.BETTER or found.effect is None:
        return replace(seen, sentence=f"{found.sentence} Measured on {NOT_EVIDENCE}.")
    base, other = names
    return replace(
        seen,
        verdict=SEEN_GAIN,
        sentence=f"“{other}” is {measure.distance(found.effect.value)} higher than “{base}” on "
        f"{found.cases:,} {NOT_EVIDENCE}.",
    )


def refines_champion(verdict: str | None) -> bool:
    """Return whether the next suggestion starts from the champion rather than from the newest version."""
    return verdict in WORSE_HERE


def _train_effect(
    champion: MeasuredVersion, candidate: MeasuredVersion, validation: frozenset[bytes]
) -> float | None:
    """Return the mean difference on the cases that the refiner saw.

    A gain on these cases alone indicates overfitting.
    """
    if not validation:
        return None
    base, other = champion.several.without(validation), candidate.several.without(validation)
    pair = paired_over(base, other, matched(other.kept, base.kept))
    return float(np.mean(pair.other - pair.base)) if pair.cases else None
