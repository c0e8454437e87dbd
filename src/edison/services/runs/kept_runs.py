"""Let a run stay whatever its age."""

from edison.domain.audit.audit_chain import entry
from edison.domain.events import RUN_CHANGED, event, run_topic
from edison.domain.ids import ProjectId, RunId
from edison.domain.people.access import Actor, Permission
from edison.domain.runs.run_plan import Run
from edison.services.context import Context
from edison.services.permission_check import confirm_permission


async def keep_run(ctx: Context, who: Actor, project: ProjectId, run: RunId, *, keep: bool) -> Run:
    """Take a run out of retention, or hand it back; saying the same again changes nothing."""
    who.must(Permission.START_RUNS, project)
    now = ctx.clock.now()
    async with ctx.write() as tx:
        (await tx.projects.get(project)).must_be_live()
        await confirm_permission(tx, who, Permission.START_RUNS, project)
        found = await tx.runs.get(project, run, lock=True)
        if (found.kept_by is not None) == keep:
            return found
        await tx.aged_runs.pin_run(project, run, who.label if keep else None, now)
        tx.record(
            entry(
                who,
                "run.kept" if keep else "run.released",
                ("run", run),
                at=now,
                project=project,
                changes={"kept": {"old": not keep, "new": keep}},
            )
        )
        tx.emit(event(who, run_topic(run), RUN_CHANGED, now, run=str(run), changed=["kept"]))
        return await tx.runs.get(project, run, lock=True)
