"""Objects and lists in the JSON of a request, whatever was sent."""

from typing import Any, cast

from edison.simulator.simulated_call import Json


def objects(value: Any) -> list[Json]:
    """Return the objects in a list; an empty list if the value is not a list."""
    if not isinstance(value, list):
        return []
    return [cast(Json, item) for item in cast(list[Any], value) if isinstance(item, dict)]


def inner(value: Any) -> Json:
    return cast(Json, value) if isinstance(value, dict) else {}
