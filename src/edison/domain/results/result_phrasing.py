"""Sentences about a run's results, on the scale of the metric."""

from collections.abc import Sequence
from typing import Protocol

from edison.domain.results.run_metrics import LABELS_FIRST, Metric
from edison.domain.results.run_summary import ColumnResult, Covers, Figure, Summary
from edison.domain.statistics.detectable_difference import fewest_cases
from edison.domain.statistics.estimates import Estimate
from edison.domain.statistics.required_sample_size import Reach, Spread
from edison.domain.statistics.statistics_phrasing import (
    Measure,
    count,
    listed,
    of_estimate,
    percent,
)
from edison.domain.statistics.unseen_case_share import missing_share


class Scaled(Protocol):
    """Protocol of objects with a scale: metrics and rubrics."""

    @property
    def scale(self) -> int | None: ...


def score_measure(of: Scaled | None) -> Measure:
    """Return how to format scores: on the scorer's own scale if the scorer has a scale, else from 0 to 1."""
    return Measure(top=of.scale) if of and of.scale else Measure()


def say_column(column: ColumnResult, measure: Measure, metric: Metric) -> str:
    """Describe a column's score. Where labels of people count in it, the sentence says so."""
    if column.composite is None:
        return f"{column.model_name} has no grade yet."
    said = f"{column.model_name}: {of_estimate(_estimate(column.composite), measure=measure)}"
    if column.labels and metric.kind == LABELS_FIRST and metric.scorers:
        said += f" Labels of people count first in {count(column.labels, 'cell')}."
    lost = column.errors.target + column.errors.judge
    if column.inconclusive:
        return f"{said} But {count(lost, 'cell')} have no usable score: this is inconclusive."
    return (
        f"{said} {count(lost, 'error')} {'is' if lost == 1 else 'are'} not part of it."
        if lost
        else said
    )


def say_results(summary: Summary, covers: Covers, *, computed: bool) -> str:
    """Describe the result of the whole run in one sentence, with the number of cells it is based on."""
    if not computed:
        return "The results are being computed."
    if not any(column.composite for column in summary.columns):
        return "No cell has a grade yet."
    far = (
        ""
        if covers.cells >= covers.of
        else f" So far {covers.cells:,} of {covers.of:,} cells count."
    )
    bad = [column for column in summary.columns if column.inconclusive]
    if bad:
        names = ", ".join(column.model_name for column in bad)
        return f"Inconclusive: more than one in ten cells of {names} has no usable score.{far}"
    measure = score_measure(summary.measure)
    best = next(column for column in summary.columns if column.column == summary.best)
    alone = len(summary.columns) == 1
    said = say_column(best, measure, summary.measure)
    tied = _tied(summary.columns, best, measure)
    if tied:
        return f"{listed([best.model_name, *tied])} tie for the highest score. {said}{far}"
    return f"{'' if alone else 'Highest is '}{said}{far}"


def _tied(columns: Sequence[ColumnResult], best: ColumnResult, measure: Measure) -> list[str]:
    """Return the names of the other columns whose score reads the same as the best one."""
    top = best.composite
    return [
        column.model_name
        for column in columns
        if column is not best
        and column.composite is not None
        and top is not None
        and measure.say(column.composite.value) == measure.say(top.value)
    ]


def _estimate(figure: Figure) -> Estimate:
    return Estimate(
        value=figure.value,
        low=figure.low,
        high=figure.high,
        n=figure.n,
        clusters=figure.clusters,
        method=figure.method,
    )


def say_reach(reach: Reach, metric: str, measure: Measure) -> str:
    fewest = fewest_cases(reach.comparisons)
    if reach.cases < fewest:
        return f"With {count(reach.cases, 'case')} no difference can be shown: {fewest} are needed."
    if reach.detectable is None:
        return f"{count(reach.cases, 'case')} are too few to show even the largest difference."
    each = f" in each of {reach.comparisons} comparisons" if reach.comparisons > 1 else ""
    found = (
        f"A true difference of {measure.distance(reach.detectable)} in {metric} is found"
        f" with a chance of 80%{each}; a smaller one is often missed."
    )
    share = percent(missing_share(reach.cases))
    if reach.detectable_beyond is None:
        return (
            f"{found} {count(reach.cases, 'case')} cannot show that it holds beyond them: a kind of case that is up to"
            f" {share} of your traffic may be missing."
        )
    if reach.detectable_beyond <= reach.detectable:
        return found
    return (
        f"{found} From {measure.distance(reach.detectable_beyond)} it also holds beyond these cases, although a kind of"
        f" case that is up to {share} of your traffic may be missing."
    )


def say_basis(source: str, runs: Sequence[int], cases: int, spread: Spread) -> str:
    """Name the source of the variance: earlier runs, or an assumption."""
    if source == "assumed":
        return (
            "Assumed that one case in ten changes from fail to pass or back:"
            " no earlier run of this prompt has this metric."
        )
    on = count(cases, "case")
    if source == "scores":
        said = (
            f"Based on the scores of run #{runs[0]} on {on}, and on the assumption that two versions"
            " have half of the variance between cases in common."
        )
    elif len(runs) == 1:
        said = f"Based on how the columns of run #{runs[0]} differ on {on}."
    else:
        said = f"Based on how run #{runs[0]} differs from run #{runs[1]} on {on}."
    if spread.repeated:
        return said
    return f"{said} No case was run twice in it, so the effect of more trials is not included."
