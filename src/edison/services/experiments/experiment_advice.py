"""Recommend models, judges and limits for the plan of an experiment, by rules and without calling a model."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from edison.domain.experiments.experiment_plan import ExperimentPlan
from edison.domain.experiments.plan_advice import (
    COSTLY,
    AdvisedLimits,
    AdvisedModelCandidate,
    JudgeAdvice,
    ModelAdvice,
    is_sound,
    limits_for,
    recommended_judges,
    recommended_models,
)
from edison.domain.ids import ProjectId
from edison.domain.models.catalog import CatalogModel
from edison.domain.models.credential import CredentialStatus
from edison.domain.people.access import Actor, Permission
from edison.kit.pagination import PageRequest
from edison.providers.price_in_effect import price_in_effect
from edison.services.context import Context
from edison.services.experiments.experiment_forecast import forecast_experiment
from edison.store.repositories.models.catalog_models import ModelFilter
from edison.store.unit_of_work import ReadTx

MOST_MODELS = 500
PAGE = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentAdvice:
    models: Sequence[ModelAdvice]
    costly: Sequence[tuple[CatalogModel, Decimal]]
    judges: Sequence[JudgeAdvice]
    limits: AdvisedLimits


async def advise_plan(
    ctx: Context, who: Actor, project: ProjectId, plan: ExperimentPlan
) -> ExperimentAdvice:
    who.must(Permission.START_RUNS, project)
    now = ctx.clock.now()
    async with ctx.read() as tx:
        candidates = await _candidates(tx, project, now)
    targets = {target.model for target in plan.targets}
    costly = [
        (each.model, each.usd_per_1k)
        for each in candidates
        if each.model.id in targets and each.usd_per_1k is not None and each.usd_per_1k > COSTLY
    ]
    prospect = await forecast_experiment(ctx, who, project, plan)
    return ExperimentAdvice(
        models=recommended_models(candidates),
        costly=costly,
        judges=recommended_judges(candidates, targets),
        limits=limits_for(prospect.estimate, cases=prospect.cases, rules=plan.stop_rules),
    )


async def _candidates(tx: ReadTx, project: ProjectId, now: datetime) -> list[AdvisedModelCandidate]:
    """Return the models of a project that can be called now, with their prices."""
    models: list[CatalogModel] = []
    cursor: str | None = None
    while len(models) < MOST_MODELS:
        page = await tx.catalog.page(project, ModelFilter(), PageRequest.of(PAGE, cursor))
        models += page.items
        cursor = page.next_cursor
        if cursor is None:
            break
    credentials = await tx.credentials.page(project, PageRequest(limit=PAGE))
    ready = {each.id for each in credentials.items if each.status is CredentialStatus.READY}
    usable = [
        model
        for model in models
        if model.credential in ready
        and is_sound(model)
        and not model.deprecated
        and not model.missing
    ]
    chosen = await tx.catalog.prices_now(project, [model.id for model in usable], now)
    return [
        AdvisedModelCandidate.of(model, price_in_effect(model, chosen.get(model.id), now))
        for model in usable
    ]
