"""Say in sentences what a planned run can detect, and what that claim rests on."""

from collections.abc import Sequence

from edison.domain.statistics.sample_size import Reach, Spread, fewest_cases
from edison.domain.statistics.statistics_phrasing import Measure, count


def say_reach(reach: Reach, metric: str, measure: Measure) -> str:
    fewest = fewest_cases(reach.comparisons)
    if reach.cases < fewest:
        return f"With {count(reach.cases, 'case')} no difference can be shown: it takes {fewest}."
    if reach.detectable is None:
        return f"{count(reach.cases, 'case')} are too few to show even the largest difference."
    each = f" in each of {reach.comparisons} comparisons" if reach.comparisons > 1 else ""
    return (
        f"A true difference of {measure.distance(reach.detectable)} in {metric} is found"
        f" with a chance of 80%{each}; a smaller one is often missed."
    )


def say_basis(source: str, runs: Sequence[int], cases: int, spread: Spread) -> str:
    """Name the earlier runs or the assumption behind the variance."""
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
    return f"{said} No case was asked twice there, so more trials are not counted on."
