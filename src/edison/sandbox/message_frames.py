"""Message format between a limited process and its parent: length-prefixed blocks of bytes."""

from collections.abc import Callable
from typing import Any

# A task maps arguments and a user's content to a result and content.
Task = Callable[[dict[str, Any], bytes], tuple[dict[str, Any], bytes]]
_LENGTH = 8


def frame(content: bytes) -> bytes:
    return len(content).to_bytes(_LENGTH, "big") + content


def cut_frame(content: bytes) -> tuple[bytes, bytes]:
    """Return the first block and the remaining bytes; raise EOFError if the block is incomplete."""
    end = _LENGTH + int.from_bytes(content[:_LENGTH], "big")
    if len(content) < max(_LENGTH, end):
        raise EOFError
    return content[_LENGTH:end], content[end:]
