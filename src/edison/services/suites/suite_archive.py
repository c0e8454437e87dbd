"""Archive and restore suites, and delete suites that were never executed."""

from typing import Any

from edison.domain.errors import WrongState
from edison.domain.events import SUITE_ARCHIVED, SUITE_REMOVED, SUITE_RESTORED
from edison.domain.ids import ProjectId, SuiteId
from edison.domain.people.access import Actor, Permission
from edison.domain.suites.suite import Suite, SuiteState
from edison.engine.project_tx import ProjectTx
from edison.services.context import Context
from edison.services.permission_check import require_live_project
from edison.services.suites.suite_cards import SuiteReport, report_of


async def archive_suite(
    ctx: Context, who: Actor, project: ProjectId, suite: SuiteId
) -> SuiteReport:
    """Archive a suite. Its monitors start no more runs, and its executions are kept."""
    who.must(Permission.START_RUNS, project)
    async with ctx.change(who, project) as tx:
        was = await _locked(tx, suite)
        if was.state is not SuiteState.ARCHIVED:
            await _move(tx, was, SuiteState.ARCHIVED, SUITE_ARCHIVED)
        return await report_of(tx, who, project, await tx.suites.get(project, suite), tx.now)


async def restore_suite(
    ctx: Context, who: Actor, project: ProjectId, suite: SuiteId
) -> SuiteReport:
    """Restore an archived suite, so that the suite can run again."""
    who.must(Permission.START_RUNS, project)
    async with ctx.change(who, project) as tx:
        was = await _locked(tx, suite)
        if was.state is not SuiteState.ARCHIVED:
            raise WrongState("This suite is not archived", state=str(was.state))
        await _move(tx, was, SuiteState.ACTIVE, SUITE_RESTORED)
        return await report_of(tx, who, project, await tx.suites.get(project, suite), tx.now)


async def delete_suite(ctx: Context, who: Actor, project: ProjectId, suite: SuiteId) -> None:
    """Delete a suite that was never executed and has no monitor."""
    who.must(Permission.START_RUNS, project)
    async with ctx.change(who, project) as tx:
        was = await _locked(tx, suite)
        await tx.suites.remove(project, suite)
        tx.note(
            SUITE_REMOVED,
            ("suite", was.id),
            {"name": {"old": was.name, "new": None}},
            name=was.name,
            changed=["name"],
        )


async def _locked(tx: ProjectTx, suite: SuiteId) -> Suite:
    await require_live_project(tx, Permission.START_RUNS)
    return await tx.suites.get(tx.project, suite, lock=True)


async def _move(tx: ProjectTx, was: Suite, state: SuiteState, fact: str) -> None:
    await tx.suites.set_state(tx.project, was.id, state, tx.now)
    changes: dict[str, Any] = {"state": {"old": str(was.state), "new": str(state)}}
    tx.note(fact, ("suite", was.id), changes, name=was.name, changed=sorted(changes))
