"""Start a run: plan, row, pinned cases, budget, event and the first chunks on the queue, all of it or nothing."""

from datetime import datetime

from edison.domain.access import Actor, Permission, ProjectId
from edison.domain.audit import entry
from edison.domain.budgets import Scope, month_of
from edison.domain.errors import BudgetSpent, NoWorker
from edison.domain.events import RUN_CREATED, event, project_topic
from edison.domain.money import to_usd
from edison.domain.runs.orders import RunOrder
from edison.domain.runs.plan import Column, Plan, Run, RunId, chunk_size_for
from edison.domain.runs.states import RunState
from edison.engine.runs.launching import launch_chunks
from edison.kit.ids import new_id
from edison.scorers.registry import spec_to_json
from edison.services.authority import confirm
from edison.services.context import Context
from edison.services.prompts.versioning import version_for_run
from edison.services.runs.drafting import Chosen, Draft
from edison.services.runs.planning import draft_of
from edison.store.repositories.runs import RunScorer
from edison.store.unit_of_work import WriteTx


async def start_run(ctx: Context, who: Actor, order: RunOrder) -> Run:
    """Freeze the plan and queue the work; every reason against it is told at once, before a cent is spent."""
    who.must(Permission.START_RUNS, order.project)
    now = ctx.clock.now()
    async with ctx.write() as tx:
        project = await tx.projects.get(order.project)
        project.must_be_live()
        await confirm(tx, who, Permission.START_RUNS, order.project)
        if not await tx.workers.alive(now):
            raise NoWorker("No worker is running, and only workers call models")
        draft = await draft_of(tx, who, order, now)
        draft.must_be_ready()
        run = await _add(tx, who, order, draft, now)
        await tx.budgets.open(
            order.project,
            Scope.RUN,
            run.id,
            limit=order.budget,
            limit_tokens=order.budget_tokens,
            alert_share=project.settings.cost_alert_threshold,
        )
        await tx.budgets.open_month(order.project, month_of(now))
        await _must_have_money(tx, order.project, now)
        tx.record(
            entry(
                who,
                "run.started",
                ("run", run.id),
                at=now,
                project=order.project,
                changes={"name": {"old": None, "new": run.name}},
            )
        )
        tx.tell(
            event(
                who,
                project_topic(order.project),
                RUN_CREATED,
                now,
                run=str(run.id),
                number=run.number,
                name=run.name,
                cells=run.plan.cells,
            )
        )
        await launch_chunks(ctx.launcher, tx, order.project, run.id, now)
    return run


async def _must_have_money(tx: WriteTx, project: ProjectId, now: datetime) -> None:
    """Refuse what could not make a single call; what runs out of money later is paused."""
    month = await tx.budgets.read(project, Scope.PROJECT_MONTH, project, month_of(now))
    if month.limit is not None and month.spent >= month.limit:
        raise BudgetSpent(
            f"Budget exceeded: ${to_usd(month.spent):.2f} / ${to_usd(month.limit):.2f}",
            scope=str(month.scope),
            spent=month.spent,
            limit=month.limit,
        )


async def _add(tx: WriteTx, who: Actor, order: RunOrder, draft: Draft, now: datetime) -> Run:
    run_id = RunId(new_id())
    cases = await tx.runs.pin_cases(
        order.project,
        run_id,
        order.dataset,
        draft.dataset_version or 0,
        order.choice,
    )
    columns = [
        column
        for chosen in draft.versions
        for column in await _columns(tx, who, order, draft, chosen, now)
    ]
    plan = Plan(
        columns=tuple(columns),
        dataset=order.dataset,
        dataset_name=draft.dataset.name if draft.dataset else "",
        dataset_version=draft.dataset_version,
        choice=order.choice,
        cases=cases,
        trials=order.trials,
        reuse=order.reuse,
        chunk_size=chunk_size_for(cases * order.trials * len(columns), len(columns)),
        timeout_s=order.timeout_s,
    )
    number = await tx.runs.next_number(order.project)
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
        turn=await tx.runs.turn_now(),
        created_by=who.user,
        created_by_label=who.label,
        created_at=now,
        started_at=None,
        finished_at=None,
        heartbeat_at=None,
    )
    await tx.runs.add(order.project, run, order.versions[0].prompt, order.series)
    await tx.runs.add_scorers(
        order.project,
        run_id,
        [
            RunScorer(number=place, name=scorer.name, spec=spec_to_json(scorer.spec))
            for place, scorer in enumerate(draft.scorers)
        ],
        len(columns),
        now,
    )
    return run


async def _columns(
    tx: WriteTx, who: Actor, order: RunOrder, draft: Draft, chosen: Chosen, now: datetime
) -> list[Column]:
    version = chosen.version or await version_for_run(tx, who, order.project, chosen.prompt.id, now)
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
