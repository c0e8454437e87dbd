"""Datasets and the list of their versions; cases have a file of their own."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, func, insert, select, update
from sqlalchemy.dialects.postgresql import insert as upsert

from edison.domain.datasets.case_selection import CaseFilter
from edison.domain.datasets.dataset import Dataset, DatasetKind, DatasetVersion
from edison.domain.errors import DuplicateName, NotFound
from edison.domain.ids import DatasetId, ProjectId
from edison.kit.pagination import Page, PageRequest, page_of, row_number
from edison.store.repositories.base import Repository
from edison.store.repositories.datasets.cases import conditions
from edison.store.tables.datasets import CaseRow, DatasetRow, DatasetVersionRow


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetFilter:
    search: str | None = None
    kind: DatasetKind | None = None
    # Those that have a case of this kind now; of both, if both are given.
    tag: str | None = None
    difficulty: int | None = None


class Datasets(Repository):
    async def get(self, project: ProjectId, dataset: DatasetId, *, lock: bool = False) -> Dataset:
        """One that was not removed; `lock` holds others off who would make the next version."""
        query = select(DatasetRow).where(
            DatasetRow.project_id == project,
            DatasetRow.id == dataset,
            DatasetRow.removed_at.is_(None),
        )
        row = await self._session.scalar(query.with_for_update(key_share=True) if lock else query)
        if row is None:
            raise NotFound("No such dataset in this project")
        return _to_dataset(row)

    async def page(
        self, project: ProjectId, wanted: DatasetFilter, page: PageRequest
    ) -> Page[Dataset]:
        query = (
            select(DatasetRow)
            .where(DatasetRow.project_id == project, DatasetRow.removed_at.is_(None))
            .order_by(DatasetRow.id.desc())
            .limit(page.limit + 1)
        )
        if wanted.search:
            query = query.where(DatasetRow.name.icontains(wanted.search, autoescape=True))
        if wanted.kind:
            query = query.where(DatasetRow.kind == wanted.kind)
        if wanted.tag or wanted.difficulty:
            query = query.where(_has_case(wanted))
        if page.after:
            query = query.where(DatasetRow.id < page.key(UUID)[0])
        rows = (await self._session.scalars(query)).all()
        return page_of([_to_dataset(row) for row in rows], page.limit, lambda item: (item.id,))

    async def add(self, project: ProjectId, dataset: Dataset) -> None:
        done = await self._session.execute(
            upsert(DatasetRow)
            .values(
                id=dataset.id,
                project_id=project,
                name=dataset.name,
                kind=dataset.kind,
                description=dataset.description,
                columns=list(dataset.columns),
                version=dataset.version,
                cases=dataset.cases,
                holdout_locked=dataset.holdout_locked,
                created_at=dataset.created_at,
                updated_at=dataset.updated_at,
            )
            .on_conflict_do_nothing(
                index_elements=["project_id", "name"], index_where=DatasetRow.removed_at.is_(None)
            )
            .returning(DatasetRow.id)
        )
        if done.first() is None:
            raise _name_taken()

    async def rename(self, project: ProjectId, dataset: DatasetId, name: str) -> None:
        """Give it another name; the dataset is locked by now, so only the name can be in the way."""
        taken = await self._session.scalar(
            select(func.count())
            .select_from(DatasetRow)
            .where(
                DatasetRow.project_id == project,
                DatasetRow.name == name,
                DatasetRow.id != dataset,
                DatasetRow.removed_at.is_(None),
            )
        )
        if taken:
            raise _name_taken()
        await self.change(project, dataset, name=name)

    async def change(self, project: ProjectId, dataset: DatasetId, **values: Any) -> None:
        await self._session.execute(
            update(DatasetRow)
            .where(DatasetRow.project_id == project, DatasetRow.id == dataset)
            .values(**values)
        )

    async def add_version(
        self, project: ProjectId, version: DatasetVersion, columns: tuple[str, ...]
    ) -> None:
        """Settle a version, after its cases: from here on the database refuses to change what it holds."""
        await self._session.execute(
            insert(DatasetVersionRow).values(
                dataset_id=version.dataset,
                number=version.number,
                project_id=project,
                cases=version.cases,
                note=version.note,
                author_label=version.author_label,
                created_at=version.created_at,
            )
        )
        await self.change(
            project,
            version.dataset,
            version=version.number,
            cases=version.cases,
            columns=list(columns),
            updated_at=version.created_at,
        )

    async def version(self, project: ProjectId, dataset: DatasetId, number: int) -> DatasetVersion:
        row = await self._session.scalar(
            select(DatasetVersionRow).where(
                DatasetVersionRow.project_id == project,
                DatasetVersionRow.dataset_id == dataset,
                DatasetVersionRow.number == number,
            )
        )
        if row is None:
            raise NotFound("This dataset has no such version", version=number)
        return _to_version(row)

    async def versions(
        self, project: ProjectId, dataset: DatasetId, page: PageRequest
    ) -> Page[DatasetVersion]:
        query = (
            select(DatasetVersionRow)
            .where(DatasetVersionRow.project_id == project, DatasetVersionRow.dataset_id == dataset)
            .order_by(DatasetVersionRow.number.desc())
            .limit(page.limit + 1)
        )
        if page.after:
            query = query.where(DatasetVersionRow.number < page.key(row_number)[0])
        rows = (await self._session.scalars(query)).all()
        return page_of([_to_version(row) for row in rows], page.limit, lambda item: (item.number,))

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
    return DuplicateName("This project has a dataset of that name already", field="name")


def _to_dataset(row: DatasetRow) -> Dataset:
    return Dataset(
        id=DatasetId(row.id),
        name=row.name,
        kind=DatasetKind(row.kind),
        description=row.description,
        columns=tuple(row.columns),
        version=row.version,
        cases=row.cases,
        holdout_locked=row.holdout_locked,
        created_at=row.created_at,
        updated_at=row.updated_at,
    )


def _to_version(row: DatasetVersionRow) -> DatasetVersion:
    return DatasetVersion(
        dataset=DatasetId(row.dataset_id),
        number=row.number,
        cases=row.cases,
        note=row.note,
        author_label=row.author_label,
        created_at=row.created_at,
    )
