"""JSON serialization that PostgreSQL accepts: no NUL, no lone surrogates, no NaN."""

import json
import re
from typing import Any

# Matches the JSON escape; after an even number of backslashes it is plain text, not the character.
_ZERO = re.compile(r"(?<!\\)((?:\\\\)*)\\u0000")


def json_text(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.encode("utf-8", "replace").decode()
    return _ZERO.sub(r"\1\\ufffd", text) if "\\u0000" in text else text
