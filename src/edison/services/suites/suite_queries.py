"""Look at suites."""

from dataclasses import dataclass

from edison.domain.ids import ProjectId, SuiteId
from edison.domain.people.access import Actor, Permission
from edison.kit.pagination import Page, PageRequest
from edison.services.context import Context
from edison.services.suites.suite_cards import SuiteCard, SuiteReport, cards_of, report_of
from edison.store.repositories.suites.suites import SuiteFilter as SuiteFilter


@dataclass(frozen=True, slots=True, kw_only=True)
class SuitePage:
    page: Page[SuiteCard]
    total: int


async def list_suites(
    ctx: Context, who: Actor, project: ProjectId, wanted: SuiteFilter, page: PageRequest
) -> SuitePage:
    """The latest change first, with how many there are in all."""
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
