"""Load suites for screens, with the names of their prompts, datasets, models and scorers."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from edison.domain.budgets.budget import Scope, day_of
from edison.domain.errors import NotFound
from edison.domain.ids import DatasetId, ModelId, ProjectId, PromptId, SuiteId
from edison.domain.money import MicroUsd
from edison.domain.people.access import Actor, Permission
from edison.domain.runs.run_order import StartProblem
from edison.domain.suites.execution_budget import day_is_used_up
from edison.domain.suites.suite import Suite
from edison.kit.pagination import Page, PageRequest
from edison.services.context import Context
from edison.services.suites.recipe_check import check_recipe
from edison.store.repositories.suites.suite_activity import LastExecution as LastExecution
from edison.store.repositories.suites.suite_activity import LastScore as LastScore
from edison.store.repositories.suites.suite_activity import SuiteActivity
from edison.store.repositories.suites.suite_parts import KnownDataset, KnownPrompt, NamedModelRef
from edison.store.repositories.suites.suites import SuiteFilter as SuiteFilter
from edison.store.unit_of_work import ReadTx

DAILY_LIMIT = "daily_limit_usd"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecipeNames:
    prompts: dict[PromptId, KnownPrompt]
    datasets: dict[DatasetId, KnownDataset]
    models: dict[ModelId, NamedModelRef]


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteCard:
    suite: Suite
    names: RecipeNames
    activity: SuiteActivity


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteReport:
    card: SuiteCard
    # Every problem that prevents a run now.
    problems: tuple[StartProblem, ...]
    scorer_names: tuple[str, ...]
    # Number of cases that a run would use now.
    cases: int
    spent_today: MicroUsd
    # Spending on simulated models, which has a separate balance.
    simulated_today: MicroUsd


async def cards_of(
    tx: ReadTx, project: ProjectId, suites: Sequence[Suite]
) -> tuple[SuiteCard, ...]:
    names = await names_of(tx, project, suites)
    activity = await tx.suite_activities.of(project, [suite.id for suite in suites])
    return tuple(
        SuiteCard(suite=suite, names=names, activity=activity[suite.id]) for suite in suites
    )


async def report_of(
    tx: ReadTx, who: Actor, project: ProjectId, suite: Suite, now: datetime
) -> SuiteReport:
    (card,) = await cards_of(tx, project, [suite])
    draft = await check_recipe(tx, who, project, suite.recipe, now)
    spent = dict.fromkeys((False, True), MicroUsd(0))
    for simulated in spent:
        with suppress(NotFound):
            day = await tx.budgets.read(
                project, Scope.SUITE_DAY, suite.id, day_of(now), simulated=simulated
            )
            spent[simulated] = day.spent
    used_up = day_is_used_up(suite.daily_limit, spent[draft.is_simulated])
    money = (
        ()
        if used_up is None
        else (StartProblem(code="budget", message=used_up, field=DAILY_LIMIT),)
    )
    return SuiteReport(
        card=card,
        problems=(*draft.problems, *money),
        scorer_names=tuple(scorer.name for scorer in draft.scorers),
        cases=draft.cases,
        spent_today=spent[False],
        simulated_today=spent[True],
    )


async def names_of(tx: ReadTx, project: ProjectId, suites: Sequence[Suite]) -> RecipeNames:
    recipes = [suite.recipe for suite in suites]
    models: set[UUID] = {target.model for recipe in recipes for target in recipe.targets}
    models |= {recipe.fallback.model for recipe in recipes if recipe.fallback is not None}
    prompts: set[UUID] = {each.prompt for recipe in recipes for each in recipe.prompts}
    datasets: set[UUID] = {recipe.dataset.id for recipe in recipes if recipe.dataset is not None}
    return RecipeNames(
        prompts=await tx.suite_parts.prompts(project, prompts),
        datasets=await tx.suite_parts.datasets(project, datasets),
        models=await tx.suite_parts.models(project, models),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SuitePage:
    page: Page[SuiteCard]
    total: int


async def list_suites(
    ctx: Context, who: Actor, project: ProjectId, wanted: SuiteFilter, page: PageRequest
) -> SuitePage:
    """List suites, latest change first, with their total number."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        found = await tx.suites.page(project, wanted, page)
        cards = await cards_of(tx, project, found.items)
        total = await tx.suites.count(project, wanted)
    return SuitePage(page=Page(items=cards, next_cursor=found.next_cursor), total=total)


async def read_suite(ctx: Context, who: Actor, project: ProjectId, suite: SuiteId) -> SuiteReport:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        found = await tx.suites.get(project, suite)
        return await report_of(tx, who, project, found, ctx.clock.now())
