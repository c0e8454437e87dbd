"""Repository of the models of credentials, and of their prices set by people."""

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ARRAY, Select, Text, all_, bindparam, func, or_, select, update
from sqlalchemy.dialects.postgresql import distinct_on, insert

from edison.domain.errors import DuplicateModel
from edison.domain.ids import CredentialId, ModelId, ProjectId, UserId
from edison.domain.models.capabilities import Capabilities
from edison.domain.models.catalog import CatalogModel, ModelSource, SetPrice
from edison.domain.models.credential import CredentialStatus
from edison.domain.models.provider import Endpoint, Provider
from edison.domain.rate_limits.allocation import RateLimits
from edison.kit.pagination import Page, PageRequest
from edison.kit.uuids import new_id
from edison.store.repositories.base import Repository
from edison.store.repositories.row_mapping import from_row, to_columns
from edison.store.tables.models import CredentialRow, ModelPriceRow, ModelRow
from edison.store.tables.people import UserRow

# PostgreSQL accepts 65,535 parameters in a statement; a row has thirteen.
ROWS_AT_ONCE = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundModel:
    """A model as reported by a provider's listing or entered by a person."""

    name: str
    title: str
    capabilities: Capabilities
    deprecated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFilter:
    search: str | None = None
    provider: Provider | None = None
    credential: CredentialId | None = None


class Catalog(Repository):
    async def get(self, project: ProjectId, model: ModelId) -> CatalogModel:
        return (await self.with_status(project, model))[0]

    async def with_status(
        self, project: ProjectId, model: ModelId
    ) -> tuple[CatalogModel, CredentialStatus]:
        """Return a model and the status of its credential."""
        query = _live(project).where(ModelRow.id == model)
        row = await self._one(query, "No such model in this project")
        return _to_model(row[0], row[1]), CredentialStatus(row[1].status)

    async def known(self, project: ProjectId, models: Sequence[ModelId]) -> list[CatalogModel]:
        """Return these models, including removed ones, because past calls refer to them."""
        rows = await self._session.execute(
            select(ModelRow, CredentialRow)
            .join(CredentialRow, CredentialRow.id == ModelRow.credential_id)
            .where(ModelRow.project_id == project, ModelRow.id.in_(models))
        )
        return [_to_model(row[0], row[1]) for row in rows]

    async def simulated(
        self, project: ProjectId, models: Collection[ModelId]
    ) -> frozenset[ModelId]:
        """Return which of these models are simulated, including removed ones."""
        rows = await self._session.scalars(
            select(ModelRow.id)
            .join(CredentialRow, CredentialRow.id == ModelRow.credential_id)
            .where(
                ModelRow.project_id == project,
                ModelRow.id.in_(models),
                CredentialRow.provider == Provider.SIMULATED,
            )
        )
        return frozenset(ModelId(row) for row in rows)

    async def page(
        self, project: ProjectId, wanted: ModelFilter, page: PageRequest
    ) -> Page[CatalogModel]:
        query = _live(project)
        if wanted.search:
            like = f"%{_escaped(wanted.search)}%"
            query = query.where(or_(ModelRow.name.ilike(like), ModelRow.title.ilike(like)))
        if wanted.provider:
            query = query.where(CredentialRow.provider == wanted.provider)
        if wanted.credential:
            query = query.where(ModelRow.credential_id == wanted.credential)
        keys = (ModelRow.name, ModelRow.id)
        return await self._page(query, page, _to_model, *keys, ascending=True)

    async def by_name(self, project: ProjectId) -> dict[tuple[str, str], ModelId]:
        """Return all models by provider and name, to match models of another installation."""
        rows = await self._session.execute(
            select(CredentialRow.provider, ModelRow.name, ModelRow.id)
            .join(CredentialRow, CredentialRow.id == ModelRow.credential_id)
            .where(ModelRow.project_id == project, ModelRow.removed_at.is_(None))
            # Of two credentials with the same model, the older one is used.
            .order_by(ModelRow.id.desc())
        )
        return {(provider, name): ModelId(model) for provider, name, model in rows}

    async def count(
        self, project: ProjectId, credentials: Sequence[CredentialId]
    ) -> dict[UUID, int]:
        rows = await self._session.execute(
            select(ModelRow.credential_id, func.count())
            .where(
                ModelRow.project_id == project,
                ModelRow.credential_id.in_(credentials),
                ModelRow.removed_at.is_(None),
            )
            .group_by(ModelRow.credential_id)
        )
        return {row[0]: row[1] for row in rows}

    async def add(
        self,
        project: ProjectId,
        credential: CredentialId,
        found: FoundModel,
        source: ModelSource,
        at: datetime,
    ) -> ModelId:
        """Add a single model."""
        if not await self._upsert(project, credential, [found], source, at, replace=False):
            raise DuplicateModel("Another model of this credential has this name", field="name")
        added = await self._session.scalar(
            select(ModelRow.id).where(
                ModelRow.project_id == project,
                ModelRow.credential_id == credential,
                ModelRow.name == found.name,
                ModelRow.removed_at.is_(None),
            )
        )
        assert added is not None
        return ModelId(added)

    async def take_listing(
        self,
        project: ProjectId,
        credential: CredentialId,
        listed: Sequence[FoundModel],
        source: ModelSource,
        at: datetime,
    ) -> None:
        """Add new models of a listing, update known models and mark missing ones; people's corrections are kept."""
        for start in range(0, len(listed), ROWS_AT_ONCE):
            batch = listed[start : start + ROWS_AT_ONCE]
            await self._upsert(project, credential, batch, source, at, replace=True)
        names = bindparam("names", [found.name for found in listed], ARRAY(Text))
        await self._session.execute(
            update(ModelRow)
            .where(
                ModelRow.project_id == project,
                ModelRow.credential_id == credential,
                ModelRow.source != "manual",
                ModelRow.removed_at.is_(None),
            )
            .values(missing=ModelRow.name != all_(names))
        )

    async def change(self, project: ProjectId, model: ModelId, **values: Any) -> None:
        """Set the corrections, dropped parameters or limits of a model."""
        await self._change(ModelRow, project, model, **values)

    async def note_dropped(
        self, project: ProjectId, model: ModelId, parameter: str, words: str
    ) -> None:
        """Save a parameter that the model rejected; one statement, so that concurrent writers lose no update."""
        learned = func.jsonb_build_object(parameter, words)
        await self._change(ModelRow, project, model, dropped=ModelRow.dropped.op("||")(learned))

    async def remove(self, project: ProjectId, model: ModelId, at: datetime) -> None:
        await self.change(project, model, removed_at=at)

    async def remove_of(self, project: ProjectId, credential: CredentialId, at: datetime) -> None:
        await self._update(
            ModelRow,
            ModelRow.project_id == project,
            ModelRow.credential_id == credential,
            ModelRow.removed_at.is_(None),
            removed_at=at,
        )

    async def set_price(
        self, project: ProjectId, model: ModelId, price: SetPrice, by: UserId | None, at: datetime
    ) -> None:
        values = to_columns(
            ModelPriceRow,
            price,
            id=new_id(),
            project_id=project,
            model_id=model,
            set_by=by,
            set_at=at,
        )
        await self._add(ModelPriceRow(**values))

    async def prices_now(
        self, project: ProjectId, models: Sequence[ModelId], at: datetime
    ) -> dict[ModelId, SetPrice]:
        """Return, for each model, the price setting in effect at a time; models without a setting are omitted."""
        query = (
            _prices(project)
            .where(ModelPriceRow.model_id.in_(models), ModelPriceRow.effective_from <= at)
            .ext(distinct_on(ModelPriceRow.model_id))
            .order_by(
                ModelPriceRow.model_id,
                ModelPriceRow.effective_from.desc(),
                ModelPriceRow.id.desc(),
            )
        )
        rows = await self._session.execute(query)
        return {ModelId(row[0].model_id): _to_price(row[0], row[1]) for row in rows}

    async def price_history(
        self, project: ProjectId, model: ModelId, page: PageRequest
    ) -> Page[SetPrice]:
        query = _prices(project).where(ModelPriceRow.model_id == model)
        return await self._page(query, page, _to_price, ModelPriceRow.id)

    async def _upsert(
        self,
        project: ProjectId,
        credential: CredentialId,
        found: Sequence[FoundModel],
        source: ModelSource,
        at: datetime,
        *,
        replace: bool,
    ) -> int:
        if not found:
            return 0
        rows = [
            {
                "id": new_id(),
                "project_id": project,
                "credential_id": credential,
                "name": item.name,
                "title": item.title,
                "source": source,
                "listed": item.capabilities.as_dict(),
                "corrections": {},
                "dropped": {},
                "limits": {},
                "deprecated": item.deprecated,
                "missing": False,
                "created_at": at,
            }
            for item in {item.name: item for item in found}.values()
        ]
        statement = insert(ModelRow).values(rows)
        same = ["credential_id", "name"]
        live = ModelRow.removed_at.is_(None)
        if replace:
            fresh = {
                name: statement.excluded[name]
                for name in ("title", "source", "listed", "deprecated", "missing")
            }
            statement = statement.on_conflict_do_update(
                index_elements=same, index_where=live, set_=fresh
            )
        else:
            statement = statement.on_conflict_do_nothing(index_elements=same, index_where=live)
        done = await self._session.execute(statement.returning(ModelRow.id))
        return len(done.all())


