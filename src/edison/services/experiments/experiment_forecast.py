"""Forecast the cost and duration of an experiment from its plan, before any call is made."""

import asyncio
from dataclasses import dataclass
from datetime import datetime

from edison.domain.datasets.dataset import CaseContent
from edison.domain.experiments.experiment_estimate import ExperimentEstimate, estimate, say_forecast
from edison.domain.experiments.experiment_plan import ExperimentPlan
from edison.domain.experiments.plan_problems import PlanProblem
from edison.domain.ids import ProjectId
from edison.domain.judging.judge import pairs_of
from edison.domain.models.token_counts import count_tokens
from edison.domain.people.access import Actor, Permission
from edison.domain.prompts.template_renderer import texts_of, variables_of
from edison.domain.runs.answer_length import EarlierCalls, LengthSource, around
from edison.domain.runs.cell import Phase
from edison.domain.runs.cost_forecast import (
    USUAL_LATENCY_S,
    Asking,
    Forecast,
    forecast,
)
from edison.domain.runs.run_plan import CaseChoice
from edison.engine.runs.start.count_tokens import ExpectedAnswers, count_column, count_scorer
from edison.engine.runs.start.forecast_calls import (
    SAMPLE_AT_MOST,
    load_calls_to,
    load_latencies,
)
from edison.engine.runs.start.run_draft import ChosenScorer, ChosenTarget
from edison.scorers.judge import JudgeSpec
from edison.scorers.pairwise import PairwiseSpec
from edison.services.context import Context
from edison.services.experiments.plan_readiness import PlanReadiness, check_readiness
from edison.store.unit_of_work import ReadTx

