"""Writer of suite files. It writes names instead of ids and leaves out default values."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import yaml

from edison.domain.money import to_usd
from edison.domain.runs.provider_batch import AnswerDelivery
from edison.domain.runs.run_plan import CaseChoice
from edison.domain.suites.recipe import NAME_A_MODEL, PromptRef, Recipe, SuiteTarget, Thresholds
from edison.domain.suites.suite import Suite

HEADING = (
    "# A suite of Edison. Names refer to objects of the project; see /docs/reference/suites.\n"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelName:
    name: str
    # Only if several credentials offer a model of this name.
    credential: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FileNames:
    """Names by id. An unknown id is written instead of a name."""

    prompts: Mapping[UUID, str]
    datasets: Mapping[UUID, str]
    models: Mapping[UUID, ModelName]
    judges: Mapping[UUID, str]


def written(suite: Suite, names: FileNames) -> str:
    return HEADING + yaml.safe_dump(
        document_of(suite, names), sort_keys=False, allow_unicode=True, width=100
    )


def document_of(suite: Suite, names: FileNames) -> dict[str, Any]:
    recipe = suite.recipe
    prompts = [_prompt(each, names) for each in recipe.prompts]
    document: dict[str, Any] = {"name": suite.name}
    if suite.description:
        document["description"] = suite.description
    document |= {"prompt": prompts[0]} if len(prompts) == 1 else {"prompts": prompts}
    if recipe.dataset is not None:
        document["dataset"] = _dataset(recipe, names)
    document["targets"] = [_target(target, names) for target in recipe.targets]
    if recipe.fallback is not None:
        document["fallback"] = _target(recipe.fallback, names)
    if recipe.scorers:
        document["scorers"] = [_scorer(spec, names) for spec in recipe.scorers]
    document["trials"] = recipe.trials
    if recipe.run_budget is not None:
        document["budget_usd"] = float(to_usd(recipe.run_budget))
    limit = suite.daily_limit
    document["daily_limit_usd"] = None if limit is None else float(to_usd(limit))
    if recipe.timeout_s is not None:
        document["timeout_s"] = recipe.timeout_s
    # Always written, because `edison run` and a saved suite have different defaults.
    document["reuse"] = recipe.reuse
    thresholds = _thresholds(recipe.thresholds)
    if thresholds:
        document["thresholds"] = thresholds
    document["max_error_share"] = recipe.max_error_share
    if recipe.delivery is AnswerDelivery.BATCH:
        document["delivery"] = str(recipe.delivery)
        document["after_expiry"] = str(recipe.after_expiry)
    return document


def _prompt(ref: PromptRef, names: FileNames) -> dict[str, Any]:
    found: dict[str, Any] = {"name": names.prompts.get(ref.prompt, str(ref.prompt))}
    if ref.version is not None:
        found["version"] = ref.version
    elif ref.label is not None:
        found["label"] = ref.label
    return found


def _dataset(recipe: Recipe, names: FileNames) -> dict[str, Any]:
    assert recipe.dataset is not None
    ref = recipe.dataset
    found: dict[str, Any] = {"name": names.datasets.get(ref.id, str(ref.id))}
    if ref.version is not None:
        found["version"] = ref.version
    only = _only(recipe.choice)
    if only:
        found["only"] = only
    return found


def _only(choice: CaseChoice) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if choice.split is not None:
        found["split"] = str(choice.split)
    if choice.tags:
        found["tags"] = list(choice.tags)
    if choice.first is not None:
        found["first"] = choice.first
    if choice.ids:
        found["ids"] = [str(case) for case in choice.ids]
    return found


def _target(target: SuiteTarget, names: FileNames) -> dict[str, Any]:
    found = _model(str(target.model), names)
    parameters = target.parameters.given()
    if target.parameters.stop:
        parameters["stop"] = list(target.parameters.stop)
    return {**found, "parameters": parameters} if parameters else found


def _model(model: str, names: FileNames) -> dict[str, Any]:
    known = names.models.get(UUID(model))
    if known is None:
        return {"model": model}
    if known.credential is None:
        return {"model": known.name}
    return {"model": known.name, "credential": known.credential}


def _scorer(spec: dict[str, Any], names: FileNames) -> dict[str, Any]:
    found = dict(spec)
    kind = found.get("kind")
    if kind in NAME_A_MODEL and "model" in found:
        found |= _model(str(found["model"]), names)
    if kind == "grader" and "prompt" in found:
        found["prompt"] = names.prompts.get(UUID(str(found["prompt"])), str(found["prompt"]))
    if kind in ("judge", "pairwise") and "judge" in found:
        found["judge"] = names.judges.get(UUID(str(found["judge"])), str(found["judge"]))
    return {name: value for name, value in found.items() if value is not None}


def _thresholds(thresholds: Thresholds) -> list[dict[str, Any]]:
    whole = {
        "score": thresholds.score,
        "pass_rate": thresholds.pass_rate,
        "cost_usd": thresholds.cost_usd,
        "latency_p95_ms": thresholds.latency_p95_ms,
    }
    said = {name: value for name, value in whole.items() if value is not None}
    by_scorer = [
        {
            name: value
            for name, value in (
                ("scorer", each.scorer),
                ("mean", each.mean),
                ("pass_share", each.pass_share),
            )
            if value is not None
        }
        for each in thresholds.scorers
    ]
    return [*([said] if said else []), *by_scorer]
