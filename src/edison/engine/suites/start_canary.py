"""Start the canary run of an execution, in which the current judges score frozen answers.

No target is called, and no earlier score of a judge is reused.
"""

from dataclasses import replace

from edison.domain.budgets.budget import Scope
from edison.domain.ids import RunId
from edison.domain.monitoring.canary_shift import judging_scorers
from edison.domain.people.project import Project
from edison.domain.runs.run_plan import CANARY_TRIGGER, Run
from edison.domain.runs.run_states import RunState
from edison.domain.suites.suite import Suite
from edison.engine.project_tx import ProjectTx
from edison.engine.runs.enqueue_chunks import chunks_at_once, launch_new
from edison.engine.runs.owners.freeze_answers import ORIGIN, renumber_columns
from edison.kit.uuids import new_id


async def start_canary(
    tx: ProjectTx, home: Project, suite: Suite, run: Run, series: str, workers: int
) -> Run | None:
    """Start the canary run for a main run; None if no answers are frozen or no judge scores single answers."""
    known = await tx.canaries.find(home.id, suite.id)
    if known is None:
        return None
    scorers = await tx.runs.scorers(home.id, run.id)
    judging = renumber_columns(
        [scorers[each] for each in judging_scorers([s.spec for s in scorers])]
    )
    if not judging:
        return None
    frozen = await tx.runs.get(home.id, known.frozen)
    plan = replace(frozen.plan, timeout_s=run.plan.timeout_s)
    number, turn = await tx.runs.number_and_turn(home.id)
    canary = Run(
        id=RunId(new_id()),
        number=number,
        name=f"{run.name}, frozen answers"[:200],
        state=RunState.PENDING,
        pause_reason=None,
        problem=None,
        trigger=CANARY_TRIGGER,
        plan=plan,
        epoch=1,
        turn=turn,
        created_by=tx.who.user,
        created_by_label=tx.who.label,
        created_at=tx.now,
        started_at=None,
        finished_at=None,
        heartbeat_at=None,
        suite=suite.id,
    )
    launched = min(plan.chunks, chunks_at_once(workers))
    prompt = plan.columns[0].prompt
    await tx.runs.add(home.id, canary, prompt, series, launched=launched, scorers=judging)
    await tx.run_copies.copy_answers(
        home.id, frozen.id, canary.id, list(range(plan.cells)), width=1, origin=ORIGIN
    )
    await tx.run_sums.recount(home.id, canary.id, 1, copied=True)
    share = home.settings.cost_alert_threshold
    await tx.budgets.open(home.id, Scope.RUN, canary.id, alert_share=share)
    await launch_new(tx, canary, launched)
    return canary
