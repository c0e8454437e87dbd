"""Forecast the calls of a planned run from a sample of its cases."""

from datetime import datetime, timedelta
from decimal import Decimal

from edison.domain.datasets.dataset import CaseContent
from edison.domain.ids import ModelId, ProjectId
from edison.domain.runs.answer_length import EarlierCalls
from edison.domain.runs.cell import Phase
from edison.domain.runs.cost_forecast import Asking, mean_latency_s
from edison.domain.runs.provider_batch import AnswerDelivery
from edison.domain.runs.run_order import RunOrder
from edison.engine.runs.start.count_tokens import ExpectedAnswers, count_column, count_scorer
from edison.engine.runs.start.run_draft import RunDraft
from edison.providers.facts.batch_facts import batch_fact
from edison.store.unit_of_work import ReadTx

SAMPLE_AT_MOST = 200
LEARN_FROM = timedelta(days=30)


async def load_case_sample(
    tx: ReadTx, order: RunOrder, draft: RunDraft, most: int
) -> list[CaseContent]:
    """Load a sample of the cases that the planned run would use."""
    if order.dataset is None:
        return [CaseContent(values={})]
    if draft.dataset is None or not draft.dataset_version or not draft.cases:
        return []
    return await tx.run_totals.sample_cases(
        order.project, order.dataset, draft.dataset_version, order.choice, most
    )


async def load_earlier_calls(
    tx: ReadTx, project: ProjectId, draft: RunDraft, now: datetime
) -> EarlierCalls:
    """Load answer lengths and latencies of earlier calls to the models of a draft."""
    latencies = await load_latencies(tx, project, list({*_answering(draft), *_scoring(draft)}), now)
    return await load_draft_calls(tx, project, draft, now, latencies)


async def load_draft_calls(
    tx: ReadTx,
    project: ProjectId,
    draft: RunDraft,
    now: datetime,
    latencies: dict[ModelId, float] | None = None,
) -> EarlierCalls:
    """Load answer lengths of earlier calls to the models of a draft. Without `latencies`, the usual is assumed."""
    return await load_calls_to(tx, project, _answering(draft), _scoring(draft), now, latencies)


def _answering(draft: RunDraft) -> list[ModelId]:
    return list({target.model.id for target in draft.targets})


def _scoring(draft: RunDraft) -> list[ModelId]:
    return list({one.target.model.id for one in draft.scorers if one.target is not None})


async def load_calls_to(
    tx: ReadTx,
    project: ProjectId,
    answering: list[ModelId],
    scoring: list[ModelId],
    now: datetime,
    latencies: dict[ModelId, float] | None = None,
) -> EarlierCalls:
    """Load answer lengths of earlier calls to the models that answer, and to those that judge or refine."""
    since = now - LEARN_FROM
    calls = await tx.run_totals.earlier_calls(project, scoring, since)
    return EarlierCalls(
        # A grader of a prompt of one's own answers like any target.
        answers=await tx.run_totals.earlier_answers(project, list({*answering, *scoring}), since),
        latencies=latencies or {},
        judges=calls[Phase.JUDGE],
        refiners=calls[Phase.REFINE],
    )


async def load_latencies(
    tx: ReadTx, project: ProjectId, models: list[ModelId], now: datetime
) -> dict[ModelId, float]:
    latencies: dict[ModelId, float] = {}
    for model in models:
        buckets: dict[int, int] = {}
        for period in await tx.spending.hours(project, model, now - LEARN_FROM, now):
            for bucket, calls in period.tally.latencies.items():
                buckets[bucket] = buckets.get(bucket, 0) + calls
        mean = mean_latency_s(buckets)
        if mean is not None:
            latencies[model] = mean
    return latencies


def forecast_target_calls(
    order: RunOrder, draft: RunDraft, sample: list[CaseContent], known: EarlierCalls
) -> list[Asking]:
    """Count the calls of a planned run by column and scorer. Call it in a thread: counting tokens is CPU-bound."""
    calls = draft.cases * max(1, order.trials)
    columns = [
        count_column(
            f"{chosen.prompt.name} v{chosen.number}",
            target,
            chosen.content,
            sample,
            calls,
            known,
            chosen.prompt.id,
            caching=order.prompt_caching and order.delivery is AnswerDelivery.LIVE,
        )
        for chosen in draft.versions
        for target in draft.targets
    ]
    answers = [ExpectedAnswers.of(column) for column in columns]
    scorers = forecast_scorer_calls(draft, sample, answers, known, caching=order.prompt_caching)
    return [*columns, *scorers]


def batch_shares(draft: RunDraft) -> dict[ModelId, Decimal] | None:
    """Return the share of the price that each target costs in a batch; None if a target has no batches."""
    facts = {target.model.id: batch_fact(target.model.provider) for target in draft.targets}
    shares = {model: fact.share for model, fact in facts.items() if fact is not None}
    return shares if shares and len(shares) == len(facts) else None


def forecast_scorer_calls(
    draft: RunDraft,
    sample: list[CaseContent],
    columns: list[ExpectedAnswers],
    known: EarlierCalls,
    *,
    caching: bool = True,
) -> list[Asking]:
    return [
        asking
        for scorer in draft.scorers
        for asking in count_scorer(scorer, sample, columns, known, caching=caching)
    ]
