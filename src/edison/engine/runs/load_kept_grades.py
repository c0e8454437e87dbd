"""Grades of a run for comparing: as they were kept, or read anew where that is quick."""

import asyncio
from dataclasses import dataclass
from datetime import datetime

from edison.domain.ids import ProjectId
from edison.domain.results.kept_grades import Kept, keep_grades
from edison.domain.results.run_arrays import grades_of
from edison.domain.results.run_metrics import Metric
from edison.domain.runs.run_plan import Run
from edison.engine.runs.describe_run import describe_run
from edison.store.unit_of_work import ReadTx

# Up to so many cells, reading all grades takes less time than anyone notices.
SMALL_RUN = 5_000


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class KeptAt:
    kept: Kept
    # None: just read.
    as_of: datetime | None
    stale: bool


async def load_kept_grades(
    tx: ReadTx,
    project: ProjectId,
    run: Run,
    now: datetime,
    *,
    metric: Metric | None = None,
    fresh: bool = False,
) -> KeptAt:
    """Load the grades by a metric; without one, by the run's judges.

    What nobody has computed yet is read, whatever its size; `fresh`: and what is older than the last answers.
    """
    stamp = await tx.run_statistics.stamp(project, run.id)
    seen = await tx.run_statistics.seen(project, run.id)
    stale = stamp is None or stamp.seen != seen
    by = metric or (await describe_run(tx, project, run.id)).judging
    if stamp is not None and not (stale and (fresh or run.plan.cells <= SMALL_RUN)):
        kept = await tx.run_statistics.kept(project, run.id, by.key)
        if kept is not None:
            return KeptAt(kept=kept, as_of=stamp.computed_at, stale=stale)
    arrays = await tx.result_arrays.read(
        project, run.id, run.plan, panel=by.scorers, pairwise=(), criteria=0
    )
    kept = await asyncio.to_thread(lambda: keep_grades(arrays, grades_of(arrays, by.panel)))
    return KeptAt(kept=kept, as_of=now, stale=False)
