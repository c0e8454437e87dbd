"""Add a model by name, change its properties, set its price, and remove it."""

from dataclasses import dataclass
from typing import Any

from edison.domain.events import (
    MODEL_ADDED,
    MODEL_CHANGED,
    MODEL_PRICED,
    MODEL_REMOVED,
)
from edison.domain.ids import CredentialId, ModelId, ProjectId
from edison.domain.models.capabilities import check_corrections
from edison.domain.models.catalog import SetPrice
from edison.domain.models.model_api import ApiChoice, check_api_choice
from edison.domain.people.access import Actor, Permission
from edison.domain.rate_limits.allocation import RateLimits
from edison.providers.known_models import known_capabilities
from edison.providers.model_apis import has_both_apis
from edison.services.context import Context
from edison.services.models.model_queries import ModelCard, card_of
from edison.services.permission_check import confirm_permission, require_live_project
from edison.store.repositories.models.catalog_models import FoundModel, limits_to_json


@dataclass(frozen=True, slots=True, kw_only=True)
class AddModel:
    project: ProjectId
    credential: CredentialId
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EditModel:
    """A change of a model; None keeps a value. `capabilities` contains only differences from the provider's list."""

    project: ProjectId
    model: ModelId
    capabilities: dict[str, Any] | None = None
    limits: RateLimits | None = None
    api: ApiChoice | None = None
    # Forget which parameters the model rejected, so that they are sent again.
    forget_dropped: bool = False


async def add_model(ctx: Context, who: Actor, cmd: AddModel) -> ModelCard:
    """Add a model that the provider does not list, such as a fine-tuned model or a deployment."""
    who.must(Permission.MANAGE_CREDENTIALS, cmd.project)
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.MANAGE_CREDENTIALS)
        credential = await tx.credentials.get(cmd.project, cmd.credential)
        found = FoundModel(
            name=cmd.name,
            title=cmd.name,
            capabilities=known_capabilities(credential.provider, cmd.name),
        )
        model = await tx.catalog.add(cmd.project, cmd.credential, found, "manual", tx.now)
        tx.note(
            MODEL_ADDED,
            ("model", model),
            {"name": {"old": None, "new": cmd.name}},
            name=cmd.name,
            credential=credential.label,
        )
        return await card_of(tx, cmd.project, model, tx.now)


async def edit_model(ctx: Context, who: Actor, cmd: EditModel) -> ModelCard:
    who.must(Permission.MANAGE_CREDENTIALS, cmd.project)
    check_corrections(cmd.capabilities or {})
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.MANAGE_CREDENTIALS)
        was = await tx.catalog.get(cmd.project, cmd.model)
        values: dict[str, Any] = {}
        changes: dict[str, Any] = {}
        if cmd.capabilities is not None and cmd.capabilities != was.corrections:
            values["corrections"] = cmd.capabilities
            changes["capabilities"] = {"old": was.corrections, "new": cmd.capabilities}
        if cmd.limits is not None and cmd.limits != was.limits:
            values["limits"] = limits_to_json(cmd.limits)
            changes["limits"] = {"old": limits_to_json(was.limits), "new": values["limits"]}
        if cmd.api is not None and cmd.api != was.api:
            check_api_choice(cmd.api, has_both=has_both_apis(was.provider))
            values["api"] = cmd.api
            changes["api"] = {"old": was.api, "new": cmd.api}
        # What one API rejects, the other may accept.
        if (cmd.forget_dropped or "api" in values) and was.dropped:
            values["dropped"] = {}
            changes["dropped"] = {"old": sorted(was.dropped), "new": []}
        if values:
            await tx.catalog.change(cmd.project, cmd.model, **values)
            tx.note(
                MODEL_CHANGED, ("model", cmd.model), changes, name=was.name, changed=sorted(changes)
            )
        return await card_of(tx, cmd.project, cmd.model, tx.now)


async def price_model(
    ctx: Context, who: Actor, project: ProjectId, model: ModelId, price: SetPrice
) -> ModelCard:
    """Set the price of a model from now or a later time on. Earlier costs do not change."""
    who.must(Permission.MANAGE_CREDENTIALS, project)
    async with ctx.change(who, project) as tx:
        await require_live_project(tx, Permission.MANAGE_CREDENTIALS)
        was = await tx.catalog.get(project, model)
        await tx.catalog.set_price(project, model, price, who.user, tx.now)
        rates = {
            name: str(rate)
            for name in ("input", "output", "cache_read", "cache_write", "per_call")
            if (rate := getattr(price, name)) is not None
        }
        tx.note(
            MODEL_PRICED,
            ("model", model),
            {
                "choice": {"old": None, "new": price.choice},
                "rates": {"old": None, "new": rates},
                "effective_from": {"old": None, "new": price.effective_from.isoformat()},
            },
            name=was.name,
            choice=price.choice,
        )
        return await card_of(tx, project, model, tx.now)


async def remove_model(ctx: Context, who: Actor, project: ProjectId, model: ModelId) -> None:
    """Remove a model from the catalog; its answers are kept. The next listing adds a model that is still listed."""
    who.must(Permission.MANAGE_CREDENTIALS, project)
    async with ctx.change(who, project) as tx:
        await confirm_permission(tx, Permission.MANAGE_CREDENTIALS)
        was = await tx.catalog.get(project, model)
        await tx.catalog.remove(project, model, tx.now)
        tx.note(
            MODEL_REMOVED, ("model", model), {"name": {"old": was.name, "new": None}}, name=was.name
        )
