"""What differs between two versions of a dataset, case by case."""

from dataclasses import dataclass

from edison.domain.datasets.case_selection import CaseDifference, DifferenceCounts
from edison.domain.ids import DatasetId, ProjectId
from edison.domain.people.access import Actor, Permission
from edison.kit.pagination import Page, PageRequest
from edison.services.context import Context
from edison.services.datasets.dataset_queries import version_of


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
    """Added, removed and changed cases on the way from one version to the other."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        before = await version_of(tx, project, dataset, versions[0])
        after = await version_of(tx, project, dataset, versions[1])
        return VersionComparison(
            counts=await tx.case_differences.count(project, dataset, before, after),
            page=await tx.case_differences.page(project, dataset, before, after, page),
        )
