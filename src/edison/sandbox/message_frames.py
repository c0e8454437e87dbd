"""How a process with limits and the one that started it talk: blocks of bytes with their length in front."""

from collections.abc import Callable
from typing import Any

# From arguments and a user's content to a result and content.
Task = Callable[[dict[str, Any], bytes], tuple[dict[str, Any], bytes]]
_LENGTH = 8


def frame(content: bytes) -> bytes:
    return len(content).to_bytes(_LENGTH, "big") + content


def cut_frame(content: bytes) -> tuple[bytes, bytes]:
    """Return the first block and what follows it; raise EOFError if it is not all there."""
    end = _LENGTH + int.from_bytes(content[:_LENGTH], "big")
    if len(content) < max(_LENGTH, end):
        raise EOFError
    return content[_LENGTH:end], content[end:]
