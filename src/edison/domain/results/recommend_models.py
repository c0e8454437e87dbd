"""Model recommendations: figures and advice for each model, and which models meet the user's requirements."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from edison.domain.money import MICRO
from edison.domain.results.grade_arrays import Kept
from edison.domain.results.model_picks import Contrasts, best_value, fastest, most_accurate
from edison.domain.results.recommendation import (
    AnswerCosts,
    Fit,
    Fits,
    ModelFigures,
    Recommendations,
    Requirements,
    dollars,
    in_range,
)
from edison.domain.results.run_summary import ColumnResult, Figure, figure
from edison.domain.statistics.estimates import Numbers, mean_of, wilson
from edison.domain.statistics.statistics_phrasing import Measure, count, percent

# Smallest saving, as a share, for which a cheaper model is suggested.
WORTH_A_LOOK = 0.1


def recommend(
    columns: Sequence[ColumnResult],
    names: Sequence[str],
    kept: Kept,
    spent: AnswerCosts,
    *,
    measure: Measure,
    minimum_effect: float,
    wish: Requirements,
) -> Recommendations:
    usable = [one.column for one in columns if one.composite is not None and not one.inconclusive]
    contrasts = Contrasts(kept, names, measure, minimum_effect)
    not_worse = contrasts.not_worse
    found = [_figures(column, names[column.column], spent) for column in columns]
    models = [_advised(one, found, usable, contrasts, measure) for one in found]
    picks = [
        pick
        for pick in (
            most_accurate(models, usable, contrasts, measure),
            fastest(models, spent),
            best_value(models, usable, kept, spent, not_worse, measure),
        )
        if pick is not None
    ]
    fits = tuple(_fit(one, wish, measure) for one in models) if wish != Requirements() else ()
    return Recommendations(
        models=tuple(models),
        picks=tuple(picks),
        fits=fits,
        wish_sentence=_wished(models, fits),
        cases=int(kept.cases.size),
        sentence=" ".join(pick.sentence for pick in picks)
        or "There is nothing to recommend yet: no model has answers with a grade.",
    )


def _figures(column: ColumnResult, name: str, spent: AnswerCosts) -> ModelFigures:
    costs = _mean(spent.cost_micro[:, column.column] / MICRO)
    failed = column.errors.target
    done = max(column.graded + column.errors.judge, 0) + failed
    score = column.composite
    per_point = (
        costs.value / score.value if costs and score is not None and score.value > 0 else None
    )
    return ModelFigures(
        column=column.column,
        name=name,
        model_name=column.model_name,
        score=score,
        success_rate=figure(wilson(done - failed, done)) if done else None,
        latency_ms=_mean(spent.latency_ms[:, column.column]),
        cost_usd=costs,
        total_cost_usd=column.answer_cost / MICRO,
        cost_per_point_usd=per_point,
        inconclusive=column.inconclusive,
        advice=None,
        advice_sentence="",
    )


def _mean(values: Numbers) -> Figure | None:
    found = mean_of(values, within=None)
    # A single case has no interval.
    told = found and figure(found, least=found.value, most=found.value)
    # Costs and times cannot be negative.
    return told and replace(told, low=max(0.0, told.low))


def _advised(
    one: ModelFigures,
    models: Sequence[ModelFigures],
    usable: Sequence[int],
    contrasts: Contrasts,
    measure: Measure,
) -> ModelFigures:
    """Add advice to a model: whether another model is better, or cheaper without being worse."""
    if one.cost_usd is None or one.column not in usable:
        return one
    not_worse = contrasts.not_worse
    better = [
        other
        for other in models
        if other.column in usable and not_worse(one.column, other.column) is False
    ]
    if better:
        # The cheapest of the better ones; an unknown price comes last.
        best = min(better, key=lambda o: o.cost_usd.value if o.cost_usd else np.inf)
        here = " on these cases" if contrasts.only_here(one.column, best.column) else ""
        words = f"{best.name} is better{here}{_costs(best, one)}."
        return replace(one, advice="outperformed", advice_sentence=words)
    cheaper = sorted(
        (
            other
            for other in models
            if other.cost_usd is not None
            and other.column in usable
            and other.cost_usd.value < one.cost_usd.value * (1 - WORTH_A_LOOK)
            and not_worse(other.column, one.column) is not False
        ),
        key=lambda other: other.cost_usd.value if other.cost_usd else 0.0,
    )
    sure = [other for other in cheaper if not_worse(other.column, one.column)]
    best = (sure or cheaper or [None])[0]
    if best is None or best.cost_usd is None:
        return replace(one, advice="optimal", advice_sentence="Nothing cheaper is as good.")
    saves = percent(1 - best.cost_usd.value / one.cost_usd.value)
    if sure:
        here = " on these cases" if contrasts.only_here(best.column, one.column) else ""
        words = f"{best.name} is as good{here} and costs {saves} less."
        return replace(one, advice="consider_cheaper", advice_sentence=words)
    lost = contrasts.may_lose(best.column, one.column)
    risk = (
        "There is not enough evidence that it is as good."
        if lost is None
        else f"Risk: its score may be up to {measure.distance(lost)} lower. Add cases to find out."
    )
    words = f"{best.name} costs {saves} less. {risk}"
    return replace(one, advice="maybe_cheaper", advice_sentence=words)


def _costs(other: ModelFigures, one: ModelFigures) -> str:
    """Phrase the cost of the better model relative to this model."""
    if other.cost_usd is None or one.cost_usd is None:
        return ", but its cost is unknown"
    there, here = other.cost_usd.value, one.cost_usd.value
    if there <= 0 or abs(there - here) <= here * WORTH_A_LOOK:
        return " and costs nothing" if there <= 0 < here else " at about the same cost"
    if there < here:
        return f" and costs {percent(1 - there / here)} less"
    if here <= 0:
        return f", but costs {dollars(there)} for a case"
    return f", but costs {there / here:.1f} times as much"


def _fit(one: ModelFigures, wish: Requirements, measure: Measure) -> Fit:
    parts: list[tuple[Fits, str]] = []
    if wish.score is not None:
        if one.score is None:
            parts.append(("no", "it has no score"))
        else:
            parts.append(
                (
                    _reaches(one.score.low, one.score.value, wish.score),
                    f"it scores {in_range(one.score, measure.say)}",
                )
            )
    if wish.cost_usd is not None:
        if one.cost_usd is None:
            parts.append(("no", "its cost is unknown"))
        else:
            parts.append(
                (
                    _reaches(-one.cost_usd.high, -one.cost_usd.value, -wish.cost_usd),
                    f"a case costs {in_range(one.cost_usd, dollars)}",
                )
            )
    rank: tuple[Fits, ...] = ("no", "perhaps", "yes")
    worst = rank[min(rank.index(fits) for fits, _ in parts)]
    said = " and ".join(words for _, words in parts)
    return Fit(column=one.column, fits=worst, sentence=f"{one.name}: {said}.")


def _reaches(surely: float, likely: float, wanted: float) -> Fits:
    return "yes" if surely >= wanted else "perhaps" if likely >= wanted else "no"


def _wished(models: Sequence[ModelFigures], fits: Sequence[Fit]) -> str:
    if not fits:
        return ""
    by_cost = sorted(
        models,
        key=lambda one: one.cost_usd.value if one.cost_usd else np.inf,
    )
    for wanted, words in (
        ("yes", "Use {name}: the cheapest that certainly meets your requirements."),
        ("perhaps", "{name} may meet your requirements; add cases to find out."),
    ):
        for one in by_cost:
            if any(fit.column == one.column and fit.fits == wanted for fit in fits):
                return words.format(name=one.name)
    return f"None of {count(len(models), 'model')} meets your requirements."
