"""The work of a schema is counted without doing it, and never too low."""

from typing import Any

import pytest

from edison.domain.models.model_call import OutputFormat
from edison.domain.models.schema_cost import (
    ENDLESS,
    EXPANDED_AT_MOST,
    SchemaCost,
    SchemaTooLarge,
    height_of,
)
from edison.domain.models.structured_output import TooManySteps, problem_with, problem_with_schema


def chained(levels: int, twice: dict[str, Any]) -> dict[str, Any]:
    """Definitions of which each is `twice`, with BEFORE in it replaced by the one before."""

    def named(part: Any, level: int) -> Any:
        if isinstance(part, dict):
            return {key: named(value, level) for key, value in part.items()}  # pyright: ignore[reportUnknownVariableType]
        if isinstance(part, list):
            return [named(value, level) for value in part]  # pyright: ignore[reportUnknownVariableType]
        return {"$ref": f"#/$defs/d{level - 1}"} if part == "BEFORE" else part

    definitions: dict[str, Any] = {"d0": {"type": "object"}}
    for level in range(1, levels + 1):
        definitions[f"d{level}"] = named(twice, level)
    return {"$defs": definitions, "$ref": f"#/$defs/d{levels}"}


DOUBLING = {
    "allOf": {"allOf": ["BEFORE", "BEFORE"]},
    "anyOf": {"anyOf": ["BEFORE", "BEFORE"]},
    "oneOf": {"oneOf": ["BEFORE", {"not": "BEFORE"}]},
    "if": {"if": "BEFORE", "then": "BEFORE"},
    "dependentSchemas": {"dependentSchemas": {"a": "BEFORE", "b": "BEFORE"}},
    "children": {"properties": {"a": "BEFORE"}, "patternProperties": {"a": "BEFORE"}},
    "items": {"prefixItems": ["BEFORE"], "contains": "BEFORE"},
    "unevaluated": {"allOf": ["BEFORE"], "unevaluatedProperties": False},
}


@pytest.mark.parametrize("twice", DOUBLING.values(), ids=DOUBLING)
@pytest.mark.parametrize("levels", [30, 1_000])
def test_work_that_doubles_with_each_reference_is_refused(
    twice: dict[str, Any], levels: int
) -> None:
    with pytest.raises(SchemaTooLarge, match=f"{EXPANDED_AT_MOST:,}"):
        SchemaCost(chained(levels, twice))


def test_properties_beside_each_other_do_not_multiply() -> None:
    """Each applies to another value, so an answer of any size takes as many steps for each of its values."""
    schema = chained(100, {"properties": {"a": "BEFORE", "b": "BEFORE"}})

    assert SchemaCost(schema).expanded < 1_000


def test_nested_objects_that_allow_nothing_else_are_ordinary() -> None:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(30):
        schema = {"type": "object", "properties": {"a": schema}, "unevaluatedProperties": False}

    assert problem_with_schema(schema) is None


def test_a_tree_takes_as_many_steps_for_each_value_however_deep_it_is() -> None:
    tree = {"properties": {"children": {"items": {"$ref": "#"}}, "name": {"type": "string"}}}
    cost = SchemaCost(tree)

    assert cost.is_recursive
    assert cost.rate(100) == cost.rate(3)


def test_a_schema_that_refers_to_itself_twice_is_bounded_by_the_height_of_the_answer() -> None:
    half = {"properties": {"a": {"$ref": "#"}}}
    wanted = OutputFormat(kind="schema", schema={"allOf": [half, dict(half)]})
    cost = SchemaCost(wanted.schema)

    assert problem_with('{"a": {"a": {}}}', wanted) is None
    assert cost.rate(20) >= 2**20
    assert cost.rate(1_000_000) == ENDLESS
    with pytest.raises(TooManySteps):
        problem_with('{"a":' * 40 + "{}" + "}" * 40, wanted)


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#"},
        {"anyOf": [{"not": {"$ref": "#"}}]},
        {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}},
        {"$dynamicAnchor": "self", "allOf": [{"$dynamicRef": "#self"}]},
        {"$recursiveAnchor": True, "allOf": [{"$recursiveRef": "#"}]},
    ],
)
def test_a_reference_to_itself_for_the_same_value_is_refused(schema: dict[str, Any]) -> None:
    with pytest.raises(SchemaTooLarge, match="circular reference"):
        SchemaCost(schema)


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#/$defs/My%20Type", "$defs": {"My Type": {"type": "object"}}},
        {"$ref": "#/$defs/a~1b", "$defs": {"a/b": {"type": "object"}}},
        {"$ref": "#thing", "$defs": {"a": {"$anchor": "thing", "type": "object"}}},
        {
            "$id": "https://example.com/s.json",
            "$ref": "https://example.com/s.json#/$defs/a",
            "$defs": {"a": {"type": "object"}},
        },
        {"$dynamicAnchor": "node", "properties": {"a": {"$dynamicRef": "#node"}}},
        {
            "properties": {"id": {"type": "string"}},
            "examples": [{"id": "x"}],
            "$ref": "#/$defs/a",
            "$defs": {"a": True},
        },
    ],
)
def test_references_of_every_spelling_can_be_used(schema: dict[str, Any]) -> None:
    assert problem_with("{}", OutputFormat(kind="schema", schema=schema)) is None


def test_a_pattern_counts_by_its_repetitions() -> None:
    """The engine takes linear time, but as many steps for a character as the pattern has states."""
    short = SchemaCost({"pattern": "^[a-z]{3}$"}).expanded
    nested = SchemaCost({"pattern": "(([01]{20}){20}){2}"}).expanded

    assert short < 50
    assert nested > 10_000
    with pytest.raises(SchemaTooLarge):
        SchemaCost({"pattern": "(([01]{50}){50}){50}"})


def test_a_pattern_that_needs_backtracking_is_never_matched_in_this_process() -> None:
    wanted = OutputFormat(kind="schema", schema={"pattern": "^(?=a)b"})

    with pytest.raises(TooManySteps):
        problem_with('"a"', wanted)
    assert problem_with('"a"', wanted, most_steps=None)


def test_the_height_of_a_value() -> None:
    assert (height_of(1), height_of([]), height_of([[{"a": [1]}], 2])) == (0, 0, 4)
