"""Forecast the cost of a run and list its problems, before any call is made."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from edison.domain.budgets.budget import Balance, Scope, month_of
from edison.domain.datasets.dataset import CaseContent
from edison.domain.errors import NotFound
from edison.domain.ids import ProjectId, RunId
from edison.domain.money import MicroUsd
from edison.domain.people.access import Actor, Permission
from edison.domain.results.result_phrasing import say_basis, say_reach, score_measure
from edison.domain.results.run_metrics import Metric
from edison.domain.results.run_summary import USUAL_MINIMUM
from edison.domain.runs.answer_length import ASSUMED_ANSWER_TOKENS
from edison.domain.runs.cost_forecast import Asking, Forecast, Money, at_shares, forecast
from edison.domain.runs.provider_batch import AnswerDelivery
from edison.domain.runs.run_order import RunOrder, StartProblem
from edison.domain.runs.run_plan import MOST_TRIALS, Run
from edison.domain.runs.run_sums import ColumnSums
from edison.domain.statistics.required_sample_size import Reach, reach_of
from edison.engine.runs.start.count_tokens import ExpectedAnswers
from edison.engine.runs.start.earlier_spread import Learned, learn_spread, planned_metrics
from edison.engine.runs.start.file_checks import file_warnings
from edison.engine.runs.start.forecast_calls import (
    SAMPLE_AT_MOST,
    batch_shares,
    forecast_scorer_calls,
    forecast_target_calls,
    load_case_sample,
    load_earlier_calls,
)
from edison.engine.runs.start.parameter_checks import parameter_warnings
from edison.engine.runs.start.plan_run import draft_added_scorers, draft_run
from edison.engine.runs.start.run_draft import RunDraft
from edison.providers.facts.batch_facts import batch_fact
from edison.services.context import Context
from edison.store.unit_of_work import ReadTx


@dataclass(frozen=True, slots=True, kw_only=True)
class RunReach:
    """The smallest difference that a run can detect, and the costs of a run that can detect the minimum effect."""

    metric: Metric
    reach: Reach
    learned: Learned
    # Probable cost of a run with enough cases, or enough trials; None: unknown, or no number is enough.
    cases_cost: MicroUsd | None
    trials_cost: MicroUsd | None

    @property
    def sentence(self) -> str:
        return say_reach(self.reach, self.metric.name, score_measure(self.metric))

    @property
    def basis(self) -> str:
        learned = self.learned
        return say_basis(learned.source, learned.runs, learned.cases, learned.spread)


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchOffer:
    """The cost and the longest time of the same run in batches of the providers. Judges are called live."""

    # None: a price is unknown.
    money: Money | None
    hours: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RunProspect:
    """The forecast and the problems of a run. `forecast` is None without a prompt, a model or cases."""

    problems: tuple[StartProblem, ...]
    # Warnings do not prevent a start.
    warnings: tuple[StartProblem, ...]
    cases: int
    columns: int
    sampled: int
    forecast: Forecast | None
    # The month's balance that the run counts against; that of simulated models if it calls no other.
    month: Balance | None
    simulated: bool = False
    # None: no scorer measures the answers, or there is no forecast.
    reach: RunReach | None = None
    # None: not every target can be called in a batch.
    batch: BatchOffer | None = None


async def forecast_run(
    ctx: Context, who: Actor, order: RunOrder, minimum_effect: float = USUAL_MINIMUM
) -> RunProspect:
    who.must(Permission.START_RUNS, order.project)
    now = ctx.clock.now()
    async with ctx.read() as tx:
        draft = await draft_run(tx, who, order, now)
        workers = await tx.workers.alive(now)
        sample = await load_case_sample(tx, order, draft, SAMPLE_AT_MOST)
        known = await load_earlier_calls(tx, order.project, draft, now)
        month = await month_of_project(tx, order.project, now, simulated=draft.is_simulated)
        metrics = await planned_metrics(tx, order, draft)
        learned = await learn_spread(tx, order, draft, metrics)
        files = await file_warnings(tx, order, draft)
    made, batch = None, None
    cells = draft.columns * draft.cases * max(1, order.trials)
    if cells and sample:
        # In a thread: counting tokens would block the event loop.
        asked = await asyncio.to_thread(forecast_target_calls, order, draft, sample, known)
        made = forecast(cells, asked, workers)
        batch = _batch_offer(draft, asked)
    chosen = made
    if made is not None and batch is not None and order.delivery is AnswerDelivery.BATCH:
        chosen = replace(made, money=batch.money)
    return RunProspect(
        problems=problems_of(draft, workers),
        warnings=(
            *parameter_warnings(draft),
            *files,
            *warnings_of(order.budget, order.budget_tokens, chosen, month),
        ),
        cases=draft.cases,
        columns=draft.columns,
        sampled=len(sample),
        forecast=made,
        month=month,
        simulated=draft.is_simulated,
        reach=None
        if made is None or not metrics.first.scorers
        else _reach(order, draft, made, metrics.first, learned, minimum_effect),
        batch=batch,
    )


def _batch_offer(draft: RunDraft, asked: list[Asking]) -> BatchOffer | None:
    shares = batch_shares(draft)
    if shares is None:
        return None
    facts = [batch_fact(target.model.provider) for target in draft.targets]
    return BatchOffer(
        money=forecast(0, at_shares(asked, shares), 1).money,
        hours=max(fact.window_hours for fact in facts if fact is not None),
    )


def _reach(
    order: RunOrder,
    draft: RunDraft,
    made: Forecast,
    metric: Metric,
    learned: Learned,
    minimum_effect: float,
) -> RunReach:
    trials = max(1, order.trials)
    found = reach_of(
        learned.spread,
        cases=draft.cases,
        trials=trials,
        comparisons=_comparisons(order, draft, learned),
        minimum_effect=minimum_effect,
        most_trials=MOST_TRIALS,
    )

    def cost(cases: int | None, trials_of_each: int | None) -> MicroUsd | None:
        if made.money is None or cases is None or trials_of_each is None:
            return None
        times = cases * trials_of_each / (draft.cases * trials)
        return MicroUsd(round(made.money.likely * times))

    return RunReach(
        metric=metric,
        reach=found,
        learned=learned,
        cases_cost=cost(found.cases_needed, trials),
        trials_cost=cost(draft.cases, found.trials_needed),
    )


def _comparisons(order: RunOrder, draft: RunDraft, learned: Learned) -> int:
    """Return how many comparisons will share the error rate.

    One version is compared with an earlier run, if there is one; several columns are compared with the first one.
    """
    within = learned.source == "comparison" and len(learned.runs) == 1
    if len(order.versions) > 1 or within or learned.comparisons is None:
        return max(1, draft.columns - 1)
    return learned.comparisons


async def forecast_scorers(
    ctx: Context, who: Actor, project: ProjectId, run: RunId, specs: tuple[dict[str, Any], ...]
) -> RunProspect:
    """Forecast the cost of scorers that would be added to a run. The existing answers cost nothing."""
    who.must(Permission.START_RUNS, project)
    now = ctx.clock.now()
    async with ctx.read() as tx:
        found = await tx.runs.get(project, run)
        plan = found.plan
        draft = await draft_added_scorers(tx, who, project, found, specs, now)
        workers = await tx.workers.alive(now)
        sample = await _sample_of(tx, project, found)
        known = await load_earlier_calls(tx, project, draft, now)
        sums, _ = await tx.run_sums.read(project, run)
        balance = await tx.budgets.read(project, Scope.RUN, run)
        month = await month_of_project(tx, project, now, simulated=draft.is_simulated)
    cells = plan.cases * plan.trials
    columns = [_answers(sums.get(number), cells) for number in range(len(plan.columns))]
    made = None
    if sample and draft.scorers:
        asked = await asyncio.to_thread(forecast_scorer_calls, draft, sample, columns, known)
        made = forecast(plan.cells, asked, workers)
    left = None if balance.limit is None else MicroUsd(max(0, balance.limit - balance.used))
    tokens = balance.tokens + balance.held_tokens
    left_tokens = None if balance.limit_tokens is None else max(0, balance.limit_tokens - tokens)
    return RunProspect(
        problems=problems_of(draft, workers),
        warnings=tuple(warnings_of(left, left_tokens, made, month)),
        cases=plan.cases,
        columns=len(plan.columns),
        sampled=len(sample),
        forecast=made,
        month=month,
        simulated=draft.is_simulated,
    )


def _answers(sums: ColumnSums | None, cells: int) -> ExpectedAnswers:
    """Return the expected number of answers to judge in a column, without failed and malformed cells."""
    if sums is None:
        return ExpectedAnswers(count=cells, tokens=ASSUMED_ANSWER_TOKENS)
    answers = sums.answered + sums.malformed
    return ExpectedAnswers(
        count=cells - sums.malformed - sums.failed,
        tokens=sums.completion_tokens / answers if answers else ASSUMED_ANSWER_TOKENS,
    )


def problems_of(draft: RunDraft, workers: int) -> tuple[StartProblem, ...]:
    if workers:
        return tuple(draft.problems)
    message = "No worker is running, and only workers call models"
    return (*draft.problems, StartProblem(code="no_worker", message=message, field=""))


async def month_of_project(
    tx: ReadTx, project: ProjectId, now: datetime, *, simulated: bool
) -> Balance | None:
    with suppress(NotFound):
        return await tx.budgets.read(
            project, Scope.PROJECT_MONTH, project, month_of(now), simulated=simulated
        )
    return None


async def _sample_of(tx: ReadTx, project: ProjectId, run: Run) -> list[CaseContent]:
    plan = run.plan
    if plan.dataset is None or not plan.dataset_version:
        return [CaseContent(values={})]
    return await tx.run_totals.sample_cases(
        project, plan.dataset, plan.dataset_version, plan.choice, SAMPLE_AT_MOST
    )


def warnings_of(
    budget: MicroUsd | None, budget_tokens: int | None, made: Forecast | None, month: Balance | None
) -> list[StartProblem]:
    if made is None:
        return []
    tokens = made.prompt_tokens + made.answer_tokens
    found = [
        _over("run", made.money, budget, 0, "budget_usd"),
        _over_tokens("run", tokens, budget_tokens, 0, "budget_tokens"),
    ]
    if month is not None:
        used = month.tokens + month.held_tokens
        found.append(_over("month", made.money, month.limit, month.used, ""))
        found.append(_over_tokens("month", tokens, month.limit_tokens, used, ""))
    return [problem for problem in found if problem is not None]


def _over(
    which: str, money: Money | None, limit: int | None, used: int, field: str
) -> StartProblem | None:
    if money is None or limit is None or used + money.high <= limit:
        return None
    sure = used + money.likely > limit
    return StartProblem(
        code=f"{'over' if sure else 'near'}_{which}_budget",
        message=f"The run {'will probably' if sure else 'may'} stop before its end: "
        f"the budget of the {which} is less than it {'will' if sure else 'may'} cost",
        field=field,
    )


def _over_tokens(
    which: str, tokens: int, limit: int | None, used: int, field: str
) -> StartProblem | None:
    if limit is None or used + tokens <= limit:
        return None
    return StartProblem(
        code=f"over_{which}_tokens",
        message="The run will probably stop before its end: "
        f"the {which} has fewer tokens left than it needs",
        field=field,
    )
