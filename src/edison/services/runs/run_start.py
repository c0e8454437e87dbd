"""Start a run: every reason against it at once, then all of it in one transaction or nothing."""

from dataclasses import replace
from datetime import datetime
from uuid import UUID

from edison.domain.errors import NoWorker
from edison.domain.people.access import Actor, Permission
from edison.domain.runs.run_order import RunOrder
from edison.domain.runs.run_plan import Run
from edison.domain.runs.run_series import EXPERIMENT_TRIGGER, series_of
from edison.engine.runs.start import create_run
from edison.engine.runs.start.plan_run import draft_run
from edison.services.context import Context
from edison.services.permission_check import confirm_permission
from edison.services.prompts.prompt_versions import version_for_run
from edison.store.unit_of_work import WriteTx


async def start_run(ctx: Context, who: Actor, order: RunOrder) -> Run:
    """Freeze the plan and queue the work; every reason against it is told at once, before a cent is spent."""
    who.must(Permission.START_RUNS, order.project)
    now = ctx.clock.now()
    async with ctx.write() as tx:
        return await begin_run(ctx, tx, who, order, now)


async def begin_run(
    ctx: Context,
    tx: WriteTx,
    who: Actor,
    order: RunOrder,
    now: datetime,
    *,
    experiment: UUID | None = None,
) -> Run:
    """Do the same in the caller's transaction.

    `experiment`: one whose budget is open already and is counted against too.
    """
    who.must(Permission.START_RUNS, order.project)
    if experiment is not None:
        order = replace(order, trigger=EXPERIMENT_TRIGGER, series=series_of(experiment))
    project = await tx.projects.get(order.project)
    project.must_be_live()
    await confirm_permission(tx, who, Permission.START_RUNS, order.project)
    if not await tx.workers.alive(now):
        raise NoWorker("No worker is running, and only workers call models")
    draft = await draft_run(tx, who, order, now)
    draft.must_be_ready()
    for place, chosen in enumerate(draft.versions):
        if chosen.version is None:
            version = await version_for_run(tx, who, order.project, chosen.prompt.id, now)
            draft.versions[place] = replace(chosen, version=version)
    return await create_run.create_run(ctx.launcher, tx, who, project, order, draft, now)
