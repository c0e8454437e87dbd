"""Choose the model of an assist: the requested model, the experiment's refiner, or a good low-priced default."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from edison.domain.assists.default_model import AssistModelCandidate, default_model
from edison.domain.errors import CredentialNotReady, InvalidInput
from edison.domain.ids import ExperimentId, ModelId, ProjectId
from edison.domain.models.catalog import CatalogModel
from edison.domain.models.credential import CredentialStatus
from edison.domain.models.price import Price
from edison.kit.pagination import PageRequest
from edison.providers.price_in_effect import price_in_effect
from edison.store.repositories.models.catalog_models import ModelFilter
from edison.store.unit_of_work import ReadTx

# Read at most 1,000 models; catalogs have hundreds.
MOST_PAGES = 10
PAGE = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenModel:
    model: CatalogModel
    price: Price


async def chosen_model(
    tx: ReadTx,
    project: ProjectId,
    wanted: ModelId | None,
    experiment: UUID | None,
    now: datetime,
) -> ChosenModel:
    """Return the chosen model and its price; raise an error with advice if the model cannot be called."""
    if experiment is not None:
        # Also raises NotFound if the project has no such experiment.
        plan = (await tx.experiments.get(project, ExperimentId(experiment))).plan
        wanted = wanted or plan.refiner
    if wanted is None:
        return await _default(tx, project, now)
    model = await tx.catalog.get(project, wanted)
    credential = await tx.credentials.get(project, model.credential)
    if credential.status is not CredentialStatus.READY:
        raise CredentialNotReady(
            f"The credential {credential.label} is {credential.status}", problem=credential.problem
        )
    chosen = (await tx.catalog.prices_now(project, [model.id], now)).get(model.id)
    price = price_in_effect(model, chosen, now)
    if price is None:
        raise InvalidInput(
            f"The price of {model.name} is unknown: set a price, or mark the model as free",
            field="model",
        )
    return ChosenModel(model=model, price=price)


async def _default(tx: ReadTx, project: ProjectId, now: datetime) -> ChosenModel:
    settings = (await tx.projects.get(project)).settings
    ready = await _candidates(tx, project, now)
    model = default_model(ready, settings.default_provider)
    if model is None:
        raise CredentialNotReady(
            "No model with a known price can be called yet",
            advice="Add a credential in the settings. Simulated models need no key.",
        )
    return next(
        ChosenModel(model=each.model, price=each.price)
        for each in ready
        if each.model.id == model.id
    )


async def _candidates(tx: ReadTx, project: ProjectId, now: datetime) -> list[AssistModelCandidate]:
    credentials = await tx.credentials.page(project, PageRequest.of(PAGE, None))
    ready = {each.id for each in credentials.items if each.status is CredentialStatus.READY}
    models: list[CatalogModel] = []
    page = PageRequest.of(PAGE, None)
    for _ in range(MOST_PAGES):
        found = await tx.catalog.page(project, ModelFilter(), page)
        models += [model for model in found.items if model.credential in ready]
        if found.next_cursor is None:
            break
        page = PageRequest.of(PAGE, found.next_cursor)
    chosen = await tx.catalog.prices_now(project, [model.id for model in models], now)
    priced = ((model, price_in_effect(model, chosen.get(model.id), now)) for model in models)
    return [
        AssistModelCandidate(model=model, price=price)
        for model, price in priced
        if price is not None
    ]
