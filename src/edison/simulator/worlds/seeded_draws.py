"""Deterministic random numbers: the same arguments give the same number on every machine."""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def draw(*about: object) -> float:
    """Return a number in [0, 1) that depends only on the arguments."""
    text = "\x1f".join(map(str, about))
    digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return (int.from_bytes(digest, "big") >> 11) / (1 << 53)


def pick(choices: Sequence[T], *about: object) -> T:
    return choices[int(draw(*about) * len(choices))]


def digest(*about: object) -> str:
    text = "\x1f".join(map(str, about))
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()
