"""Digests of texts and JSON values, the same on every machine."""

import hashlib
import json
from typing import Any


def sha256_hex(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def canonical_json(value: Any) -> str:
    """Serialize JSON in a canonical form, so that equal values have equal digests."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def sha256_of_bytes(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
