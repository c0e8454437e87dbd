"""Generate a value that fits a JSON schema; a filler may provide better values."""

from collections.abc import Callable
from typing import Any, cast

from edison.simulator.worlds.seeded_draws import draw, pick

Json = dict[str, Any]
# Called with the path to a value and the schema there; returns NOTHING if it has no value.
Filler = Callable[[tuple[str, ...], Json], Any]
NOTHING: Any = object()
DEEPEST = 12
FORMATS = {
    "date": "2025-01-31",
    "date-time": "2025-01-31T12:00:00Z",
    "time": "12:00:00Z",
    "email": "someone@example.com",
    "uri": "https://example.com/",
    "uuid": "00000000-0000-4000-8000-000000000000",
    "ipv4": "192.0.2.1",
    "hostname": "example.com",
    "duration": "PT1H",
}


# Schemas that require more than this are rejected.
MOST = 10_000


class BadSchema(ValueError):
    """The schema is invalid, or no value of a reasonable size fits it."""


def no_opinion(path: tuple[str, ...], schema: Json) -> Any:
    return NOTHING


def fit(schema: Json, filler: Filler = no_opinion, *, key: str = "") -> Any:
    """Return a value that fits the schema; raise BadSchema if a provider would reject the schema."""
    try:
        return _Fitting(schema, filler, key).value(schema, ())
    except (TypeError, ValueError, AttributeError, KeyError, IndexError, RecursionError) as error:
        raise BadSchema("The schema of the answer is not valid") from error


class _Fitting:
    def __init__(self, root: Json, filler: Filler, key: str) -> None:
        self._root = root
        self._filler = filler
        self._key = key

    def value(self, schema: Json, path: tuple[str, ...], depth: int = 0) -> Any:
        schema = self._resolved(schema)
        if "const" in schema:
            return schema["const"]
        wanted = self._filler(path, schema)
        if wanted is not NOTHING and _fits(wanted, schema):
            return wanted
        if schema.get("enum"):
            return pick(cast(list[Any], schema["enum"]), self._key, *path)
        for word in ("anyOf", "oneOf"):
            if isinstance(schema.get(word), list):
                return self._one_of(cast(list[Json], schema[word]), path, depth)
        return self._of_type(schema, path, depth)

    def _of_type(self, schema: Json, path: tuple[str, ...], depth: int) -> Any:
        match type_of(schema, deep=depth >= DEEPEST):
            case "object":
                return self._object(schema, path, depth)
            case "array":
                return self._array(schema, path, depth)
            case "string":
                return _string(schema, path)
            case "integer" | "number" as kind:
                return _number(schema, draw(self._key, *path), whole=kind == "integer")
            case "boolean":
                return draw(self._key, *path) < 0.5
            case _:
                return None

    def _resolved(self, schema: Json) -> Json:
        """Resolve references within the schema, and merge `allOf`."""
        for _ in range(DEEPEST):
            reference = schema.get("$ref")
            if not isinstance(reference, str):
                break
            found: Any = self._root
            for part in reference.removeprefix("#").strip("/").split("/"):
                found = found.get(part, {}) if part else found
            others = {name: value for name, value in schema.items() if name != "$ref"}
            schema = {**cast(Json, found), **others}
        parts = cast(list[Json], schema.get("allOf") or [])
        if not parts:
            return schema
        merged: Json = {name: value for name, value in schema.items() if name != "allOf"}
        for part in map(self._resolved, parts):
            properties = {**merged.get("properties", {}), **part.get("properties", {})}
            required = [*merged.get("required", []), *part.get("required", [])]
            merged = {**merged, **part}
            if properties:
                merged["properties"], merged["required"] = properties, required
        return merged

    def _one_of(self, choices: list[Json], path: tuple[str, ...], depth: int) -> Any:
        """Generate a value for the first choice that is not null; at a deep level for null, to end recursion."""
        resolved = [self._resolved(choice) for choice in choices]
        nulls = [choice for choice in resolved if choice.get("type") in ("null", "NULL")]
        others = [choice for choice in resolved if choice not in nulls]
        chosen = nulls if nulls and (depth >= 3 or not others) else others
        return self.value(chosen[0], path, depth + 1) if chosen else None

    def _object(self, schema: Json, path: tuple[str, ...], depth: int) -> Json:
        properties = cast(dict[str, Json], schema.get("properties") or {})
        required = cast(list[str], schema.get("required") or list(properties))
        # Optional properties are left out at depth, because a recursive schema would not end.
        names = [name for name in properties if depth < 4 or name in required]
        return {name: self.value(properties[name], (*path, name), depth + 1) for name in names}

    def _array(self, schema: Json, path: tuple[str, ...], depth: int) -> list[Any]:
        items = schema.get("items")
        least = _sensible(schema.get("minItems"))
        most = int(schema.get("maxItems") or max(least, 100))
        wanted = self._filler((*path, "#"), schema)
        asked = wanted if isinstance(wanted, int) and not isinstance(wanted, bool) else 2
        # At depth as few as allowed, because a recursive schema would not end.
        usual = asked if depth < 3 else 0
        if not isinstance(items, dict):
            return []
        count = max(least, min(most, usual))
        return [
            self.value(cast(Json, items), (*path, f"[{index}]"), depth + 1)
            for index in range(count)
        ]


