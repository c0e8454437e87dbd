"""Parse and write JSON from providers, which may have any shape.

Parsing raises no exception other than Garbled.
"""

import json
import math
import re
from typing import Any, NoReturn, cast

from edison.kit.storable_text import storable_json
from edison.providers.wire.wire_protocol import Garbled

# More than any model can count; a larger number is an error, not a bill.
COUNT_AT_MOST = 10**12

# PostgreSQL stores neither NUL nor lone surrogates; both can only come from an escape.
_ESCAPES = re.compile(rb"\\u(?:0000|[dD][89a-fA-F])")


def loaded(body: bytes) -> Any:
    """Parse JSON; characters that PostgreSQL cannot store are replaced."""
    try:
        value = json.loads(body.decode("utf-8-sig"), parse_constant=_refuse, parse_float=_finite)
        return storable_json(value) if _ESCAPES.search(body) else value
    except (ValueError, RecursionError) as wrong:
        raise Garbled(f"The provider sent no valid JSON ({len(body)} bytes)") from wrong


def dumped(value: Any) -> bytes:
    """Serialize to compact JSON; lone surrogates are escaped, because UTF-8 cannot encode them."""
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":")).encode()


def a_dict(value: Any) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def a_list(value: Any) -> list[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else []


def a_text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def dicts_of(value: Any) -> list[dict[str, Any]]:
    """Return the objects in a list; other elements, and values that are not a list, are ignored."""
    return [cast("dict[str, Any]", item) for item in a_list(value) if isinstance(item, dict)]


def count(value: Any) -> int | None:
    """Parse a token count; None if the value is not a number. A negative count becomes 0."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if value != value or value > COUNT_AT_MOST:
        return None
    return max(0, int(max(value, -1)))


def tokens_of(usage: dict[str, Any], *names: str) -> int:
    """Return the first token count that exists under one of these names, or 0."""
    for name in names:
        found = count(usage.get(name))
        if found is not None:
            return found
    return 0


def arguments_object(arguments: str) -> dict[str, Any]:
    """Parse a tool call's arguments; text that is not a JSON object is returned as {"arguments": text}."""
    if not arguments.strip():
        return {}
    try:
        value = json.loads(arguments)
    except (ValueError, RecursionError):
        return {"arguments": arguments}
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {"arguments": arguments}


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


def _finite(number: str) -> float | None:
    """Parse a number; return None for a number such as 1e999, which Python parses as infinity."""
    value = float(number)
    return value if math.isfinite(value) else None