def _live(project: ProjectId) -> Select[ModelRow, CredentialRow]:
    return (
        select(ModelRow, CredentialRow)
        .join(CredentialRow, CredentialRow.id == ModelRow.credential_id)
        .where(
            ModelRow.project_id == project,
            ModelRow.removed_at.is_(None),
            CredentialRow.removed_at.is_(None),
        )
    )


def _prices(project: ProjectId) -> Select[ModelPriceRow, UserRow]:
    return (
        select(ModelPriceRow, UserRow)
        .outerjoin(UserRow, UserRow.id == ModelPriceRow.set_by)
        .where(ModelPriceRow.project_id == project)
    )


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def limits_to_json(limits: RateLimits) -> dict[str, Any]:
    return asdict(limits)


def _to_model(row: ModelRow, credential: CredentialRow) -> CatalogModel:
    provider = Provider(credential.provider)
    endpoint = Endpoint(
        credential=CredentialId(credential.id),
        provider=provider,
        config=credential.config,
        secrets={},
    )
    return from_row(
        CatalogModel,
        row,
        credential=credential.id,
        credential_label=credential.label,
        provider=provider,
        base_url=endpoint.base_url,
        listed=Capabilities(**row.listed),
        limits=RateLimits(**row.limits),
    )


def _to_price(row: ModelPriceRow, setter: UserRow | None) -> SetPrice:
    label = (setter.name or setter.email) if setter else ""
    return from_row(SetPrice, row, set_by_label=label)
