"""Where cases came from: written once with their version, read newest first."""

from collections.abc import Iterable

from sqlalchemy import Select, func, insert, select
from sqlalchemy.dialects.postgresql import distinct_on

from edison.domain.datasets.dataset_origin import DatasetOrigin, OriginKind
from edison.domain.ids import AssistId, DatasetId, ModelId, OriginId, ProjectId
from edison.domain.money import MicroUsd
from edison.kit.pagination import Page, PageRequest, page_of, row_number
from edison.store.repositories.base import Repository
from edison.store.tables.assists import AskRow
from edison.store.tables.datasets import DatasetRow
from edison.store.tables.origins import DatasetOriginRow


class Origins(Repository):
    async def add(self, project: ProjectId, origin: DatasetOrigin) -> None:
        """After its version, which must be there."""
        await self._session.execute(
            insert(DatasetOriginRow).values(
                id=origin.id,
                dataset_id=origin.dataset,
                version=origin.version,
                project_id=project,
                kind=str(origin.kind),
                added=origin.added,
                asked=origin.asked,
                made=origin.made,
                duplicates=origin.duplicates,
                unusable=origin.unusable,
                cost_micro=origin.cost,
                assist_id=origin.assist,
                model_id=origin.model,
                model_name=origin.model_name,
                instructions=origin.instructions,
                types=list(origin.types),
                topic=origin.topic,
                difficulty=origin.difficulty,
                source_dataset_id=origin.source,
                source_version=origin.source_version,
                by_label=origin.by_label,
                at=origin.at,
            )
        )

    async def has(self, project: ProjectId, dataset: DatasetId, assist: AssistId) -> bool:
        """Whether the dataset has what this assist made; the dataset is locked by whoever goes on from there."""
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
        query = (
            _of(project)
            .where(DatasetOriginRow.dataset_id == dataset)
            .order_by(DatasetOriginRow.version.desc())
            .limit(page.limit + 1)
        )
        if page.after:
            query = query.where(DatasetOriginRow.version < page.key(row_number)[0])
        rows = (await self._session.execute(query)).all()
        found = [_to_origin(row[0], row[1], row[2]) for row in rows]
        return page_of(found, page.limit, lambda item: (item.version,))

    async def newest(
        self, project: ProjectId, datasets: Iterable[DatasetId]
    ) -> dict[DatasetId, DatasetOrigin]:
        """The last one of each dataset that has any."""
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
    """Select origins with the name of the source and what its calls came to.

    The name is the one it has now, or had when it was removed; None for neither.
    """
    # A call that was on its way when the rest was cancelled is settled later than the cases are kept.
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
    return DatasetOrigin(
        id=OriginId(row.id),
        dataset=DatasetId(row.dataset_id),
        version=row.version,
        kind=OriginKind(row.kind),
        by_label=row.by_label,
        at=row.at,
        added=row.added,
        asked=row.asked,
        made=row.made,
        duplicates=row.duplicates,
        unusable=row.unusable,
        cost=MicroUsd(max(row.cost_micro, int(spent or 0))),
        assist=None if row.assist_id is None else AssistId(row.assist_id),
        model=None if row.model_id is None else ModelId(row.model_id),
        model_name=row.model_name,
        instructions=row.instructions,
        types=tuple(row.types),
        topic=row.topic,
        difficulty=row.difficulty,
        source=None if row.source_dataset_id is None else DatasetId(row.source_dataset_id),
        source_name=source_name,
        source_version=row.source_version,
    )
