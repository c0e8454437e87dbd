"""Read datasets, their versions, cases, tags, origins and coverage."""

import asyncio
from dataclasses import dataclass

from edison.domain.datasets.case_selection import (
    ALL_CASES,
    CaseDifference,
    CaseFilter,
    CaseSort,
    DifferenceCounts,
)
from edison.domain.datasets.coverage import Coverage, coverage_of
from edison.domain.datasets.dataset import Case, CaseContent, Dataset, DatasetOrigin, DatasetVersion
from edison.domain.ids import CaseId, DatasetId, ProjectId
from edison.domain.people.access import Actor, Permission
from edison.kit.pagination import Page, PageRequest
from edison.services.context import Context
from edison.store.repositories.datasets.datasets import DatasetFilter as DatasetFilter
from edison.store.unit_of_work import ReadTx


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedCases:
    project: ProjectId
    dataset: DatasetId
    # None: the newest version.
    version: int | None = None
    filter: CaseFilter = ALL_CASES
    sort: CaseSort = CaseSort.POSITION


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundCases:
    version: int
    page: Page[Case]
    # Number of all matching cases; counted for the first page only.
    total: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundDataset:
    """A dataset with the newest origin of its cases, such as a model; None if all were typed in or imported."""

    dataset: Dataset
    origin: DatasetOrigin | None


async def list_datasets(
    ctx: Context, who: Actor, project: ProjectId, wanted: DatasetFilter, page: PageRequest
) -> Page[FoundDataset]:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        found = await tx.datasets.page(project, wanted, page)
        origins = await tx.origins.newest(project, (item.id for item in found.items))
    items = (FoundDataset(dataset=item, origin=origins.get(item.id)) for item in found.items)
    return Page(items=tuple(items), next_cursor=found.next_cursor)


async def read_dataset(
    ctx: Context, who: Actor, project: ProjectId, dataset: DatasetId
) -> FoundDataset:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        item = await tx.datasets.get(project, dataset)
        origins = await tx.origins.newest(project, [dataset])
    return FoundDataset(dataset=item, origin=origins.get(dataset))


async def list_origins(
    ctx: Context, who: Actor, project: ProjectId, dataset: DatasetId, page: PageRequest
) -> Page[DatasetOrigin]:
    """List the origins of a dataset's cases, newest first."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        await tx.datasets.get(project, dataset)
        return await tx.origins.page(project, dataset, page)


async def list_versions(
    ctx: Context, who: Actor, project: ProjectId, dataset: DatasetId, page: PageRequest
) -> Page[DatasetVersion]:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        await tx.datasets.get(project, dataset)
        return await tx.datasets.versions(project, dataset, page)


async def list_cases(
    ctx: Context, who: Actor, wanted: WantedCases, page: PageRequest
) -> FoundCases:
    who.must(Permission.VIEW_PROJECT, wanted.project)
    async with ctx.read() as tx:
        version = await version_of(tx, wanted.project, wanted.dataset, wanted.version)
        asked = (wanted.project, wanted.dataset, version, wanted.filter)
        return FoundCases(
            version=version,
            page=await tx.cases.page(*asked, wanted.sort, page),
            total=None if page.after else await tx.cases.count(*asked),
        )


async def read_case(
    ctx: Context, who: Actor, project: ProjectId, dataset: DatasetId, case: CaseId
) -> tuple[Case, ...]:
    """List all revisions of a case, newest first."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        await tx.datasets.get(project, dataset)
        return await tx.cases.history(project, dataset, case)


async def list_tags(
    ctx: Context, who: Actor, project: ProjectId, dataset: DatasetId
) -> tuple[tuple[str, int], ...]:
    """List the tags of a dataset's newest version with their counts, most used first."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        version = await version_of(tx, project, dataset, None)
        return await tx.cases.tags(project, dataset, version)


async def list_project_tags(
    ctx: Context, who: Actor, project: ProjectId
) -> tuple[tuple[str, int], ...]:
    """List the tags in the newest versions of all datasets with their counts, most used first."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        return await tx.cases.tags_of_all(project)


async def version_of(
    tx: ReadTx, project: ProjectId, dataset: DatasetId, version: int | None
) -> int:
    """Return the given version number, or the newest for None; raise NotFound if there is no such version."""
    newest = (await tx.datasets.get(project, dataset)).version
    if version is None or version == newest:
        return newest
    if version == 0:
        return 0  # the empty dataset before its first version
    return (await tx.datasets.version(project, dataset, version)).number


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionComparison:
    counts: DifferenceCounts
    page: Page[CaseDifference]


async def compare_versions(
    ctx: Context,
    who: Actor,
    project: ProjectId,
    dataset: DatasetId,
    versions: tuple[int, int],
    page: PageRequest,
) -> VersionComparison:
    """List the cases that were added, removed or changed between two versions."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        before = await version_of(tx, project, dataset, versions[0])
        after = await version_of(tx, project, dataset, versions[1])
        return VersionComparison(
            counts=await tx.case_differences.count(project, dataset, before, after),
            page=await tx.case_differences.page(project, dataset, before, after, page),
        )


# Only the first cases of a larger dataset are read.
MOST_LOOKED_AT = 5_000
PAGE = 500


async def read_coverage(
    ctx: Context, who: Actor, project: ProjectId, dataset: DatasetId, version: int | None
) -> Coverage:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        number = await version_of(tx, project, dataset, version)
        contents = await all_contents(tx, project, dataset, number)
    # In a thread: analysing thousands of texts would block the event loop.
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
