"""A value that is made for a schema fits it, by the word of another validator."""

from typing import Any

import jsonschema_rs
import pytest

from edison.simulator.worlds.fit_schema import NOTHING, BadSchema, fit

NUMBER = {"type": "number", "minimum": 0.25, "exclusiveMaximum": 0.75}
SCHEMAS: dict[str, dict[str, Any]] = {
    "plain": {"type": "object", "properties": {"a": {"type": "string"}, "b": NUMBER}},
    "choices": {"enum": ["x", 3, None]},
    "constant": {"const": {"k": [1]}},
    "bounds": {"type": "integer", "exclusiveMinimum": 3, "maximum": 5},
    "below": {"type": "integer", "maximum": -5},
    "steps": {"type": "integer", "multipleOf": 7, "minimum": 10},
    "lists": {"type": "array", "items": NUMBER, "minItems": 3, "maxItems": 4},
    "lengths": {"type": "string", "minLength": 40, "maxLength": 41},
    "formats": {"type": "string", "format": "date-time"},
    "nullable": {"type": ["null", "string"]},
    "either": {"anyOf": [{"type": "null"}, {"type": "integer"}]},
    "together": {
        "allOf": [
            {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]},
            {"properties": {"b": {"type": "boolean"}}, "required": ["b"]},
        ]
    },
    "closed": {
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/A"}},
        "required": ["a"],
        "additionalProperties": False,
        "$defs": {"A": {"type": "object", "properties": {"z": {"enum": ["q"]}}, "required": ["z"]}},
    },
    "holds itself": {
        "$ref": "#/$defs/Node",
        "$defs": {
            "Node": {
                "type": "object",
                "properties": {
                    "name": {"type": "string"},
                    "next": {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}]},
                    "children": {"type": "array", "items": {"$ref": "#/$defs/Node"}},
                },
                "required": ["name", "next", "children"],
            }
        },
    },
}


@pytest.mark.parametrize("name", SCHEMAS)
@pytest.mark.parametrize("key", ["one", "two", "three"])
def test_what_is_made_fits(name: str, key: str) -> None:
    validator = jsonschema_rs.validator_for(SCHEMAS[name], validate_formats=True)

    assert validator.is_valid(fit(SCHEMAS[name], key=key))


@pytest.mark.parametrize("wish", ["", "far too long for this", 3, True, None, 99.5, ["x"], {}])
@pytest.mark.parametrize("name", SCHEMAS)
def test_a_wish_that_does_not_fit_is_not_granted(name: str, wish: Any) -> None:
    found = fit(SCHEMAS[name], lambda path, schema: wish)

    assert jsonschema_rs.validator_for(SCHEMAS[name]).is_valid(found)


@pytest.mark.parametrize(
    "schema",
    [
        {"allOf": [{"properties": None}]},
        {"type": "array", "items": {"type": "string"}, "minItems": 10**9},
        {"type": "string", "minLength": 10**12},
        {"anyOf": [True, 3]},
    ],
)
def test_a_schema_that_is_none_is_refused(schema: dict[str, Any]) -> None:
    with pytest.raises(BadSchema):
        fit(schema)


def test_a_wish_that_fits_is_granted() -> None:
    wishes: dict[tuple[str, ...], Any] = {("a",): "wanted", ("b",): 0.5}

    found = fit(SCHEMAS["plain"], lambda path, schema: wishes.get(path, NOTHING))

    assert found == {"a": "wanted", "b": 0.5}


def test_googles_capital_types_are_understood() -> None:
    schema = {"type": "OBJECT", "properties": {"n": {"type": "INTEGER"}, "t": {"type": "STRING"}}}

    found = fit(schema)

    assert isinstance(found["n"], int)
    assert isinstance(found["t"], str)
