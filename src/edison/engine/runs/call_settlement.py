"""Write the outcomes of calls and settle their costs, exactly once for each call, even if an answer is late."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

import structlog

from edison.domain.ids import BudgetId, ModelId, ProjectId, RunId
from edison.domain.models.usage_tally import Tally, added, tally_of
from edison.domain.money import MicroUsd
from edison.domain.people.access import SYSTEM
from edison.domain.runs.calls_in_doubt import CallInDoubt
from edison.domain.runs.cell import Phase, Worst, overrun_of
from edison.domain.runs.run_plan import Run
from edison.domain.runs.run_sums import column_sums, score_sums
from edison.engine.budgets.overrun_alert import alert_overrun
from edison.engine.launcher import Launcher
from edison.engine.project_tx import ProjectTx
from edison.engine.runs.count_doubt import clear_doubt, recount_doubt
from edison.engine.runs.reservations import Finished
from edison.store.repositories.budgets.budgets import Movement
from edison.store.repositories.runs.cell_arrays import FinishedCell, FinishedScore
from edison.store.unit_of_work import WriteTx

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Late:
    """Late answers to calls that were already counted as in doubt."""

    run: Run
    # Not started again since: their answers are stored.
    wanted: list[tuple[Finished, CallInDoubt]]
    # Another worker has repeated the call: it is paid twice, and both costs are recorded.
    repeated: list[tuple[Finished, CallInDoubt]]


async def settle_calls(
    tx: WriteTx,
    project: ProjectId,
    run: RunId,
    items: Sequence[Finished],
    now: datetime,
    *,
    launcher: Launcher,
    experiment: UUID | None,
) -> list[int]:
    """Write and settle the outcomes whose cells or scores are still open; return their positions in `items`."""
    places, scored = await _write(tx, project, run, items, now, begun=True)
    kept = [items[place] for place in places]
    late = await _late_among(tx, project, run, items, set(places))
    if late is not None:
        wanted = [item for item, _ in late.wanted]
        _, scored_late = await _write(tx, project, run, wanted, now, begun=False)
        scored |= scored_late
        places += [place for place, item in enumerate(items) if item in wanted]
        # Their reservations were already moved to doubt, which is reversed below.
        kept += [_without_promise(item) for item in wanted]
    await tx.run_sums.add(
        project,
        run,
        column_sums((item.column, item.answer) for item in kept if item.answer is not None),
        score_sums(
            (item.column, scorer, result)
            for item in kept
            for scorer, result in item.scores
            if (item.ordinal, scorer) in scored
        ),
    )
    if late is not None:
        await clear_doubt(tx, project, late.run, [call for _, call in late.wanted], now)
        if late.repeated:
            calls = [call for _, call in late.repeated]
            amounts = [_came_to(item) for item, _ in late.repeated]
            await recount_doubt(tx, project, late.run, calls, amounts, now)
    overrun = await _account(tx, project, run, kept, now, experiment)
    if overrun:
        await alert_overrun(ProjectTx(tx, SYSTEM, project, now, launcher), overrun, run=run)
    return places


async def _write(
    tx: WriteTx,
    project: ProjectId,
    run: RunId,
    items: Sequence[Finished],
    now: datetime,
    *,
    begun: bool,
) -> tuple[list[int], set[tuple[int, int]]]:
    """Write outcomes; return the positions of the written items, and the written scores as (ordinal, scorer) pairs.

    `begun` has the same meaning as in `FinishedCell`.
    """
    written = await tx.cells.finish(
        project,
        run,
        [
            FinishedCell(
                ordinal=item.ordinal,
                claim=item.claim,
                result=item.answer,
                begun=begun and item.is_paid,
            )
            for item in items
            if item.answer is not None
        ],
        now,
    )
    # A cell and its scores are written together, or neither is.
    places = [
        place for place, item in enumerate(items) if item.answer is None or item.ordinal in written
    ]
    scored = await tx.cells.finish_scores(
        project,
        run,
        [
            FinishedScore(
                ordinal=items[place].ordinal,
                scorer=scorer,
                claim=items[place].claim,
                result=result,
                begun=begun and items[place].answer is None and items[place].is_paid,
            )
            for place in places
            for scorer, result in items[place].scores
        ],
        now,
    )
    kept = [
        place
        for place in places
        if items[place].answer is not None
        or all((items[place].ordinal, scorer) in scored for scorer, _ in items[place].scores)
    ]
    return kept, scored


async def _late_among(
    tx: WriteTx, project: ProjectId, run: RunId, items: Sequence[Finished], kept: Collection[int]
) -> _Late | None:
    """Find late answers among the items that were not written: answers to calls of a worker considered dead."""
    paid = {
        item.key: item for place, item in enumerate(items) if place not in kept and item.is_paid
    }
    if not paid:
        return None
    calls = await tx.calls_in_doubt.find(project, run, list(paid))
    if not calls:
        return None
    free = await tx.cells.left_open(project, run, list(paid))
    found = _Late(run=await tx.runs.get(project, run), wanted=[], repeated=[])
    for call in calls:
        to = found.wanted if (call.ordinal, call.scorer) in free else found.repeated
        to.append((paid[call.ordinal, call.scorer, call.claim], call))
    log.warning("late_answers", run=str(run), kept=len(found.wanted), repeated=len(found.repeated))
    return found


def _without_promise(item: Finished) -> Finished:
    spent = item.spent
    return item if spent is None else replace(item, spent=spent.as_released())


def _came_to(item: Finished) -> Worst:
    bill = (item.answer or item.scores[0][1]).bill
    return Worst(cost=MicroUsd(bill.cost + bill.doubt), tokens=bill.tokens + bill.doubt_tokens)


async def _account(
    tx: WriteTx,
    project: ProjectId,
    run: RunId,
    items: Sequence[Finished],
    now: datetime,
    experiment: UUID | None,
) -> Movement | None:
    """Settle the reservations in the ledger, and add the calls to the hourly sums of the models.

    Return the ledger line of the run's first overrun; None if there is no overrun or an earlier one was reported.
    """
    lines: dict[tuple[tuple[BudgetId, ...], Phase, ModelId], Movement] = {}
    tallies: dict[ModelId, Tally] = {}
    for item in items:
        if item.spent is None:
            continue
        result = item.answer or item.scores[0][1]
        if result.outcome is None:
            continue
        model = item.spent.model
        tallies[model] = added(tallies.get(model, Tally()), tally_of(result.outcome))
        if not item.spent.budgets:
            continue
        key = (item.spent.budgets, item.spent.phase, model)
        line = lines.get(key) or Movement(
            kind="settle", phase=item.spent.phase, model=model, calls=0
        )
        bill = result.bill
        lines[key] = replace(
            line,
            calls=line.calls + 1,
            held=line.held - item.spent.held,
            held_tokens=line.held_tokens - item.spent.held_tokens,
            settled=line.settled + bill.cost,
            doubt=line.doubt + bill.doubt,
            doubt_tokens=line.doubt_tokens + bill.doubt_tokens,
            overrun=line.overrun + overrun_of(bill, item.spent.held + item.spent.released),
        ).using(result.outcome.usage)
    await tx.spending.add_many(project, tallies, now)
    by_budget: dict[tuple[BudgetId, ...], list[Movement]] = defaultdict(list)
    for (ids, _, _), line in lines.items():
        by_budget[ids].append(line)
    for ids in sorted(by_budget):
        await tx.budgets.move(project, ids, by_budget[ids])
    beyond = [line for line in lines.values() if line.overrun]
    # The balance of the run is locked, so only one of two workers reports the first overrun.
    known = bool(beyond) and bool(await tx.budgets.overrun_of_run(project, run))
    if lines:
        await tx.budgets.write(project, run, list(lines.values()), now, experiment=experiment)
    return beyond[0] if beyond and not known else None
