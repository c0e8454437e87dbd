"""Embeddings of texts: vectors that are close if the texts have similar meanings.

A call for embeddings returns its vectors as text, so that every outcome of a call is stored in the same way: a JSON
list with one base64 string of 32-bit floats (little-endian) for each text.
"""

import base64
import binascii
import json
import math
import struct
from collections.abc import Sequence
from typing import Any, cast

Vector = tuple[float, ...]

# No known model has more; a longer vector is a defect of a server.
MOST_DIMENSIONS = 16_384
_BYTES = 4


class NotEmbeddings(ValueError):
    """The text holds no usable vectors."""


def pack_vectors(vectors: Sequence[Sequence[float]]) -> str:
    """Return the vectors as text."""
    return json.dumps([base64.b64encode(_bytes_of(vector)).decode() for vector in vectors])


def unpack_vectors(text: str) -> list[Vector]:
    """Return the vectors of a text that `pack_vectors` wrote; raise NotEmbeddings for anything else."""
    try:
        found: Any = json.loads(text)
    except ValueError:
        raise NotEmbeddings("it is not JSON") from None
    if not isinstance(found, list) or not found:
        raise NotEmbeddings("it has no vectors")
    return [_vector_in(each) for each in cast("list[Any]", found)]


def cosine(one: Vector, two: Vector) -> float:
    """Return the cosine of the angle between two vectors; raise NotEmbeddings if there is none."""
    if len(one) != len(two):
        raise NotEmbeddings(f"the vectors have {len(one)} and {len(two)} dimensions")
    lengths = math.hypot(*one) * math.hypot(*two)
    if not math.isfinite(lengths) or lengths == 0:
        raise NotEmbeddings("a vector has no direction")
    return min(1.0, max(-1.0, sum(a * b for a, b in zip(one, two, strict=True)) / lengths))


def _bytes_of(vector: Sequence[float]) -> bytes:
    if not 0 < len(vector) <= MOST_DIMENSIONS:
        raise NotEmbeddings(f"a vector has {len(vector)} dimensions")
    if not all(math.isfinite(value) for value in vector):
        raise NotEmbeddings("a vector has a value that is not finite")
    try:
        return struct.pack(f"<{len(vector)}f", *vector)
    except OverflowError:
        raise NotEmbeddings("a vector has a value that is too large") from None


def _vector_in(given: Any) -> Vector:
    if not isinstance(given, str):
        raise NotEmbeddings("a vector is not encoded as text")
    try:
        packed = base64.b64decode(given, validate=True)
    except (binascii.Error, ValueError):
        raise NotEmbeddings("a vector is not valid base64") from None
    count, rest = divmod(len(packed), _BYTES)
    if rest or not 0 < count <= MOST_DIMENSIONS:
        raise NotEmbeddings("a vector has an invalid length")
    return struct.unpack(f"<{count}f", packed)
