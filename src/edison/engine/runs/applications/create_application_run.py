"""Create an application run: its cells stay open until a caller submits outputs, and no target is called."""

from edison.domain.ids import RunId
from edison.domain.people.project import Project
from edison.domain.runs.application import Application
from edison.domain.runs.run_order import RunOrder
from edison.domain.runs.run_plan import Plan, Run, chunk_size_for
from edison.domain.runs.run_states import RunState
from edison.domain.runs.submitted_output import column_of_application
from edison.engine.project_tx import ProjectTx
from edison.engine.runs.enqueue_chunks import announce_run
from edison.engine.runs.run_transitions import move_run
from edison.engine.runs.start.create_run import open_budgets, require_budget
from edison.engine.runs.start.run_draft import RunDraft
from edison.kit.uuids import new_id
from edison.scorers.registry import spec_to_json
from edison.store.repositories.runs.runs import RunScorer


async def create_application_run(
    tx: ProjectTx,
    project: Project,
    order: RunOrder,
    draft: RunDraft,
    application: Application,
    key: str | None,
) -> Run:
    """Create the run in the caller's transaction, in the state EXECUTING. All its chunks wait for outputs."""
    draft.must_be_ready()
    assert draft.dataset is not None
    run_id = RunId(new_id())
    await open_budgets(tx, project, order, draft, run_id)
    if any(scorer.target is not None for scorer in draft.scorers):
        await require_budget(tx, order, draft)
    version = draft.dataset_version or 0
    cases = await tx.run_cases.pin(order.project, run_id, order.dataset, version, order.choice)
    plan = Plan(
        columns=(column_of_application(application),),
        dataset=order.dataset,
        dataset_name=draft.dataset.name,
        dataset_version=draft.dataset_version,
        choice=order.choice,
        cases=cases,
        trials=order.trials,
        reuse=False,
        chunk_size=chunk_size_for(cases * order.trials, 1),
        timeout_s=order.timeout_s,
        application=application,
    )
    number, turn = await tx.runs.number_and_turn(order.project)
    run = Run(
        id=run_id,
        number=number,
        name=order.name.strip() or f"{application.title} on {draft.dataset.name}"[:200],
        state=RunState.PENDING,
        pause_reason=None,
        problem=None,
        trigger=order.trigger,
        plan=plan,
        epoch=1,
        turn=turn,
        created_by=tx.who.user,
        created_by_label=tx.who.label,
        created_at=tx.now,
        started_at=None,
        finished_at=None,
        heartbeat_at=None,
        count_doubt=order.count_doubt,
    )
    scorers = [
        RunScorer(number=place, name=scorer.name, spec=spec_to_json(scorer.spec))
        for place, scorer in enumerate(draft.scorers)
    ]
    await tx.runs.add(order.project, run, None, order.series, scorers=scorers, key=key)
    await tx.chunks.wait(order.project, run_id)
    announce_run(tx, run)
    await move_run(tx, run, RunState.EXECUTING)
    return await tx.runs.get(order.project, run_id)
