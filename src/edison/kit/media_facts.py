"""Recognize images, PDFs and audio by their bytes, and read their size: pixels, pages or seconds.

Only headers are parsed, and what is decompressed is bounded, because the bytes are not trusted.
"""

import re
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

MediaKind = Literal["image", "pdf", "audio"]

KINDS: dict[str, MediaKind] = {
    "image/png": "image",
    "image/jpeg": "image",
    "image/gif": "image",
    "image/webp": "image",
    "application/pdf": "pdf",
    "audio/wav": "audio",
    "audio/mpeg": "audio",
}
PIXELS_AT_MOST = 65_535
# Of one PDF: how many streams are decompressed to find pages, and how much of each.
_STREAMS_AT_MOST = 2_000
_INFLATED_AT_MOST = 4_000_000
_PDF_HEADER_WITHIN = 1024
_PAGE = re.compile(rb"/Type\s*/Page(?![A-Za-z])")
_OBJECT_STREAM = re.compile(rb"/Type\s*/ObjStm")
_STREAM = re.compile(rb"stream\r?\n")
_ENCRYPTED = re.compile(rb"/Encrypt\s+\d+\s+\d+\s+R")
# Frame headers that carry the size of a JPEG: all SOF markers but DHT, JPG and DAC.
_SIZED_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_MP3_RATES = {
    # Version 1 and version 2, layer III, in kilobits per second.
    3: (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320),
    2: (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160),
}


class UnknownMedia(ValueError):
    """The bytes are not a file of a known type, or its size cannot be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MediaFacts:
    media_type: str
    width: int = 0
    height: int = 0
    pages: int = 0
    seconds: float = 0.0


def read_media(data: bytes) -> MediaFacts:
    """Return the type and size of a file; raise UnknownMedia with a sentence for the user."""
    for begins, read in (
        (b"\x89PNG\r\n\x1a\n", _png),
        (b"\xff\xd8\xff", _jpeg),
        (b"GIF87a", _gif),
        (b"GIF89a", _gif),
        (b"RIFF", _riff),
        (b"ID3", _mp3),
    ):
        if data.startswith(begins):
            return _checked(read, data)
    if b"%PDF-" in data[:_PDF_HEADER_WITHIN]:
        return _checked(_pdf, data)
    if len(data) > 4 and data[0] == 0xFF and data[1] & 0xE6 == 0xE2:
        return _checked(_mp3, data)
    raise UnknownMedia("This is not a PNG, JPEG, GIF or WebP image, a PDF, or WAV or MP3 audio.")


def _checked(read: Callable[[bytes], MediaFacts], data: bytes) -> MediaFacts:
    try:
        found = read(data)
    except (struct.error, IndexError, zlib.error) as error:
        raise UnknownMedia("The file is cut off or damaged.") from error
    if KINDS[found.media_type] == "image" and not (
        1 <= found.width <= PIXELS_AT_MOST and 1 <= found.height <= PIXELS_AT_MOST
    ):
        raise UnknownMedia("The image has no valid width and height.")
    return found


def _png(data: bytes) -> MediaFacts:
    if data[12:16] != b"IHDR":
        raise UnknownMedia("The PNG image is damaged.")
    width, height = struct.unpack(">II", data[16:24])
    return MediaFacts(media_type="image/png", width=width, height=height)


def _gif(data: bytes) -> MediaFacts:
    width, height = struct.unpack("<HH", data[6:10])
    return MediaFacts(media_type="image/gif", width=width, height=height)


def _jpeg(data: bytes) -> MediaFacts:
    at = 2
    while data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        if marker in _SIZED_FRAMES:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return MediaFacts(media_type="image/jpeg", width=width, height=height)
        (length,) = struct.unpack(">H", data[at + 2 : at + 4])
        at += 2 + max(2, length)
    raise UnknownMedia("The JPEG image is damaged.")


def _riff(data: bytes) -> MediaFacts:
    if data[8:12] == b"WEBP":
        return _webp(data)
    if data[8:12] == b"WAVE":
        return _wav(data)
    raise UnknownMedia("This is not a WebP image or WAV audio.")


def _webp(data: bytes) -> MediaFacts:
    form = data[12:16]
    if form == b"VP8X":
        width = int.from_bytes(data[24:27], "little") + 1
        height = int.from_bytes(data[27:30], "little") + 1
    elif form == b"VP8L":
        bits = struct.unpack("<I", data[21:25])[0]
        width, height = (bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1
    else:
        width, height = (size & 0x3FFF for size in struct.unpack("<HH", data[26:30]))
    return MediaFacts(media_type="image/webp", width=width, height=height)


def _wav(data: bytes) -> MediaFacts:
    at, rate = 12, 0
    while at + 8 <= len(data):
        name = data[at : at + 4]
        (length,) = struct.unpack("<I", data[at + 4 : at + 8])
        if name == b"fmt ":
            (rate,) = struct.unpack("<I", data[at + 16 : at + 20])
        if name == b"data" and rate:
            sound = min(length, len(data) - at - 8)
            return MediaFacts(media_type="audio/wav", seconds=round(sound / rate, 3))
        at += 8 + length + length % 2
    raise UnknownMedia("The WAV audio has no sound in it.")


def _mp3(data: bytes) -> MediaFacts:
    at = 0
    if data.startswith(b"ID3"):
        size = 0
        for part in data[6:10]:
            size = size << 7 | (part & 0x7F)
        at = 10 + size
    head = data[at : at + 4]
    version = head[1] >> 3 & 3
    rates = _MP3_RATES[3 if version == 3 else 2]
    number = head[2] >> 4
    if head[0] != 0xFF or head[1] & 0xE6 != 0xE2 or not 0 < number < len(rates):
        raise UnknownMedia("The MP3 audio is damaged.")
    # The rate of the first frame; with a variable rate the length is approximate.
    seconds = (len(data) - at) * 8 / (rates[number] * 1000)
    return MediaFacts(media_type="audio/mpeg", seconds=round(seconds, 3))


def _pdf(data: bytes) -> MediaFacts:
    if _ENCRYPTED.search(data):
        raise UnknownMedia("The PDF is protected. Remove its protection and choose it again.")
    pages = len(_PAGE.findall(data)) + _pages_in_object_streams(data)
    if not pages:
        raise UnknownMedia("The pages of this PDF cannot be counted. Print it to a new PDF.")
    return MediaFacts(media_type="application/pdf", pages=pages)


def _pages_in_object_streams(data: bytes) -> int:
    """Count the pages that newer PDFs describe in compressed streams."""
    pages = 0
    for place, found in enumerate(_OBJECT_STREAM.finditer(data)):
        if place >= _STREAMS_AT_MOST:
            break
        begins = _STREAM.search(data, found.end(), found.end() + 2_000)
        if begins is None:
            continue
        try:
            inflated = zlib.decompressobj().decompress(data[begins.end() :], _INFLATED_AT_MOST)
        except zlib.error:
            continue
        pages += len(_PAGE.findall(inflated))
    return pages
