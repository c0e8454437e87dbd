"""Create a run in which judges score the questions of a dataset: the questions are the answers, no target is called."""

from edison.domain.arena.question_review import column_of_questions, question_text
from edison.domain.ids import RunId
from edison.domain.people.project import Project
from edison.domain.runs.run_order import RunOrder
from edison.domain.runs.run_plan import Given, Plan, Run, chunk_size_for
from edison.domain.runs.run_states import RunState
from edison.engine.project_tx import ProjectTx
from edison.engine.runs.enqueue_chunks import announce_run, chunks_at_once, launch_new
from edison.engine.runs.start.create_run import open_budgets, require_budget
from edison.engine.runs.start.run_draft import RunDraft
from edison.kit.uuids import new_id
from edison.scorers.registry import spec_to_json
from edison.store.repositories.runs.runs import RunScorer

ORIGIN = "given"
AT_ONCE = 1_000


async def create_question_run(
    tx: ProjectTx, project: Project, order: RunOrder, draft: RunDraft, about: str
) -> Run:
    """Create the run in the caller's transaction. The questions are stored as finished answers."""
    draft.must_be_ready()
    assert draft.dataset is not None
    run_id = RunId(new_id())
    workers = await tx.workers.alive(tx.now)
    await open_budgets(tx, project, order, draft, run_id)
    await require_budget(tx, order, draft)
    version = draft.dataset_version or 0
    cases = await tx.run_cases.pin(order.project, run_id, order.dataset, version, order.choice)
    plan = Plan(
        columns=(column_of_questions(),),
        dataset=order.dataset,
        dataset_name=draft.dataset.name,
        dataset_version=draft.dataset_version,
        choice=order.choice,
        cases=cases,
        trials=1,
        reuse=order.reuse,
        chunk_size=chunk_size_for(cases, 1),
        timeout_s=order.timeout_s,
        given=Given(about=about),
    )
    number, turn = await tx.runs.number_and_turn(order.project)
    run = Run(
        id=run_id,
        number=number,
        name=order.name.strip() or f"Questions of {draft.dataset.name}"[:200],
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
    launched = min(plan.chunks, chunks_at_once(workers))
    scorers = [
        RunScorer(number=place, name=scorer.name, spec=spec_to_json(scorer.spec))
        for place, scorer in enumerate(draft.scorers)
    ]
    await tx.runs.add(order.project, run, None, order.series, launched=launched, scorers=scorers)
    await _give(tx, run, order)
    announce_run(tx, run)
    await launch_new(tx, run, launched)
    return run


async def _give(tx: ProjectTx, run: Run, order: RunOrder) -> None:
    for first in range(0, run.plan.cases, AT_ONCE):
        found = await tx.cells.cases(order.project, run.id, first, first + AT_ONCE)
        texts = {place: question_text(case.values) for place, case in found.items()}
        await tx.run_copies.give_answers(order.project, run.id, texts, ORIGIN, tx.now)
    await tx.run_sums.recount(order.project, run.id, 1)
