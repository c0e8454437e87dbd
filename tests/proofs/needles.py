"""Secrets that are easy to find again, in every form in which one could slip out."""

import base64
import json
import re
from collections.abc import Iterable
from secrets import token_hex
from urllib.parse import quote, quote_plus

# What a key may be written with, and what every encoding writes differently.
_AWKWARD = "/+="
SHORTEST = 12


def canary(word: str) -> str:
    """A new secret. Its last four characters, which may be shown as a hint, are no part of the needle."""
    return f"{word}-{_core()}-{token_hex(2)}"


def needle_of(secret: str) -> str:
    """The part to look for: most of a secret is as bad as all of it."""
    found = re.search(r"[0-9a-f]{12}/\+=[0-9a-f]{12}", secret)
    return found.group() if found else secret


def _core() -> str:
    return f"{token_hex(6)}{_AWKWARD}{token_hex(6)}"


def forms(needle: str) -> frozenset[bytes]:
    """The needle as it is, in hex, percent-encoded, escaped for JSON, and in base64 wherever it may begin."""
    assert len(needle) >= SHORTEST, "too short to be told from chance"
    raw = needle.encode()
    texts = {
        needle,
        raw.hex(),
        raw.hex().upper(),
        quote(needle, safe=""),
        quote(needle),
        quote_plus(needle),
        json.dumps(needle)[1:-1],
        needle.replace("/", "\\/"),
        needle[::-1],
    }
    for shift in range(3):
        # Of the first and the last group only the bits that are ours are known.
        encoded = base64.b64encode(bytes(shift) + raw)
        start, end = -(-shift * 8 // 6), (shift + len(raw)) * 8 // 6
        text = encoded[start:end].decode()
        texts |= {text, text.replace("+", "-").replace("/", "_")}
        texts.add(quote(text, safe=""))
    return frozenset(text.encode() for text in texts)


def hits(content: bytes, needles: Iterable[bytes]) -> int:
    return sum(content.count(each) for each in needles)
