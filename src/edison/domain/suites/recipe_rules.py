"""What a recipe says beyond the order of a run, and what of it cannot be."""

from collections.abc import Collection, Iterator

from edison.domain.runs.start_problem import StartProblem
from edison.domain.suites.recipe import Recipe

MOST_LIMIT = 1_000_000


def problems_of(recipe: Recipe, scorers: Collection[str] | None) -> Iterator[StartProblem]:
    """Every reason at once. `scorers` are the names that the run will have; None: not known."""
    yield from _of_the_whole(recipe)
    for place, each in enumerate(recipe.thresholds.scorers):
        if scorers is not None and each.scorer not in scorers:
            known = ", ".join(scorers) or "none"
            message = f"There is no scorer {each.scorer}; there are: {known}"
            yield _wrong(message, f"thresholds.scorers.{place}")
    if not 0 <= recipe.max_error_share <= 1:
        yield _wrong("A share is between 0 and 1", "max_error_share")
    for place, each in enumerate(recipe.prompts):
        if each.version is not None and each.label is not None:
            yield _wrong("Say version or label, not both", f"prompts.{place}")


def _of_the_whole(recipe: Recipe) -> Iterator[StartProblem]:
    wanted = recipe.thresholds
    shares = {"score": wanted.score, "pass_rate": wanted.pass_rate}
    for name, value in shares.items():
        if value is not None and not 0 <= value <= 1:
            yield _wrong("A threshold is between 0 and 1", f"thresholds.{name}")
    if any(value is not None for value in shares.values()) and not recipe.scorers:
        yield _wrong("Nothing is scored: add a scorer, or take the threshold away", "thresholds")
    limits = {"cost_usd": wanted.cost_usd, "latency_p95_ms": wanted.latency_p95_ms}
    for name, value in limits.items():
        if value is not None and not 0 < value <= MOST_LIMIT:
            yield _wrong("A limit is above zero", f"thresholds.{name}")


def _wrong(message: str, field: str) -> StartProblem:
    return StartProblem(code="bad_suite", message=message, field=field)
