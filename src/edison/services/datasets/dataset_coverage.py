"""How much of what could come a dataset has."""

import asyncio

from edison.domain.datasets.case_selection import ALL_CASES, CaseSort
from edison.domain.datasets.coverage import Coverage, coverage_of
from edison.domain.datasets.dataset import CaseContent
from edison.domain.ids import DatasetId, ProjectId
from edison.domain.people.access import Actor, Permission
from edison.kit.pagination import PageRequest
from edison.services.context import Context
from edison.services.datasets.dataset_queries import version_of
from edison.store.unit_of_work import ReadTx

# Of a larger dataset the first so many cases are looked at.
MOST_LOOKED_AT = 5_000
PAGE = 500


async def read_coverage(
    ctx: Context, who: Actor, project: ProjectId, dataset: DatasetId, version: int | None
) -> Coverage:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        number = await version_of(tx, project, dataset, version)
        contents = await all_contents(tx, project, dataset, number)
    # In a thread: looking at thousands of texts is work, and others wait for this process.
    return await asyncio.to_thread(coverage_of, contents)


async def all_contents(
    tx: ReadTx, project: ProjectId, dataset: DatasetId, version: int
) -> list[CaseContent]:
    contents: list[CaseContent] = []
    page = PageRequest(limit=PAGE)
    while len(contents) < MOST_LOOKED_AT:
        found = await tx.cases.page(project, dataset, version, ALL_CASES, CaseSort.POSITION, page)
        contents += [case.content for case in found.items]
        if found.next_cursor is None:
            break
        page = PageRequest.of(PAGE, found.next_cursor)
    return contents
