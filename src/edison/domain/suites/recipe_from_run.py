"""Conversion of a run's plan to the recipe of a suite."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from edison.domain.judging.judge import pairs_of
from edison.domain.runs.run_plan import Plan
from edison.domain.suites.recipe import DatasetRef, PromptRef, Recipe, SuiteTarget

# Pairwise scorers are named by their pair of columns; the recipe names the judge once.
_PLACE = re.compile(r": column \d+ against \d+$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Following:
    """Parts of the recipe that follow changes: a label instead of the fixed version, and the newest cases."""

    label: str | None = None
    newest_cases: bool = False


FROZEN = Following()


def recipe_of(
    plan: Plan, scorers: Sequence[dict[str, Any]], following: Following = FROZEN
) -> Recipe:
    versions = dict.fromkeys((column.prompt, column.number) for column in plan.columns)
    targets = dict.fromkeys((column.model, column.parameters) for column in plan.columns)
    if following.label is not None:
        # Several versions of a prompt that follow one label would be duplicates.
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
        delivery=plan.delivery,
        after_expiry=plan.after_expiry,
    )


def _scorers(plan: Plan, scorers: Sequence[dict[str, Any]], columns: int) -> list[dict[str, Any]]:
    """Return the scorers of the recipe.

    Exams of judges are left out. Pairwise scorers that cover all pairs of columns become one pairwise judge.
    """
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
