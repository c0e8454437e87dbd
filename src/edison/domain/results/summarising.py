"""Puts the results of a run together, from arrays to what is told."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from edison.domain.results.agreeing import agreement_of
from edison.domain.results.arrays import Grades, RunArrays, grades_of, is_finished
from edison.domain.results.columns import column_result, labels_plan
from edison.domain.results.facets import facets_of
from edison.domain.results.keeping import Kept, keep
from edison.domain.results.pairwise import Pairing, pairwise_result
from edison.domain.results.shapes import Covers, Measure, RubricOfRun, Summary
from edison.domain.results.words import say_column, score_measure
from edison.domain.runs.marks import Panel
from edison.domain.runs.plan import Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What is known of a run besides its cells."""

    plan: Plan
    panel: Panel
    measure: Measure | None
    rubric: RubricOfRun | None
    pairings: Sequence[Pairing] = ()


def names_of(plan: Plan) -> list[str]:
    """What columns are called in sentences: as short as tells them apart."""
    models = [column.model_name for column in plan.columns]
    versions = [f"{column.prompt_name} v{column.number}" for column in plan.columns]
    if len(set(models)) == len(models):
        return models
    if len(set(versions)) == len(versions):
        return versions
    both = [f"{version} on {model}" for version, model in zip(versions, models, strict=True)]
    if len(set(both)) == len(both):
        return both
    return [f"{name} (column {number + 1})" for number, name in enumerate(both)]


def summarise(run: RunArrays, about: About) -> tuple[Summary, Kept]:
    """Deterministic: the same arrays always come to the same figures."""
    grades = grades_of(run, about.panel)
    measure = score_measure(about.rubric)
    columns = tuple(
        column_result(run, grades, about.panel, about.rubric, number, column)
        for number, column in enumerate(about.plan.columns)
    )
    plan, labels_sentence = labels_plan(run, grades, about.panel, measure)
    return (
        Summary(
            covers=_covers(run, grades),
            rubric=about.rubric,
            measure=about.measure,
            columns=tuple(
                replace(column, sentence=say_column(column, measure)) for column in columns
            ),
            pairwise=pairwise_result(run, about.pairings, names_of(about.plan)),
            agreement=agreement_of(run, about.panel, about.rubric),
            facets=facets_of(run, grades, about.plan, measure),
            labels_plan=plan,
            labels_sentence=labels_sentence,
        ),
        keep(run, grades),
    )


def _covers(run: RunArrays, grades: Grades) -> Covers:
    return Covers(cells=int(is_finished(grades.standings).sum()), of=int(run.states.size))
