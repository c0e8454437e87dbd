"""Read the home of a project: its prompts, work in progress, what waits for a person, and spending."""

from collections.abc import Sequence
from dataclasses import dataclass

from edison.domain.alerts.alert import Alert, AlertState
from edison.domain.experiments.refining.suggestion import SuggestionState
from edison.domain.ids import ProjectId
from edison.domain.people.access import Actor, Permission
from edison.domain.reports.burn_down import BurnDown
from edison.domain.runs.run_states import ACTIVE
from edison.engine.runs.request_summary import NOT_WITHIN, request_summary
from edison.kit.pagination import PageRequest
from edison.services.budgets.project_budget import ProjectBudget, budget_now
from edison.services.context import Context
from edison.services.experiments.reviews.suggestion_queries import Listed, with_names
from edison.services.home.prompt_standings import PromptStanding, load_standings
from edison.services.reports.spend_queries import burn_down_now
from edison.services.runs.run_queries import RunCard, run_cards
from edison.store.repositories.alerts.alerts import AlertFilter
from edison.store.repositories.home.project_overview import WaitingCounts as WaitingCounts

# The page links to the complete lists.
MOST_PROMPTS = 8
MOST_RUNS = PageRequest(limit=5)
MOST_WAITING = PageRequest(limit=3)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectHome:
    prompts: Sequence[PromptStanding]
    # Number of all prompts of the project.
    prompt_count: int
    # Runs in progress, newest first.
    runs: Sequence[RunCard]
    waiting: WaitingCounts
    reviews: Sequence[Listed]
    alerts: Sequence[Alert]
    budget: ProjectBudget
    spending: BurnDown


async def count_waiting(ctx: Context, who: Actor, project: ProjectId) -> WaitingCounts:
    """Count what waits for a person, with one statement: every page of the project shows the counts."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        return await tx.overview.waiting(project, who.user, ctx.clock.now())


async def read_home(ctx: Context, who: Actor, project: ProjectId) -> ProjectHome:
    """Read the home. The number of statements does not grow with the number of prompts and runs."""
    who.must(Permission.VIEW_PROJECT, project)
    now = ctx.clock.now()
    async with ctx.read() as tx:
        prompts, count = await tx.overview.prompts(project, MOST_PROMPTS)
        runs = await tx.runs.page(project, MOST_RUNS, states=tuple(ACTIVE))
        pending = await tx.suggestions.page(project, SuggestionState.PENDING, MOST_WAITING)
        alerts = await tx.alerts.page(project, AlertFilter(states={AlertState.OPEN}), MOST_WAITING)
        home = ProjectHome(
            prompts=await load_standings(tx, project, prompts, now),
            prompt_count=count,
            runs=await run_cards(tx, project, runs.items),
            waiting=await tx.overview.waiting(project, who.user, now),
            reviews=await with_names(tx, project, pending.items),
            alerts=alerts.items,
            budget=await budget_now(tx, project, now),
            spending=await burn_down_now(tx, project, now),
        )
        known = {run for one in home.prompts if one.last is not None for run in one.last.outdated}
        outdated = [
            run
            for run in sorted(known)
            if await tx.run_statistics.may_ask(project, run, now, NOT_WITHIN)
        ]
    if outdated:
        # As on the pages of these runs, so that the scores here follow late labels.
        async with ctx.change(who, project, now) as change:
            for run in outdated:
                await request_summary(change, run)
    return home
