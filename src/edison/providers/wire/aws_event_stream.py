"""Parser of the AWS event stream format: length-prefixed binary messages, each with two checksums."""

import struct
import zlib
from typing import NamedTuple

from edison.providers.wire.wire_protocol import Garbled

_PRELUDE = struct.Struct(">III")
_FRAME_AT_LEAST = 16
_FRAME_AT_MOST = 16 * 1024 * 1024

# Sizes of the header values of fixed size: true, false, byte, short, int, long, timestamp, uuid.
_FIXED = {0: 0, 1: 0, 2: 1, 3: 2, 4: 4, 5: 8, 8: 8, 9: 16}
_BYTES, _TEXT = 6, 7


class Frame(NamedTuple):
    headers: dict[str, str]
    payload: bytes


class EventStreamReader:
    """Splits bytes into messages; raises Garbled at the first invalid byte."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    @property
    def is_empty(self) -> bool:
        return not self._buffer

    def feed(self, data: bytes) -> list[Frame]:
        self._buffer += data
        frames: list[Frame] = []
        while len(self._buffer) >= _PRELUDE.size:
            length, header_length, checksum = _PRELUDE.unpack_from(self._buffer)
            if zlib.crc32(self._buffer[:8]) != checksum:
                raise Garbled("The event stream's prelude has a wrong checksum")
            if not _FRAME_AT_LEAST + header_length <= length <= _FRAME_AT_MOST:
                raise Garbled("The event stream has a message of an invalid length")
            if len(self._buffer) < length:
                break
            frames.append(_frame(bytes(self._buffer[:length]), header_length))
            del self._buffer[:length]
        return frames


def _frame(message: bytes, header_length: int) -> Frame:
    (checksum,) = struct.unpack(">I", message[-4:])
    if zlib.crc32(message[:-4]) != checksum:
        raise Garbled("The event stream has a message with a wrong checksum")
    headers_end = _PRELUDE.size + header_length
    return Frame(_headers(message[_PRELUDE.size : headers_end]), message[headers_end:-4])


def _headers(data: bytes) -> dict[str, str]:
    headers: dict[str, str] = {}
    at = 0
    try:
        while at < len(data):
            name_end = at + 1 + data[at]
            name = data[at + 1 : name_end].decode()
            kind = data[name_end]
            at = name_end + 1
            if kind in (_BYTES, _TEXT):
                (size,) = struct.unpack_from(">H", data, at)
                at += 2
            else:
                size = _FIXED[kind]
            if at + size > len(data):
                raise Garbled("The event stream has a header that does not end")
            if kind == _TEXT:
                headers[name] = data[at : at + size].decode()
            at += size
    except (IndexError, KeyError, struct.error, UnicodeDecodeError) as wrong:
        raise Garbled("The event stream has a header that cannot be parsed") from wrong
    return headers
