"""Repository of datasets and their versions; the repository of cases is in `cases.py`."""

from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, insert, select
from sqlalchemy.dialects.postgresql import insert as upsert

from edison.domain.datasets.case_selection import CaseFilter
from edison.domain.datasets.dataset import Dataset, DatasetKind, DatasetVersion
from edison.domain.errors import DuplicateName, NotFound
from edison.domain.ids import DatasetId, ProjectId
from edison.kit.pagination import Page, PageRequest
from edison.store.repositories.base import Repository
from edison.store.repositories.datasets.cases import conditions
from edison.store.repositories.row_mapping import from_row, to_columns
from edison.store.tables.datasets import CaseRow, DatasetRow, DatasetVersionRow


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetFilter:
    search: str | None = None
    kind: DatasetKind | None = None
    # Datasets with a case of this kind now; if both are given, with both.
    tag: str | None = None
    difficulty: int | None = None


class Datasets(Repository):
    async def get(self, project: ProjectId, dataset: DatasetId, *, lock: bool = False) -> Dataset:
        """Return a dataset that was not removed; `lock` blocks the creation of the next version by others."""
        live = DatasetRow.removed_at.is_(None)
        return from_row(
            Dataset, await self._get(DatasetRow, project, dataset, "dataset", live, lock=lock)
        )

    async def page(
        self, project: ProjectId, wanted: DatasetFilter, page: PageRequest
    ) -> Page[Dataset]:
        query = select(DatasetRow).where(
            DatasetRow.project_id == project, DatasetRow.removed_at.is_(None)
        )
        if wanted.search:
            query = query.where(DatasetRow.name.icontains(wanted.search, autoescape=True))
        if wanted.kind:
            query = query.where(DatasetRow.kind == wanted.kind)
        if wanted.tag or wanted.difficulty:
            query = query.where(_has_case(wanted))
        return await self._page(query, page, partial(from_row, Dataset), DatasetRow.id)

    async def names(self, project: ProjectId) -> set[str]:
        found = await self._session.scalars(
            select(DatasetRow.name).where(
                DatasetRow.project_id == project, DatasetRow.removed_at.is_(None)
            )
        )
        return set(found)

    async def add(self, project: ProjectId, dataset: Dataset) -> None:
        done = await self._session.execute(
            upsert(DatasetRow)
            .values(to_columns(DatasetRow, dataset, project_id=project))
            .on_conflict_do_nothing(
                index_elements=["project_id", "name"], index_where=DatasetRow.removed_at.is_(None)
            )
            .returning(DatasetRow.id)
        )
        if done.first() is None:
            raise _name_taken()

    async def rename(self, project: ProjectId, dataset: DatasetId, name: str) -> None:
        """Rename a dataset. The caller must have locked it, so that only a taken name can cause an error."""
        taken = await self._count(
            DatasetRow,
            DatasetRow.project_id == project,
            DatasetRow.name == name,
            DatasetRow.id != dataset,
            DatasetRow.removed_at.is_(None),
        )
        if taken:
            raise _name_taken()
        await self.change(project, dataset, name=name)

    async def change(self, project: ProjectId, dataset: DatasetId, **values: Any) -> None:
        await self._change(DatasetRow, project, dataset, **values)

    async def add_version(
        self, project: ProjectId, version: DatasetVersion, columns: tuple[str, ...]
    ) -> None:
        """Add a version after its cases were added; from then on the database rejects changes of its cases."""
        values = to_columns(
            DatasetVersionRow, version, project_id=project, dataset_id=version.dataset
        )
        await self._session.execute(insert(DatasetVersionRow).values(values))
        await self.change(
            project,
            version.dataset,
            version=version.number,
            cases=version.cases,
            columns=list(columns),
            updated_at=version.created_at,
        )

    async def version(self, project: ProjectId, dataset: DatasetId, number: int) -> DatasetVersion:
        row = await self._find(
            DatasetVersionRow,
            DatasetVersionRow.project_id == project,
            DatasetVersionRow.dataset_id == dataset,
            DatasetVersionRow.number == number,
        )
        if row is None:
            raise NotFound("This dataset has no such version", version=number)
        return _to_version(row)

    async def versions(
        self, project: ProjectId, dataset: DatasetId, page: PageRequest
    ) -> Page[DatasetVersion]:
        query = select(DatasetVersionRow).where(
            DatasetVersionRow.project_id == project, DatasetVersionRow.dataset_id == dataset
        )
        return await self._page(query, page, _to_version, DatasetVersionRow.number)

    async def remove(self, project: ProjectId, dataset: DatasetId, at: datetime) -> None:
        await self.change(project, dataset, removed_at=at)


def _has_case(wanted: DatasetFilter) -> ColumnElement[bool]:
    query = select(CaseRow.id).where(
        CaseRow.project_id == DatasetRow.project_id,
        CaseRow.dataset_id == DatasetRow.id,
        CaseRow.until.is_(None),
        *conditions(CaseFilter(tag=wanted.tag, difficulty=wanted.difficulty)),
    )
    return query.correlate(DatasetRow).exists()


def _name_taken() -> DuplicateName:
    return DuplicateName("Another dataset of this project has this name", field="name")


def _to_version(row: DatasetVersionRow) -> DatasetVersion:
    return from_row(DatasetVersion, row, dataset=row.dataset_id)
