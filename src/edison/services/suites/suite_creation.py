"""Create a suite from a recipe, or duplicate a suite."""

from dataclasses import dataclass

from edison.domain.events import SUITE_CREATED
from edison.domain.ids import ProjectId, SuiteId
from edison.domain.money import MicroUsd
from edison.domain.people.access import Actor, Permission
from edison.domain.suites.recipe import Recipe
from edison.domain.suites.suite import (
    MOST_NAME,
    USUAL_DAILY_LIMIT,
    Suite,
    SuiteState,
    check_daily_limit,
    check_name,
)
from edison.engine.project_tx import ProjectTx
from edison.kit.uuids import new_id
from edison.services.context import Context
from edison.services.permission_check import require_live_project
from edison.services.suites.recipe_check import require_valid_recipe
from edison.services.suites.suite_cards import SuiteReport, report_of


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateSuite:
    project: ProjectId
    name: str
    recipe: Recipe
    description: str = ""
    # None: no limit.
    daily_limit: MicroUsd | None = USUAL_DAILY_LIMIT


async def create_suite(ctx: Context, who: Actor, cmd: CreateSuite) -> SuiteReport:
    """Create a suite without running it. All problems are reported together."""
    who.must(Permission.START_RUNS, cmd.project)
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.START_RUNS)
        suite = await add_suite(tx, cmd)
        return await report_of(tx, who, cmd.project, suite, tx.now)


async def duplicate_suite(
    ctx: Context, who: Actor, project: ProjectId, suite: SuiteId, name: str | None
) -> SuiteReport:
    """Create a suite with the same recipe, another name and no executions."""
    who.must(Permission.START_RUNS, project)
    async with ctx.change(who, project) as tx:
        await require_live_project(tx, Permission.START_RUNS)
        was = await tx.suites.get(project, suite)
        wanted = check_name(name) if name else await _free_name(tx, f"{was.name} copy")
        cmd = CreateSuite(
            project=project,
            name=wanted,
            recipe=was.recipe,
            description=was.description,
            daily_limit=was.daily_limit,
        )
        made = await add_suite(tx, cmd)
        return await report_of(tx, who, project, made, tx.now)


async def add_suite(tx: ProjectTx, cmd: CreateSuite) -> Suite:
    """Add a suite in the caller's transaction. The caller has checked the permission."""
    recipe = cmd.recipe
    suite = Suite(
        id=SuiteId(new_id()),
        name=check_name(cmd.name),
        description=cmd.description.strip(),
        recipe=recipe,
        revision=1,
        state=SuiteState.ACTIVE,
        pause_reason=None,
        paused_until=None,
        daily_limit=check_daily_limit(cmd.daily_limit),
        prompt=recipe.prompt,
        dataset=None if recipe.dataset is None else recipe.dataset.id,
        created_by=tx.who.user,
        created_by_label=tx.who.label,
        created_at=tx.now,
        updated_at=tx.now,
    )
    await require_valid_recipe(tx, tx.who, cmd.project, recipe, tx.now)
    await tx.suites.add(cmd.project, suite)
    changes = {"name": {"old": None, "new": suite.name}}
    tx.note(SUITE_CREATED, ("suite", suite.id), changes, name=suite.name, changed=sorted(changes))
    return suite


async def _free_name(tx: ProjectTx, wanted: str) -> str:
    start = wanted[: MOST_NAME - 8].rstrip()
    taken = await tx.suites.names(tx.project, start)
    name, number = start, 1
    while name.lower() in taken:
        number += 1
        name = f"{start} {number}"
    return name
