"""AWS's binary framing: lengths and checksums around every event."""

import struct
from zlib import crc32

STRING = 7


def frame(payload: bytes, headers: dict[str, str]) -> bytes:
    """Prelude (two lengths and their checksum), headers, payload, checksum of it all."""
    packed = b"".join(_header(name, value) for name, value in headers.items())
    total = 4 + 4 + 4 + len(packed) + len(payload) + 4
    prelude = struct.pack(">II", total, len(packed))
    message = prelude + struct.pack(">I", crc32(prelude)) + packed + payload
    return message + struct.pack(">I", crc32(message))


def event_frame(kind: str, payload: bytes) -> bytes:
    headers = {
        ":event-type": kind,
        ":content-type": "application/json",
        ":message-type": "event",
    }
    return frame(payload, headers)


def _header(name: str, value: str) -> bytes:
    key, text = name.encode(), value.encode()
    return struct.pack(">B", len(key)) + key + struct.pack(">BH", STRING, len(text)) + text
