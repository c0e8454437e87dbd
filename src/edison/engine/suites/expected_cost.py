"""Estimate the cost of an execution.

What the last one cost, or, for the first one, counted on some of its cases.
"""

import asyncio
from datetime import datetime

from edison.domain.money import MicroUsd
from edison.domain.runs.cost_forecast import forecast
from edison.domain.runs.run_order import RunOrder
from edison.engine.runs.start.count_tokens import EarlierCalls
from edison.engine.runs.start.forecast_calls import (
    LEARN_FROM,
    forecast_target_calls,
    load_case_sample,
)
from edison.engine.runs.start.run_draft import RunDraft
from edison.scorers.registry import spec_to_json
from edison.store.repositories.suites.executions import Paid
from edison.store.unit_of_work import ReadTx

# Many suites may be due in the same minute; a guess from a few cases is good enough to ask whether money is left.
FEW = 20


async def expected_cost(
    tx: ReadTx, order: RunOrder, draft: RunDraft, paid: Paid | None, now: datetime
) -> MicroUsd | None:
    """None: nobody can say. The draft is ready, so each price is known."""
    cells = draft.columns * draft.cases * order.trials
    if paid is not None and _is_alike(draft, paid):
        return MicroUsd(round(paid.spent * cells / paid.cells))
    sample = await load_case_sample(tx, order, draft, FEW)
    if not sample or not cells:
        return None
    asked = [scorer.target for scorer in draft.scorers if scorer.target is not None]
    models = list({target.model.id for target in [*draft.targets, *asked]})
    answers = await tx.run_totals.usual_answers(order.project, models, now - LEARN_FROM)
    known = EarlierCalls(answers=answers, latencies={})
    made = forecast(
        cells, await asyncio.to_thread(forecast_target_calls, order, draft, sample, known), 1
    )
    return None if made.money is None else made.money.likely


def _is_alike(draft: RunDraft, paid: Paid) -> bool:
    """The same models with the same parameters are asked, and scored by the same scorers."""
    targets = {(target.model.id, target.parameters) for target in draft.targets}
    scorers = [_bare(spec_to_json(scorer.spec)) for scorer in draft.scorers]
    past = paid.past
    return (
        targets == {(column.model, column.parameters) for column in past.plan.columns}
        and len(past.plan.columns) == draft.columns
        and scorers == [_bare(spec) for spec in past.scorers]
    )


def _bare(spec: dict[str, object]) -> dict[str, object]:
    """The next version of a judge costs about what the last one did."""
    return {key: value for key, value in spec.items() if key != "version"}
