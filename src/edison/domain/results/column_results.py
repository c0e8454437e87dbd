"""Results of one column: score, criteria, errors and consistency. Also builds the labels of comparisons."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from edison.domain.results.result_phrasing import score_measure
from edison.domain.results.run_arrays import (
    FAILED,
    Floats,
    Grades,
    RunArrays,
    is_finished,
    is_lost,
    passes_of,
)
from edison.domain.results.run_metrics import Metric
from edison.domain.results.run_summary import (
    LOST_AT_MOST,
    ColumnResult,
    CriterionResult,
    Errors,
    Figure,
    LabelsWorth,
    RepeatResult,
    RubricOfRun,
    figure,
    on_own_scale,
)
from edison.domain.runs.cell_labels import Panel
from edison.domain.runs.run_plan import Column, Run
from edison.domain.statistics.corrected_means import FEWEST_LABELLED, corrected_mean, labels_worth
from edison.domain.statistics.estimates import mean_of, proportion_of
from edison.domain.statistics.repeated_trials import flip_rate, pass_at_k, pass_hat_k
from edison.domain.statistics.statistics_phrasing import (
    Measure,
    of_corrected,
    of_labels_plan,
    of_repeats,
)

BARS = 10


def column_result(
    run: RunArrays,
    grades: Grades,
    metric: Metric,
    criteria: tuple[CriterionResult, ...],
    number: int,
    column: Column,
) -> ColumnResult:
    """Compute the results of a column for one metric. `criteria` belong to the run's rubric, not to the metric."""
    values = run.of_column(grades.values, number)
    standings = run.of_column(grades.standings, number)
    states = run.of_column(run.states, number)
    passes = passes_of(standings)
    of_case = np.repeat(np.arange(run.rows // run.trials), run.trials)
    finished, lost = is_finished(standings), is_lost(standings)
    failed = int((states == FAILED).sum())
    composite = figure(mean_of(values.reshape(-1), of_case))
    looked = looked_at(run, grades, metric.panel, number)
    corrected, corrected_sentence = _corrected(looked, score_measure(metric))
    has_label = labelled(run, number).reshape(-1)
    human = run.of_column(run.manual, number).reshape(-1)
    any_label = bool(has_label.any())
    machine = run.of_column(grades.panel, number).reshape(-1)
    return ColumnResult(
        column=number,
        model_name=column.model_name,
        prompt_name=column.prompt_name,
        version=column.number,
        composite=composite,
        own=on_own_scale(composite, metric.scale),
        pass_rate=figure(proportion_of(passes.reshape(-1), of_case)),
        criteria=criteria,
        errors=Errors(target=failed, judge=int(lost.sum()) - failed),
        cells=int(values.size),
        graded=int((~np.isnan(values)).sum()),
        inconclusive=bool(lost.sum() > LOST_AT_MOST * finished.sum()),
        repeats=_repeats(passes) if run.trials > 1 else None,
        judges=figure(mean_of(machine, of_case)) if any_label and metric.scorers else None,
        people=figure(mean_of(human, of_case)) if any_label else None,
        labels_are_binary=any_label and bool(np.isin(human[has_label], (0.0, 1.0)).all()),
        corrected=corrected,
        corrected_sentence=corrected_sentence,
        labels=int(has_label.sum()),
    )


def criteria_of(
    run: RunArrays, panel: Panel, rubric: RubricOfRun | None, number: int
) -> tuple[CriterionResult, ...]:
    """Return the mean of each criterion over all judges. A value that a judge left out is missing, not zero."""
    if rubric is None:
        return ()
    judges = [run.said[scorer] for scorer in panel.scorers if scorer in run.said]
    cases = run.rows // run.trials
    of_case = np.tile(np.repeat(np.arange(cases), run.trials), max(1, len(judges)))
    found: list[CriterionResult] = []
    for place, (name, scale) in enumerate(zip(rubric.criteria, rubric.scales, strict=True)):
        given = [
            run.of_column(judge.criteria[place], number).reshape(-1)
            for judge in judges
            if place < len(judge.criteria)
        ]
        values = np.concatenate(given).astype(np.float64) if given else np.array([np.nan])
        found.append(_criterion(name, scale, values, of_case[: values.size]))
    return tuple(found)


def _criterion(name: str, scale: int, values: Floats, of_case: np.ndarray) -> CriterionResult:
    # Stored with few digits; values are kept within the scale.
    values = np.clip(values, 0.0, 1.0)
    known = values[~np.isnan(values)]
    bars = np.minimum((known * BARS).astype(np.int64), BARS - 1)
    return CriterionResult(
        name=name,
        scale=scale,
        mean=float(known.mean()) if known.size else None,
        min=float(known.min()) if known.size else None,
        max=float(known.max()) if known.size else None,
        deviation=float(known.std(ddof=1)) if known.size > 1 else None,
        estimate=figure(mean_of(values, of_case)),
        histogram=tuple(int(count) for count in np.bincount(bars, minlength=BARS)),
        n=int(known.size),
    )


def _repeats(passes: Floats) -> RepeatResult:
    trials = passes.shape[1]
    by_case: Sequence[Sequence[bool]] = [
        [bool(value) for value in case[~np.isnan(case)]] for case in passes
    ]
    by_case = [case for case in by_case if case]
    at_k, hat_k = pass_at_k(by_case, trials), pass_hat_k(by_case, trials)
    flips = flip_rate(by_case)
    return RepeatResult(
        trials=trials,
        pass_at_k=figure(at_k),
        pass_hat_k=figure(hat_k),
        flip_rate=figure(flips),
        sentence=of_repeats(at_k, hat_k, flips, trials),
    )


def labelled(run: RunArrays, number: int) -> np.ndarray:
    """Return a mask of the column's answers that a person has graded."""
    return ~np.isnan(run.of_column(run.manual, number))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LabelledScores:
    """Judge scores of unlabelled answers, and pairs of judge score and human label for labelled answers.

    Answers that a person chose to label count as unlabelled, because they are not a random sample.
    """

    rest: Floats
    judged: Floats
    human: Floats
    rest_case: np.ndarray
    judged_case: np.ndarray


def looked_at(
    run: RunArrays, grades: Grades, panel: Panel, number: int | None
) -> LabelledScores | None:
    """Return the scores of one column, or of all columns if `number` is None.

    Return None if there are too few labels, or if all answers are labelled.
    """
    if not panel.scorers:
        return None
    of_case = np.arange(run.states.size) // (run.trials * run.columns)
    ours = slice(None) if number is None else slice(number, None, run.columns)
    judged, human, of_case = grades.panel[ours], run.manual[ours], of_case[ours]
    known = ~np.isnan(judged)
    both = known & ~np.isnan(human) & run.drawn[ours]
    rest = known & ~both
    if both.sum() < FEWEST_LABELLED or not rest.any():
        return None
    return LabelledScores(
        rest=judged[rest],
        judged=judged[both],
        human=human[both],
        rest_case=of_case[rest],
        judged_case=of_case[both],
    )


def _corrected(looked: LabelledScores | None, measure: Measure) -> tuple[Figure | None, str]:
    """Estimate the mean of human grades: the judges' mean, corrected by their error on labelled answers."""
    if looked is None:
        return None, ""
    found = corrected_mean(
        looked.rest,
        looked.judged,
        looked.human,
        rest_clusters=looked.rest_case,
        labelled_clusters=looked.judged_case,
    )
    judges = mean_of(
        np.concatenate([looked.rest, looked.judged]),
        np.concatenate([looked.rest_case, looked.judged_case]),
    )
    said = of_corrected(found, judges, looked.human.size, measure)
    return figure(found), f"{said.sentence} {said.next_step}"


def labels_plan(
    run: RunArrays, grades: Grades, panel: Panel, measure: Measure
) -> tuple[tuple[LabelsWorth, ...] | None, str]:
    """Return the precision of the corrected mean for larger numbers of labels, over all columns."""
    looked = looked_at(run, grades, panel, None)
    if looked is None:
        return None, of_labels_plan([], measure) if panel.scorers else ""
    plans = labels_worth(
        looked.rest,
        looked.judged,
        looked.human,
        rest_clusters=looked.rest_case,
        labelled_clusters=looked.judged_case,
    )
    return (
        tuple(LabelsWorth(labels=plan.labels, half_width=plan.half_width) for plan in plans),
        of_labels_plan(plans, measure),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonLabel:
    # Such as "v3 against v2 on demo-careful".
    label: str
    # For sentences, the base first.
    names: tuple[str, str]


def label_comparison(this: tuple[Run, int], other: tuple[Run, int]) -> ComparisonLabel:
    """Build the label of a comparison: `this` before `other`, with shared parts such as the model only once."""
    here, there = this[0].plan.columns[this[1]], other[0].plan.columns[other[1]]
    same_model = (here.model, here.parameters) == (there.model, there.parameters)
    if here.version != there.version and same_model:
        ours, theirs = _versions(here, there)
        return _label(ours, theirs, _on_model(here))
    if here.version == there.version and same_model and this[0].id != other[0].id:
        ours, theirs = f"run #{this[0].number}", f"run #{other[0].number}"
        return _label(ours, theirs, f", both {_short_version(here)}{_on_model(here)}")
    if here.version == there.version and here.model_name != there.model_name:
        return _label(here.model_name, there.model_name, f" with v{here.number}")
    ours, theirs = _versions(here, there)
    first, second = f"{ours}{_on_model(here)}", f"{theirs}{_on_model(there)}"
    if first == second:
        first, second = f"{first} (column {this[1] + 1})", f"{second} (column {other[1] + 1})"
    return _label(first, second, "")


def _versions(here: Column, there: Column) -> tuple[str, str]:
    if here.prompt == there.prompt:
        return _short_version(here), _short_version(there)
    return here.versioned_name, there.versioned_name


def _short_version(column: Column) -> str:
    return f"v{column.number}" if column.number else column.prompt_name


def _on_model(column: Column) -> str:
    """Return the model of the column in words; an application has none."""
    return f" on {column.model_name}" if column.number else ""


def _label(ours: str, theirs: str, shared: str) -> ComparisonLabel:
    return ComparisonLabel(label=f"{ours} against {theirs}{shared}", names=(theirs, ours))
