"""Ranking of models by the quality of the questions that they generated: mean score from judges, with an interval."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from uuid import UUID

from edison.domain.statistics.estimates import mean_of


@dataclass(frozen=True, slots=True, kw_only=True)
class GradedQuestion:
    """A generated question with the mean of its scores from judges."""

    model_name: str
    dataset: UUID
    value: float
    reviews: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Generator:
    model_name: str
    mean: float
    # None: there is only one question.
    low: float | None
    high: float | None
    questions: int
    datasets: int
    reviews: int


def by_generator(questions: Sequence[GradedQuestion]) -> list[Generator]:
    """Return the models that generated questions, best first."""
    found: dict[str, list[GradedQuestion]] = defaultdict(list)
    for question in questions:
        found[question.model_name].append(question)
    made = [_generator(name, theirs) for name, theirs in found.items()]
    return sorted(made, key=lambda each: (-each.mean, each.model_name))


def sentence_about(generators: Sequence[Generator]) -> str:
    if not generators:
        return "No generated questions have been judged yet."
    best = generators[0]
    if len(generators) == 1:
        return f"The {best.questions:,} judged questions of {best.model_name} have {best.mean:.2f} on average."
    rest = [each for each in generators[1:] if not _certainly_below(each, best)]
    if not rest:
        return f"{best.model_name} makes the best questions: {best.mean:.2f} on average."
    names = ", ".join(each.model_name for each in rest[:3])
    more = f" and {len(rest) - 3} more" if len(rest) > 3 else ""
    return f"{best.model_name} has the highest mean, but is not clearly better than {names}{more}."


def _certainly_below(one: Generator, best: Generator) -> bool:
    return one.high is not None and best.low is not None and one.high < best.low


def _generator(name: str, questions: Sequence[GradedQuestion]) -> Generator:
    estimate = mean_of([question.value for question in questions])
    assert estimate is not None
    bounded = len(questions) > 1 and isfinite(estimate.low) and isfinite(estimate.high)
    return Generator(
        model_name=name,
        mean=estimate.value,
        low=estimate.low if bounded else None,
        high=estimate.high if bounded else None,
        questions=len(questions),
        datasets=len({question.dataset for question in questions}),
        reviews=len(frozenset[str]().union(*(question.reviews for question in questions))),
    )
