"""Create a run from a valid draft: its row, cases, budget and event, and the first queued chunks."""

from dataclasses import dataclass

from edison.domain.ids import RunId
from edison.domain.people.project import Project
from edison.domain.runs.provider_batch import AnswerDelivery
from edison.domain.runs.run_order import RunOrder
from edison.domain.runs.run_plan import (
    Column,
    Fallback,
    Plan,
    Run,
    batch_chunk_size,
    chunk_size_for,
    experiment_of,
    suite_of,
)
from edison.domain.runs.run_states import RunState
from edison.engine.project_tx import ProjectTx
from edison.engine.runs.enqueue_chunks import announce_run, chunks_at_once, launch_new
from edison.engine.runs.start.run_draft import ChosenVersion, RunDraft
from edison.kit.uuids import new_id
from edison.scorers.registry import spec_to_json
from edison.store.repositories.budgets.budget_calendar import RunBudget
from edison.store.repositories.runs.runs import RunScorer


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRunParts:
    """Values prepared before a run is created: its id, under which budgets are open, and the number of live workers."""

    run: RunId
    workers: int


async def create_run(
    tx: ProjectTx,
    project: Project,
    order: RunOrder,
    draft: RunDraft,
    *,
    ground: NewRunParts | None = None,
) -> Run:
    """Create a run in the caller's transaction. All prompts of the draft must be saved versions."""
    draft.must_be_ready()
    if ground is None:
        ground = NewRunParts(run=RunId(new_id()), workers=await tx.workers.alive(tx.now))
        await open_budgets(tx, project, order, draft, ground.run)
        await require_budget(tx, order, draft)
    run, launched = await _add(tx, order, draft, ground)
    announce_run(tx, run)
    await launch_new(tx, run, launched)
    return run


async def open_budgets(
    tx: ProjectTx, project: Project, order: RunOrder, draft: RunDraft, run: RunId
) -> None:
    """Open the budgets that limit today's calls of the run."""
    budget = RunBudget(
        run=run,
        limit=order.budget,
        limit_tokens=order.budget_tokens,
        alert_share=project.settings.cost_alert_threshold,
    )
    for simulated in draft.money:
        await tx.budget_calendar.open(
            order.project, tx.now, suite_of(order.series), simulated=simulated, run=budget
        )


async def require_budget(tx: ProjectTx, order: RunOrder, draft: RunDraft) -> None:
    """Raise an error if a budget of the run is already spent. A run that spends its budget later is paused."""
    for simulated in draft.money:
        for balance in await tx.budget_calendar.read(
            order.project, tx.now, suite_of(order.series), simulated=simulated
        ):
            balance.must_have_any()


async def _add(
    tx: ProjectTx, order: RunOrder, draft: RunDraft, ground: NewRunParts
) -> tuple[Run, int]:
    """Write the run; return the run and the number of its chunks that are marked as enqueued."""
    run_id = ground.run
    cases = await tx.run_cases.pin(
        order.project,
        run_id,
        order.dataset,
        draft.dataset_version or 0,
        order.choice,
    )
    columns = [column for chosen in draft.versions for column in _columns(draft, chosen)]
    plan = Plan(
        columns=tuple(columns),
        dataset=order.dataset,
        dataset_name=draft.dataset.name if draft.dataset else "",
        dataset_version=draft.dataset_version,
        choice=order.choice,
        cases=cases,
        trials=order.trials,
        reuse=order.reuse,
        prompt_caching=order.prompt_caching,
        chunk_size=_chunk_size(order, cases * order.trials * len(columns), len(columns)),
        timeout_s=order.timeout_s,
        fallback=_fallback(draft),
        delivery=order.delivery,
        after_expiry=order.after_expiry,
    )
    number, turn = await tx.runs.number_and_turn(order.project)
    run = Run(
        id=run_id,
        number=number,
        name=order.name.strip() or _usual_name(columns, plan),
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
        experiment=experiment_of(order.series),
        suite=suite_of(order.series),
    )
    launched = min(plan.chunks, chunks_at_once(ground.workers))
    prompt = order.versions[0].prompt
    scorers = [
        RunScorer(number=place, name=scorer.name, spec=spec_to_json(scorer.spec))
        for place, scorer in enumerate(draft.scorers)
    ]
    await tx.runs.add(order.project, run, prompt, order.series, launched=launched, scorers=scorers)
    return run, launched


def _chunk_size(order: RunOrder, cells: int, columns: int) -> int:
    if order.delivery is AnswerDelivery.BATCH:
        return batch_chunk_size(columns)
    return chunk_size_for(cells, columns)


def _fallback(draft: RunDraft) -> Fallback | None:
    if draft.fallback is None:
        return None
    model = draft.fallback.model
    return Fallback(
        model=model.id,
        model_name=model.name,
        provider=str(model.provider),
        credential_label=model.credential_label,
        parameters=draft.fallback.parameters,
    )


def _columns(draft: RunDraft, chosen: ChosenVersion) -> list[Column]:
    version = chosen.version
    assert version is not None
    return [
        Column(
            prompt=chosen.prompt.id,
            prompt_name=chosen.prompt.name,
            version=version.id,
            number=version.number,
            model=target.model.id,
            model_name=target.model.name,
            provider=str(target.model.provider),
            credential_label=target.model.credential_label,
            parameters=target.parameters,
        )
        for target in draft.targets
    ]


def _usual_name(columns: list[Column], plan: Plan) -> str:
    first = columns[0]
    return f"{first.prompt_name} v{first.number}" + (
        f" on {plan.dataset_name}" if plan.dataset_name else ""
    )
