"""Which model of the catalog moderates, if any does."""

from edison.domain.ids import ProjectId
from edison.domain.models.catalog import CatalogModel
from edison.kit.pagination import PageRequest
from edison.providers.wire.registry import MODERATES
from edison.store.repositories.models.catalog_models import ModelFilter
from edison.store.unit_of_work import ReadTx


async def moderation_model(tx: ReadTx, project: ProjectId) -> CatalogModel | None:
    found = await tx.catalog.page(project, ModelFilter(search="moderation"), PageRequest(limit=100))
    usable = [model for model in found.items if model.provider in MODERATES and not model.missing]
    return usable[0] if usable else None
