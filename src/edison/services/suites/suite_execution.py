"""Execute a suite now: by its recipe, or with another model in place of its targets."""

from edison.domain.ids import ProjectId, SuiteId
from edison.domain.people.access import Actor, Permission
from edison.domain.suites.execution import Execution, Trigger
from edison.domain.suites.recipe import SuiteTarget
from edison.engine.suites.start_execution import ExecutionRequest, begin_execution
from edison.services.context import Context
from edison.services.permission_check import confirm_permission
from edison.services.suites.execution_queries import ExecutionReport, report_of_execution


async def run_now(
    ctx: Context,
    who: Actor,
    project: ProjectId,
    suite: SuiteId,
    override: SuiteTarget | None = None,
) -> ExecutionReport:
    """Every reason against it is told at once, before anything is spent; and nothing is written down then."""
    who.must(Permission.START_RUNS, project)
    now = ctx.clock.now()
    async with ctx.write() as tx:
        await confirm_permission(tx, who, Permission.START_RUNS, project)
        found = await tx.suites.get(project, suite, lock=True)
        wish = ExecutionRequest(suite=suite, who=who, trigger=_trigger(who), override=override)
        made: Execution = await begin_execution(ctx.launcher, tx, project, found, wish, now)
        return await report_of_execution(tx, project, made)


def _trigger(who: Actor) -> Trigger:
    return Trigger.API if who.kind == "token" else Trigger.MANUAL
