"""JSON as a text that PostgreSQL takes: no zero characters, no halves of surrogate pairs, no NaN."""

import json
import re
from typing import Any

# As JSON writes it: an even number of backslashes before it are words about it, not the character.
_ZERO = re.compile(r"(?<!\\)((?:\\\\)*)\\u0000")


def json_text(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.encode("utf-8", "replace").decode()
    return _ZERO.sub(r"\1\\ufffd", text) if "\\u0000" in text else text
