"""Count the cost of calls in doubt: the worst case, the probable cost, or the actual cost of a late answer.

A call is in doubt if its worker stopped before the outcome was stored. Each change updates cells, sums, budgets and the
ledger in one transaction.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import structlog

from edison.domain.budgets.budget import day_of
from edison.domain.ids import ModelId, ProjectId
from edison.domain.money import MicroUsd
from edison.domain.runs.calls_in_doubt import CallInDoubt, CountDoubt, Usual
from edison.domain.runs.cell import Phase, Worst
from edison.domain.runs.run_plan import Run
from edison.domain.runs.run_sums import ColumnSums, ScoreSums
from edison.engine.runs.prepare_chunk import Ready
from edison.store.repositories.budgets.budgets import Movement
from edison.store.repositories.runs.cells import Abandoned
from edison.store.unit_of_work import WriteTx

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubtChange:
    """Accounting change for one call in doubt. `calls` is the number of calls that it adds to the ledger."""

    call: CallInDoubt
    doubt: int
    doubt_tokens: int
    calls: int = 0
    held: int = 0
    held_tokens: int = 0


async def record_calls_in_doubt(
    tx: WriteTx,
    project: ProjectId,
    run: Run,
    ready: Ready,
    lost: Sequence[Abandoned],
    now: datetime,
) -> None:
    """Reopen the cells of a stopped worker, and count the costs of its open calls as in doubt."""
    if not lost:
        return
    log.warning("calls_in_doubt", run=str(run.id), calls=len(lost))
    calls = [_in_doubt(run, ready, item, now) for item in lost]
    counted = [call.worst for call in calls]
    if run.count_doubt is CountDoubt.PROBABLE:
        usual = await usual_usage_of(tx, project, run)
        counted = [usual.probable(call) for call in calls]
    await tx.calls_in_doubt.add_to_rows(
        project,
        run.id,
        calls,
        [amount.cost - call.worst.cost for call, amount in zip(calls, counted, strict=True)],
    )
    calls = [replace(call, counted=amount) for call, amount in zip(calls, counted, strict=True)]
    await tx.calls_in_doubt.add(project, run.id, calls)
    await apply_doubt_change(
        tx,
        project,
        run,
        [
            DoubtChange(
                call=call,
                calls=1,
                held=-call.worst.cost,
                held_tokens=-call.worst.tokens,
                doubt=call.counted.cost,
                doubt_tokens=call.counted.tokens,
            )
            for call in calls
        ],
        now,
    )


async def count_probable(tx: WriteTx, project: ProjectId, run: Run, now: datetime) -> MicroUsd:
    """Count calls in doubt at their probable cost, for a locked run and from now on.

    Return the difference to the cost that was counted before.
    """
    await tx.calls_in_doubt.set_policy(project, run.id, CountDoubt.PROBABLE)
    usual = await usual_usage_of(tx, project, run)
    pairs = [
        (call, amount)
        for call in await tx.calls_in_doubt.of_run(project, run.id)
        if (amount := usual.probable(call)).cost < call.counted.cost
        or amount.tokens < call.counted.tokens
    ]
    if not pairs:
        return MicroUsd(0)
    calls = [call for call, _ in pairs]
    await recount_doubt(tx, project, run, calls, [amount for _, amount in pairs], now)
    return MicroUsd(sum(call.counted.cost - amount.cost for call, amount in pairs))


async def recount_doubt(
    tx: WriteTx,
    project: ProjectId,
    run: Run,
    calls: Sequence[CallInDoubt],
    amounts: Sequence[Worst],
    now: datetime,
) -> None:
    """Replace the counted costs of calls that stay in doubt."""
    changes = [
        DoubtChange(
            call=call,
            doubt=amount.cost - call.counted.cost,
            doubt_tokens=amount.tokens - call.counted.tokens,
        )
        for call, amount in zip(calls, amounts, strict=True)
    ]
    await tx.calls_in_doubt.add_to_rows(project, run.id, calls, [c.doubt for c in changes])
    await tx.calls_in_doubt.count(project, run.id, calls, amounts)
    await apply_doubt_change(tx, project, run, changes, now)


async def clear_doubt(
    tx: WriteTx, project: ProjectId, run: Run, calls: Sequence[CallInDoubt], now: datetime
) -> None:
    """Remove the costs in doubt of calls whose answers arrived late. The answers are settled separately."""
    if not calls:
        return
    changes = [
        DoubtChange(
            call=call, calls=-1, doubt=-call.counted.cost, doubt_tokens=-call.counted.tokens
        )
        for call in calls
    ]
    await tx.calls_in_doubt.add_to_rows(project, run.id, calls, [c.doubt for c in changes])
    await tx.calls_in_doubt.remove(project, run.id, calls)
    await apply_doubt_change(tx, project, run, changes, now)


async def usual_usage_of(tx: WriteTx, project: ProjectId, run: Run) -> Usual:
    columns, scores = await tx.run_sums.read(project, run.id)
    return Usual(columns=columns, scores=scores)


async def apply_doubt_change(
    tx: WriteTx, project: ProjectId, run: Run, changes: Sequence[DoubtChange], now: datetime
) -> None:
    """Apply accounting changes to the sums of a run, to the budgets of the day of each call, and to the ledger."""
    columns: Counter[int] = Counter()
    scores: Counter[tuple[int, int]] = Counter()
    simulated = await tx.catalog.simulated(project, {change.call.model for change in changes})
    days: dict[tuple[datetime, bool], dict[tuple[Phase, ModelId], list[DoubtChange]]] = defaultdict(
        dict
    )
    for change in changes:
        call = change.call
        column = run.plan.place(call.ordinal).column
        if call.scorer is None:
            columns[column] += change.doubt
        else:
            scores[column, call.scorer] += change.doubt
        day = days[day_of(call.started_at), call.model in simulated]
        day.setdefault((call.phase, call.model), []).append(change)
    await tx.run_sums.add(
        project,
        run.id,
        {column: ColumnSums(doubt=doubt) for column, doubt in columns.items()},
        {place: ScoreSums(doubt=doubt) for place, doubt in scores.items()},
    )
    written: list[Movement] = []
    for day, of_simulated in sorted(days):
        movements = [
            Movement(
                kind="doubt",
                phase=phase,
                model=model,
                calls=sum(each.calls for each in some),
                held=sum(each.held for each in some),
                held_tokens=sum(each.held_tokens for each in some),
                doubt=sum(each.doubt for each in some),
                doubt_tokens=sum(each.doubt_tokens for each in some),
            )
            for (phase, model), some in days[day, of_simulated].items()
        ]
        ids = await tx.budgets.of_run(
            project,
            run.id,
            day,
            simulated=of_simulated,
            experiment=run.experiment,
            suite=run.suite,
        )
        await tx.budgets.move(project, ids, movements)
        written += movements
    await tx.budgets.write(project, run.id, written, now, experiment=run.experiment)


def _in_doubt(run: Run, ready: Ready, item: Abandoned, now: datetime) -> CallInDoubt:
    phase, model = _whose(run, ready, item)
    worst = Worst(cost=MicroUsd(item.held), tokens=item.held_tokens)
    return CallInDoubt(
        ordinal=item.ordinal,
        scorer=item.scorer,
        claim=item.claim,
        model=model,
        phase=phase,
        started_at=item.started_at,
        stopped_at=now,
        worst=worst,
        counted=worst,
    )


def _whose(run: Run, ready: Ready, item: Abandoned) -> tuple[Phase, ModelId]:
    if item.scorer is None:
        return Phase.TARGET, run.plan.columns[run.plan.place(item.ordinal).column].model
    (scorer,) = (scorer for scorer in ready.scorers if scorer.number == item.scorer)
    assert scorer.model is not None
    return Phase.JUDGE, scorer.model
