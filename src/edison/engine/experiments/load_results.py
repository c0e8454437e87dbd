"""Reads what a run of an experiment came to: grades of each cell, and the summary made of them."""

import asyncio
from dataclasses import dataclass

from edison.domain.ids import ProjectId, RunId
from edison.domain.results.build_summary import RunDescription, summarise
from edison.domain.results.kept_grades import Kept
from edison.domain.results.run_summary import Summary
from edison.domain.runs.run_plan import Plan
from edison.engine.resources import Resources
from edison.engine.runs.describe_run import describe_run


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LoadedResults:
    about: RunDescription
    summary: Summary
    kept: Kept

    @property
    def plan(self) -> Plan:
        return self.about.plan

    @property
    def usable(self) -> tuple[int, ...]:
        """Columns with grades that can be relied on."""
        return tuple(
            column.column
            for column in self.summary.columns
            if column.composite is not None and not column.inconclusive
        )


async def load_iteration_results(own: Resources, project: ProjectId, run: RunId) -> LoadedResults:
    """Always anew from the cells: what was kept may be older than what came last."""
    async with own.work.read() as tx:
        about = await describe_run(tx, project, run)
        arrays = await tx.result_arrays.read(
            project,
            run,
            about.plan,
            panel=about.panel.scorers,
            pairwise=[pairing.scorer for pairing in about.pairings],
            criteria=len(about.rubric.criteria) if about.rubric else 0,
        )
    # Seconds of arithmetic: other work of this process goes on meanwhile.
    summary, kept = await asyncio.to_thread(summarise, arrays, about)
    return LoadedResults(about=about, summary=summary, kept=kept)
