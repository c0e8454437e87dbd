"""Forecast the calls of a planned run from a sample of its cases."""

from datetime import datetime, timedelta

from edison.domain.datasets.dataset import CaseContent
from edison.domain.ids import ModelId, ProjectId
from edison.domain.runs.cost_forecast import Asking, mean_latency_s
from edison.domain.runs.run_order import RunOrder
from edison.engine.runs.start.count_tokens import (
    EarlierCalls,
    ExpectedAnswers,
    count_column,
    count_scorer,
)
from edison.engine.runs.start.run_draft import RunDraft
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
    asked = [scorer.target for scorer in draft.scorers if scorer.target is not None]
    models = list({target.model.id for target in [*draft.targets, *asked]})
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
    return EarlierCalls(answers=answers, latencies=latencies)


def forecast_target_calls(
    order: RunOrder, draft: RunDraft, sample: list[CaseContent], known: EarlierCalls
) -> list[Asking]:
    """Count the calls of a planned run by column and scorer. Call it in a thread: counting tokens is CPU-bound."""
    calls = draft.cases * max(1, order.trials)
    columns = [
        count_column(
            f"{chosen.prompt.name} v{chosen.number}", target, chosen.content, sample, calls, known
        )
        for chosen in draft.versions
        for target in draft.targets
    ]
    answers = [ExpectedAnswers(count=calls, tokens=column.answer_tokens) for column in columns]
    return [*columns, *forecast_scorer_calls(draft, sample, answers, known)]


def forecast_scorer_calls(
    draft: RunDraft, sample: list[CaseContent], columns: list[ExpectedAnswers], known: EarlierCalls
) -> list[Asking]:
    return [
        asking
        for scorer in draft.scorers
        for asking in count_scorer(scorer, sample, columns, known)
    ]
