"""The results of a run in one sentence each, on the scale that people see beside them."""

from edison.domain.results.shapes import ColumnResult, Covers, Figure, RubricOfRun, Summary
from edison.domain.statistics.estimates import Estimate
from edison.domain.statistics.words import Measure, count, of_estimate


def score_measure(rubric: RubricOfRun | None) -> Measure:
    """Scores as they are shown: on the rubric's own scale, if there is one."""
    return Measure(top=rubric.scale) if rubric else Measure()


def say_column(column: ColumnResult, measure: Measure) -> str:
    if column.composite is None:
        return f"{column.model_name} has no grade yet."
    said = f"{column.model_name}: {of_estimate(_estimate(column.composite), measure=measure)}"
    lost = column.errors.target + column.errors.judge
    if column.inconclusive:
        return f"{said} But {count(lost, 'cell')} have no usable score: this is inconclusive."
    return (
        f"{said} {count(lost, 'error')} {'is' if lost == 1 else 'are'} not part of it."
        if lost
        else said
    )


def say_mean(column: ColumnResult, measure: Measure) -> str:
    """Before anyone has computed an interval that can be relied on."""
    if column.composite is None:
        return f"{column.model_name} has no grade yet."
    return (
        f"{column.model_name} has a mean score of {measure.say(column.composite.value)} so far; how sure that is"
        " has not been computed yet."
    )


def say_results(summary: Summary, covers: Covers, *, computed: bool) -> str:
    """The whole in one sentence, and how much of the run it rests on."""
    if not any(column.composite for column in summary.columns):
        return "Nothing has a grade yet."
    far = (
        ""
        if covers.cells >= covers.of
        else f" So far {covers.cells:,} of {covers.of:,} cells count."
    )
    if not computed:
        return f"These are means only; intervals are being computed.{far}"
    bad = [column for column in summary.columns if column.inconclusive]
    if bad:
        names = ", ".join(column.model_name for column in bad)
        return f"Inconclusive: more than one in ten cells of {names} has no usable score.{far}"
    measure = score_measure(summary.rubric)
    best = next(column for column in summary.columns if column.column == summary.best)
    alone = len(summary.columns) == 1
    return f"{'' if alone else 'Highest is '}{say_column(best, measure)}{far}"


def _estimate(figure: Figure) -> Estimate:
    return Estimate(
        value=figure.value,
        low=figure.low,
        high=figure.high,
        n=figure.n,
        clusters=figure.clusters,
        method=figure.method,
    )
