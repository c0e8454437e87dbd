"""Say what a run would come to, and every reason against it, before anything is spent."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from edison.domain.access import Actor, Permission, ProjectId
from edison.domain.budgets import Balance, Scope, month_of
from edison.domain.calls import ModelCall
from edison.domain.catalog import ModelId
from edison.domain.datasets import CaseContent
from edison.domain.errors import NotFound
from edison.domain.prompts import PromptContent
from edison.domain.runs.cells import Phase, worst_case
from edison.domain.runs.forecast import (
    USUAL_ANSWER_TOKENS,
    USUAL_LATENCY_S,
    Asking,
    Forecast,
    Money,
    forecast,
    mean_latency_s,
)
from edison.domain.runs.orders import RunOrder
from edison.domain.runs.requests import CellRequest, request_of
from edison.domain.scores import Sample
from edison.domain.templates import Values
from edison.domain.token_counts import at_most_tokens, count_prompt
from edison.scorers.grader import grader_values
from edison.services.context import Context
from edison.services.runs.planning import ChosenTarget, Draft, Problem, draft_of
from edison.store.unit_of_work import ReadTx

SAMPLE_AT_MOST = 200
# Counted for one column at most: a person waits for the answer.
CHARACTERS_AT_MOST = 400_000
LEARN_FROM = timedelta(days=30)
# What a token of an answer may have at most when it comes back as a grader's input.
BYTES_PER_TOKEN = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Prospect:
    """`forecast` is None while there is nothing to count: no prompt, no model or no case."""

    problems: tuple[Problem, ...]
    # Reasons to think twice, which do not stop a run.
    warnings: tuple[Problem, ...]
    cases: int
    columns: int
    sampled: int
    forecast: Forecast | None
    month: Balance | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    """What earlier calls of these models were like."""

    answers: dict[ModelId, float]
    latencies: dict[ModelId, float]


async def forecast_run(ctx: Context, who: Actor, order: RunOrder) -> Prospect:
    who.must(Permission.START_RUNS, order.project)
    now = ctx.clock.now()
    async with ctx.read() as tx:
        draft = await draft_of(tx, who, order, now)
        workers = await tx.workers.alive(now)
        sample = await _sample(tx, order, draft)
        known = await _known(tx, order.project, draft, now)
        month = None
        with suppress(NotFound):
            month = await tx.budgets.read(
                order.project, Scope.PROJECT_MONTH, order.project, month_of(now)
            )
    problems = list(draft.problems)
    if not workers:
        message = "No worker is running, and only workers call models"
        problems.append(Problem(code="no_worker", message=message, field=""))
    made = None
    cells = draft.columns * draft.cases * max(1, order.trials)
    if cells and sample:
        # In a thread: counting tokens is work, and others wait for this process.
        asked = await asyncio.to_thread(_askings, order, draft, sample, known)
        made = forecast(cells, asked, workers)
    return Prospect(
        problems=tuple(problems),
        warnings=tuple(_warnings(order, made, month)),
        cases=draft.cases,
        columns=draft.columns,
        sampled=len(sample),
        forecast=made,
        month=month,
    )


async def _sample(tx: ReadTx, order: RunOrder, draft: Draft) -> list[CaseContent]:
    if order.dataset is None:
        return [CaseContent(values={})]
    if draft.dataset is None or not draft.dataset_version or not draft.cases:
        return []
    return await tx.run_totals.sample_cases(
        order.project, order.dataset, draft.dataset_version, order.choice, SAMPLE_AT_MOST
    )


async def _known(tx: ReadTx, project: ProjectId, draft: Draft, now: datetime) -> _Known:
    graders = [scorer.grader[0] for scorer in draft.scorers if scorer.grader]
    models = list({target.model.id for target in [*draft.targets, *graders]})
    latencies: dict[ModelId, float] = {}
    for model in models:
        buckets: dict[int, int] = {}
        for period in await tx.spending.hours(project, model, now - LEARN_FROM, now):
            for bucket, calls in period.tally.latencies.items():
                buckets[bucket] = buckets.get(bucket, 0) + calls
        mean = mean_latency_s(buckets)
        if mean is not None:
            latencies[model] = mean
    answers = await tx.run_totals.usual_answers(project, models, now - LEARN_FROM)
    return _Known(answers=answers, latencies=latencies)


def _askings(
    order: RunOrder, draft: Draft, sample: list[CaseContent], known: _Known
) -> list[Asking]:
    calls = draft.cases * max(1, order.trials)
    found: list[Asking] = []
    for chosen in draft.versions:
        for target in draft.targets:
            column = _asking(
                Phase.TARGET,
                f"{chosen.prompt.name} v{chosen.number}",
                target,
                chosen.content,
                [case.values for case in sample],
                calls,
                known,
            )
            found.append(column)
            found += [
                _judging(scorer.name, *scorer.grader, sample, column, known)
                for scorer in draft.scorers
                if scorer.grader is not None
            ]
    return found


def _asking(
    phase: Phase,
    title: str,
    target: ChosenTarget,
    content: PromptContent,
    values: list[Values],
    calls: int,
    known: _Known,
    *,
    more_tokens: float = 0.0,
    more_bytes: float = 0.0,
) -> Asking:
    model = target.model
    tokens, worsts, characters, exact = 0, 0, 0, True
    counted = 0
    for each in values:
        request = _request(target, content, each)
        count, own = count_prompt(request.messages, model.name, str(model.provider))
        tokens, exact = tokens + count, exact and own
        if target.price is not None:
            most = round(at_most_tokens(_call(request)) + more_bytes)
            worsts += worst_case(target.price, most, request.parameters.max_tokens or 0).cost
        counted += 1
        characters += sum(len(message.content) for message in request.messages)
        if characters > CHARACTERS_AT_MOST:
            break
    bound = _request(target, content, values[0]).parameters.max_tokens or 0
    usual = known.answers.get(model.id)
    return Asking(
        phase=phase,
        title=title,
        model=model.id,
        model_name=model.name,
        calls=calls,
        prompt_tokens=tokens / counted + more_tokens,
        answer_tokens=min(bound, USUAL_ANSWER_TOKENS if usual is None else usual),
        worst=None if target.price is None else worsts / counted,
        price=target.price,
        latency_s=known.latencies.get(model.id, USUAL_LATENCY_S),
        limits=model.limits,
        answer_known=usual is not None,
        latency_known=model.id in known.latencies,
        prompt_exact=exact and not more_tokens,
    )


def _judging(
    name: str,
    target: ChosenTarget,
    content: PromptContent,
    sample: list[CaseContent],
    column: Asking,
    known: _Known,
) -> Asking:
    """A grader reads the case and the answer, of which only the length can be guessed."""
    values: list[Values] = [
        grader_values(
            Sample(output="", parsed="", expected=case.expected, values=case.values, tags=case.tags)
        )
        for case in sample
    ]
    return _asking(
        Phase.JUDGE,
        name,
        target,
        content,
        values,
        column.calls,
        known,
        more_tokens=column.answer_tokens,
        more_bytes=column.answer_tokens * BYTES_PER_TOKEN,
    )


def _request(target: ChosenTarget, content: PromptContent, values: Values) -> CellRequest:
    return request_of(
        content,
        values,
        target.parameters,
        model=target.model.name,
        provider=str(target.model.provider),
        most_output=target.model.capabilities.max_output_tokens,
    )


def _call(request: CellRequest) -> ModelCall:
    return ModelCall(
        model=request.model,
        messages=request.messages,
        parameters=request.parameters,
        tools=request.tools,
        output=request.output,
    )


def _warnings(order: RunOrder, made: Forecast | None, month: Balance | None) -> list[Problem]:
    if made is None:
        return []
    tokens = made.prompt_tokens + made.answer_tokens
    found = [
        _over("run", made.money, order.budget, 0, "budget_usd"),
        _over_tokens("run", tokens, order.budget_tokens, 0, "budget_tokens"),
    ]
    if month is not None:
        used = month.tokens + month.held_tokens
        found.append(_over("month", made.money, month.limit, month.used, ""))
        found.append(_over_tokens("month", tokens, month.limit_tokens, used, ""))
    return [problem for problem in found if problem is not None]


def _over(
    which: str, money: Money | None, limit: int | None, used: int, field: str
) -> Problem | None:
    if money is None or limit is None or used + money.high <= limit:
        return None
    sure = used + money.likely > limit
    return Problem(
        code=f"{'over' if sure else 'near'}_{which}_budget",
        message=f"It {'will probably' if sure else 'may'} stop before its end: "
        f"the budget of the {which} is less than it {'will' if sure else 'may'} cost",
        field=field,
    )


def _over_tokens(
    which: str, tokens: int, limit: int | None, used: int, field: str
) -> Problem | None:
    if limit is None or used + tokens <= limit:
        return None
    return Problem(
        code=f"over_{which}_tokens",
        message="It will probably stop before its end: "
        f"the {which} has fewer tokens left than it needs",
        field=field,
    )
