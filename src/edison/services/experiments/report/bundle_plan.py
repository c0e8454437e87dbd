"""Write the plan of an experiment as YAML, and parse it.

Models are written as provider and name, because ids are not valid in another installation.
"""

# PyYAML is only partly typed:
# pyright: reportUnknownMemberType=false

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any, cast

import yaml
from pydantic import TypeAdapter, ValidationError

from edison.domain.errors import InvalidInput, UnreadableFile
from edison.domain.experiments.experiment import Experiment, plan_from_json, plan_to_json
from edison.domain.experiments.experiment_plan import ExperimentPlan
from edison.domain.ids import ModelId
from edison.domain.judging.rubric import Criterion
from edison.domain.models.parameters import Parameters
from edison.domain.money import MicroUsd, from_usd, to_usd
from edison.domain.prompts.prompt import content_to_json
from edison.domain.prompts.prompt_rules import check_limits
from edison.domain.unstorable_text import unstorable

FORMAT, VERSION = "edison-experiment", 1
MOST_NAME, MOST_DESCRIPTION, MOST_GOAL, MOST_PROMPT_NAME = 200, 1_000, 2_000, 255
CRITERIA = TypeAdapter(tuple[Criterion, ...])
PARAMETERS = TypeAdapter(Parameters)
# Fields that are only valid in one installation.
LOCAL = ("rubric", "rubric_version", "prompt", "dataset", "criteria")


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRef:
    provider: str
    name: str

    def __str__(self) -> str:
        return f"{self.name} ({self.provider})"


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedJudge:
    name: str
    model: ModelRef
    parameters: Parameters


@dataclass(frozen=True, slots=True, kw_only=True)
class BundleDraft:
    """The content of a bundle, with the models found in this project. `missing` names the models not found."""

    name: str
    description: str
    plan: ExperimentPlan
    missing: tuple[str, ...]


Find = Callable[[ModelRef], ModelId | None]


def to_yaml(
    experiment: Experiment, models: Mapping[ModelId, ModelRef], judges: list[NamedJudge]
) -> str:
    plan = experiment.plan
    told = plan_to_json(plan)
    for name in LOCAL:
        told.pop(name)
    rules = dict(told["stop_rules"])
    rules["max_budget_usd"] = str(to_usd(MicroUsd(rules.pop("max_budget"))))
    told |= {
        "content": content_to_json(plan.content),
        "stop_rules": rules,
        "targets": [
            {
                "model": _told(models[target.model]),
                "parameters": target.parameters.given(),
                "grid": {name: list(values) for name, values in target.grid.items()},
            }
            for target in plan.targets
            if target.model in models
        ],
        "judges": [
            {
                "name": judge.name,
                "model": _told(judge.model),
                "parameters": judge.parameters.given(),
            }
            for judge in judges
        ],
        "pairwise": {
            "enabled": plan.pairwise.enabled,
            "model": _told_if(models, plan.pairwise.model),
        },
        "refiner": _told_if(models, plan.refiner),
    }
    head = {
        "format": FORMAT,
        "version": VERSION,
        "name": experiment.name,
        "description": experiment.description,
    }
    return _dump({**head, "plan": _plain(told)})


def rubric_to_yaml(plan: ExperimentPlan) -> str:
    return _dump({"criteria": _plain(CRITERIA.dump_python(plan.criteria, mode="json"))})


def from_yaml(value: dict[str, Any], rubric: dict[str, Any], find: Find) -> BundleDraft:
    """Parse a plan; raise an error if it is invalid. Missing fields are allowed, because the wizard reports them."""
    if value.get("format") != FORMAT or value.get("version") != VERSION:
        raise UnreadableFile(
            f"experiment.yaml does not have the format {FORMAT} {VERSION}", field="file"
        )
    _must_be_storable(value)
    _must_be_storable(rubric)
    missing: list[str] = []
    told = value.get("plan")
    try:
        plan = plan_from_json(
            _with_ids(
                _mapping(told), lambda ref: _found(ref, find, missing), rubric.get("criteria")
            )
        )
        check_limits(plan.content)
    except InvalidInput as error:
        raise UnreadableFile(
            f"The prompt in the bundle is invalid: {error}", field="file"
        ) from error
    except (ValidationError, TypeError, ValueError, KeyError, InvalidOperation) as error:
        raise UnreadableFile(
            "experiment.yaml does not contain a valid plan of an experiment", field="file"
        ) from error
    return BundleDraft(
        name=_text(value.get("name"), "name", MOST_NAME),
        description=_text(value.get("description"), "description", MOST_DESCRIPTION),
        plan=plan,
        missing=tuple(dict.fromkeys(missing)),
    )


