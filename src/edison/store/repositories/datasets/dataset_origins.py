"""Repository of the origins of cases: each is saved once, with a dataset version."""

from collections.abc import Iterable

from sqlalchemy import Select, func, insert, select
from sqlalchemy.dialects.postgresql import distinct_on

from edison.domain.datasets.dataset import DatasetOrigin
from edison.domain.ids import AssistId, DatasetId, ProjectId
from edison.domain.money import MicroUsd
from edison.kit.pagination import Page, PageRequest
from edison.store.repositories.base import Repository
from edison.store.repositories.row_mapping import from_row, to_columns
from edison.store.tables.assists import AskRow
from edison.store.tables.datasets import DatasetOriginRow, DatasetRow


class Origins(Repository):
    async def add(self, project: ProjectId, origin: DatasetOrigin) -> None:
        """Add an origin; its dataset version must exist."""
        values = to_columns(
            DatasetOriginRow,
            origin,
            project_id=project,
            dataset_id=origin.dataset,
            cost_micro=origin.cost,
            assist_id=origin.assist,
            model_id=origin.model,
            source_dataset_id=origin.source,
        )
        await self._session.execute(insert(DatasetOriginRow).values(values))

    async def has(self, project: ProjectId, dataset: DatasetId, assist: AssistId) -> bool:
        """Return whether the dataset contains the result of this assist; the caller must have locked the dataset."""
        found = await self._session.scalar(
            select(DatasetOriginRow.id).where(
                DatasetOriginRow.project_id == project,
                DatasetOriginRow.dataset_id == dataset,
                DatasetOriginRow.assist_id == assist,
            )
        )
        return found is not None

    async def page(
        self, project: ProjectId, dataset: DatasetId, page: PageRequest
    ) -> Page[DatasetOrigin]:
        query = _of(project).where(DatasetOriginRow.dataset_id == dataset)
        return await self._page(query, page, _to_origin, DatasetOriginRow.version)

    async def newest(
        self, project: ProjectId, datasets: Iterable[DatasetId]
    ) -> dict[DatasetId, DatasetOrigin]:
        """Return the newest origin of each dataset; datasets without an origin are omitted."""
        wanted = list(datasets)
        if not wanted:
            return {}
        query = (
            _of(project)
            .where(DatasetOriginRow.dataset_id.in_(wanted))
            .ext(distinct_on(DatasetOriginRow.dataset_id))
            .order_by(DatasetOriginRow.dataset_id, DatasetOriginRow.version.desc())
        )
        rows = (await self._session.execute(query)).all()
        return {DatasetId(row[0].dataset_id): _to_origin(row[0], row[1], row[2]) for row in rows}


def _of(project: ProjectId) -> Select[DatasetOriginRow, str, int]:
    """Select origins, each with the name of its source dataset and the cost of its assist's calls.

    The name is None if the origin has no source dataset. A removed dataset keeps its last name.
    """
    # A call in progress at a cancellation is settled after the cases are saved.
    spent = (
        select(func.sum(AskRow.cost_micro))
        .where(AskRow.project_id == project, AskRow.subject == DatasetOriginRow.assist_id)
        .correlate(DatasetOriginRow)
        .scalar_subquery()
    )
    return (
        select(DatasetOriginRow, DatasetRow.name, spent)
        .outerjoin(DatasetRow, DatasetRow.id == DatasetOriginRow.source_dataset_id)
        .where(DatasetOriginRow.project_id == project)
    )


def _to_origin(row: DatasetOriginRow, source_name: str | None, spent: int | None) -> DatasetOrigin:
    return from_row(
        DatasetOrigin,
        row,
        dataset=row.dataset_id,
        cost=MicroUsd(max(row.cost_micro, int(spent or 0))),
        assist=row.assist_id,
        model=row.model_id,
        source=row.source_dataset_id,
        source_name=source_name,
    )
