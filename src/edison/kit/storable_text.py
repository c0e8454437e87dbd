"""Replace characters that PostgreSQL cannot store, so that no paid answer is lost."""

import math
import re
from typing import Any, cast

UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def storable(text: str) -> str:
    if text.isascii() and "\x00" not in text:
        return text
    return UNSTORABLE.sub("\ufffd", text)


def storable_json(value: Any) -> Any:
    """Apply `storable` to all texts of a JSON value; NaN and infinity become texts."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, dict):
        pairs = cast("dict[str, Any]", value)
        return {storable(name): storable_json(part) for name, part in pairs.items()}
    if isinstance(value, list | tuple):
        return [storable_json(part) for part in cast("list[Any]", value)]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value