def _with_ids(
    told: dict[str, Any], find: Callable[[Any], ModelId | None], criteria: Any
) -> dict[str, Any]:
    _text(told.get("goal"), "goal", MOST_GOAL)
    _text(told.get("prompt_name"), "prompt_name", MOST_PROMPT_NAME)
    rules = dict(_mapping(told.get("stop_rules") or {}))
    if "max_budget_usd" in rules:
        rules["max_budget"] = from_usd(Decimal(str(rules.pop("max_budget_usd"))))
    targets = [
        {**one, "model": model}
        for one in _mappings(told.get("targets"))
        if (model := find(one.get("model"))) is not None
    ]
    judges = [
        {"model": model, "parameters": _mapping(one.get("parameters") or {})}
        for one in _mappings(told.get("judges"))
        if (model := find(one.get("model"))) is not None
    ]
    pairwise = _mapping(told.get("pairwise") or {})
    kept = {name: part for name, part in told.items() if name not in LOCAL}
    return {
        **kept,
        "criteria": criteria or [],
        "stop_rules": rules,
        "targets": targets,
        "judges": judges,
        "pairwise": {**pairwise, "model": find(pairwise.get("model"))},
        "refiner": find(told.get("refiner")),
    }


def _found(told: Any, find: Find, missing: list[str]) -> ModelId | None:
    if told is None:
        return None
    one = _mapping(told)
    ref = ModelRef(provider=str(one.get("provider", ""))[:100], name=str(one.get("name", ""))[:200])
    model = find(ref)
    if model is None:
        missing.append(str(ref))
    return model


def _mapping(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise TypeError("not a mapping")
    return cast(dict[str, Any], value)


def _mappings(value: Any) -> list[dict[str, Any]]:
    if value is None:
        return []
    if not isinstance(value, list) or len(cast(list[Any], value)) > 100:
        raise TypeError("not a short list")
    return [_mapping(one) for one in cast(list[Any], value)]


def _text(value: Any, field: str, most: int) -> str:
    text = "" if value is None else value
    if not isinstance(text, str) or len(text) > most:
        raise UnreadableFile(f"{field} has at most {most:,} characters", field="file")
    return text


def _must_be_storable(value: Any) -> None:
    if isinstance(value, str):
        if why := unstorable(value):
            raise UnreadableFile(why, field="file")
    elif isinstance(value, dict):
        for name, part in cast(dict[Any, Any], value).items():
            _must_be_storable(str(name))
            _must_be_storable(part)
    elif isinstance(value, list):
        for part in cast(list[Any], value):
            _must_be_storable(part)
    elif (isinstance(value, float) and not math.isfinite(value)) or (
        isinstance(value, int) and abs(value) > 2**53
    ):
        raise UnreadableFile("A number in the bundle is out of range", field="file")
    elif value is not None and not isinstance(value, bool | int | float):
        raise UnreadableFile("The bundle contains a value of an unsupported type", field="file")


def _told(ref: ModelRef) -> dict[str, str]:
    return {"provider": ref.provider, "name": ref.name}


def _told_if(models: Mapping[ModelId, ModelRef], model: ModelId | None) -> dict[str, str] | None:
    return None if model is None or model not in models else _told(models[model])


def _plain(value: Any) -> Any:
    """Convert tuples to lists, so that YAML needs no tags."""
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in cast(dict[Any, Any], value).items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in cast(list[Any], value)]
    return value


class _Dumper(yaml.SafeDumper):
    """YAML dumper that writes long texts as block scalars, and no aliases, because the import rejects aliases."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _as_text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _as_text)


def _dump(value: dict[str, Any]) -> str:
    return yaml.dump(value, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100)
