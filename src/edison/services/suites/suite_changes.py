"""Change, pause, resume and run suites. Earlier executions do not change."""

from dataclasses import dataclass, fields
from typing import Any, Literal

from edison.domain.budgets.budget import Scope
from edison.domain.errors import EditConflict, WrongState
from edison.domain.events import SUITE_CHANGED
from edison.domain.ids import ProjectId, SuiteId
from edison.domain.money import MicroUsd, to_usd
from edison.domain.people.access import Actor, Permission
from edison.domain.suites.execution import Execution, Trigger
from edison.domain.suites.recipe import Recipe, SuiteTarget, recipe_to_json
from edison.domain.suites.suite import Suite, SuitePause, SuiteState, check_daily_limit, check_name
from edison.engine.project_tx import ProjectTx
from edison.engine.runs.owners.execution_listener import emit_suite_event
from edison.engine.suites.resume_paused_suites import resume_runs_of_suite
from edison.engine.suites.start_execution import ExecutionRequest, begin_execution
from edison.services.context import Context
from edison.services.permission_check import confirm_permission, require_live_project
from edison.services.suites.execution_queries import ExecutionReport, report_of_execution
from edison.services.suites.recipe_check import require_valid_recipe
from edison.services.suites.suite_cards import SuiteReport, report_of

# The value for "not given", because None means no limit.
Unsaid = Literal["unsaid"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EditSuite:
    """A change of a suite. None keeps a value; for the daily limit, "unsaid" keeps it and None removes it."""

    project: ProjectId
    suite: SuiteId
    revision: int
    name: str | None = None
    description: str | None = None
    recipe: Recipe | None = None
    daily_limit: MicroUsd | Unsaid | None = "unsaid"


async def edit_suite(ctx: Context, who: Actor, cmd: EditSuite) -> SuiteReport:
    """Change a suite from its next execution on; raise EditConflict if the suite has another revision."""
    who.must(Permission.START_RUNS, cmd.project)
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.START_RUNS)
        was = await tx.suites.get(cmd.project, cmd.suite, lock=True)
        if cmd.revision != was.revision:
            raise EditConflict(
                "Someone changed this suite while you were editing",
                revision=was.revision,
                updated_at=was.updated_at.isoformat(),
            )
        await apply_change(tx, was, cmd)
        suite = await tx.suites.get(cmd.project, cmd.suite)
        return await report_of(tx, who, cmd.project, suite, tx.now)


async def apply_change(tx: ProjectTx, was: Suite, cmd: EditSuite) -> dict[str, Any]:
    """Apply a change to a locked suite in the caller's transaction; return the changed values by field name."""
    was.must_not_be_archived()
    name = was.name if cmd.name is None else check_name(cmd.name)
    description = was.description if cmd.description is None else cmd.description.strip()
    recipe = was.recipe if cmd.recipe is None else cmd.recipe
    limit = was.daily_limit if cmd.daily_limit == "unsaid" else check_daily_limit(cmd.daily_limit)
    changes: dict[str, Any] = {
        field: {"old": old, "new": new}
        for field, old, new in (
            ("name", was.name, name),
            ("description", was.description, description),
            ("daily_limit_usd", _dollars(was.daily_limit), _dollars(limit)),
        )
        if old != new
    }
    if recipe != was.recipe:
        await require_valid_recipe(tx, tx.who, cmd.project, recipe, tx.now)
        changes |= changed_parts(was.recipe, recipe)
    if changes:
        await tx.suites.edit(
            cmd.project,
            was,
            name=name,
            description=description,
            recipe=recipe,
            daily_limit=limit,
            at=tx.now,
        )
        if limit != was.daily_limit:
            # The new limit applies to the current day too.
            await tx.budget_calendar.set_day_limit(
                cmd.project, Scope.SUITE_DAY, was.id, limit, tx.now
            )
        tx.note(SUITE_CHANGED, ("suite", was.id), changes, name=was.name, changed=sorted(changes))
    return changes


def changed_parts(old: Recipe, new: Recipe) -> dict[str, Any]:
    """Return the old and new values of the parts of a recipe that differ, in their stored form."""
    before, after = recipe_to_json(old), recipe_to_json(new)
    return {
        part.name: {"old": before[part.name], "new": after[part.name]}
        for part in fields(Recipe)
        if before[part.name] != after[part.name]
    }


def _dollars(limit: MicroUsd | None) -> str | None:
    return None if limit is None else str(to_usd(limit))


async def pause_suite(ctx: Context, who: Actor, project: ProjectId, suite: SuiteId) -> SuiteReport:
    """Pause a suite. No execution starts by hand or by schedule; active runs are completed."""
    who.must(Permission.START_RUNS, project)
    async with ctx.change(who, project) as tx:
        await require_live_project(tx, Permission.START_RUNS)
        was = await tx.suites.get(project, suite, lock=True)
        was.must_not_be_archived()
        if await tx.suites.pause(project, suite, SuitePause.PERSON, tx.now):
            emit_suite_event(tx, was, SuiteState.PAUSED, SuitePause.PERSON)
        return await report_of(tx, who, project, await tx.suites.get(project, suite), tx.now)


async def resume_suite(ctx: Context, who: Actor, project: ProjectId, suite: SuiteId) -> SuiteReport:
    """Resume a suite, and its runs that were paused because the daily budget was spent."""
    who.must(Permission.START_RUNS, project)
    async with ctx.change(who, project) as tx:
        await require_live_project(tx, Permission.START_RUNS)
        await resume_runs_of_suite(tx, suite)
        was = await tx.suites.get(project, suite, lock=True)
        if was.state is not SuiteState.PAUSED:
            raise WrongState("The suite is not paused", state=str(was.state))
        await tx.suites.set_state(project, suite, SuiteState.ACTIVE, tx.now)
        emit_suite_event(tx, was, SuiteState.ACTIVE)
        return await report_of(tx, who, project, await tx.suites.get(project, suite), tx.now)


async def run_now(
    ctx: Context,
    who: Actor,
    project: ProjectId,
    suite: SuiteId,
    override: SuiteTarget | None = None,
) -> ExecutionReport:
    """Start an execution of a suite now. All problems are reported together, before any call is made."""
    who.must(Permission.START_RUNS, project)
    async with ctx.change(who, project) as tx:
        await confirm_permission(tx, Permission.START_RUNS)
        found = await tx.suites.get(project, suite, lock=True)
        wish = ExecutionRequest(suite=suite, trigger=_trigger(who), override=override)
        made: Execution = await begin_execution(tx, found, wish)
        return await report_of_execution(tx, project, made)


def _trigger(who: Actor) -> Trigger:
    return Trigger.API if who.kind == "token" else Trigger.MANUAL
