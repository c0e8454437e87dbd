"""Freeze answers of a suite's first judged execution: copy them to a run that never changes, for canary runs."""

from dataclasses import replace

from edison.domain.ids import RunId
from edison.domain.monitoring.canary_shift import chosen_to_freeze, judging_scorers, who_judges
from edison.domain.people.access import SYSTEM
from edison.domain.runs.run_plan import CANARY_TRIGGER, Plan, Run, chunk_size_for
from edison.domain.runs.run_states import RunState
from edison.domain.suites.execution import Canary, Execution
from edison.engine.project_tx import ProjectTx
from edison.kit.uuids import new_id
from edison.store.repositories.runs.runs import RunScorer

ORIGIN = "frozen"


async def freeze_answers(tx: ProjectTx, execution: Execution, run: Run) -> Canary | None:
    """Freeze answers of a completed run, unless the suite still uses a judge of its earlier frozen answers."""
    scorers = await tx.runs.scorers(tx.project, run.id)
    judging = [scorers[place] for place in judging_scorers([each.spec for each in scorers])]
    if not judging:
        return None
    known = await tx.canaries.find(tx.project, execution.suite)
    if known is not None and not {who_judges(each.spec) for each in judging}.isdisjoint(
        known.source["judges"]
    ):
        return None
    numbers = [each.number for each in judging]
    columns, trials = len(run.plan.columns), run.plan.trials
    cells = chosen_to_freeze(
        await tx.run_copies.scored_answers(tx.project, run.id, numbers), columns, trials
    )
    if not cells:
        return None
    frozen = await _copy(tx, run, cells, judging)
    canary = Canary(
        suite=execution.suite,
        taken_from=run.id,
        frozen=frozen,
        source={
            "execution": str(execution.id),
            "cells": cells,
            "judges": sorted({who_judges(each.spec) for each in judging}),
        },
        created_at=tx.now,
    )
    await tx.canaries.put(tx.project, canary)
    return canary


async def _copy(tx: ProjectTx, run: Run, cells: list[int], judging: list[RunScorer]) -> RunId:
    """Create a completed run with copies of the given cells' answers and scores."""
    plan = plan_of_frozen(run.plan, cells)
    number, turn = await tx.runs.number_and_turn(tx.project)
    frozen = replace(
        run,
        id=RunId(new_id()),
        number=number,
        name=f"{run.name}, frozen answers"[:200],
        state=RunState.COMPLETED,
        trigger=CANARY_TRIGGER,
        plan=plan,
        epoch=1,
        turn=turn,
        created_by=None,
        created_by_label=SYSTEM.label,
        created_at=tx.now,
        started_at=tx.now,
        finished_at=tx.now,
        suite=None,
    )
    prompt = plan.columns[0].prompt
    await tx.runs.add(tx.project, frozen, prompt, None, scorers=renumber_columns(judging))
    await tx.canaries.close_frozen(tx.project, frozen.id)
    width = len(run.plan.columns) * run.plan.trials
    await tx.run_copies.copy_answers(
        tx.project, run.id, frozen.id, cells, width=width, origin=ORIGIN
    )
    numbers = [each.number for each in judging]
    await tx.run_copies.copy_scores(tx.project, run.id, frozen.id, cells, numbers)
    await tx.run_sums.recount(tx.project, frozen.id, 1, copied=True)
    return frozen.id


def plan_of_frozen(plan: Plan, cells: list[int]) -> Plan:
    """Return a plan with one column, one trial, and one case for each frozen answer."""
    column = plan.columns[cells[0] % len(plan.columns)]
    return replace(
        plan,
        columns=(column,),
        cases=len(cells),
        trials=1,
        reuse=False,
        fallback=None,
        chunk_size=chunk_size_for(len(cells), 1),
    )


def renumber_columns(scorers: list[RunScorer]) -> list[RunScorer]:
    return [replace(scorer, number=place) for place, scorer in enumerate(scorers)]
