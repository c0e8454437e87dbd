"""Pause a suite, and let it go on; also one whose money of the day was spent."""

from edison.domain.errors import WrongState
from edison.domain.ids import ProjectId, SuiteId
from edison.domain.people.access import Actor, Permission
from edison.domain.suites.suite import SuitePause, SuiteState
from edison.engine.runs.owners.execution_events import emit_suite_event
from edison.engine.suites.resume_paused_suites import resume_runs_of_suite
from edison.services.context import Context
from edison.services.suites.suite_cards import SuiteReport, report_of
from edison.services.suites.suite_creation import may_edit


async def pause_suite(ctx: Context, who: Actor, project: ProjectId, suite: SuiteId) -> SuiteReport:
    """Nothing of it starts any more, by hand or by schedule; what is at work goes on to its end."""
    who.must(Permission.START_RUNS, project)
    now = ctx.clock.now()
    async with ctx.write() as tx:
        await may_edit(tx, who, project)
        was = await tx.suites.get(project, suite, lock=True)
        was.must_not_be_archived()
        if await tx.suites.pause(project, suite, SuitePause.PERSON, now):
            emit_suite_event(tx, who, project, was, SuiteState.PAUSED, now, SuitePause.PERSON)
        return await report_of(tx, who, project, await tx.suites.get(project, suite), now)


async def resume_suite(ctx: Context, who: Actor, project: ProjectId, suite: SuiteId) -> SuiteReport:
    """Go on; runs that stopped because the money of the day was spent go on too, as far as there is room."""
    who.must(Permission.START_RUNS, project)
    now = ctx.clock.now()
    async with ctx.write() as tx:
        await may_edit(tx, who, project)
        await resume_runs_of_suite(ctx.launcher, tx, who, project, suite, now)
        was = await tx.suites.get(project, suite, lock=True)
        if was.state is not SuiteState.PAUSED:
            raise WrongState("The suite is not paused", state=str(was.state))
        await tx.suites.set_state(project, suite, SuiteState.ACTIVE, now)
        emit_suite_event(tx, who, project, was, SuiteState.ACTIVE, now)
        return await report_of(tx, who, project, await tx.suites.get(project, suite), now)
