"""Agreement between the judges of a panel, overall and for each criterion."""

from collections.abc import Sequence

import numpy as np

from edison.domain.results.run_arrays import NOT_PASSED, PASSED, Floats, RunArrays, ScorerArrays
from edison.domain.results.run_summary import AgreementResult, RubricOfRun
from edison.domain.runs.cell_labels import Panel
from edison.domain.statistics.rater_agreement import Agreement, fleiss_kappa, krippendorff_alpha

# Krippendorff's thresholds for reliable agreement, and for tentative conclusions.
GOOD, FAIR = 0.8, 0.667


def agreement_of(
    run: RunArrays, panel: Panel, rubric: RubricOfRun | None, of: str = "answers"
) -> tuple[AgreementResult, ...]:
    judges = [run.said[scorer] for scorer in panel.scorers if scorer in run.said]
    if len(judges) < 2:
        return ()
    of_case = np.arange(run.states.size) // (run.trials * run.columns)
    found = [
        _result(
            None,
            krippendorff_alpha(np.vstack([judge.values for judge in judges]), clusters=of_case),
            fleiss_kappa(np.vstack([_passes(judge) for judge in judges]), clusters=of_case),
            len(judges),
            of,
        )
    ]
    names = rubric.criteria if rubric else ()
    for place, name in enumerate(names):
        given: Sequence[Floats] = [
            judge.criteria[place].astype(np.float64)
            for judge in judges
            if place < len(judge.criteria)
        ]
        if len(given) > 1:
            alpha = krippendorff_alpha(np.vstack(given), clusters=of_case)
            found.append(_result(name, alpha, None, len(given), of))
    return tuple(found)


def _passes(judge: ScorerArrays) -> Floats:
    found = np.full(judge.codes.shape, np.nan)
    found[judge.codes == PASSED] = 1.0
    found[judge.codes == NOT_PASSED] = 0.0
    return found


def _result(
    criterion: str | None, alpha: Agreement | None, kappa: Agreement | None, judges: int, of: str
) -> AgreementResult:
    return AgreementResult(
        criterion=criterion,
        alpha=None if alpha is None else alpha.value,
        kappa=None if kappa is None else kappa.value,
        n=0 if alpha is None else alpha.n,
        judges=judges,
        sentence=_sentence(criterion, alpha, judges, of),
    )


def _sentence(criterion: str | None, alpha: Agreement | None, judges: int, of: str) -> str:
    about = f"on {criterion}" if criterion else "overall"
    if alpha is None:
        return f"The agreement of the {judges} judges {about} cannot be measured."
    if alpha.value >= GOOD:
        say = f"The {judges} judges agree well {about}"
    elif alpha.value >= FAIR:
        say = f"The {judges} judges agree fairly {about}: good enough for tentative conclusions"
    else:
        say = f"The {judges} judges do not agree {about}: do not rely on their mean"
    return f"{say} (alpha {alpha.value:.2f} on {alpha.n} {of})."