# Typical tokens of a refiner call: it reads the rubric and failing cases, and writes a diff and a note.
EVIDENCE_TOKENS = 2_500
SUGGESTION_TOKENS = 600
NOTHING_ASKED = forecast(0, (), 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentProspect:
    # Number of cases in each iteration.
    cases: int
    configurations: int
    judges: int
    estimate: ExperimentEstimate
    unknown_prices: tuple[str, ...]
    sentence: str
    problems: tuple[PlanProblem, ...]


async def forecast_experiment(
    ctx: Context, who: Actor, project: ProjectId, plan: ExperimentPlan
) -> ExperimentProspect:
    """Forecast an experiment from its prompt, a sample of its cases, and its models. Nothing is stored."""
    who.must(Permission.START_RUNS, project)
    now = ctx.clock.now()
    async with ctx.read() as tx:
        found = await check_readiness(tx, project, plan, now)
        sample = await _sample(tx, project, found)
        known = await _known(tx, project, found, now)
        workers = await tx.workers.alive(now)
    # In a thread: counting tokens would block the event loop.
    run, refining = await asyncio.to_thread(_counted, found, sample, known, workers)
    share = found.held_out / found.cases if found.cases else 0.0
    made = estimate(run, refining, plan.stop_rules, checked_share=share)
    unknown = _unknown_prices(found)
    return ExperimentProspect(
        cases=found.cases,
        configurations=plan.configurations,
        judges=len(plan.judges) + plan.pairwise.enabled,
        estimate=made,
        unknown_prices=unknown,
        sentence=say_forecast(
            made,
            cases=found.cases,
            configurations=len(found.targets),
            judges=len(found.judges) + (found.pairwise is not None),
            unknown=unknown,
        ),
        problems=tuple(found.problems),
    )


async def _sample(tx: ReadTx, project: ProjectId, found: PlanReadiness) -> list[CaseContent]:
    plan = found.plan
    if plan.dataset is None or not found.dataset_version or not found.cases:
        return []
    # Before the holdout is drawn, any case may be used.
    choice = CaseChoice(tags=plan.tags) if found.deals else found.choice
    return await tx.run_totals.sample_cases(
        project, plan.dataset, found.dataset_version, choice, SAMPLE_AT_MOST
    )


async def _known(
    tx: ReadTx, project: ProjectId, found: PlanReadiness, now: datetime
) -> EarlierCalls:
    answering = list({target.model.id for target in found.targets})
    scorers = [judge.target for judge in found.judges]
    scorers += [one for one in (found.refiner, found.pairwise and found.pairwise.target) if one]
    scoring = list({target.model.id for target in scorers})
    latencies = await load_latencies(tx, project, list({*answering, *scoring}), now)
    return await load_calls_to(tx, project, answering, scoring, now, latencies)


def _counted(
    found: PlanReadiness, sample: list[CaseContent], known: EarlierCalls, workers: int
) -> tuple[Forecast, Forecast | None]:
    plan = found.plan
    calls = found.cases * max(1, plan.trials)
    if not sample or not any(message.content for message in plan.content.messages):
        return NOTHING_ASKED, None
    filled = _fillable(plan, sample)
    columns = [
        count_column(plan.prompt_name, target, plan.content, filled, calls, known, plan.prompt)
        for target in found.targets
    ]
    answers = [ExpectedAnswers.of(column) for column in columns]
    asked = [*columns]
    for scorer in _scorers(found):
        asked += count_scorer(scorer, filled, answers, known)
    cells = calls * len(columns)
    refining = None
    if found.refiner is not None:
        refining = forecast(1, [_refining(found.refiner, plan, known)], workers)
    return forecast(cells, asked, workers), refining


def _fillable(plan: ExperimentPlan, sample: list[CaseContent]) -> list[CaseContent]:
    """Return copies of the cases in which each variable without a value is empty."""
    empty = dict.fromkeys(variables_of(plan.content), "")
    return [
        CaseContent(values={**empty, **case.values}, expected=case.expected, tags=case.tags)
        for case in sample
    ]


def _scorers(found: PlanReadiness) -> list[ChosenScorer]:
    scorers = [
        ChosenScorer(
            name=judge.version.name,
            spec=JudgeSpec(judge=judge.version.judge, version=judge.version.number),
            where="judges",
            target=judge.target,
            judge=judge.version,
        )
        for judge in found.judges
        if judge.version.rubric is not None
    ]
    pairs = found.pairwise
    if pairs is not None and pairs.version.rubric is not None:
        scorers += [
            ChosenScorer(
                name=pairs.version.name,
                spec=PairwiseSpec(judge=pairs.version.judge, version=1, a=a, b=b),
                where="pairwise",
                target=pairs.target,
                judge=pairs.version,
            )
            for a, b in pairs_of(len(found.targets))
        ]
    # Moderation is left out: it is free and fast.
    return scorers


def _refining(target: ChosenTarget, plan: ExperimentPlan, known: EarlierCalls) -> Asking:
    model = target.model
    texts = "\n".join(texts_of(plan.content))
    tokens = count_tokens(texts, model.name, str(model.provider))[0] + EVIDENCE_TOKENS
    learned = known.refiners.get(model.id)
    length = around(
        SUGGESTION_TOKENS if learned is None else learned.answer,
        LengthSource.ASSUMED if learned is None else LengthSource.MODEL,
    )
    worst = None
    if target.price is not None:
        worst = float(target.price.at_most(tokens * 2, SUGGESTION_TOKENS * 4))
    return Asking(
        phase=Phase.JUDGE,
        title="Refinement",
        model=model.id,
        model_name=model.name,
        calls=1,
        prompt_tokens=tokens if learned is None else learned.prompt,
        answer_tokens=length.likely,
        answer_range=(length.low, length.high),
        worst=worst,
        price=target.price,
        latency_s=known.latencies.get(model.id, USUAL_LATENCY_S),
        limits=model.limits,
    )


def _unknown_prices(found: PlanReadiness) -> tuple[str, ...]:
    asked = [*found.targets, *(judge.target for judge in found.judges)]
    asked += [target for target in (found.refiner,) if target is not None]
    if found.pairwise is not None:
        asked.append(found.pairwise.target)
    return tuple(dict.fromkeys(each.model.name for each in asked if each.price is None))
