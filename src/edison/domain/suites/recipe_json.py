"""Recipes as JSON values, for storing; what is read back equals what was written."""

from typing import Any

from pydantic import TypeAdapter

from edison.domain.suites.recipe import Recipe, SuiteTarget

_RECIPE = TypeAdapter(Recipe)
_TARGET = TypeAdapter(SuiteTarget)


def recipe_to_json(recipe: Recipe) -> dict[str, Any]:
    return _RECIPE.dump_python(recipe, mode="json")


def recipe_from_json(value: dict[str, Any]) -> Recipe:
    return _RECIPE.validate_python(value)


def target_to_json(target: SuiteTarget) -> dict[str, Any]:
    return _TARGET.dump_python(target, mode="json")


def target_from_json(value: dict[str, Any]) -> SuiteTarget:
    return _TARGET.validate_python(value)
