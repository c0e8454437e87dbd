"""Resolve a model of the catalog to a call target with endpoint, secrets and price, or to a failure."""

from dataclasses import replace
from datetime import datetime

from edison.domain.errors import NotFound
from edison.domain.ids import ModelId, ProjectId
from edison.domain.models.catalog import CatalogModel
from edison.domain.models.credential import CredentialStatus
from edison.domain.models.model_call import Failed, FailureCode
from edison.domain.models.provider import Endpoint
from edison.engine.resources import Resources
from edison.providers.gateway import CallTarget
from edison.providers.model_apis import api_in_use
from edison.providers.price_in_effect import price_in_effect
from edison.store.unit_of_work import ReadTx


def endpoint_of(endpoint: Endpoint, model: CatalogModel) -> Endpoint:
    """Return the endpoint of a credential with the API over which the model is called."""
    return replace(endpoint, api=api_in_use(model.provider, model.name, model.api))


async def ready_target(
    own: Resources, tx: ReadTx, project: ProjectId, model: ModelId, now: datetime
) -> tuple[CallTarget, CatalogModel] | Failed:
    """Return the call target and the model, or a failure. A model without a price is a failure."""
    try:
        known = await tx.catalog.get(project, model)
        credential = await tx.credentials.get(project, known.credential)
    except NotFound:
        return Failed(
            code=FailureCode.BAD_REQUEST,
            message="The model was removed from the catalog",
            attempts=0,
        )
    if credential.status is not CredentialStatus.READY:
        return Failed(
            code=FailureCode.INVALID_KEY,
            message=f"The credential {credential.label} is {credential.status}: {credential.problem or ''}",
            attempts=0,
        )
    endpoint = await own.opener.unseal(tx, project, credential)
    if isinstance(endpoint, Failed):
        return endpoint
    chosen = (await tx.catalog.prices_now(project, [model], now)).get(model)
    price = price_in_effect(known, chosen, now)
    if price is None:
        return Failed(
            code=FailureCode.BAD_REQUEST,
            message=f"{known.name} no longer has a price. Set a price in the catalog, or mark it as free",
            attempts=0,
        )
    target = CallTarget(
        project=project,
        endpoint=endpoint_of(endpoint, known),
        model=known.name,
        price=price,
        limits=known.limits,
        unsupported=known.unsupported,
        learned=known.learned,
        catalog_id=known.id,
    )
    return target, known
