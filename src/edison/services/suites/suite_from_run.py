"""Create a suite from a run."""

from dataclasses import dataclass

from edison.domain.errors import InvalidInput
from edison.domain.ids import ProjectId, RunId
from edison.domain.money import MicroUsd
from edison.domain.people.access import Actor, Permission
from edison.domain.suites.recipe_from_run import Following, recipe_of
from edison.domain.suites.suite import USUAL_DAILY_LIMIT
from edison.services.context import Context
from edison.services.permission_check import require_live_project
from edison.services.suites.suite_cards import SuiteReport, report_of
from edison.services.suites.suite_creation import CreateSuite, add_suite


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveRun:
    project: ProjectId
    run: RunId
    name: str
    following: Following
    description: str = ""
    daily_limit: MicroUsd | None = USUAL_DAILY_LIMIT


async def suite_from_run(ctx: Context, who: Actor, cmd: SaveRun) -> SuiteReport:
    """Create a suite with the recipe of a run. Optionally, the suite follows a label or the newest cases."""
    who.must(Permission.START_RUNS, cmd.project)
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.START_RUNS)
        run = await tx.runs.get(cmd.project, cmd.run)
        if not run.plan.calls_targets:
            raise InvalidInput(
                "The answers of this run do not come from models, so a suite cannot repeat it",
                field="run",
                advice="Choose a run that calls models.",
            )
        scorers = await tx.runs.scorers(cmd.project, cmd.run)
        made = CreateSuite(
            project=cmd.project,
            name=cmd.name,
            recipe=recipe_of(run.plan, [scorer.spec for scorer in scorers], cmd.following),
            description=cmd.description,
            daily_limit=cmd.daily_limit,
        )
        suite = await add_suite(tx, made)
        return await report_of(tx, who, cmd.project, suite, tx.now)
