"""The recipe that a run was made by, as far as its frozen plan tells."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from edison.domain.judging.judge import pairs_of
from edison.domain.runs.run_plan import Plan
from edison.domain.suites.recipe import DatasetRef, PromptRef, Recipe, SuiteTarget

# Each pair of columns was given its place as a name; the recipe says the judge once.
_PLACE = re.compile(r": column \d+ against \d+$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Following:
    """What of it is frozen, and what moves on: a label instead of the version that ran, the newest cases."""

    label: str | None = None
    newest_cases: bool = False


FROZEN = Following()


def recipe_of(
    plan: Plan, scorers: Sequence[dict[str, Any]], following: Following = FROZEN
) -> Recipe:
    versions = dict.fromkeys((column.prompt, column.number) for column in plan.columns)
    targets = dict.fromkeys((column.model, column.parameters) for column in plan.columns)
    if following.label is not None:
        # Several versions of a prompt that follow one label would be the same twice.
        prompts = tuple(
            PromptRef(prompt=prompt, label=following.label)
            for prompt in dict.fromkeys(prompt for prompt, _ in versions)
        )
    else:
        prompts = tuple(PromptRef(prompt=prompt, version=number) for prompt, number in versions)
    return Recipe(
        prompts=prompts,
        dataset=None
        if plan.dataset is None
        else DatasetRef(
            id=plan.dataset, version=None if following.newest_cases else plan.dataset_version
        ),
        choice=plan.choice,
        targets=tuple(
            SuiteTarget(model=model, parameters=parameters) for model, parameters in targets
        ),
        scorers=tuple(_scorers(plan, scorers, len(prompts) * len(targets))),
        trials=plan.trials,
        timeout_s=plan.timeout_s,
    )


def _scorers(plan: Plan, scorers: Sequence[dict[str, Any]], columns: int) -> list[dict[str, Any]]:
    """Exams test a judge once and are no part of it; pairs that are all there become one judge of pairs again."""
    found: list[dict[str, Any]] = []
    pairs = [spec for spec in scorers if spec.get("kind") == "pairwise"]
    every = {(spec.get("a"), spec.get("b")) for spec in pairs} == set(pairs_of(len(plan.columns)))
    for spec in scorers:
        if spec.get("exam"):
            continue
        if spec.get("kind") != "pairwise":
            found.append(_said(spec))
        elif not every and columns == len(plan.columns):
            found.append(_said({**spec, "name": _PLACE.sub("", spec.get("name", ""))}))
        elif spec is pairs[0] and columns > 1:
            whole = {name: value for name, value in spec.items() if name not in ("a", "b")}
            found.append(_said({**whole, "name": _PLACE.sub("", spec.get("name", ""))}))
    return found


def _said(spec: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in spec.items() if value is not None and value != ""}
