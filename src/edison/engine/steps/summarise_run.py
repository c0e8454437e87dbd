"""Compute and store the results of a run. Safe to repeat."""

import asyncio
from time import perf_counter
from uuid import UUID

import structlog

from edison.domain.events import RUN_SUMMARISED, run_topic
from edison.domain.ids import ProjectId, RunId
from edison.domain.results.build_summary import summarise_metrics
from edison.engine.durable import step
from edison.engine.resources import resources
from edison.engine.runs.describe_run import describe_run
from edison.engine.workflow_contracts import SummaryOrder

log = structlog.get_logger(__name__)


@step("summarise_run", attempts=5)
async def summarise_run(order: SummaryOrder) -> bool:
    """Compute the results of a run; return whether they were stored. Newer stored results are not replaced."""
    own = resources()
    project, run = ProjectId(UUID(order["project"])), RunId(UUID(order["run"]))
    began = perf_counter()
    async with own.work.read() as tx:
        # Read first: answers that arrive during the following reads then mark the result as out of date.
        seen = await tx.run_statistics.seen(project, run)
        about = await describe_run(tx, project, run)
        arrays = await tx.result_arrays.read(
            project,
            run,
            about.plan,
            panel=about.scorers,
            pairwise=[pairing.scorer for pairing in about.pairings],
            criteria=len(about.rubric.criteria) if about.rubric else 0,
        )
    # In a thread: it computes for seconds and must not block other work of this process.
    summaries, kept = await asyncio.to_thread(summarise_metrics, arrays, about)
    summary = next(one for one in summaries if one.measure == about.judging)
    now = own.clock.now()
    took_s = perf_counter() - began
    async with own.change(project, now) as tx:
        put = await tx.run_statistics.put(
            project,
            run,
            order["number"],
            summaries=summaries,
            kept=kept,
            seen=seen,
            at=now,
            took_s=took_s,
        )
        if put:
            tx.emit_event(
                RUN_SUMMARISED,
                topic=run_topic(run),
                run=str(run),
                cells=summary.covers.cells,
                total=summary.covers.of,
                composites=[
                    None if column.composite is None else round(column.composite.value, 4)
                    for column in summary.columns
                ],
            )
    log.info(
        "run_summarised", run=order["run"], cells=summary.covers.cells, took_s=round(took_s, 2)
    )
    return put
