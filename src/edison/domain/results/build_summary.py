"""Computation of a run's results from its arrays: figures and sentences for each metric."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from edison.domain.results.case_facets import facets_of
from edison.domain.results.column_results import column_result, criteria_of, labels_plan
from edison.domain.results.grade_arrays import Kept, keep_grades
from edison.domain.results.judge_agreement import agreement_of
from edison.domain.results.pairwise_results import Pairing, pairwise_result
from edison.domain.results.result_phrasing import say_column, score_measure
from edison.domain.results.run_arrays import Grades, RunArrays, grades_of, is_finished
from edison.domain.results.run_metrics import Metric
from edison.domain.results.run_summary import Covers, RubricOfRun, Summary
from edison.domain.runs.cell_labels import Panel
from edison.domain.runs.run_plan import Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class RunDescription:
    """Plan, scorers and metrics of a run, without its cells."""

    plan: Plan
    # The judges of the rubric, or else the first grader or scorer. Experiments and monitors use it.
    panel: Panel
    rubric: RubricOfRun | None
    metrics: tuple[Metric, ...]
    pairings: Sequence[Pairing] = ()

    @property
    def judging(self) -> Metric:
        """Metric that measures the same scorers as the panel."""
        same = (
            one
            for one in self.metrics
            if one.scorers == self.panel.scorers and (one.is_machine or not one.scorers)
        )
        return next(same, self.metrics[0])

    @property
    def scorers(self) -> list[int]:
        """Numbers of all scorers that are part of a metric."""
        return sorted({number for metric in self.metrics for number in metric.scorers})


def names_of(plan: Plan) -> list[str]:
    """Return a name for each column, as short as possible while unique."""
    models = [column.model_name for column in plan.columns]
    versions = [column.versioned_name for column in plan.columns]
    if len(set(models)) == len(models):
        return models
    if len(set(versions)) == len(versions):
        return versions
    both = [f"{version} on {model}" for version, model in zip(versions, models, strict=True)]
    if len(set(both)) == len(both):
        return both
    return [f"{name} (column {number + 1})" for number, name in enumerate(both)]


def summarise_metrics(
    run: RunArrays, about: RunDescription
) -> tuple[tuple[Summary, ...], dict[str, Kept]]:
    """Summarise the run by each of its metrics; return the summaries, and the grades by metric key."""
    summaries: list[Summary] = []
    kept: dict[str, Kept] = {}
    made: dict[Panel, tuple[Summary, Kept]] = {}
    for metric in about.metrics:
        # The composite of one judge equals that judge's own metric, so it is computed once.
        if metric.panel not in made:
            made[metric.panel] = summarise(run, about, metric)
        summary, kept[metric.key] = made[metric.panel]
        summaries.append(replace(summary, measure=metric))
    return tuple(summaries), kept


def summarise(
    run: RunArrays, about: RunDescription, metric: Metric | None = None
) -> tuple[Summary, Kept]:
    """Summarise the run by one metric, by default the panel's metric. Deterministic."""
    metric = metric or about.judging
    grades = grades_of(run, metric.panel)
    measure = score_measure(metric)
    columns = tuple(
        column_result(
            run, grades, metric, criteria_of(run, about.panel, about.rubric, number), number, column
        )
        for number, column in enumerate(about.plan.columns)
    )
    plan, labels_sentence = labels_plan(run, grades, metric.panel, measure)
    return (
        Summary(
            covers=_covers(run, grades),
            rubric=about.rubric,
            measure=metric,
            columns=tuple(
                replace(column, sentence=say_column(column, measure, metric)) for column in columns
            ),
            pairwise=pairwise_result(run, about.pairings, names_of(about.plan)),
            agreement=agreement_of(run, about.panel, about.rubric),
            facets=facets_of(run, grades, about.plan, measure),
            labels_plan=plan,
            labels_sentence=labels_sentence,
        ),
        keep_grades(run, grades),
    )


def _covers(run: RunArrays, grades: Grades) -> Covers:
    return Covers(cells=int(is_finished(grades.standings).sum()), of=int(run.states.size))