def type_of(schema: Json, *, deep: bool = False) -> str:
    named = schema.get("type")
    if isinstance(named, list):
        names = [str(name).casefold() for name in cast(list[Any], named)]
        solid = [name for name in names if name != "null"]
        return "null" if not solid or (deep and "null" in names) else solid[0]
    if isinstance(named, str):
        return named.casefold()
    if "properties" in schema:
        return "object"
    return "array" if "items" in schema else "string"


def bounds(schema: Json) -> tuple[float | None, float | None]:
    low, high = schema.get("minimum"), schema.get("maximum")
    step = 1 if type_of(schema) == "integer" else 1e-6
    if isinstance(schema.get("exclusiveMinimum"), (int, float)):
        low = schema["exclusiveMinimum"] + step
    if isinstance(schema.get("exclusiveMaximum"), (int, float)):
        high = schema["exclusiveMaximum"] - step
    return low, high


def _fits(value: Any, schema: Json) -> bool:
    """Return whether a single value fits; the contents of objects and lists are not checked."""
    choices = schema.get("enum")
    if isinstance(choices, list):
        return value in choices
    if "anyOf" in schema or "oneOf" in schema:
        return False
    low, high = bounds(schema)
    match type_of(schema):
        case "string":
            most = schema.get("maxLength")
            least = schema.get("minLength") or 0
            return isinstance(value, str) and least <= len(value) <= (most or len(value))
        case "boolean":
            return isinstance(value, bool)
        case "integer" | "number" as kind:
            number = isinstance(value, int if kind == "integer" else (int, float))
            inside = number and (low is None or value >= low) and (high is None or value <= high)
            return inside and not isinstance(value, bool) and "multipleOf" not in schema
        case _:
            return False


def _sensible(least: Any) -> int:
    if least is not None and not 0 <= least <= MOST:
        raise BadSchema(f"{least} is more than this makes")
    return int(least or 0)


def _string(schema: Json, path: tuple[str, ...]) -> str:
    form = FORMATS.get(str(schema.get("format")))
    if form:
        return form
    least = _sensible(schema.get("minLength"))
    most = int(schema.get("maxLength") or max(least, 200))
    name = next((part for part in reversed(path) if not part.startswith("[")), "text")
    return f"simulated {name}".ljust(least, ".")[:most]


def _number(schema: Json, chance: float, *, whole: bool) -> float | int:
    low, high = bounds(schema)
    first = low if low is not None else (high - 10 if high is not None else 0)
    last = high if high is not None else first + 10
    value = first + chance * (last - first)
    step = schema.get("multipleOf")
    if isinstance(step, (int, float)) and step > 0:
        value = -(-first // step) * step
        return round(value) if whole else value
    return round(value) if whole else round(value, 6)
