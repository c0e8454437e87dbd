"""Compute the recommendations of a report: a model by quality and price, weak criteria, and next steps."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from edison.domain.experiments.experiment import Experiment
from edison.domain.results.run_summary import ColumnCompared, ColumnResult, Figure
from edison.domain.statistics.estimates import score_text
from edison.domain.statistics.paired_comparison import ON_THESE_CASES, WORSE_HERE, Verdict
from edison.services.experiments.report.experiment_report import (
    FirstLast,
    HoldOut,
    IterationLine,
    IterationStanding,
    ModelLine,
    Weakness,
)

# A criterion that reaches this share of its scale is not reported as weak.
GOOD_ENOUGH = 0.85
WEAK_AT_MOST = 3
FEW_CASES = 30
# A price at or below this share of the other price is mentioned.
MUCH_CHEAPER = Decimal("0.95")


def models_of(
    columns: Sequence[ColumnResult],
    names: Sequence[str],
    prices: Mapping[int, Decimal | None],
    compared: Sequence[ColumnCompared],
    parameters: Sequence[dict[str, object]],
) -> list[ModelLine]:
    """List the models with scores and prices; recommend the cheapest one not clearly worse than the best."""
    scored = [one for one in columns if one.composite is not None and not one.inconclusive]
    if not scored:
        return []
    best = max(scored, key=_value)
    behind = {one.column: one.verdict for one in compared if one.verdict in WORSE_HERE}
    level = [one for one in scored if one.column not in behind]
    known = [one for one in level if prices[one.column] is not None]
    chosen = min(known, key=lambda one: (prices[one.column], -_value(one))) if known else best
    lines = [
        ModelLine(
            model_name=names[one.column],
            parameters=parameters[one.column],
            composite=one.composite,
            usd_per_case=prices[one.column],
            recommended=one is chosen,
            pruned=False,
            why=_why(one, chosen, best, behind, names, prices),
        )
        for one in columns
    ]
    return sorted(lines, key=lambda line: (not line.recommended, -_of(line.composite)))


def _why(
    one: ColumnResult,
    chosen: ColumnResult,
    best: ColumnResult,
    behind: Mapping[int, str],
    names: Sequence[str],
    prices: Mapping[int, Decimal | None],
) -> str:
    if one.composite is None:
        return "No score."
    if one.inconclusive:
        return "Too many of its answers have no score, so it cannot be compared."
    if one is chosen and one is best:
        return "The highest score, and nothing as good costs less."
    if one is chosen:
        return (
            f"No clear difference from {names[best.column]} on these cases"
            f"{_cheaper(prices[one.column], prices[best.column])}."
        )
    if one.column in behind:
        here = " on these cases" if behind[one.column] in ON_THESE_CASES else ""
        return f"Clearly behind {names[best.column]}{here}."
    if one is best:
        return (
            f"The highest score, but {names[chosen.column]} is not clearly behind and costs less."
        )
    return f"Not clearly behind {names[best.column]}, but {names[chosen.column]} costs less."


def _cheaper(price: Decimal | None, other: Decimal | None) -> str:
    if price is None or not other or price >= other * MUCH_CHEAPER:
        return ""
    return f", and costs {round((1 - price / other) * 100)}% less"


def weaknesses_of(columns: Sequence[ColumnResult]) -> list[Weakness]:
    """List the criteria with low scores for the best version, lowest first."""
    found: dict[str, tuple[int, list[float]]] = {}
    for column in columns:
        for criterion in column.criteria:
            if criterion.mean is not None:
                found.setdefault(criterion.name, (criterion.scale, []))[1].append(criterion.mean)
    means = sorted(
        (sum(values) / len(values), name, scale) for name, (scale, values) in found.items()
    )
    return [
        Weakness(
            criterion=name,
            mean=mean,
            scale=scale,
            sentence=f"{name} reaches {score_text(mean, scale)} of {scale}"
            + (f", the lowest of {len(means)} criteria." if place == 0 and len(means) > 1 else "."),
        )
        for place, (mean, name, scale) in enumerate(means)
        if mean < GOOD_ENOUGH
    ][:WEAK_AT_MOST]


def next_steps(
    experiment: Experiment,
    best: IterationStanding | None,
    first_last: FirstLast | None,
    check: HoldOut | None,
    iterations: Sequence[IterationLine],
    models: Sequence[ModelLine],
    weaknesses: Sequence[Weakness],
    cases: int,
) -> list[str]:
    steps: list[str] = []
    if experiment.ended_at is None:
        steps.append("This experiment has not ended: the report shows its results so far.")
    if best is None:
        steps.append(
            "No iteration has a score. Check the errors of the last one, fix them, and run it again."
        )
        return steps
    steps += _about_the_best(best, check, first_last)
    steps += _about_the_end(experiment, iterations)
    if weaknesses:
        steps.append(
            f"Work on {weaknesses[0].criterion}: {_lowered(weaknesses[0].sentence)} Read the answers with the "
            "lowest scores on this criterion, and add similar cases."
        )
    recommended = next((model for model in models if model.recommended), None)
    if recommended is not None and len(models) > 1:
        steps.append(f"Use {recommended.model_name} in production: {_lowered(recommended.why)}")
    if cases < FEW_CASES:
        steps.append(
            f"Add cases: with {cases} of them only large differences can be distinguished from chance."
        )
    return steps


def _about_the_best(
    best: IterationStanding, check: HoldOut | None, first_last: FirstLast | None
) -> list[str]:
    number = best.version_number
    if first_last is None or first_last.first.iteration == first_last.last.iteration:
        return [
            f"Version {number} is the only one with a score, so no change has been tested yet. "
            "Approve or edit a suggestion to compare it with this version."
        ]
    if best.iteration == first_last.first.iteration:
        return [
            f"Version {number} is still the best: no change was clearly better. "
            "Try a larger change by hand."
        ]
    if check is None:
        return [
            f"Version {number} is the best. Set cases aside as a hold-out before the next experiment: "
            "without one it is unknown whether a gain holds for other cases."
        ]
    if check.verdict is None:
        return ["The check on the hold-out is not done yet. Wait for its result."]
    if check.verdict == Verdict.BETTER_ON_THESE_CASES:
        return [
            f"Give version {number} the label production only if your traffic is like the hold-out: it is better "
            f"than version {first_last.first.version_number} on these {check.cases} cases, but maybe not on others."
        ]
    if check.verdict == Verdict.BETTER:
        return [
            f"Give version {number} the label production: it is better than version "
            f"{first_last.first.version_number} on cases that no iteration has seen."
        ]
    if check.verdict in WORSE_HERE:
        return [
            f"Do not use version {number} yet: it is worse on cases that no iteration has seen. It fits the "
            "cases that were used for refinement, but not the task in general."
        ]
    return [
        f"Add cases to the hold-out before you trust version {number}: {check.cases} cases do not show "
        "whether its gain holds for other cases."
    ]


def _about_the_end(experiment: Experiment, iterations: Sequence[IterationLine]) -> list[str]:
    match experiment.end_kind:
        case "converged":
            return [
                "The last iterations gained nothing that chance does not explain: a larger change by hand, "
                "another refiner or harder cases will help more than further iterations."
            ]
        case "budget":
            return [
                "The experiment ended because its budget was spent: a new one can continue from the best version."
            ]
        case "max_iterations" if iterations and iterations[-1].gained:
            return ["The last iteration still improved the score: allow more iterations next time."]
        case "no_refinement":
            return [
                "No suggestion passed the guardrails: edit the prompt by hand, or choose another refiner."
            ]
        case _:
            return []


def _value(column: ColumnResult) -> float:
    return _of(column.composite)


def _of(figure: Figure | None) -> float:
    return -1.0 if figure is None else figure.value


def _lowered(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:] if sentence[1:2].islower() else sentence
